import { TimePicker, type TimePickerProps } from '@mantine/dates'
import { hasAmAndPm } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { DateSetup } from './date-setup.tsx'
import { texts } from './form-texts.ts'

/** A time of the day, as hour, minute and AM or PM. Its value is `18:30`, or empty. */
export function TimeInput({ label, ...props }: Omit<TimePickerProps, 'format' | 'type'> & { label: string }) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    <DateSetup>
      <TimePicker
        {...props}
        label={label}
        format={hasAmAndPm(language) ? '12h' : '24h'}
        hoursInputLabel={t('hours')}
        minutesInputLabel={t('minutes')}
        amPmInputLabel={t('am_pm')}
      />
    </DateSetup>
  )
}
