import type { Language } from '@shiloh/contract/core'
import type { ReactNode } from 'react'
import classes from './fact-list.module.css'

/**
 * A label with its value. `key` is needed if two labels can be equal, `lang` if the label is not in the page's language.
 * Facts without a value are left out.
 */
export type Fact = readonly [label: string, value: ReactNode, key?: string, lang?: Language | undefined]

export const isKnown = ([, value]: Fact): boolean => value !== null && value !== undefined && value !== ''

/** Facts line by line. Renders nothing without facts. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(isKnown)
  if (known.length === 0) return null
  return (
    <dl className={classes.facts}>
      {known.map(([label, value, key = label, lang]) => (
        <div key={key}>
          <dt lang={lang}>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
