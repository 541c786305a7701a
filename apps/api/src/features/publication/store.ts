import type { Queryable } from '#platform/db/db'

/** Returns how many people wait for anything of an event. */
export const countWaiting = async (db: Queryable, eventId: string): Promise<number> => {
  const { people } = await db
    .selectFrom('waiting_entries')
    .select((eb) => eb.fn.count<number>('user_id').distinct().as('people'))
    .where('event_id', '=', eventId)
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return people
}
