import type { SealedPlace } from '#platform/audit/resealing.store'

/** The context that a participant's sealed data are bound to. */
export const careContext = (participantId: string): string => `care:${participantId}`
/** The context that the sealed data of a pending change are bound to. */
export const changeContext = (reservationId: string): string => `change:${reservationId}`
/** The context that a sealed draft is bound to. */
export const draftContext = (userId: string, eventId: string): string => `draft:${userId}:${eventId}`
/** The context that a sealed wish is bound to. */
export const wishContext = (userId: string, eventId: string): string => `waiting:${userId}:${eventId}`

/** All places where reservations store sealed texts. */
export const sealed: readonly SealedPlace[] = [
  {
    table: 'reservation_care',
    key: ['participant_id'],
    column: 'sealed',
    context: (row) => careContext(row.participant_id ?? ''),
  },
  {
    table: 'reservations',
    key: ['id'],
    column: 'pending_change',
    inJson: true,
    context: (row) => changeContext(row.id ?? ''),
  },
  {
    table: 'reservation_drafts',
    key: ['user_id', 'event_id'],
    column: 'draft',
    inJson: true,
    context: (row) => draftContext(row.user_id ?? '', row.event_id ?? ''),
  },
  {
    table: 'waiting_entries',
    key: ['id', 'user_id', 'event_id'],
    column: 'wish',
    inJson: true,
    context: (row) => wishContext(row.user_id ?? '', row.event_id ?? ''),
  },
]
