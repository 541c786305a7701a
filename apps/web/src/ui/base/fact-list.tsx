import type { ReactNode } from 'react'
import classes from './fact-list.module.css'

/** A label with its value. `key` is needed if two labels can be equal. Facts without a value are left out. */
export type Fact = readonly [label: string, value: ReactNode, key?: string]

export const isKnown = ([, value]: Fact): boolean => value !== null && value !== undefined && value !== ''

/** Facts line by line. Renders nothing without facts. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(isKnown)
  if (known.length === 0) return null
  return (
    <dl className={classes.facts}>
      {known.map(([label, value, key = label]) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
