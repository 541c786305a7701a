import { sql } from 'kysely'
import type { Db } from '#platform/db/db'

/** Checks that the database answers. */
export const ping = async (db: Db): Promise<void> => {
  await sql`select 1`.execute(db)
}

export const saveErrorLog = async (
  db: Db,
  entry: { now: Date; requestId: string; method: string; path: string; message: string },
): Promise<void> => {
  await db
    .insertInto('error_logs')
    .values({
      at: entry.now,
      request_id: entry.requestId,
      method: entry.method,
      path: entry.path,
      message: entry.message.slice(0, 500),
    })
    .execute()
}
