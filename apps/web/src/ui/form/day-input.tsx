import { DateInput, type DateInputProps } from '@mantine/dates'
import { parseDay } from '@shiloh/contract/text/zone'
import { useId } from 'react'
import { fieldPattern } from '#platform/dates'
import { useLanguage } from '#platform/i18n'
import { useCalendarLabels } from './calendar-labels.ts'
import { DateSetup } from './date-setup.tsx'
import { fieldHint } from './field-hint.ts'

interface DayInputProps
  extends Pick<
    DateInputProps,
    'id' | 'mt' | 'className' | 'error' | 'description' | 'autoComplete' | 'defaultLevel' | 'minDate' | 'maxDate'
  > {
  label: string
  /** Where the cursor is when the drawer or dialog opens. */
  'data-autofocus'?: true | undefined
  /** `2027-01-22`, or null. */
  value: string | null
  onChange: (day: string | null) => void
}

/** A day, typed as `22-01-2027` or chosen in a calendar in the language of the page. */
export function DayInput({ label, value, onChange, ...props }: DayInputProps) {
  const id = useId()
  const language = useLanguage()
  return (
    <DateSetup>
      <DateInput
        {...props}
        label={label}
        valueFormat={fieldPattern(language)}
        dateParser={parseDay}
        placeholder={fieldHint(language)}
        labelProps={{ id: `${id}-label` }}
        popoverProps={{ id: `${id}-label` }}
        ariaLabels={useCalendarLabels()}
        value={value}
        onChange={onChange}
      />
    </DateSetup>
  )
}
