import { useId } from 'react'
import classes from './segments.module.css'

interface SegmentsProps<V extends string> {
  /** The name of the control. Alternatively, `labelledBy` is the id of its label. */
  label?: string
  labelledBy?: string
  choices: readonly { readonly value: V; readonly label: string }[]
  /** Empty: none is chosen yet. */
  value: V | ''
  required?: boolean
  onChange: (value: V) => void
}

/** A few choices side by side: radio buttons that look like one control. */
export function Segments<V extends string>({
  label,
  labelledBy,
  choices,
  value,
  required,
  onChange,
}: SegmentsProps<V>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} aria-labelledby={labelledBy} className={classes.segments}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            required={required}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  )
}
