import type { Language } from '@shiloh/contract/core'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'

const sealed = z.object({ sealed: z.string() })
/** Returns the sealed text of a stored draft. Undefined: nothing was chosen yet. */
const sealedIn = (draft: unknown): string | undefined => (draft === null ? undefined : sealed.parse(draft).sealed)

/** Returns a stored draft. It is sealed, because it can contain health data. */
export const findDraft = async (
  db: Queryable,
  userId: string,
  eventIdOrSlug: string,
): Promise<{ sealed: string; eventId: string; updatedAt: Date } | undefined> => {
  const row = await db
    .selectFrom('reservation_drafts as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .select(['d.draft', 'd.event_id', 'd.updated_at'])
    .where('d.user_id', '=', userId)
    .where((where) => where.or([where('e.id', '=', eventIdOrSlug), where('e.slug', '=', eventIdOrSlug)]))
    .executeTakeFirst()
  const text = sealedIn(row?.draft ?? null)
  return row && text !== undefined ? { sealed: text, eventId: row.event_id, updatedAt: row.updated_at } : undefined
}

/** The most drafts that are listed: nobody reserves more events at once. */
const MOST_LISTED = 10

/** Returns the drafts for events that can still be reserved and at which this person has no place, the last one first. */
export const listDrafts = async (db: Queryable, now: Date, reader: Language, userId: string) => {
  const rows = await db
    .selectFrom('reservation_drafts as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .select([
      'e.id',
      'e.slug',
      toldIn(reader, 'e', 'name').as('name'),
      'e.starts_at',
      'e.ends_at',
      'e.time_zone',
      'e.currency',
      'd.draft',
      'd.updated_at',
    ])
    .where('d.user_id', '=', userId)
    .where('e.status', '=', 'published')
    .where('e.ends_at', '>', now)
    .where((where) =>
      where.or([where('e.registration_closes_at', 'is', null), where('e.registration_closes_at', '>', now)]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservation_participants as p')
            .select('p.id')
            .whereRef('p.event_id', '=', 'e.id')
            .where('p.user_id', '=', userId)
            .where('p.live', '=', true),
        ),
      ),
    )
    .orderBy('d.updated_at', 'desc')
    .limit(MOST_LISTED)
    .execute()
  return rows.map(({ draft, ...row }) => ({ ...row, sealed: sealedIn(draft) }))
}

/** @param text the sealed draft. Null: registered for the event, and nothing is chosen yet */
export const saveDraft = async (
  tx: Tx,
  userId: string,
  eventId: string,
  text: string | null,
  now: Date,
): Promise<void> => {
  const draft = text === null ? null : JSON.stringify({ sealed: text })
  await tx
    .insertInto('reservation_drafts')
    .values({ user_id: userId, event_id: eventId, draft, updated_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'event_id']).doUpdateSet({ draft, updated_at: now }))
    .execute()
}

export const deleteDraft = async (tx: Tx, userId: string, eventId: string): Promise<void> => {
  await tx.deleteFrom('reservation_drafts').where('user_id', '=', userId).where('event_id', '=', eventId).execute()
}

/** Forgets that somebody registered for an event, if nothing is chosen yet: they have asked for a place since. */
export const forgetRegistration = async (tx: Tx, userId: string, eventId: string): Promise<void> => {
  await tx
    .deleteFrom('reservation_drafts')
    .where('user_id', '=', userId)
    .where('event_id', '=', eventId)
    .where('draft', 'is', null)
    .execute()
}

/** Returns the id of an event that an address names by its id or its slug. */
export const findEventId = async (db: Queryable, idOrSlug: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('events')
    .select('id')
    .where((where) => where.or([where('id', '=', idOrSlug), where('slug', '=', idOrSlug)]))
    .executeTakeFirst()
  return row?.id
}
