import { mealRoutes, type ReservationMeals } from '@shiloh/contract/reservations/meals'
import type { MyReservation } from '@shiloh/contract/reservations/views'
import { dayIn } from '@shiloh/contract/text/zone'
import { bind, reads } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { findMeals } from './meals.sql.ts'
import { showAny, showOwn } from './show.ts'

/** Returns the meals of those persons of a reservation that are in this view of it. */
export const mealsOf = async (
  ctx: ReadContext,
  { _id, event, participants }: Pick<MyReservation, '_id' | 'event' | 'participants'>,
): Promise<ReservationMeals> => {
  const shown = new Set(participants.map((one) => one._id))
  const rows = (await findMeals(ctx.db, _id, ctx.language)).filter(({ participant_id }) => shown.has(participant_id))
  const sittings = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((its) => {
    const [first] = its
    if (!first) return []
    const { id, name, starts_at, ends_at } = first
    return [
      {
        _id: id,
        name,
        day: starts_at && dayIn(starts_at, event.time_zone),
        starts_at: starts_at?.toISOString() ?? null,
        ends_at: ends_at?.toISOString() ?? null,
        persons: its.map((one) => ({
          participant_id: one.participant_id,
          name: one.person,
          caterer: one.caterer,
          eaten_at: one.eaten_at?.toISOString() ?? null,
        })),
      },
    ]
  })
  return { time_zone: event.time_zone, party: participants.length, sittings }
}

/** Meals of one reservation. Who may see the reservation may see them. */
export const mealEndpoints = bind(mealRoutes, {
  listMyMeals: reads(async (ctx, { params }) => mealsOf(ctx, await showOwn(ctx, params.id))),
  listMeals: reads(async (ctx, { params }) => mealsOf(ctx, await showAny(ctx, params.id))),
})
