import { mayAskMate } from '#platform/auth/typed-address'
import type { JobTable } from '#platform/deps'
import { inWork } from '#platform/jobs/work'
import { ASK_ROOM_MATES } from './asking.ts'
import { answerWish, findAsker, findUntold, lockWish, markTold } from './mates.store.ts'
import { tellNamed } from './mates.ts'

export const mateJobs: JobTable = {
  /** Asks those whom people named while reserving. Past the limit, a wish is seen on the pages and sends no message. */
  [ASK_ROOM_MATES]: async (_, deps) => {
    for (const { id, userId, eventId } of await findUntold(deps.db)) {
      const maySend = await mayAskMate(deps, userId)
      await inWork(deps, async (work) => {
        const row = await lockWish(work.tx, { id, eventId })
        if (!row || !(await markTold(work.tx, work.now, id))) return
        const asker = await findAsker(work.tx, row.fromReservationId)
        if (!maySend || row.state !== 'asked' || !asker?.isLive) return
        const isMutual = await tellNamed(work, asker, { phone: row.phone ?? undefined, code: row.code ?? undefined })
        if (isMutual) await answerWish(work.tx, work.now, id, { state: 'withdrawn' })
      })
    }
  },
}
