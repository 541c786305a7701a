import { TextInput } from '@mantine/core'
import { type ComponentType, createContext } from 'react'

export interface DayFieldProps {
  id?: string
  className?: string
  label: string
  description?: string | undefined
  /** `2027-01-22`, for a moment `2027-01-22T14:00`, or empty. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** The first and the last day. */
  min?: string | undefined
  max?: string | undefined
}

interface DayFields {
  readonly Day: ComponentType<DayFieldProps>
  readonly Moment: ComponentType<DayFieldProps>
}

function Native({ type, onChange, ...props }: DayFieldProps & { type: 'date' | 'datetime-local' }) {
  return (
    <TextInput
      {...props}
      type={type}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

const native: DayFields = {
  Day: (props) => <Native {...props} type="date" />,
  Moment: (props) => <Native {...props} type="datetime-local" />,
}

/** The fields of a reservation for days: those of the phone for members. The office has calendars of its own. */
export const DayFieldsContext = createContext(native)
