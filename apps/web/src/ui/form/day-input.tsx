import type { ComponentProps, ReactNode } from 'react'
import { useT } from '#platform/i18n'
import { CalendarInput } from './calendar-input.tsx'
import { texts } from './form-texts.ts'

interface DayInputProps
  extends Pick<
    ComponentProps<typeof CalendarInput>,
    | 'id'
    | 'mt'
    | 'className'
    | 'clearable'
    | 'error'
    | 'description'
    | 'autoComplete'
    | 'defaultLevel'
    | 'minDate'
    | 'maxDate'
  > {
  label: ReactNode
  /** Where the cursor is when the drawer or dialog opens. */
  'data-autofocus'?: true | undefined
  /** `2027-01-22`, or null. */
  value: string | null
  onChange: (day: string | null) => void
}

/** A day, typed as `22-01-2027` or chosen in a calendar in the language of the page. */
export function DayInput(props: DayInputProps) {
  const t = useT(texts)
  const { label } = props
  return (
    <CalendarInput
      {...props}
      {...(typeof label === 'string' && { clearButtonProps: { 'aria-label': t('clear', { name: label }) } })}
    />
  )
}
