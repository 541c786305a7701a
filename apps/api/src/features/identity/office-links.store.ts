import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'

/** Open requests between accounts that exist. */
const open = (db: Queryable, now: Date) =>
  db
    .selectFrom('spouse_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('users as o', 'o.id', 'r.other_id')
    .leftJoin('users as a', 'a.id', 'r.asked_by')
    .select(['r.id', 'r.user_id', 'r.other_id', 'r.spouse_id', 'r.created_at', 'r.expires_at'])
    .select(['r.user_agreed_at', 'r.other_agreed_at'])
    .select([
      sql<string>`concat_ws(' ', u.first_name, u.other_names, u.last_name)`.as('user_name'),
      sql<string>`concat_ws(' ', o.first_name, o.other_names, o.last_name)`.as('other_name'),
      sql<string | null>`nullif(concat_ws(' ', a.first_name, a.last_name), '')`.as('asked_by'),
    ])
    .where('r.status', '=', 'asked')
    .where('r.expires_at', '>', now)
    .where('u.erased_at', 'is', null)
    .where('o.erased_at', 'is', null)
export type RequestRow = Awaited<ReturnType<typeof requestsOf>>[number]

/** Returns the open requests that are about this person, newest first. */
export const requestsOf = (db: Queryable, now: Date, userId: string) =>
  open(db, now)
    .where((eb) => eb.or([eb('r.user_id', '=', userId), eb('r.other_id', '=', userId)]))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(50)
    .execute()

const oneOf = (db: Queryable, now: Date, userId: string, id: string) =>
  open(db, now)
    .where('r.id', '=', id)
    .where((eb) => eb.or([eb('r.user_id', '=', userId), eb('r.other_id', '=', userId)]))

/** Returns an open request about this person. */
export const findRequest = (db: Queryable, now: Date, userId: string, id: string): Promise<RequestRow | undefined> =>
  oneOf(db, now, userId, id).executeTakeFirst()

/** Holds two accounts for who writes about both: neither is erased meanwhile. */
export const holdCouple = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`select id from users where id = any(${ids}::text[]) order by id for key share`.execute(tx)
}

/**
 * Returns an open request about this person, locked. Of two concurrent answers, the second sees the first. The accounts come first, as
 * in an erasure.
 */
export const lockRequest = async (tx: Tx, now: Date, userId: string, id: string): Promise<RequestRow | undefined> => {
  await sql`select u.id from users u where u.id in (select unnest(array[user_id, other_id]) from spouse_requests where id = ${id})
    order by u.id for key share`.execute(tx)
  return oneOf(tx, now, userId, id).forUpdate('r').executeTakeFirst()
}

/** Ends requests of two people that nobody answered in time: a new one takes their place. */
export const endExpired = async (tx: Tx, now: Date, one: string, two: string): Promise<void> => {
  await sql`update spouse_requests set status = 'withdrawn', ended_at = ${now}
    where status = 'asked' and expires_at <= ${now}
      and ((user_id = ${one} and other_id = ${two}) or (user_id = ${two} and other_id = ${one}))`.execute(tx)
}

export const insertRequest = async (
  tx: Tx,
  now: Date,
  request: { userId: string; otherId: string; spouseId: string | null; askedBy: string; expiresAt: Date },
): Promise<string> => {
  const { id } = await tx
    .insertInto('spouse_requests')
    .values({
      user_id: request.userId,
      other_id: request.otherId,
      spouse_id: request.spouseId,
      asked_by: request.askedBy,
      created_at: now,
      expires_at: request.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const saveAgreement = async (tx: Tx, now: Date, id: string, side: 'user' | 'other'): Promise<void> => {
  await tx
    .updateTable('spouse_requests')
    .set(side === 'user' ? { user_agreed_at: now } : { other_agreed_at: now })
    .where('id', '=', id)
    .execute()
}

export const endRequest = async (
  tx: Tx,
  now: Date,
  id: string,
  status: 'agreed' | 'declined' | 'withdrawn',
  by: string,
): Promise<void> => {
  await tx.updateTable('spouse_requests').set({ status, ended_at: now, ended_by: by }).where('id', '=', id).execute()
}

/** Notes that the office confirmed a couple itself. It ends their open request, or is a row of its own. */
export const noteConfirmed = async (
  tx: Tx,
  now: Date,
  { userId, otherId, by, reason }: { userId: string; otherId: string; by: string; reason: string },
): Promise<void> => {
  const ended = await sql<{ id: string }>`update spouse_requests
    set status = 'confirmed', ended_at = ${now}, ended_by = ${by}, reason = ${reason}
    where status = 'asked'
      and ((user_id = ${userId} and other_id = ${otherId}) or (user_id = ${otherId} and other_id = ${userId}))
    returning id`.execute(tx)
  if (ended.rows.length > 0) return
  await tx
    .insertInto('spouse_requests')
    .values({
      user_id: userId,
      other_id: otherId,
      asked_by: by,
      status: 'confirmed',
      ended_by: by,
      ended_at: now,
      reason,
      created_at: now,
      expires_at: now,
    })
    .execute()
}
