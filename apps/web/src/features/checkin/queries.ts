import { useThrottledCallback } from '@mantine/hooks'
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#platform/client'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'
import type { GateEngine } from './engine/engine.ts'
import { useGateState } from './use-engine.ts'

/** An event of the user's gates. */
export type GateEvent = AnswerOf<typeof checkinRoutes.listGateEvents>[number]

/** A gate scans many times a second. The counters refresh at most once in this time. */
const calmMs = 2000
/** The copy is for the time without a network. Forty phones must not ask for it with each scan of the others. */
const calmCopyMs = 5000
/** Milliseconds between refreshes if the connection for hints is down. */
const withoutHintsMs = 30_000
/** People in a search. */
const shownPeople = 50

/** Loads the events of this user's gates, and keeps their counters and the copy on this phone up to date. */
export function useGateEvents(engine: GateEngine) {
  const client = useQueryClient()
  const refreshCounters = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: keyOf(checkinRoutes.listGateEvents) }),
    calmMs,
  )
  const refreshCopy = useThrottledCallback(() => engine.hint(), calmCopyMs)
  // Without hints the counters are polled. Nobody at a gate needs to know.
  useLive('checkin', () => {
    refreshCounters()
    refreshCopy()
  })
  return useQuery({ ...queryOf(checkinRoutes.listGateEvents), refetchInterval: withoutHintsMs })
}

/** A shorter search would find half of the event. */
export const shortestSearch = 2

/** Searches people of the event by name, phone number or code; without a network, by what this phone knows. */
export function useFoundPeople(engine: GateEngine, eventId: string, pointId: string, search: string) {
  const { lostAt, scans } = useGateState(engine)
  const enabled = search.trim().length >= shortestSearch
  const isHere = lostAt !== null
  const online = useQuery({
    ...queryOf(checkinRoutes.listGateReservations, { query: { event_id: eventId, point_id: pointId, search } }),
    enabled: enabled && !isHere,
  })
  const here = useQuery({
    queryKey: ['gate-copy', eventId, pointId, search, scans.length],
    queryFn: () => engine.search(search, pointId, shownPeople),
    enabled: enabled && isHere,
    networkMode: 'always',
    gcTime: 0,
  })
  if (isHere)
    return { people: here.data?.people, total: here.data?.total ?? 0, error: null, isOld: false, retry: () => {} }
  return {
    people: online.data?.items,
    total: online.data?.meta.total ?? 0,
    error: online.error,
    isOld: online.isFetching && online.isPlaceholderData,
    retry: () => void online.refetch(),
  }
}
