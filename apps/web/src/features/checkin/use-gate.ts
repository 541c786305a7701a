import { checkinRoutes, type GateParticipant } from '@shiloh/contract/checkin/checkin'
import type { Direction } from '@shiloh/contract/checkin/scans'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/api'
import { keyOf } from '#platform/queries'
import type { GateEngine } from './engine/engine.ts'
import type { Entered, ScanTarget } from './engine/gate.ts'
import { isThere, type Outcome, outcomeOf, paidOf, undoneOf } from './outcome.ts'
import { signal } from './signals.ts'

/** The state that the gate shows. */
export type GateView =
  | { readonly kind: 'ready' }
  | { readonly kind: 'checking' }
  | Said
  | Who
  /** Kept, but neither this phone nor the server can say anything yet. */
  | { readonly kind: 'open'; readonly entered: Entered }
  /** The phone could not keep the scan: nothing has happened. */
  | { readonly kind: 'failed' }

interface Said {
  readonly kind: 'said'
  readonly entered: Entered
  readonly outcome: Outcome
  /** What was paid here since the scan. */
  readonly paid?: Paid
  /** Why the last try to pay here was of no use. */
  readonly declined?: string
}

/** Somebody has to say who of a party is there. */
export interface Who {
  readonly kind: 'who'
  readonly party: readonly GateParticipant[]
  readonly direction: Direction
  readonly ticked: ReadonlySet<string>
  /** Those of the party who went through a moment ago. Undefined: nobody yet. */
  readonly before: Said | undefined
}

/** A payment at the gate, as it is shown. */
export interface Paid {
  readonly amount: string
  /** The number of the receipt, or the reference of mobile money, in words. */
  readonly receipt: string | undefined
}

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
  const ask = (party: readonly GateParticipant[], direction: Direction, before?: Said) => {
    setView({ kind: 'who', party, direction, ticked: new Set(), before })
    signal('used', withSound)
  }

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
      const outcome = outcomeOf(entered.answers, direction, entered.copyAt !== null)
      const [first] = outcome.people
      if (outcome.result === 'several' && first) {
        // Only the server knows this code: so it has to say whose it is, too.
        const party = await partyOf(first)
        if (party.length > 1) return ask(party, direction)
      }
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
    const query = { event_id: eventId, point_id: pointId, search: person.code }
    const { items } = await call(checkinRoutes.listGateReservations, { query }).catch(() => ({ items: [] }))
    const there = items.filter(({ code }) => code === person.code)
    return there.length > 0 ? there : [person]
  }

  /** Enters a code, or asks first who of the party is there. */
  const enterOrAsk = async (text: string, direction: Direction) => {
    const party = await engine.whose(text, direction, pointId).catch(() => [])
    return party.length > 0 ? ask(party, direction) : enter([{ kind: 'code', text }], direction)
  }

  return {
    view,
    /** Enters a scanned or typed code. Returns whether it was accepted. */
    enterCode: (text: string, direction: Direction): boolean => {
      if (view.kind === 'checking') return false
      setView({ kind: 'checking' })
      void enterOrAsk(text.trim(), direction)
      return true
    },
    /** Enters somebody found by name: everybody of the reservation, or only this person. */
    enterPerson: (person: GateParticipant, direction: Direction, everybody: boolean): boolean => {
      if (!everybody) return make([personTarget(person)], direction)
      if (view.kind === 'checking') return false
      setView({ kind: 'checking' })
      void partyOf(person).then((party) => {
        const open = party.filter((one) => isThere(one, isGate) === (direction === 'out'))
        return enter((open.length > 0 ? open : party).map(personTarget), direction)
      })
      return true
    },
    /** Enters the other one of a couple, or asks who else of a party is there. */
    enterOthers: (person: GateParticipant) => {
      if (view.kind !== 'said') return
      setView({ kind: 'checking' })
      void partyOf(person).then((party) => {
        const others = party.filter((one) => !isIn(view.outcome, one) && !isThere(one, isGate))
        // Nobody is left, or this phone does not know them: the result stays.
        if (others.length === 0) return setView(view)
        return party.length > 2
          ? ask(party, view.outcome.direction, view)
          : enter(others.map(personTarget), view.outcome.direction, view.entered)
      })
    },
    /** Whether somebody of the party can still go through. */
    isOpen: (person: GateParticipant): boolean =>
      view.kind === 'who' &&
      !(view.before && isIn(view.before.outcome, person)) &&
      isThere(person, isGate) === (view.direction === 'out'),
    /** Ticks somebody who is there, or takes the tick away. */
    tick: (id: string) => {
      if (view.kind !== 'who') return
      const ticked = new Set(view.ticked)
      if (!ticked.delete(id)) ticked.add(id)
      setView({ ...view, ticked })
    },
    /** Enters these of the party. */
    enterWho: (people: readonly GateParticipant[]) => {
      if (view.kind === 'who' && people.length > 0)
        void enter(people.map(personTarget), view.direction, view.before?.entered)
    },
    /** Goes back to what was shown before the question who is there. */
    leaveWho: () => {
      if (view.kind === 'who') setView(view.before ?? { kind: 'ready' })
    },
    /** Money was taken here for the person of the last result. */
    pay: (paid: Paid) => {
      if (view.kind !== 'said') return
      const { declined: _, ...rest } = view
      setView({ ...rest, outcome: paidOf(view.outcome), paid })
    },
    /** A payment here was refused, or another try has begun. */
    decline: (reason: string | undefined) =>
      setView((now) => {
        if (now.kind !== 'said' || now.declined === reason) return now
        const { declined: _, ...rest } = now
        return reason === undefined ? rest : { ...rest, declined: reason }
      }),
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

const isIn = ({ people }: Outcome, { _id }: GateParticipant): boolean => people.some((one) => one._id === _id)
