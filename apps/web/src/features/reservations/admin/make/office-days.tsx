import type { ReactNode } from 'react'
import { DateSetup } from '#ui/form/date-setup'
import { DayInput } from '#ui/form/day-input'
import { MomentInput } from '#ui/form/moment-input'
import { type DayFieldProps, DayFieldsContext, type MomentFieldProps } from '../../reserve/day-fields.tsx'

function Day({ value, onChange, min, max, ...props }: DayFieldProps) {
  return (
    <DayInput
      {...props}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
      clearable
      value={value || null}
      onChange={(day) => onChange(day ?? '')}
    />
  )
}

function Moment({ value, onChange, min: _min, max: _max, ...props }: MomentFieldProps) {
  return (
    <MomentInput
      {...props}
      clearable
      value={value ? `${value.replace('T', ' ')}:00` : null}
      onChange={(moment) => onChange(moment?.slice(0, 16).replace(' ', 'T') ?? '')}
    />
  )
}

const fields = { Day, Moment }

/** Gives the steps of a reservation the date fields of the office: days as `22-01-2027`, and one calendar everywhere. */
export function OfficeDays({ children }: { children: ReactNode }) {
  return (
    <DateSetup>
      <DayFieldsContext value={fields}>{children}</DayFieldsContext>
    </DateSetup>
  )
}
