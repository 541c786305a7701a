import { DateInput, type DateInputProps } from '@mantine/dates'
import { parseDay } from '@shiloh/contract/text/zone'
import { useId } from 'react'
import { useT } from '#platform/i18n'
import { DateSetup } from './date-setup.tsx'
import { texts } from './form-texts.ts'

interface DayInputProps
  extends Pick<DateInputProps, 'id' | 'mt' | 'error' | 'description' | 'autoComplete' | 'defaultLevel'> {
  label: string
  /** `2027-01-22`, or null. */
  value: string | null
  onChange: (day: string | null) => void
}

/** A day, typed as `22-01-2027` or chosen in a calendar in the language of the page. */
export function DayInput({ label, value, onChange, ...props }: DayInputProps) {
  const t = useT(texts)
  const id = useId()
  return (
    <DateSetup>
      <DateInput
        {...props}
        label={label}
        valueFormat="DD-MM-YYYY"
        dateParser={parseDay}
        placeholder="dd-mm-yyyy"
        labelProps={{ id: `${id}-label` }}
        popoverProps={{ id: `${id}-label` }}
        ariaLabels={{
          previousMonth: t('previous_month'),
          nextMonth: t('next_month'),
          previousYear: t('previous_year'),
          nextYear: t('next_year'),
          previousDecade: t('previous_years'),
          nextDecade: t('next_years'),
        }}
        value={value}
        onChange={onChange}
      />
    </DateSetup>
  )
}
