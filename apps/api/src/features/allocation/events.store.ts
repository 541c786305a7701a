import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'

/** @throws not_found when there is no such event */
export const requireEvent = async (db: Queryable, id: string): Promise<void> => {
  found(await db.selectFrom('events').select('id').where('id', '=', id).executeTakeFirst())
}
