import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ALL_EVENTS, type ListSearch, listSearch } from './list-search.ts'

const keyOf = (path: string): string => `list:${path}`

/** Remembers for this tab how each list was left: its event, filters, order and page. */
export function useListsAsLeft(): void {
  const path = useMatches({
    select: (matches) => {
      const match = matches.at(-1)
      return match?.fullPath.includes('$') ? undefined : match?.pathname
    },
  })
  const search = useMatches({ select: (matches) => JSON.stringify(listSearch({ ...matches.at(-1)?.search })) })
  useEffect(() => {
    if (path === undefined) return
    try {
      sessionStorage.setItem(keyOf(path), search)
    } catch {
      // Without storage, the way back leads to the whole list.
    }
  }, [path, search])
}

/**
 * Returns the address of a list as it was left in this tab.
 * @param eventId the current event, which the list follows
 */
export function listAsLeft(path: string, eventId: string | undefined): ListSearch {
  try {
    const search = listSearch({ ...JSON.parse(sessionStorage.getItem(keyOf(path)) ?? '{}') })
    const left = search['event_id']
    if (left === undefined || left === eventId || eventId === undefined || left === ALL_EVENTS) return search
    const { page: _, ...rest } = search
    return { ...rest, event_id: eventId }
  } catch {
    return {}
  }
}
