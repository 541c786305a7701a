import { useThrottledCallback } from '@mantine/hooks'
import { boardRoutes } from '@shiloh/contract/allocation/board'
import { allocationRoutes, type BulkAnswer, MOST_PLACED } from '@shiloh/contract/allocation/bulk'
import type { BodyIn } from '@shiloh/contract/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { newIdempotencyKey } from '#platform/client'
import { useLive } from '#platform/live'
import { keyOf } from '#platform/queries'
import { type Bed, type Board, followed, look, merged, withBeds } from './state.ts'

type Row = BodyIn<typeof allocationRoutes.changeMany>['rows'][number]

const place = z.object({ room_id: z.string(), bed: z.int(), pinned: z.boolean().optional() })
type Place = z.output<typeof place>
const placeOf = (bed: Bed | null): Place | null =>
  bed && { room_id: bed.room_id, bed: bed.bed, pinned: bed.pinned ?? false }

/** Where a person was, and is. */
const step = z.object({ id: z.string(), before: place.nullable(), after: place.nullable() })
type Step = z.output<typeof step>
const acts = z.array(z.array(step))

/** The acts of this tab that can be taken back: they outlive a reload. */
const readActs = (key: string): readonly (readonly Step[])[] => {
  try {
    return acts.safeParse(JSON.parse(sessionStorage.getItem(key) ?? '[]')).data ?? []
  } catch {
    return []
  }
}
const keepActs = (key: string, kept: readonly (readonly Step[])[]): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Without room in the storage, a reload forgets them.
    sessionStorage.removeItem(key)
  }
}

/** A row that the server refused, with its person as they are now. */
export interface Refusal {
  readonly key: string
  readonly id: string
  readonly name: string
  readonly answer: BulkAnswer
}

/** Acts that can be taken back. */
const MOST_UNDONE = 50
/** Milliseconds between two looks for changes: a colleague places somebody every few seconds. */
const LOOK_EVERY = 700

const expectedOf = (bed: Place | null): Row['expected'] => bed && { room_id: bed.room_id, bed: bed.bed }

const isSame = (a: Place | null, b: Place | null): boolean =>
  a?.room_id === b?.room_id && a?.bed === b?.bed && (a?.pinned ?? false) === (b?.pinned ?? false)

