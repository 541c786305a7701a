import type { ReactNode } from 'react'
import classes from './fact-list.module.css'

/** A label with what is known; `key` where two labels may be equal. A fact without a value is left out. */
export type Fact = readonly [label: string, value: ReactNode, key?: string]

export const isKnown = ([, value]: Fact): boolean => value !== null && value !== undefined && value !== ''

/** What is known of something, line by line; nothing where nothing is known. */
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
