import type { GateParticipant, ScanAnswer } from '@shiloh/contract/checkin/checkin'
import type { Direction } from '@shiloh/contract/checkin/scans'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#platform/client'
import { useRemembered } from '#platform/remembered'
import { type Device, deviceIdOf } from './device.ts'
import { addToHistory, historySchema } from './history.ts'
import { type Outcome, outcomeOf } from './outcome.ts'
import { noteScan } from './queries.ts'
import { newScan, type Scan, type ScanTarget, scanSchema, sendScan } from './scan.ts'
import { signal } from './signals.ts'

/** The state that the gate shows. */
export type GateView =
  | { readonly kind: 'ready' }
  | { readonly kind: 'sending'; readonly scan: Scan }
  | { readonly kind: 'said'; readonly scan: Scan; readonly outcome: Outcome }
  /** Kept, and sent again under the same id. `message`: the server rejected the request. */
  | { readonly kind: 'unsent'; readonly scan: Scan; readonly message: string | undefined }

const unsentSchema = scanSchema.nullable()

/** Returns the target that undoes an outcome: everybody of the reservation, or the one person. */
function reverseOf({ moved, people }: Outcome): ScanTarget | undefined {
  const [first] = moved
  if (!first) return undefined
  const isEverybody = moved.length > 1 && moved.length === people.length
  return {
    kind: 'person',
    reservation_id: first.reservation_id,
    participant_id: isEverybody ? null : first._id,
    name: moved.map(({ name }) => name).join(', '),
  }
}

const isOfNetwork = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500

/** The state of one gate: processes scans one at a time, keeps unsent ones, and records its history. */
export function useGate({ eventId, device, withSound }: { eventId: string; device: Device; withSound: boolean }) {
  const client = useQueryClient()
  const [unsent, keepUnsent] = useRemembered('gate-unsent', unsentSchema, null)
  const [history, keepHistory] = useRemembered('gate-history', historySchema, [])
  const [view, setView] = useState<GateView>(() =>
    unsent ? { kind: 'unsent', scan: unsent, message: undefined } : { kind: 'ready' },
  )

  const send = async (scan: Scan) => {
    setView({ kind: 'sending', scan })
    // Stored before it is sent, so that it survives if the phone dies.
    keepUnsent(scan)
    let answers: readonly ScanAnswer[]
    try {
      answers = await sendScan(scan)
    } catch (error) {
      const message = error instanceof ApiError && !isOfNetwork(error) ? error.message : undefined
      setView({ kind: 'unsent', scan, message })
      return
    }
    const outcome = outcomeOf(answers, scan.direction, scan.undoes)
    keepUnsent(undefined)
    keepHistory(addToHistory(history, scan, outcome))
    setView({ kind: 'said', scan, outcome })
    signal(outcome.tone, withSound)
    await noteScan(client, scan.event_id, answers.at(-1)?.counters ?? null)
  }

  /** One at a time: returns false while another scan is under way or pending. */
  const make = (target: ScanTarget, direction: Direction, undoes = false): boolean => {
    if (view.kind === 'sending' || view.kind === 'unsent') return false
    void send(newScan({ target, direction, event_id: eventId, device_id: deviceIdOf(device), undoes }))
    return true
  }

  const again = () => {
    if (view.kind === 'unsent') void send(view.scan)
  }
  const onOnline = useEffectEvent(again)
  useEffect(() => {
    const listener = () => onOnline()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])

  return {
    view,
    history: history.filter((entry) => entry.event_id === eventId),
    /** Enters a scanned or typed code. Returns whether it was accepted. */
    enterCode: (text: string, direction: Direction) => make({ kind: 'code', text: text.trim() }, direction),
    /** Enters somebody found by name: everybody of the reservation, or only this person. */
    enterPerson: (person: GateParticipant, direction: Direction, everybody: boolean) =>
      make(
        {
          kind: 'person',
          reservation_id: person.reservation_id,
          participant_id: everybody ? null : person._id,
          name: person.name,
        },
        direction,
      ),
    /** Undoes the last result by a scan in the other direction. */
    undo: () => {
      if (view.kind !== 'said') return
      const target = reverseOf(view.outcome)
      if (target) make(target, view.scan.direction === 'in' ? 'out' : 'in', true)
    },
    again,
    /** Closes the result. An unsent scan is dropped. */
    next: () => {
      keepUnsent(undefined)
      setView({ kind: 'ready' })
    },
  }
}
export type Gate = ReturnType<typeof useGate>
