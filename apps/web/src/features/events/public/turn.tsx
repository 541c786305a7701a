import type { ReactNode } from 'react'
import { nextTurn, type RegistrationFacts, registrationOf } from '../parts/registration.ts'

/**
 * A page for guests has no script, and yet changes at the moment that registration opens or closes: it has both, and an animation
 * of CSS shows the second after the time that the server counted. The clock of the phone does not matter, and nobody asks the
 * server in that second. The styles are in ui/public/base.css.
 */

interface Turning extends RegistrationFacts {
  readonly _id: string
}

/** Nobody leaves a page open for longer. Other pages stay the same from second to second, so that browsers can keep them. */
const AHEAD = 24 * 60 * 60_000

/** Returns the next instant at which the page changes. Null: none that is near. */
function turnOf(event: Turning, now: string): string | null {
  const turn = nextTurn(event, now)
  if (turn === null || Date.parse(turn) - Date.parse(now) > AHEAD) return null
  return registrationOf(event, turn) === registrationOf(event, now) ? null : turn
}

const nameOf = ({ _id }: Turning) => `t-${_id}`

/** Returns the styles that say when these events change: the policy of the page forbids them at the elements. */
export const turnCss = (events: readonly Turning[], now: string): string =>
  events
    .map((event) => {
      const turn = turnOf(event, now)
      return turn && `.${nameOf(event)}{--t:${Math.ceil((Date.parse(turn) - Date.parse(now)) / 1000)}s}`
    })
    .filter(Boolean)
    .join('')

interface TurnProps {
  event: Turning
  now: string
  /** What is shown at an instant. */
  children: (now: string) => ReactNode
}

/** Shows what is true now, and what is true after the next turn once it is there. Both take the same place. */
export function Turn({ event, now, children }: TurnProps) {
  const turn = turnOf(event, now)
  const before = children(now)
  if (turn === null) return before
  const after = children(turn)
  if (!before && !after) return null
  return (
    <span className={`tn ${nameOf(event)}`}>
      <span className="t0">{before}</span>
      <span className="t1">{after}</span>
    </span>
  )
}

/**
 * Returns the classes of something that is there only before the next turn, or only after it, and an instant at which it is there.
 * Undefined: neither.
 */
export function turnClass(
  event: Turning,
  now: string,
  isThere: (now: string) => boolean,
): { readonly className: string; readonly now: string } | undefined {
  const turn = turnOf(event, now)
  const [before, after] = [isThere(now), turn !== null && isThere(turn)]
  if (!before && !after) return undefined
  const at = before || turn === null ? now : turn
  return { now: at, className: before === after || turn === null ? '' : `${before ? 't0' : 't1'} ${nameOf(event)}` }
}
