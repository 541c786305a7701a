import { roomMateRoutes } from '@shiloh/contract/reservations/room-mates'
import { bind, reads, writes } from '#http/binder'
import { hiddenOf } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { type Asker, deleteApart, findAsker, findAtCenter, findOwnAt, insertApart, listApart } from './mates.store.ts'
import { acceptLink, answerMate, askMate, joinMates, matesView, openLink } from './mates.ts'

/** @throws not_found, also for somebody else's reservation */
const own = async (ctx: ReadContext, id: string): Promise<Asker> => {
  const asker = found(await findAsker(ctx.db, id))
  if (asker.userId !== ctx.caller.id && asker.payerId !== ctx.caller.id) throw new AppError('not_found')
  return asker
}

const any = async (ctx: ReadContext, id: string): Promise<Asker> => found(await findAsker(ctx.db, id))

const apartView = async (ctx: ReadContext, id: string, query: object) => {
  await any(ctx, id)
  const hidden = hiddenOf(query)
  const denied = [...(hidden?.own ?? []), ...(hidden?.reservations ?? []), ...(hidden?.people ?? [])]
  return (await listApart(ctx.db, id))
    .filter(({ reservationId, userId }) => !denied.includes(reservationId) && !denied.includes(userId))
    .map(({ id: _id, name, code, created_at, is_gone, together }) => ({
      _id,
      name,
      code,
      created_at: created_at.toISOString(),
      is_gone,
      together,
    }))
}

export const mateEndpoints = bind(roomMateRoutes, {
  listRoomMates: reads(async (ctx, { params }) => matesView(ctx, await own(ctx, params.id), 'owner')),

  askRoomMate: writes(async (ctx, { params, body }) => {
    const token = await askMate(ctx, await own(ctx, params.id), body)
    return { link: token && `${ctx.deps.config.publicUrl}/room-mates#${token}` }
  }),

  answerRoomMate: writes(async (ctx, { params, body }) => {
    const asker = await own(ctx, params.id)
    await answerMate(ctx, asker, params.wish_id, body.state)
    return matesView(ctx, asker, 'owner')
  }),

  readRoomMateLink: writes(async (ctx, { body }) => {
    const { row, asker } = await openLink(ctx, body.token)
    const mine = await findOwnAt(ctx.db, row.eventId, ctx.caller.id)
    return {
      name: asker.name,
      event: { _id: asker.eventId, name: asker.event, slug: asker.slug },
      wish_id: row.id,
      reservation_id: mine?.reservationId ?? null,
    }
  }),

  acceptRoomMateLink: writes(async (ctx, { body }) => ({
    reservation_id: (await acceptLink(ctx, body.token)).reservationId,
  })),

  readMatesOf: reads(async (ctx, { params, query }) =>
    matesView(ctx, await any(ctx, params.id), 'staff', hiddenOf(query)),
  ),

  joinRoomMates: writes(async (ctx, { params, query, body }) => {
    const asker = await any(ctx, params.id)
    await joinMates(ctx, asker, body.code)
    ctx.audit({ action: 'join_room_mates', resource: 'reservations', objectId: params.id })
    return matesView(ctx, asker, 'staff', hiddenOf(query))
  }),

  removeRoomMate: writes(async (ctx, { params, query }) => {
    const asker = await any(ctx, params.id)
    await answerMate(ctx, asker, params.wish_id, 'withdrawn')
    ctx.audit({ action: 'part_room_mates', resource: 'reservations', objectId: params.id })
    return matesView(ctx, asker, 'staff', hiddenOf(query))
  }),

  listKeptApart: reads((ctx, { params, query }) => apartView(ctx, params.id, query)),

  keepApart: writes(async (ctx, { params, query, body }) => {
    const asker = await any(ctx, params.id)
    const other = await findAtCenter(ctx.tx, asker.eventId, body.code.toUpperCase().replaceAll(' ', ''))
    if (!other || other.participantId === asker.participantId) throw new AppError('not_found')
    await insertApart(ctx.tx, ctx.now, { one: asker, other, by: ctx.caller.id })
    // Who it is about stays out of the trail: others read that.
    ctx.audit({ action: 'keep_apart', resource: 'welfare' })
    return apartView(ctx, params.id, query)
  }),

  endKeptApart: writes(async (ctx, { params }) => {
    if (!(await deleteApart(ctx.tx, params.id, params.apart_id))) throw new AppError('not_found')
    ctx.audit({ action: 'end_kept_apart', resource: 'welfare' })
    return {}
  }),
})
