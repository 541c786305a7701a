import { planRoutes } from '@shiloh/contract/allocation/plans'
import { bind, reads, writes } from '#http/binder'
import { startActivity } from '#platform/activity/activity'
import { hiddenOf } from '#platform/auth/denied'
import { AppError } from '#platform/errors'
import { requireEvent } from '../events.store.ts'
import { acceptPlan, discardPlan, undoPlan } from './accept.ts'
import { endLostRuns, hasRunning, insertRun } from './runs.store.ts'
import { placesView, planList, planView } from './view.ts'

export const planEndpoints = bind(planRoutes, {
  proposeRooms: writes(async (ctx, { params, body: { weights, seed } }) => {
    const { tx, now, caller } = ctx
    const eventId = params.event_id
    await requireEvent(tx, eventId)
    await endLostRuns(tx, eventId, now)
    if (await hasRunning(tx, eventId)) throw new AppError('plan_under_way')
    const activity_id = await startActivity(ctx, {
      kind: 'room_plan',
      about: { event_id: eventId },
      ownerId: caller.id,
      permission: 'reservations.assign_rooms',
      acts: ['stop'],
      task: 'plan_rooms',
    })
    const _id = await insertRun(tx, now, { eventId, activityId: activity_id, weights, seed, by: caller.id })
    if (_id === undefined) throw new AppError('plan_under_way')
    ctx.audit({ action: 'propose_rooms', resource: 'events', objectId: eventId, after: { weights, seed } })
    return { _id, activity_id }
  }),
  listRoomPlans: reads(async (ctx, { params }) => {
    await requireEvent(ctx.db, params.event_id)
    return planList(ctx, params.event_id)
  }),
  readRoomPlan: reads((ctx, { params, query }) => planView(ctx, params.id, hiddenOf(query))),
  listPlanPlaces: reads((ctx, { params, query }) => placesView(ctx, params.id, query, hiddenOf(query))),
  acceptRoomPlan: writes((ctx, { params, query, body }) => acceptPlan(ctx, params.id, body, hiddenOf(query))),
  undoRoomPlan: writes((ctx, { params, query, body }) => undoPlan(ctx, params.id, body, hiddenOf(query))),
  discardRoomPlan: writes((ctx, { params, query }) => discardPlan(ctx, params.id, hiddenOf(query))),
})
