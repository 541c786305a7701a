import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { OwnWaiting, WaitingView } from '@shiloh/contract/reservations/views'
import { useQuery } from '@tanstack/react-query'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { texts } from './texts.ts'

/** Returns which participant types of a wish are not open to somebody any more. Empty: all are open. */
export function useClosedWords(closed: OwnWaiting['closed_types']): string {
  const t = useT(texts)
  const words = closed.map(({ name, person: who }) =>
    who === null ? t('closed', { name }) : t('closed_to', { name, who }),
  )
  return [...new Set(words)].join(' ')
}

/** An entry, with why nothing is offered if that is known. */
export type EntryKnown = WaitingView & Partial<Pick<OwnWaiting, 'closed_types' | 'short_of'>>

/**
 * Returns why nothing is offered for an entry, and that its place is kept: what of it is not open any more, or what else of the wish is
 * short. Empty: neither, or not known yet.
 */
export function useClosedEntry(entry: EntryKnown): {
  words: string
  short: OwnWaiting['short_of']
  isLoading: boolean
} {
  const t = useT(texts)
  const { data, isLoading } = useQuery({
    ...queryOf(reservationRoutes.getMyWaiting, { params: { id: entry._id } }),
    enabled: entry.closed_types === undefined && entry.status === 'waiting',
    retry: false,
  })
  const words = useClosedWords(entry.closed_types ?? data?.closed_types ?? [])
  const short = words === '' && entry.status === 'waiting' ? (entry.short_of ?? data?.short_of ?? []) : []
  return { words: words && `${words} ${t('closed_wait')}`, short, isLoading }
}
