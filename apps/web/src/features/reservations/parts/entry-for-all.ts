import type { UserEvent } from '@shiloh/contract/events/events'
import type { Account } from '@shiloh/contract/identity/account'
import type { WaitingView } from '@shiloh/contract/reservations/views'
import { closedTo } from '../reserve/people.ts'

/**
 * Returns the entry of somebody who waits for a place and can reserve none. Who waits for one participant type can still take
 * part as another one that is free and open to them.
 */
export const entryForAll = (
  waiting: readonly WaitingView[],
  event: UserEvent,
  user: Account | undefined,
): WaitingView | undefined => {
  const entry = waiting.find(({ kind }) => kind === 'event') ?? waiting.find(({ kind }) => kind === 'participant_type')
  if (entry?.kind !== 'participant_type' || event.places_left === 0) return entry
  const me = { name: '', gender: user?.gender ?? null, birth_date: user?.birth_date ?? null }
  const isOther = event.participant_types.some(
    (type) =>
      !type.sold_out &&
      !waiting.some(({ item_id }) => item_id === type._id) &&
      closedTo(event, user, type, me) === null,
  )
  return isOther ? undefined : entry
}
