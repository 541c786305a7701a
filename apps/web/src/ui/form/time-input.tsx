import { TimePicker, type TimePickerProps } from '@mantine/dates'
import { useT } from '#platform/i18n'
import { DateSetup } from './date-setup.tsx'
import { texts } from './form-texts.ts'

/** A time of the day, as hour, minute and AM or PM. Its value is `18:30`, or empty. */
export function TimeInput({ label, ...props }: Omit<TimePickerProps, 'format' | 'type'> & { label: string }) {
  const t = useT(texts)
  return (
    <DateSetup>
      <TimePicker
        {...props}
        label={label}
        format="12h"
        hoursInputLabel={t('hours')}
        minutesInputLabel={t('minutes')}
        amPmInputLabel={t('am_pm')}
      />
    </DateSetup>
  )
}
