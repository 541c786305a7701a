import { NativeSelect, TextInput } from '@mantine/core'
import { formatMonthName } from '@shiloh/contract/text/format'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import classes from './day-parts.module.css'
import { closeDay, type DayText, openDay } from './day-text.ts'
import { texts } from './day-texts.ts'

const digits = (text: string, most: number) => text.replace(/\D/g, '').slice(0, most)

export interface DayPartsProps {
  /** For links to the field. */
  id?: string | undefined
  className?: string | undefined
  label: ReactNode
  description?: ReactNode
  /** `2027-01-22`, empty if nothing is typed, or `invalid` for parts that are no date. */
  value: string
  onChange: (value: string) => void
  /** Called when the focus leaves all three parts. */
  onBlur?: () => void
  inputRef?: Ref<HTMLInputElement>
  error?: ReactNode
  /** The browser knows it: the user's own date of birth. */
  isOwnBirth?: boolean
}

/** A day in three parts. For a day that somebody knows, typing is faster than paging through a calendar. */
export function DayParts({
  id,
  className,
  label,
  description,
  value,
  onChange,
  onBlur,
  inputRef,
  error,
  isOwnBirth,
}: DayPartsProps) {
  const t = useT(texts)
  const language = useLanguage()
  const own = useId()
  const [parts, setParts] = useState(() => openDay(value))
  const change = (part: Partial<DayText>) => {
    const next = { ...parts, ...part }
    setParts(next)
    onChange(closeDay(next))
  }
  const months = Array.from({ length: 12 }, (_, i) => ({
    value: String(i + 1),
    label: formatMonthName(new Date(Date.UTC(2000, i, 1)), language),
  }))
  const isWrong = error !== undefined
  const autoComplete = (part: 'day' | 'month' | 'year') => (isOwnBirth ? `bday-${part}` : 'off')
  const told = [description ? `${own}-hint` : '', isWrong ? `${own}-problem` : ''].filter(Boolean).join(' ')
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={[classes.parts, className].filter(Boolean).join(' ')}
      aria-describedby={told || undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
      }}
    >
      <legend>{label}</legend>
      {description ? (
        <p id={`${own}-hint`} className={classes.hint}>
          {description}
        </p>
      ) : null}
      <div className={classes.day}>
        <TextInput
          ref={inputRef}
          label={t('day')}
          inputMode="numeric"
          autoComplete={autoComplete('day')}
          error={isWrong}
          value={parts.day}
          onChange={(event) => change({ day: digits(event.currentTarget.value, 2) })}
        />
        <NativeSelect
          label={t('month')}
          autoComplete={autoComplete('month')}
          error={isWrong}
          value={parts.month}
          onChange={(event) => change({ month: event.currentTarget.value })}
          data={[{ value: '', label: '' }, ...months]}
        />
        <TextInput
          label={t('year')}
          inputMode="numeric"
          autoComplete={autoComplete('year')}
          error={isWrong}
          value={parts.year}
          onChange={(event) => change({ year: digits(event.currentTarget.value, 4) })}
        />
      </div>
      {isWrong ? (
        <div id={`${own}-problem`} className={classes.problem}>
          {error}
        </div>
      ) : null}
    </fieldset>
  )
}
