import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '#platform/db/db'

export interface NewSession {
  readonly id: string
  readonly userId: string
  readonly refreshHash: string
  readonly userAgent: string
  readonly ip: string
  readonly expiresAt: Date
  /** Signing in has just proved everything that a confirmation asks for. */
  readonly isConfirmed: boolean
}

export const insertSession = async (tx: Tx, now: Date, session: NewSession): Promise<void> => {
  await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      refresh_hash: session.refreshHash,
      user_agent: session.userAgent.slice(0, 300),
      ip: session.ip,
      expires_at: session.expiresAt,
      created_at: now,
      rotated_at: now,
      last_used_at: now,
      confirmed_at: session.isConfirmed ? now : null,
    })
    .execute()
}

/**
 * Returns a session with its account's kind and state, locked, so that concurrent refreshes run one after the other.
 */
export const lockSession = (tx: Tx, id: string) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id',
      's.user_id',
      's.refresh_hash',
      's.previous_refresh_hash',
      's.successor_sealed',
      's.rotated_at',
      's.created_at',
      's.expires_at',
      's.revoked_at',
      'u.user_type',
      'u.status',
    ])
    .where('s.id', '=', id)
    .forUpdate('s')
    .executeTakeFirst()

/** Returns the account of a live session. */
export const findSessionOwner = async (db: Queryable, now: Date, id: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.user_id')
    .where('s.id', '=', id)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('u.status', '!=', 'deactivated')
    .executeTakeFirst()
  return row?.user_id
}

export const rotateSession = async (
  tx: Tx,
  now: Date,
  id: string,
  next: { refreshHash: string; previousHash: string; successorSealed: string; expiresAt: Date; ip: string },
): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({
      refresh_hash: next.refreshHash,
      previous_refresh_hash: next.previousHash,
      successor_sealed: next.successorSealed,
      expires_at: next.expiresAt,
      ip: next.ip,
      rotated_at: now,
      last_used_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Marks a session as confirmed by its owner. Returns whether it is live. */
export const confirmSession = async (tx: Tx, now: Date, where: { id: string; userId: string }): Promise<boolean> => {
  const rows = await tx
    .updateTable('sessions')
    .set({ confirmed_at: now })
    .where('id', '=', where.id)
    .where('user_id', '=', where.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Ends one session. Returns whether it was this person's and live. */
export const revokeSession = async (
  tx: Tx,
  now: Date,
  where: { id: string; userId: string },
  reason: string,
): Promise<boolean> => {
  const rows = await tx
    .updateTable('sessions')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('id', '=', where.id)
    .where('user_id', '=', where.userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Ends all sessions of an account except the given one. Returns their ids. */
export const revokeSessions = async (
  tx: Tx,
  now: Date,
  userId: string,
  reason: string,
  except?: string,
): Promise<string[]> => {
  const rows = await tx
    .updateTable('sessions')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (q) => q.where('id', '!=', except ?? ''))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const listSessions = (db: Queryable, now: Date, userId: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .execute()

/** Deletes sessions and one-time tokens that ended long ago. */
export const sweepSessions = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute()
  await sql`delete from sessions where revoked_at < ${before}`.execute(db)
  await db.deleteFrom('one_time_tokens').where('expires_at', '<', before).execute()
}

/** Deletes expired rate limit counters. Their expiry is system time in milliseconds. */
export const sweepLimits = async (db: Db): Promise<void> => {
  await sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`.execute(db)
}

/** Returns when a session began. */
export const findSessionStart = async (db: Queryable, id: string): Promise<Date | undefined> =>
  (await db.selectFrom('sessions').select('created_at').where('id', '=', id).executeTakeFirst())?.created_at
