import { NativeSelect, TextInput } from '@mantine/core'
import { formatMonthName } from '@shiloh/contract/text/format'
import { useId, useState } from 'react'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { useLanguage, useT } from '#platform/i18n'
import { closeDate, type DateParts, openDate } from './birth-date.ts'
import { FieldProblem, leaving, problemOf } from './form.tsx'
import classes from './parts.module.css'
import { texts } from './texts.ts'

const digits = (text: string, most: number) => text.replace(/\D/g, '').slice(0, most)

interface InputProps {
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  inputRef: (element: HTMLInputElement | null) => void
  required: boolean
  error: React.ReactNode
  autoComplete: boolean
}

function BirthDateInput({ value, onChange, onBlur, inputRef, required, error, autoComplete }: InputProps) {
  const t = useT(texts)
  const language = useLanguage()
  const id = useId()
  const [parts, setParts] = useState(() => openDate(value))
  const change = (part: Partial<DateParts>) => {
    const next = { ...parts, ...part }
    setParts(next)
    onChange(closeDate(next))
  }
  const months = Array.from({ length: 12 }, (_, i) => ({
    value: String(i + 1),
    label: formatMonthName(new Date(Date.UTC(2000, i, 1)), language),
  }))
  const wrong = error !== undefined
  return (
    <fieldset
      className={classes.fieldset}
      aria-describedby={wrong ? id : undefined}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur()
      }}
    >
      <legend>
        {t('birth_date')} {required ? null : <span>({t('optional')})</span>}
      </legend>
      <div className={classes.date}>
        <TextInput
          ref={inputRef}
          label={t('day')}
          inputMode="numeric"
          autoComplete={autoComplete ? 'bday-day' : 'off'}
          error={wrong}
          value={parts.day}
          onChange={(event) => change({ day: digits(event.currentTarget.value, 2) })}
        />
        <NativeSelect
          label={t('month')}
          autoComplete={autoComplete ? 'bday-month' : 'off'}
          error={wrong}
          value={parts.month}
          onChange={(event) => change({ month: event.currentTarget.value })}
          data={[{ value: '', label: '' }, ...months]}
        />
        <TextInput
          label={t('year')}
          inputMode="numeric"
          autoComplete={autoComplete ? 'bday-year' : 'off'}
          error={wrong}
          value={parts.year}
          onChange={(event) => change({ year: digits(event.currentTarget.value, 4) })}
        />
      </div>
      {wrong ? (
        <div id={id} className={classes.fieldsetProblem}>
          {error}
        </div>
      ) : null}
    </fieldset>
  )
}

interface FieldProps<V extends FieldValues> {
  form: UseFormReturn<V, unknown, V>
  name: Path<V>
  required?: boolean
  /** Whether it is the user's own, which the browser knows. */
  own?: boolean
}

/** A date of birth in three parts, which is faster than paging through a calendar. */
export function BirthDateField<V extends FieldValues>({ form, name, required = true, own = true }: FieldProps<V>) {
  const t = useT(texts)
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <BirthDateInput
          value={typeof value === 'string' ? value : ''}
          onChange={onChange}
          onBlur={leaving(onBlur, value)}
          inputRef={ref}
          required={required}
          error={
            form.getFieldState(name, form.formState).error?.message === 'invalid' ? (
              <FieldProblem message={t('no_such_date')} />
            ) : (
              problemOf(form, name)
            )
          }
          autoComplete={own}
        />
      )}
    />
  )
}
