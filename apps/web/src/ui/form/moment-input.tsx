import { DateTimePicker, type DateTimePickerProps } from '@mantine/dates'
import { hasAmAndPm } from '@shiloh/contract/text/format'
import { useId } from 'react'
import { fieldPattern } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { useCalendarKeys } from './calendar-keys.ts'
import { useCalendarLabels } from './calendar-labels.ts'
import { DateSetup } from './date-setup.tsx'
import { texts } from './form-texts.ts'

/** A day with a time, chosen in a calendar in the language of the page. Its value is `2027-01-22 14:00:00`, or null. */
export function MomentInput({
  label,
  popoverProps,
  onDropdownClose,
  ...props
}: Omit<DateTimePickerProps, 'type'> & { label: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const id = useId()
  const { forget, ...keys } = useCalendarKeys()
  return (
    <DateSetup>
      <DateTimePicker
        {...props}
        {...keys}
        onDropdownClose={() => {
          forget()
          onDropdownClose?.()
        }}
        label={label}
        clearButtonProps={{ 'aria-label': t('clear', { name: label }) }}
        valueFormat={`ddd ${fieldPattern(language)}, ${hasAmAndPm(language) ? 'h:mm A' : 'HH:mm'}`}
        // The calendar has the name of its field, and gives the focus back to it.
        labelProps={{ id: `${id}-label` }}
        popoverProps={{ ...popoverProps, id: `${id}-label`, returnFocus: true }}
        highlightToday
        ariaLabels={useCalendarLabels()}
        timePickerProps={{
          format: hasAmAndPm(language) ? '12h' : '24h',
          hoursInputLabel: t('hours'),
          minutesInputLabel: t('minutes'),
          amPmInputLabel: t('am_pm'),
        }}
        submitButtonProps={{ 'aria-label': t('use_time') }}
      />
    </DateSetup>
  )
}
