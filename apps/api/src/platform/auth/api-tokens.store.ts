import { sql } from 'kysely'
import type { Db, Queryable } from '../db/db.ts'

/** Returns the token and the session of an API token by its possible hashes. Whether the session is in force is not asked. */
export const findApiToken = async (
  db: Queryable,
  hashes: readonly string[],
): Promise<{ readonly id: string; readonly sessionId: string } | undefined> => {
  const { rows } = await sql<{ id: string; session_id: string }>`
    select id, session_id from api_tokens where token_hash = any(${[...hashes]}::text[])`.execute(db)
  const [row] = rows
  return row && { id: row.id, sessionId: row.session_id }
}

/** Notes when and from where a token was used. */
export const noteTokenUse = async (db: Db, id: string, now: Date, ip: string): Promise<void> => {
  await sql`update api_tokens set last_used_at = ${now}, last_used_ip = ${ip}
    where id = ${id} and (last_used_at is null or last_used_at < ${now})`.execute(db)
}