/** The board of an event: loaded once, kept up to date by what changes, and acted on. */
export function useBoard(eventId: string) {
  const client = useQueryClient()
  const key = useMemo(() => [...keyOf(boardRoutes.readBoard), eventId], [eventId])
  const params = useMemo(() => ({ event_id: eventId }), [eventId])
  const { data, error, refetch } = useQuery<Board>({
    queryKey: key,
    queryFn: async ({ signal }) => merged(undefined, await call(boardRoutes.readBoard, { params, signal })),
    // Changes arrive as deltas.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const looked = useMemo(() => (data ? look(data) : undefined), [data])

  const isLooking = useRef(false)
  const looksAgain = useRef(false)
  /** A hint came before the board did. */
  const missedHint = useRef(false)
  const lookForChanges = async (): Promise<void> => {
    if (isLooking.current) {
      looksAgain.current = true
      return
    }
    isLooking.current = true
    try {
      do {
        looksAgain.current = false
        const since = client.getQueryData<Board>(key)?.cursor
        missedHint.current = since === undefined
        if (since === undefined) return
        const answer = await call(boardRoutes.readBoard, { params, query: { since } })
        client.setQueryData<Board>(key, (before) => followed(before, since, answer))
      } while (looksAgain.current)
    } catch {
      // Without a network the next hint, act or look brings the same changes.
    } finally {
      isLooking.current = false
    }
  }
  const follow = useThrottledCallback(() => void lookForChanges(), LOOK_EVERY)
  useLive('reservations', (hint) => {
    const about = typeof hint === 'object' && hint !== null && 'event_id' in hint ? hint.event_id : undefined
    // Other events of the center can take beds here as well.
    if (about !== undefined) follow()
  })
  useEffect(() => {
    if (data && missedHint.current) follow()
  }, [data, follow])
  useEffect(() => {
    addEventListener('focus', follow)
    return () => removeEventListener('focus', follow)
  }, [follow])

  const { user } = useAccount()
  const undoKey = `board:${user?._id ?? ''}:${eventId}`
  const [undos, setUndos] = useState(() => readActs(undoKey))
  useEffect(() => keepActs(undoKey, undos), [undoKey, undos])
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const [isBusy, setBusy] = useState(false)

  /** Sends rows, applies what was done, and returns how many changed. Acts that are not undone themselves can be. */
  const act = async (rows: readonly Row[], isUndo = false): Promise<number> => {
    const board = client.getQueryData<Board>(key)
    if (rows.length === 0 || !board) return 0
    const { people } = look(board)
    setBusy(true)
    const steps: Step[] = []
    const refused: Refusal[] = []
    try {
      for (let from = 0; from < rows.length; from += MOST_PLACED) {
        const part = rows.slice(from, from + MOST_PLACED)
        const answer = await call(allocationRoutes.changeMany, {
          params,
          body: { rows: part },
          idempotencyKey: newIdempotencyKey(),
        })
        const beds = new Map<string, Bed | null>()
        for (const [index, one] of answer.rows.entries()) {
          const id = part[index]?.participant_id ?? ''
          const person = people.get(id)
          for (const { participant_id, place } of one.persons) {
            const stay = people.get(participant_id)?.stay
            beds.set(
              participant_id,
              place && stay
                ? {
                    room_id: place.room_id,
                    bed: place.bed,
                    check_in: stay.check_in,
                    check_out: stay.check_out,
                    ...(place.pinned ? { pinned: true } : {}),
                  }
                : null,
            )
          }
          if (one.result === 'refused')
            refused.push({ key: `${newIdempotencyKey()}`, id, name: person?.name ?? '', answer: one })
          if (one.result === 'changed' && person)
            steps.push({ id, before: placeOf(person.bed), after: placeOf(beds.get(id) ?? null) })
        }
        client.setQueryData<Board>(key, (before) => before && withBeds(before, beds))
      }
    } finally {
      setBusy(false)
      setRefusals(refused)
      if (steps.length > 0 && !isUndo) setUndos((before) => [...before.slice(1 - MOST_UNDONE), steps])
      follow()
    }
    return steps.length
  }

  /** Takes the last act back: of those whom nobody has moved since. */
  const undo = async (): Promise<number> => {
    const last = undos.at(-1)
    if (!last) return 0
    setUndos(undos.slice(0, -1))
    return act(
      last
        .filter(({ before, after }) => !isSame(before, after))
        .map(
          ({ id, before, after }): Row => ({
            participant_id: id,
            room_id: before?.room_id ?? null,
            expected: expectedOf(after),
            ...(before ? { bed: before.bed, pinned: before.pinned ?? false } : {}),
          }),
        )
        .reverse(),
      true,
    )
  }

  const rowsOf = (ids: Iterable<string>, row: (bed: Bed | null) => Partial<Row>): Row[] =>
    [...ids].flatMap((id) => {
      const person = looked?.people.get(id)
      return person ? [{ participant_id: id, expected: expectedOf(person.bed), ...row(person.bed) }] : []
    })

  return {
    looked,
    error,
    refetch,
    isBusy,
    refusals,
    dismiss: () => setRefusals([]),
    canUndo: undos.length > 0,
    /** Whose places the next undo changes. */
    undoes: (undos.at(-1) ?? []).map(({ id }) => id),
    undo,
    /** Places people in a room, in this bed if it is one person. */
    place: (ids: ReadonlySet<string>, roomId: string, bed?: number) =>
      act(rowsOf(ids, () => ({ room_id: roomId, ...(bed !== undefined && ids.size === 1 ? { bed } : {}) }))),
    unassign: (ids: ReadonlySet<string>) =>
      act(rowsOf(ids, () => ({ room_id: null })).filter(({ expected }) => expected)),
    /** Pins those who have a bed; if all of them are pinned, unpins them. */
    pin: (ids: ReadonlySet<string>) => {
      const housed = [...ids].filter((id) => looked?.people.get(id)?.bed)
      const pinned = !housed.every((id) => looked?.people.get(id)?.bed?.pinned)
      return act(
        rowsOf(housed, (bed) => (bed ? { room_id: bed.room_id, bed: bed.bed, pinned } : {})).filter(
          ({ room_id }) => room_id !== undefined,
        ),
      )
    },
  }
}
export type BoardActs = ReturnType<typeof useBoard>
