import { type ComponentType, createContext, type ReactNode } from 'react'
import { problemOf } from '#ui/form/choice-list'
import { DayParts } from '#ui/form/day-parts'
import { MomentParts } from '#ui/form/moment-parts'

export interface DayFieldProps {
  id?: string
  className?: string
  label: ReactNode
  description?: ReactNode
  /** `2027-01-22`, for a moment `2027-01-22T14:00`, or empty. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** The first and the last day. */
  min?: string | undefined
  max?: string | undefined
}

export interface MomentFieldProps extends DayFieldProps {
  /** The office's field has buttons that name it. */
  label: string
}

interface DayFields {
  readonly Day: ComponentType<DayFieldProps>
  readonly Moment: ComponentType<MomentFieldProps & { min: string; max: string }>
}

const fields: DayFields = {
  Day: ({ min: _min, max: _max, error, ...props }) => <DayParts {...props} error={problemOf(error)} />,
  Moment: MomentParts,
}

/** The fields of a reservation for days: in parts for members, who have a phone. The office has calendars. */
export const DayFieldsContext = createContext(fields)
