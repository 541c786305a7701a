import { adminEventRoutes, type EventBrief } from '@shiloh/contract/events/events'
import { isAllowed } from '@shiloh/contract/permissions'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMatches } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type Account, useAccount, useCan } from './account.ts'
import { ALL_EVENTS } from './list-search.ts'
import { queryOf } from './queries.ts'
import { readRemembered, textReader, useRemembered } from './remembered.ts'

/** The name and dates of an event hardly ever change. */
const FRESH_MS = 300_000

const briefOf = (id: string | undefined) => queryOf(adminEventRoutes.findCurrentEvent, { query: { event_id: id } })

const rememberedAs = (accountId: string): string => `event:${accountId}`

/** Returns the id of the event that this account works on, for an address that names none. */
export async function findCurrentEvent(client: QueryClient, { user }: Account): Promise<string | undefined> {
  if (!user || !isAllowed(user.authorization, 'events.read')) return undefined
  const remembered = readRemembered(rememberedAs(user._id), textReader, '')
  const event = await client
    .fetchQuery({ ...briefOf(remembered || undefined), staleTime: FRESH_MS })
    // The page shows itself what is wrong.
    .catch(() => null)
  return event?._id
}

/** Returns the event that the address names, on a page of one event. */
function useAddressedEvent(): string | undefined {
  return useMatches({
    select: (matches) => {
      const match = matches.at(-1)
      const { ofEvent } = match?.staticData ?? {}
      if (!match || !ofEvent) return undefined
      const named: unknown = Reflect.get(ofEvent.in === 'path' ? match.params : match.search, ofEvent.name)
      return typeof named === 'string' && named !== '' && named !== ALL_EVENTS ? named : undefined
    },
  })
}

interface CurrentEvent {
  /** Undefined while it loads, without an event, and without the permission to read events. */
  readonly event: EventBrief | undefined
  /** The same, or the previous one while the next one loads: for a label that must not flicker. */
  readonly shown: EventBrief | undefined
  readonly isLoading: boolean
  /** The event that the address names. */
  readonly addressed: string | undefined
  /** Remembers an event for this account on this device. */
  readonly remember: (event: EventBrief) => void
}

/**
 * The event that this account works on: the one in the address, else the one chosen last on this device, else the one
 * that runs or comes next. Loads one row, once for all screens.
 */
export function useCurrentEvent(): CurrentEvent {
  const client = useQueryClient()
  const { user } = useAccount()
  const isAllowed = useCan()('events.read')
  const addressed = useAddressedEvent()
  const [remembered, store] = useRemembered(rememberedAs(user?._id ?? ''), textReader, '')
  const { data, isLoading, isPlaceholderData } = useQuery({
    ...briefOf(addressed ?? (remembered || undefined)),
    enabled: isAllowed,
    staleTime: FRESH_MS,
  })
  const shown = data ?? undefined
  const remember = useCallback(
    (event: EventBrief) => {
      const { queryKey } = briefOf(event._id)
      if (client.getQueryData(queryKey)?._id !== event._id) client.setQueryData(queryKey, event)
      if (remembered !== event._id) store(event._id)
    },
    [client, remembered, store],
  )
  return {
    event: isPlaceholderData ? undefined : shown,
    shown,
    isLoading: isLoading || isPlaceholderData,
    addressed,
    remember,
  }
}
