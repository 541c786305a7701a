import type { RoomNews } from '@shiloh/contract/allocation/publishing'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'

/** A publication whose worker failed for good no longer holds up others. What it did not tell waits for the next. */
export const endLostPublications = async (tx: Tx, eventId: string, now: Date): Promise<void> => {
  await tx
    .updateTable('room_publications')
    .set({ ended_at: now })
    .where('event_id', '=', eventId)
    .where('ended_at', 'is', null)
    .where('activity_id', 'not in', (eb) =>
      eb.selectFrom('activities').select('id').where('state', 'in', ['queued', 'running', 'paused']),
    )
    .execute()
}

/** Returns the activity of the publication of an event that is under way, if any. */
export const findUnderWay = async (db: Queryable, eventId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('room_publications')
      .select('activity_id')
      .where('event_id', '=', eventId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
  )?.activity_id ?? null

export const insertPublication = async (
  tx: Tx,
  now: Date,
  row: { readonly eventId: string; readonly activityId: string; readonly by: string },
): Promise<number | undefined> =>
  (
    await tx
      .insertInto('room_publications')
      .values((eb) => ({
        event_id: row.eventId,
        number: sql<number>`1 + (select coalesce(max(number), 0) from room_publications where event_id = ${eb.val(row.eventId)})`,
        activity_id: row.activityId,
        published_by: row.by,
        published_at: now,
      }))
      // Another publication that began at the same instant has the same number.
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst()
  )?.number

/** Returns the publication of an activity. */
export const findPublicationOf = (db: Queryable, activityId: string) =>
  db
    .selectFrom('room_publications')
    .select(['id', 'event_id', 'published_at', 'ended_at', 'told_until', 'given', 'moved', 'taken'])
    .where('activity_id', '=', activityId)
    .executeTakeFirst()

/** Adds what was told, and where to continue. */
export const savePortion = async (
  tx: Tx,
  id: string,
  told: Readonly<Record<RoomNews, number>> & { readonly until: string },
): Promise<void> => {
  await tx
    .updateTable('room_publications')
    .set((eb) => ({
      told_until: told.until,
      given: eb('given', '+', told.given),
      moved: eb('moved', '+', told.moved),
      taken: eb('taken', '+', told.taken),
    }))
    .where('id', '=', id)
    .execute()
}

export const endPublication = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.updateTable('room_publications').set({ ended_at: now }).where('id', '=', id).execute()
}

/** Returns the last publication of an event that has ended. */
export const findLast = (db: Queryable, eventId: string) =>
  db
    .selectFrom('room_publications as p')
    .leftJoin('users as u', 'u.id', 'p.published_by')
    .select(['p.number', 'p.published_at', 'p.given', 'p.moved', 'p.taken'])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('by'))
    .where('p.event_id', '=', eventId)
    .where('p.ended_at', 'is not', null)
    .orderBy('p.number', 'desc')
    .executeTakeFirst()
