import { PUBLICATION_PAGE, publishingRoutes } from '@shiloh/contract/allocation/publishing'
import { countKnown, countNews, listNews } from '#features/reservations'
import { bind, reads, writes } from '#http/binder'
import { startActivity } from '#platform/activity/activity'
import { hiddenOf } from '#platform/auth/denied'
import { sqlIn } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import { requireEvent } from '../events.store.ts'
import { endLostPublications, findLast, findUnderWay, insertPublication } from './publications.store.ts'

export const publishingEndpoints = bind(publishingRoutes, {
  readRoomPublication: reads(async (ctx, { params: { event_id }, query }) => {
    const { db } = ctx
    await requireEvent(db, event_id)
    const sql = sqlIn(db)
    const denied = hiddenOf(query)
    const hidden = {
      reservations: [...(denied?.own ?? []), ...(denied?.reservations ?? [])],
      people: denied?.people ?? [],
    }
    const page = { limit: PUBLICATION_PAGE, offset: (query.page - 1) * PUBLICATION_PAGE }
    // First, so that nobody is counted as untold beside a publication that has just ended.
    const activity_id = await findUnderWay(db, event_id)
    const last = await findLast(db, event_id)
    const rows = await listNews(sql, event_id, hidden, page)
    return {
      ...(await countNews(sql, event_id)),
      known: await countKnown(sql, event_id),
      activity_id,
      last: last ? { ...last, at: last.published_at.toISOString() } : null,
      rows: rows.map(({ block, room, bed, told_block, told_room, ...row }) => ({
        ...row,
        place: block !== null && room !== null && bed !== null ? { block, room, bed } : null,
        told: told_block !== null && told_room !== null ? { block: told_block, room: told_room } : null,
      })),
    }
  }),

  publishRooms: writes(async (ctx, { params: { event_id }, body }) => {
    const { tx, now, caller } = ctx
    await requireEvent(tx, event_id)
    await endLostPublications(tx, event_id, now)
    if ((await findUnderWay(tx, event_id)) !== null) throw new AppError('publication_under_way')
    const { messages, seen, ...counts } = await countNews(sqlIn(tx), event_id)
    if (messages === 0) throw new AppError('nothing_to_publish')
    // A message cannot be taken back: nobody hears of a change that the office has not seen.
    if (body.seen !== undefined && body.seen !== seen) throw new AppError('stale')
    const activity_id = await startActivity(ctx, {
      kind: 'room_publication',
      about: { event_id },
      ownerId: caller.id,
      permission: 'reservations.publish_rooms',
      total: counts.given + counts.moved + counts.taken,
      link: `/admin/reservations/rooms?event_id=${event_id}`,
      task: 'publish_rooms',
    })
    const number = await insertPublication(tx, now, { eventId: event_id, activityId: activity_id, by: caller.id })
    if (number === undefined) throw new AppError('publication_under_way')
    ctx.audit({
      action: 'publish_rooms',
      resource: 'events',
      objectId: event_id,
      after: { publication: number, ...counts },
    })
    return { activity_id }
  }),
})
