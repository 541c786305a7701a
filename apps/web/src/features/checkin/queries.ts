import { useThrottledCallback } from '@mantine/hooks'
import { checkinRoutes, type GateCounters } from '@shiloh/contract/checkin'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#platform/client'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'

/** An event that the person stands at. */
export type GateEvent = AnswerOf<typeof checkinRoutes.listGateEvents>[number]

/** A gate scans many times a second: the count follows, but not each time. */
const calmMs = 2000
/** Where the connection for hints is cut off, the count still moves. */
const withoutHintsMs = 30_000

const gateEvents = queryOf(checkinRoutes.listGateEvents)

/** The events of this person's gates, their counters kept live. */
export function useGateEvents() {
  const client = useQueryClient()
  const refresh = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: keyOf(checkinRoutes.listGateEvents) }),
    calmMs,
  )
  // Without hints the counters are asked for now and then; nobody at a gate needs to know.
  useLive('checkin', refresh)
  return useQuery({ ...gateEvents, refetchInterval: withoutHintsMs })
}

/** Shows the counters that came along with an answer, and makes found people stale. */
export async function noteScan(client: QueryClient, eventId: string, counters: GateCounters | null): Promise<void> {
  if (counters)
    client.setQueryData(gateEvents.queryKey, (events: readonly GateEvent[] | undefined) =>
      events?.map((event) => (event._id === eventId ? { ...event, counters } : event)),
    )
  await client.invalidateQueries({ queryKey: keyOf(checkinRoutes.listGateReservations) })
}

/** Below this a search would find half of the event. */
export const shortestSearch = 2

/** People of the event by name, phone number or code. */
export function useFoundPeople(eventId: string, search: string) {
  return useQuery({
    ...queryOf(checkinRoutes.listGateReservations, { query: { event_id: eventId, search } }),
    enabled: search.trim().length >= shortestSearch,
  })
}
