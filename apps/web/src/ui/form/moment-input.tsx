import type { DateInputProps } from '@mantine/dates'
import { hasAmAndPm } from '@shiloh/contract/text/format'
import { parseMoment } from '@shiloh/contract/text/zone'
import { fieldPattern } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { CalendarInput } from './calendar-input.tsx'
import { fieldHint } from './field-hint.ts'
import { texts } from './form-texts.ts'

interface MomentInputProps extends Omit<DateInputProps, 'label' | 'value' | 'onChange'> {
  label: string
  /** `2027-01-22 14:00:00`, or null. */
  value: string | null
  onChange: (moment: string | null) => void
}

/** A day with a time, typed as the organisation writes dates. The day can be chosen in the calendar, and keeps the time. */
export function MomentInput({ label, value, onChange, ...props }: MomentInputProps) {
  const t = useT(texts)
  const language = useLanguage()
  const has12 = hasAmAndPm(language)
  return (
    <CalendarInput
      {...props}
      label={label}
      withTime
      valueFormat={`${fieldPattern(language)}, ${has12 ? 'h:mm A' : 'HH:mm'}`}
      placeholder={`${fieldHint(language)}, ${has12 ? '2:00 PM' : '14:00'}`}
      dateParser={parseMoment}
      clearButtonProps={{ 'aria-label': t('clear', { name: label }) }}
      value={value}
      // A day without a time, chosen or typed.
      onChange={(next) => onChange(next?.length === 10 ? `${next} ${value?.slice(11) ?? '00:00:00'}` : next)}
    />
  )
}
