import { checkinRoutes, type GateParticipant } from '@shiloh/contract/checkin/checkin'
import type { Direction } from '@shiloh/contract/checkin/scans'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/api'
import { keyOf } from '#platform/queries'
import type { Entered, GateEngine, ScanTarget } from './engine/engine.ts'
import { isThere, type Outcome, outcomeOf, undoneOf } from './outcome.ts'
import { signal } from './signals.ts'

/** The state that the gate shows. */
export type GateView =
  | { readonly kind: 'ready' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'said'; readonly entered: Entered; readonly outcome: Outcome }
  /** Kept, but neither this phone nor the server can say anything yet. */
  | { readonly kind: 'open'; readonly entered: Entered }
  /** The phone could not keep the scan: nothing has happened. */
  | { readonly kind: 'failed' }

const personTarget = ({ _id, name }: GateParticipant): ScanTarget => ({ kind: 'person', participantId: _id, name })

/** The state of one scan point in use: one scan at a time. */
export function useGate({
  engine,
  eventId,
  pointId,
  isGate,
  withSound,
}: {
  engine: GateEngine
  eventId: string
  pointId: string
  isGate: boolean
  withSound: boolean
}) {
  const client = useQueryClient()
  const [view, setView] = useState<GateView>({ kind: 'ready' })

  /** @param before who came in a moment ago, of the same party */
  const enter = async (targets: readonly ScanTarget[], direction: Direction, before?: Entered) => {
    setView({ kind: 'checking' })
    try {
      const after = await engine.enter({ targets, direction, eventId, pointId })
      const entered = before
        ? { ...after, scans: [...before.scans, ...after.scans], answers: [...before.answers, ...after.answers] }
        : after
      if (entered.answers.length === 0) {
        setView({ kind: 'open', entered })
        signal('used', withSound)
        return
      }
      const outcome = outcomeOf(entered.answers, direction)
      setView({ kind: 'said', entered, outcome })
      signal(outcome.tone, withSound)
    } catch {
      setView({ kind: 'failed' })
      signal('invalid', withSound)
    }
    void client.invalidateQueries({ queryKey: keyOf(checkinRoutes.listGateReservations) })
  }

  /** One at a time: returns false while another scan is under way. */
  const make = (targets: readonly ScanTarget[], direction: Direction): boolean => {
    if (view.kind === 'checking' || targets.length === 0) return false
    void enter(targets, direction)
    return true
  }

  /** Returns everybody of a reservation: from this phone, or else from the server. */
  const partyOf = async (person: GateParticipant): Promise<readonly GateParticipant[]> => {
    const here = await engine.party(person, pointId)
    if (here.length === person.party) return here
    const query = { event_id: eventId, search: person.code }
    const { items } = await call(checkinRoutes.listGateReservations, { query }).catch(() => ({ items: [] }))
    const there = items.filter(({ code }) => code === person.code)
    return there.length > 0 ? there : [person]
  }

  return {
    view,
    /** Enters a scanned or typed code. Returns whether it was accepted. */
    enterCode: (text: string, direction: Direction) => make([{ kind: 'code', text: text.trim() }], direction),
    /** Enters somebody found by name: everybody of the reservation, or only this person. */
    enterPerson: (person: GateParticipant, direction: Direction, everybody: boolean): boolean => {
      if (!everybody) return make([personTarget(person)], direction)
      if (view.kind === 'checking') return false
      setView({ kind: 'checking' })
      void partyOf(person).then((party) => enter(party.map(personTarget), direction))
      return true
    },
    /**
     * Enters more of the party of whom the last scan let in, until `together` of them are in. Those who are not there yet
     * follow in the order of the reservation.
     */
    enterTogether: (person: GateParticipant, together: number) => {
      if (view.kind !== 'said') return
      const { entered, outcome } = view
      setView({ kind: 'checking' })
      void partyOf(person).then((party) => {
        const here = new Set(outcome.people.map(({ _id }) => _id))
        const others = party.filter((one) => !here.has(one._id) && !isThere(one, isGate))
        const more = others.slice(0, together - outcome.people.length)
        // Nobody is left, or this phone does not know them: the result stays.
        if (more.length === 0) return setView({ kind: 'said', entered, outcome })
        return enter(more.map(personTarget), outcome.direction, entered)
      })
    },
    /** Takes the scans of the last result back. */
    undo: () => {
      if (view.kind !== 'said') return
      const { entered, outcome } = view
      const ids = entered.scans.filter(engine.canUndo).map(({ scan_id }) => scan_id)
      engine.undo(ids).then(
        (scans) => setView({ kind: 'said', entered: { ...entered, scans }, outcome: undoneOf(outcome) }),
        () => setView({ kind: 'failed' }),
      )
    },
    /** Closes the result. */
    next: () => setView({ kind: 'ready' }),
  }
}
export type Gate = ReturnType<typeof useGate>
