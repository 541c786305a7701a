import { useThrottledCallback } from '@mantine/hooks'
import { checkinRoutes, type GateCounters } from '@shiloh/contract/checkin/checkin'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#platform/client'
import { useLive } from '#platform/live'
import { keyOf, queryOf } from '#platform/queries'

/** An event of the user's gates. */
export type GateEvent = AnswerOf<typeof checkinRoutes.listGateEvents>[number]

/** A gate scans many times a second. The counters refresh at most once in this time. */
const calmMs = 2000
/** Milliseconds between refreshes if the connection for hints is down. */
const withoutHintsMs = 30_000

const gateEvents = queryOf(checkinRoutes.listGateEvents)

/** Loads the events of this user's gates and keeps their counters live. */
export function useGateEvents() {
  const client = useQueryClient()
  const refresh = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: keyOf(checkinRoutes.listGateEvents) }),
    calmMs,
  )
  // Without hints the counters are polled. Nobody at a gate needs to know.
  useLive('checkin', refresh)
  return useQuery({ ...gateEvents, refetchInterval: withoutHintsMs })
}

/** Shows the counters of a response, and marks search results as stale. */
export async function noteScan(client: QueryClient, eventId: string, counters: GateCounters | null): Promise<void> {
  if (counters)
    client.setQueryData(gateEvents.queryKey, (events: readonly GateEvent[] | undefined) =>
      events?.map((event) => (event._id === eventId ? { ...event, counters } : event)),
    )
  await client.invalidateQueries({ queryKey: keyOf(checkinRoutes.listGateReservations) })
}

/** A shorter search would find half of the event. */
export const shortestSearch = 2

/** Searches people of the event by name, phone number or code. */
export function useFoundPeople(eventId: string, search: string) {
  return useQuery({
    ...queryOf(checkinRoutes.listGateReservations, { query: { event_id: eventId, search } }),
    enabled: search.trim().length >= shortestSearch,
  })
}
