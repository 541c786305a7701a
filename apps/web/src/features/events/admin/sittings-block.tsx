import { Button, Group, TextInput } from '@mantine/core'
import {
  type Meal,
  mealsOf,
  planSittings,
  sittingsOff,
  sittingText,
  usualMeals,
} from '@shiloh/contract/checkin/sittings'
import type { AdminEvent } from '@shiloh/contract/events/events'
import { formatDay, formatList } from '@shiloh/contract/text/format'
import { IconToolsKitchen2, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { FormDialog } from '#ui/form/form-dialog'
import { TimeInput } from '#ui/form/time-input'
import { LanguagesPart } from '../../../ui/form/languages/languages-field.tsx'
import classes from './editor.module.css'
import { texts } from './texts.ts'
import type { EventInput } from './values.ts'

/** Sittings that are named at once. */
const NAMED = 3

/** A meal in the dialog, with a number that stays when others are removed. */
type Row = Meal & { readonly row: number }

type Point = NonNullable<EventInput['scan_points']>[number]

/** Returns how many points are new, gone, or have another name, translation or time. */
const countOfChanges = (before: readonly Point[], after: readonly Point[]): number => {
  const text = ({ _id, ...point }: Point) => `${_id ?? ''} ${sittingText(point)}`
  const [known, next] = [new Set(before.map(text)), new Set(after.map(text))]
  const kept = new Set(after.map(({ _id }) => _id))
  const gone = before.filter((point) => !next.has(text(point)) && !kept.has(point._id))
  return after.filter((point) => !known.has(text(point))).length + gone.length
}

/** The name of a meal. A new row is not wrong before somebody has left it empty. */
function MealName({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT(texts)
  const [wasLeft, setLeft] = useState(false)
  return (
    <TextInput
      label={t('point_name')}
      value={value}
      maxLength={40}
      className={classes.mealName ?? ''}
      error={wasLeft && value.trim() === '' ? t('meal_wrong') : undefined}
      onBlur={() => setLeft(true)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Makes the sittings from the caterers and dates of the event, and brings them in step when those change. */
export function SittingsBlock({ event }: { event: AdminEvent | undefined }) {
  const t = useT(texts)
  const language = useLanguage()
  const { organisation } = useAccount()
  const { setValue } = useFormContext<EventInput>()
  const [startsAt, endsAt, zone = 'UTC', offered, points] = useWatch<
    EventInput,
    ['starts_at', 'ends_at', 'time_zone', 'caterers', 'scan_points']
  >({ name: ['starts_at', 'ends_at', 'time_zone', 'caterers', 'scan_points'] })
  const [meals, setMeals] = useState<readonly Row[]>()
  // As the dialog opened: what differs from it is not lost unasked.
  const [begun, setBegun] = useState<readonly Row[]>([])
  const [openedAt] = useState(Date.now)
  const why = useId()
  const rows = points ?? []
  const caterers = (offered ?? []).flatMap(({ caterer_id, days }) => {
    const name = event?.caterers.find((one) => one.caterer_id === caterer_id)?.name
    return name ? [{ caterer_id, name, days: days ?? null }] : []
  })
  const stored = event && { startsAt: event.starts_at, endsAt: event.ends_at, caterers: event.caterers }
  if (!startsAt || !endsAt || caterers.length === 0) return null
  const served = { startsAt, endsAt, zone, caterers, now: openedAt, stored }
  const present = mealsOf(rows, served)
  const off = sittingsOff(rows, served)
  const say = (sittings: readonly { readonly name: string; readonly starts_at?: string | null | undefined }[]) => {
    const named = sittings
      .slice(0, NAMED)
      .map(({ name, starts_at }) => (starts_at ? `${name} (${formatDay(starts_at, language, zone)})` : name))
    const more = sittings.length - named.length
    return formatList(more > 0 ? [...named, t('sittings_more', { count: more })] : named, language)
  }
  const count = off.missing.length + off.extra.length + off.changed.length
  const mend = () => {
    if (off.missing.length === count) return t('sittings_add', { count })
    return off.extra.length === count ? t('sittings_remove', { count }) : t('sittings_mend')
  }
  const apply = (chosen: readonly Meal[]) => {
    setValue('scan_points', planSittings(rows, chosen, served), { shouldDirty: true, shouldTouch: true })
    setMeals(undefined)
  }
  const change = (row: number, part: Partial<Meal>) =>
    setMeals(meals?.map((meal) => (meal.row === row ? { ...meal, ...part } : meal)))
  const isRight = meals?.every(({ name, from, until }) => name.trim() && from && until)
  const planned = meals && isRight ? planSittings(rows, meals, served) : []
  const affected = countOfChanges(rows, planned)
  return (
    <div className={classes.fields}>
      <Group>
        <Button
          variant="default"
          leftSection={<IconToolsKitchen2 size={17} />}
          onClick={() => {
            const first = present.length > 0 ? present : usualMeals(organisation.language)
            const opened = first.map((meal, row) => ({ ...meal, row }))
            setBegun(opened)
            setMeals(opened)
          }}
        >
          {t(present.length > 0 ? 'change_sittings' : 'make_sittings')}
        </Button>
      </Group>
      {count > 0 ? (
        <Group role="status" gap="xs">
          <span>
            {off.missing.length > 0 ? `${t('sittings_missing', { sittings: say(off.missing) })} ` : ''}
            {off.extra.length > 0 ? `${t('sittings_extra', { sittings: say(off.extra) })} ` : ''}
            {off.changed.length > 0 ? t('sittings_changed', { sittings: say(off.changed) }) : ''}
          </span>
          <Button variant="default" onClick={() => apply(present)}>
            {mend()}
          </Button>
        </Group>
      ) : null}
      {meals ? (
        <FormDialog
          title={t('sittings')}
          changed={JSON.stringify(meals) !== JSON.stringify(begun)}
          onClose={() => setMeals(undefined)}
        >
          <p className="dim">{t('sittings_hint')}</p>
          {meals.map(({ row, name, translations, from, until }) => (
            <Group key={row} align="end" mt="sm" gap="xs">
              <MealName value={name} onChange={(next) => change(row, { name: next })} />
              <TimeInput label={t('meal_from')} value={from} onChange={(time) => change(row, { from: time })} />
              <TimeInput label={t('meal_until')} value={until} onChange={(time) => change(row, { until: time })} />
              <Button
                variant="subtle"
                aria-label={t('remove_row', { name })}
                onClick={() => setMeals(meals.filter((meal) => meal.row !== row))}
              >
                <IconTrash size={17} />
              </Button>
              {from && until && until <= from ? <p className={classes.overnight}>{t('meal_overnight')}</p> : null}
              <div className={classes.mealLanguages}>
                <LanguagesPart
                  label={t('languages')}
                  named={name || t('point_meal')}
                  fields={[{ name: 'name', label: t('point_name'), rows: 1, maxLength: 40, line: true }]}
                  texts={{ ...translations, [organisation.language]: { name } }}
                  original={organisation.language}
                  onChange={(of, _, text) => change(row, { translations: { ...translations, [of]: { name: text } } })}
                />
              </div>
            </Group>
          ))}
          <p id={why} role="status" className={classes.affected}>
            {isRight ? present.length > 0 && t('sittings_affected', { count: affected }) : t('sittings_lack')}
          </p>
          <Group justify="space-between" mt="lg">
            <Button
              variant="subtle"
              onClick={() =>
                setMeals([
                  ...meals,
                  { row: Math.max(-1, ...meals.map(({ row }) => row)) + 1, name: '', from: '', until: '' },
                ])
              }
            >
              {t('add_meal')}
            </Button>
            <Button
              disabled={!isRight}
              aria-describedby={why}
              onClick={() => apply(meals.map((meal) => ({ ...meal, name: meal.name.trim() })))}
            >
              {t(present.length > 0 ? 'sittings_mend' : 'make_sittings')}
            </Button>
          </Group>
        </FormDialog>
      ) : null}
    </div>
  )
}
