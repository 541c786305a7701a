import { Button, CloseButton, Menu, Popover, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { formatDate } from '@shiloh/contract/text/format'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { argumentsOf } from '#platform/client'
import { useLanguage, useT, useText } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ChoiceSelect } from '../form/choice-select.tsx'
import { PickSelect } from '../form/pick-select.tsx'
import classes from './list.module.css'
import { texts } from './list-texts.ts'
import type { Filter, PickRoute } from './list-types.tsx'

interface ValueProps {
  filter: Filter
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function PickedName({ filter, value }: { filter: Filter & { kind: 'pick' }; value: string }) {
  const { route, query } = filter
  const result = useQuery(queryOf(route, ...argumentsOf<PickRoute>({ query: { ...query, search: '' } })))
  return result.data?.find(({ _id }) => _id === value)?.name ?? '…'
}

function FilterField({ filter, value, onChange }: ValueProps) {
  const t = useT(texts)
  const text = useText()
  const [words, setWords] = useState(value ?? '')
  const label = text(filter.label)
  const select = {
    label,
    placeholder: t('choose'),
    value: value ?? null,
    onClear: () => onChange(undefined),
    // The popover closes on a click outside it, also in a portal.
    comboboxProps: { withinPortal: false },
    'data-autofocus': true,
  }
  switch (filter.kind) {
    case 'date':
      return (
        <TextInput
          type="date"
          label={label}
          value={value ?? ''}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      )
    case 'text':
      return (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            onChange(words || undefined)
          }}
        >
          <TextInput
            label={label}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" mt="sm">
            {t('apply')}
          </Button>
        </form>
      )
    case 'pick':
      return (
        <PickSelect {...select} route={filter.route} query={filter.query} onChange={(picked) => onChange(picked._id)} />
      )
    default: {
      const choices =
        filter.kind === 'choice'
          ? filter.choices.map((choice) => ({ value: choice.value, label: text(choice.label) }))
          : [
              { value: 'true', label: t('yes') },
              { value: 'false', label: t('no') },
            ]
      return <ChoiceSelect {...select} choices={choices} onChange={onChange} />
    }
  }
}

function ValueText({ filter, value }: { filter: Filter; value: string | undefined }) {
  const t = useT(texts)
  const text = useText()
  const language = useLanguage()
  if (value === undefined) return '…'
  switch (filter.kind) {
    case 'choice': {
      const choice = filter.choices.find((one) => one.value === value)
      return choice ? text(choice.label) : value
    }
    case 'flag':
      return t(value === 'true' ? 'yes' : 'no')
    case 'date':
      return formatDate(value, language)
    case 'pick':
      return <PickedName filter={filter} value={value} />
    default:
      return value
  }
}

/** "field **value** ×": a click changes it. */
function Chip({
  filter,
  value,
  opened,
  onOpened,
  onChange,
}: ValueProps & { opened: boolean; onOpened: (open: boolean) => void }) {
  const t = useT(texts)
  const label = useText()(filter.label)
  return (
    <Popover opened={opened} onChange={onOpened} trapFocus withRoles width={260}>
      <span className={classes.chip}>
        <Popover.Target>
          <button type="button" onClick={() => onOpened(!opened)}>
            {label}{' '}
            <b>
              <ValueText filter={filter} value={value} />
            </b>
          </button>
        </Popover.Target>
        <CloseButton size={24} aria-label={t('remove_filter', { name: label })} onClick={() => onChange(undefined)} />
      </span>
      <Popover.Dropdown>
        <FilterField
          filter={filter}
          value={value}
          onChange={(next) => {
            onChange(next)
            onOpened(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface ListFiltersProps {
  search: string
  onSearch: (words: string) => void
  filters: readonly Filter[]
  values: Readonly<Record<string, string>>
  onChange: (key: string, value: string | undefined) => void
}

/** One bar: search, active filters as chips, and a button to add one. */
export function ListFilters({ search, onSearch, filters, values, onChange }: ListFiltersProps) {
  const t = useT(texts)
  const text = useText()
  const [open, setOpen] = useState<string>()
  const bar = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => bar.current?.focus()]])
  const used = filters.filter((filter) => values[filter.key] !== undefined || open === filter.key)
  const free = filters.filter((filter) => !used.includes(filter))
  return (
    <search className={classes.filters} data-no-print>
      <TextInput
        ref={bar}
        type="search"
        className={classes.search ?? ''}
        leftSection={<IconSearch size={17} stroke={1.75} />}
        placeholder={t('search')}
        aria-label={t('search')}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      {used.map((filter) => (
        <Chip
          key={filter.key}
          filter={filter}
          value={values[filter.key]}
          opened={open === filter.key}
          onOpened={(opened) => setOpen(opened ? filter.key : undefined)}
          onChange={(value) => onChange(filter.key, value)}
        />
      ))}
      {free.length > 0 ? (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="subtle" color="gray" leftSection={<IconPlus size={17} />}>
              {t('filter')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {free.map((filter) => (
              <Menu.Item key={filter.key} onClick={() => setOpen(filter.key)}>
                {text(filter.label)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </search>
  )
}
