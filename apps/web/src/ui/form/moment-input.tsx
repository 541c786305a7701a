import { NativeSelect } from '@mantine/core'
import { formatTime, hasAmAndPm } from '@shiloh/contract/text/format'
import { parseMoment } from '@shiloh/contract/text/zone'
import type { ComponentProps } from 'react'
import { fieldPattern, formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { CalendarInput } from './calendar-input.tsx'
import classes from './day-parts.module.css'
import { halfHours } from './day-text.ts'
import { fieldHint } from './field-hint.ts'
import { texts } from './form-texts.ts'

interface MomentInputProps
  extends Omit<ComponentProps<typeof CalendarInput>, 'label' | 'onChange' | 'read' | 'unread'> {
  label: string
  /** `2027-01-22 14:00:00`, or null. */
  onChange: (moment: string | null) => void
  /** The time of a day that is chosen or typed without one: `09:00`. */
  usualTime?: string | undefined
}

/**
 * A day with a time, typed as the organisation writes dates. The day can also be chosen in the calendar, which keeps the
 * time, and the time in a list beside it.
 */
export function MomentInput({ label, value, onChange, usualTime = '00:00', ...props }: MomentInputProps) {
  const t = useT(texts)
  const language = useLanguage()
  const has12 = hasAmAndPm(language)
  const time = value?.slice(11, 16) ?? ''
  return (
    <CalendarInput
      {...props}
      label={label}
      withTime
      valueFormat={`${fieldPattern(language)}, ${has12 ? 'h:mm A' : 'HH:mm'}`}
      placeholder={`${fieldHint(language)}, ${has12 ? '2:00 PM' : '14:00'}`}
      inputContainer={(field) => (
        <div className={classes.withTime}>
          {field}
          <NativeSelect
            aria-label={t('time_of', { name: label })}
            value={time}
            disabled={value === null || props.disabled === true || props.readOnly === true}
            onChange={({ currentTarget }) => value && onChange(`${value.slice(0, 10)} ${currentTarget.value}:00`)}
            data={[...new Set([...halfHours, ...(time ? [time] : [])])].sort().map((one) => ({
              value: one,
              label: formatTime(`2000-01-01T${one}:00Z`, language),
            }))}
          />
        </div>
      )}
      read={(typed, before) => parseMoment(typed, language, before?.slice(0, 10))}
      unread={t('unread_moment', {
        example: `${formatDate('2027-12-31', language)}, ${formatTime('2027-12-31T14:00:00Z', language)}`,
      })}
      clearButtonProps={{ 'aria-label': t('clear', { name: label }) }}
      value={value}
      // A day without a time, chosen or typed.
      onChange={(next) => onChange(next?.length === 10 ? `${next} ${value?.slice(11) ?? `${usualTime}:00`}` : next)}
    />
  )
}
