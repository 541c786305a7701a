import { Button, Checkbox, CloseButton, Menu, Popover } from '@mantine/core'
import { organisationRoutes } from '@shiloh/contract/organisation'
import type { ReportFilter, ReportView } from '@shiloh/contract/reports'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { CalendarInput } from '#ui/form/calendar-input'
import { PickMultiSelect } from '#ui/form/pick-select'
import classes from './reports.module.css'
import { texts } from './texts.ts'

type Available = ReportView['available'][number]
type Active = ReportView['filters'][number]

interface FieldProps {
  available: Available
  active: Active | undefined
  onApply: (value: string | undefined) => void
}

/** Chooses the values of one filter. */
function FilterField({ available: { key, name, choices }, active, onApply }: FieldProps) {
  const t = useT(texts)
  const [values, setValues] = useState<string[]>(active?.values.map(({ value }) => value) ?? [])
  const apply = (next: readonly string[]) => onApply(next.length > 0 ? next.join(',') : undefined)
  if (key === 'from' || key === 'until')
    return (
      <CalendarInput
        label={name}
        clearable
        value={values[0] ?? null}
        popoverProps={{ withinPortal: false }}
        onChange={(day) => apply(day ? [day] : [])}
        data-autofocus
      />
    )
  return (
    <form
      className={classes.filterForm}
      onSubmit={(event) => {
        event.preventDefault()
        apply(values)
      }}
    >
      {choices ? (
        <Checkbox.Group label={name} value={values} onChange={setValues}>
          <div className={classes.choices}>
            {choices.map((choice) => (
              <Checkbox key={choice.value} value={choice.value} label={choice.name} />
            ))}
          </div>
        </Checkbox.Group>
      ) : (
        <PickMultiSelect
          label={name}
          route={organisationRoutes.pickChurchUnits}
          value={values}
          picked={(active?.values ?? []).map((one) => ({ _id: one.value, name: one.name }))}
          onChange={setValues}
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
      )}
      <Button type="submit">{t('apply')}</Button>
    </form>
  )
}

/** The filters of a report as chips, and a menu of the others. */
export function ReportFilters({
  view,
  chosen,
  onChange,
}: {
  view: ReportView
  /** The filters of the address. Others are the report's own. */
  chosen: Readonly<Partial<Record<ReportFilter, string>>>
  onChange: (key: ReportFilter, value: string | undefined) => void
}) {
  const t = useT(texts)
  const can = useCan()
  const [opened, setOpened] = useState<ReportFilter>()
  const shown = view.available.filter(({ key }) => view.filters.some((one) => one.key === key) || key === opened)
  const others = view.available.filter(
    ({ key, choices }) =>
      !shown.some((one) => one.key === key) &&
      (choices === null || choices.length > 0) &&
      // The server searches units for those who can read the church map.
      (key !== 'unit' || can('church_map.read')),
  )
  return (
    <div className={classes.filters} data-no-print>
      {shown.map((available) => {
        const { key, name } = available
        const active = view.filters.find((one) => one.key === key)
        return (
          <Popover
            key={key}
            opened={opened === key}
            onChange={(open) => setOpened(open ? key : undefined)}
            trapFocus
            withRoles
            width={280}
          >
            <span className={classes.chip}>
              <Popover.Target>
                <button type="button" onClick={() => setOpened(opened === key ? undefined : key)}>
                  {name} <b>{active?.values.map((one) => one.name).join(', ') ?? '…'}</b>
                </button>
              </Popover.Target>
              {chosen[key] ? (
                <CloseButton
                  size={24}
                  aria-label={t('back_to_default', { name })}
                  onClick={() => onChange(key, undefined)}
                />
              ) : null}
            </span>
            <Popover.Dropdown>
              <FilterField
                available={available}
                active={active}
                onApply={(value) => {
                  setOpened(undefined)
                  onChange(key, value)
                }}
              />
            </Popover.Dropdown>
          </Popover>
        )
      })}
      {others.length > 0 ? (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={15} />}>
              {t('filter')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ key, name }) => (
              <Menu.Item key={key} onClick={() => setOpened(key)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </div>
  )
}
