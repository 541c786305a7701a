import { NativeSelect } from '@mantine/core'
import { nightsBetween } from '@shiloh/contract/reservations/nights'
import { formatTime, formatWeekday } from '@shiloh/contract/text/format'
import { type ReactNode, useId, useState } from 'react'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { problemOf } from './choice-list.tsx'
import classes from './day-parts.module.css'
import { halfHours, openMoment } from './day-text.ts'
import { texts } from './day-texts.ts'

interface MomentPartsProps {
  /** For links to the field. */
  id?: string | undefined
  label: ReactNode
  description?: ReactNode
  /** `2027-01-22T14:00`, empty, or one part of it: `2027-01-22T` or `T14:00`. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** The first and the last day to choose from. A day outside that was chosen before stays. */
  min: string
  max: string
}

/** A day near an event and a time, each chosen from a list. */
export function MomentParts({ id, label, description, value, onChange, error, min, max }: MomentPartsProps) {
  const t = useT(texts)
  const language = useLanguage()
  const own = useId()
  // What was stored before can be outside the lists. It stays there while the page is open.
  const [first] = useState(() => openMoment(value))
  const { day, time } = openMoment(value)
  const change = (part: { day?: string; time?: string }) => {
    const next = { day, time, ...part }
    onChange(next.day || next.time ? `${next.day}T${next.time}` : '')
  }
  const days = [...nightsBetween(min, max), max]
  const among = (list: readonly string[], kept: string) =>
    kept === '' || list.includes(kept) ? list : [...list, kept].sort()
  const told = [description ? `${own}-hint` : '', error ? `${own}-problem` : ''].filter(Boolean).join(' ')
  const open = { value: '', label: t('choose') }
  return (
    <fieldset id={id} tabIndex={-1} className={classes.parts} aria-describedby={told || undefined}>
      <legend>{label}</legend>
      {description ? (
        <p id={`${own}-hint`} className={classes.hint}>
          {description}
        </p>
      ) : null}
      <div className={classes.moment}>
        <NativeSelect
          label={t('date')}
          error={error !== undefined}
          value={day}
          onChange={({ currentTarget }) => change({ day: currentTarget.value })}
          data={[
            open,
            ...among(days, first.day).map((one) => ({
              value: one,
              label: `${formatWeekday(one, language)} ${formatDate(one, language)}`,
            })),
          ]}
        />
        <NativeSelect
          label={t('time')}
          error={error !== undefined}
          value={time}
          onChange={({ currentTarget }) => change({ time: currentTarget.value })}
          data={[
            open,
            ...among(halfHours, first.time).map((one) => ({
              value: one,
              label: formatTime(`2000-01-01T${one}:00Z`, language),
            })),
          ]}
        />
      </div>
      {error ? (
        <p id={`${own}-problem`} className={classes.problem}>
          {problemOf(error)}
        </p>
      ) : null}
    </fieldset>
  )
}
