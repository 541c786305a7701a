import { boardRoutes } from '@shiloh/contract/checkin/board'
import { bind, reads, writes } from '#http/binder'
import { found } from '#platform/db/found'
import { countPoints, findBoardEvent, latestScans, listCorrections, listDoubles } from './board.store.ts'
import { reviewScans } from './review.ts'
import { countersOf, NOBODY } from './store.ts'

const byWhom = (at: Date | null, by: string | null) => at && { at: at.toISOString(), by: by ?? '' }

export const boardEndpoints = bind(boardRoutes, {
  liveBoard: reads(async ({ db, now, language }, { params: { id }, query }) => {
    const event = found(await findBoardEvent(db, id, language))
    const [counters, counted, double_entries, corrections, latest] = await Promise.all([
      countersOf(db, [id], query),
      countPoints(db, id, query, { now, language }),
      listDoubles(db, id, query, language),
      listCorrections(db, id, query, language),
      latestScans(db, id, query, language),
    ])
    return { event, counters: counters.get(id) ?? NOBODY, ...counted, double_entries, corrections, latest }
  }),
  reviewScans: writes(async (ctx, { params, body: { act, scan_ids }, query }) => {
    const { scans, done } = await reviewScans(ctx, params.id, { act, ids: scan_ids, query })
    if (done.size > 0)
      ctx.audit({ action: act, resource: 'reservations', objectId: params.id, after: { scan_ids: [...done] } })
    const views = new Map(
      scans.map(({ id, looked_at, looked_by, withdrawn_at, withdrawn_by, accepted }) => [
        id,
        {
          _id: id,
          done: done.has(id),
          seen: byWhom(looked_at, looked_by),
          withdrawn: byWhom(withdrawn_at, withdrawn_by),
          accepted,
        },
      ]),
    )
    return scan_ids.flatMap((id) => views.get(id) ?? [])
  }),
})
