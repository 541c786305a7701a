import type { Language } from '@shiloh/contract/core'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

/** Returns an own reservation with its event in the reader's language, and what was said about it. */
export const findFeedback = (db: Queryable, reader: Language, userId: string, reservationId: string) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .leftJoin('event_feedback as f', 'f.reservation_id', 'r.id')
    .select([
      'r.id',
      'r.code',
      'r.status',
      'e.id as event_id',
      toldIn(reader, 'e', 'name').as('name'),
      'e.starts_at',
      'e.ends_at',
      'e.time_zone',
      'f.rating',
      'f.words',
      'f.updated_at as written_at',
    ])
    .where('r.id', '=', reservationId)
    .where('r.user_id', '=', userId)
    .executeTakeFirst()

export const saveFeedback = async (
  tx: Tx,
  now: Date,
  reservationId: string,
  said: { readonly rating: number; readonly words: string },
): Promise<void> => {
  await tx
    .insertInto('event_feedback')
    .values({ reservation_id: reservationId, ...said, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet({ ...said, updated_at: now }))
    .execute()
}
