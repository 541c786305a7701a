import { announcementAudience } from '@shiloh/contract/messaging/announcements'
import { type Authorization, isAllowed } from '@shiloh/contract/permissions'
import { loadAuthors } from '#platform/auth/auth.store'
import type { Queryable } from '#platform/db/db'
import { sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import { selectMembers } from './announcements.store.ts'
import type { SelectedPeople } from './audience.store.ts'
import { mayWriteTo, selectAudience, selectHeld } from './audience.ts'
import { countAudience, type MessageRow } from './bulk.store.ts'

/** The event that a message is about, or whose people it is for: the work of it is hidden with the event. */
export const eventOf = ({ audience, event_id, filter }: MessageRow): string | null =>
  audience === 'members' ? (announcementAudience.parse(filter ?? {}).event_id ?? null) : event_id

/** Returns the authorization of a message's author. Undefined if the author may not send it any more. */
export const authorOf = async (db: Queryable, message: MessageRow): Promise<Authorization | undefined> => {
  const { audience, created_by } = message
  if (created_by === null) return undefined
  const authorization = (await loadAuthors(sqlIn(db), [created_by])).get(created_by)
  if (!authorization) return undefined
  const isAllowedTo =
    audience === 'members' ? isAllowed(authorization, 'notifications.create') : mayWriteTo(authorization, audience)
  if (!isAllowedTo) return undefined
  const eventId = eventOf(message)
  if (eventId !== null && authorization.special_deny.some(({ _id }) => _id === eventId)) return undefined
  return authorization
}

/**
 * Selects the people of a message as its author may see them now.
 * @throws AppError when its filter names something that the list no longer has
 */
export const audienceNow = (db: Queryable, message: MessageRow, author: Authorization, now: Date): SelectedPeople =>
  message.audience === 'members'
    ? selectMembers(message.filter, now)
    : selectAudience(db, { ...message, audience: message.audience }, author, now)

/** Selects the people of a message that its author may not send any more. @throws AppError see `audienceNow` */
export const heldAudience = async (db: Queryable, message: MessageRow, now: Date): Promise<SelectedPeople> => {
  const { audience, created_by, filter } = message
  if (audience === 'members') return selectMembers(filter, now)
  const authors = await loadAuthors(sqlIn(db), created_by === null ? [] : [created_by])
  return selectHeld(db, { ...message, audience }, authors.get(created_by ?? ''), now)
}

/** Returns how many people a scheduled message would go to now. Null for others, and for one that cannot be sent as it is. */
export const expectedNow = async (db: Queryable, message: MessageRow, now: Date): Promise<number | null> => {
  if (message.status !== 'scheduled') return null
  const author = await authorOf(db, message)
  if (!author) return null
  try {
    return await countAudience(db, audienceNow(db, message, author, now))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
