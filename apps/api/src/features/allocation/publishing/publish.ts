import { tellNextRooms } from '#features/reservations'
import { runActivity } from '#platform/activity/activity'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { inWork } from '#platform/jobs/work'
import { endPublication, findPublicationOf, savePortion } from './publications.store.ts'

/**
 * Tells people of their rooms, some hundred reservations in a transaction, which also writes down who knows what. After a
 * crash it continues with the first reservation that was not told.
 */
export const runPublication = (payload: unknown, deps: Deps): Promise<void> =>
  runActivity<'room_publication'>(deps, payload, async ({ id, advance, hold }) => {
    for (;;) {
      const told = await inWork(deps, async (work) => {
        await hold(work.tx)
        const { tx, now } = work
        const one = found(await findPublicationOf(tx, id))
        const portion =
          one.ended_at === null
            ? await tellNextRooms(work, one.event_id, { after: one.told_until, at: one.published_at })
            : null
        if (portion) await savePortion(tx, one.id, portion)
        else if (one.ended_at === null) await endPublication(tx, one.id, now)
        const sum = one.given + one.moved + one.taken
        return portion ? { more: sum + portion.given + portion.moved + portion.taken } : { sum }
      })
      if (told.more === undefined) return { result: { told: told.sum }, done: told.sum }
      await advance(told.more)
    }
  })
