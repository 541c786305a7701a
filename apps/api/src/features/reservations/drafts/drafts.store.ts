import { z } from 'zod'
import type { Queryable, Tx } from '#platform/db/db'

const sealed = z.object({ sealed: z.string() })

/** Returns a stored draft. It is sealed, because it can contain health data. */
export const findDraft = async (
  db: Queryable,
  userId: string,
  eventId: string,
): Promise<{ sealed: string; updatedAt: Date } | undefined> => {
  const row = await db
    .selectFrom('reservation_drafts')
    .select(['draft', 'updated_at'])
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row && { sealed: sealed.parse(row.draft).sealed, updatedAt: row.updated_at }
}

export const saveDraft = async (tx: Tx, userId: string, eventId: string, text: string, now: Date): Promise<void> => {
  const draft = JSON.stringify({ sealed: text })
  await tx
    .insertInto('reservation_drafts')
    .values({ user_id: userId, event_id: eventId, draft, updated_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'event_id']).doUpdateSet({ draft, updated_at: now }))
    .execute()
}

export const deleteDraft = async (tx: Tx, userId: string, eventId: string): Promise<void> => {
  await tx.deleteFrom('reservation_drafts').where('user_id', '=', userId).where('event_id', '=', eventId).execute()
}
