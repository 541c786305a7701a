import { allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { bind, reads, writes } from '#http/binder'
import { changed } from '#platform/audit/audited'
import { type Hidden, hiddenOf } from '#platform/auth/denied'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { AppError, invalid } from '#platform/errors'
import { edit } from '../lifecycle/change.ts'
import { findEventOf } from '../lifecycle/transitions.store.ts'
import { requireOffer } from '../money/refunds-due.ts'
import { findStanding } from '../read/records.store.ts'
import * as store from './allotments.store.ts'
import { allotmentView, changeAllotment, endAllotment, giveBeds } from './allotments.ts'

/** Returns an allotment whose event the caller can see. @throws not_found */
const shownAllotment = async (
  ctx: ReadContext,
  id: string,
  hidden: Hidden | undefined,
): Promise<store.AllotmentRow> => {
  const row = found(await store.findAllotment(sqlIn(ctx.db), id))
  if (hidden?.events.includes(row.event_id)) throw new AppError('forbidden')
  return row
}

export const allotmentEndpoints = bind(allotmentRoutes, {
  listAllotments: reads(async (ctx, { params }) => {
    const sql = sqlIn(ctx.db)
    await requireOffer(sql, ctx.deps, params.event_id)
    return {
      accommodations: (await store.listStays(sql, params.event_id)).map(({ id: _, ...stay }) => stay),
      allotments: (await store.listAllotments(sql, params.event_id)).map(allotmentView),
    }
  }),

  giveBeds: writes(async (ctx, { params, body }) => {
    const after = await giveBeds(ctx, params.event_id, body, ctx.caller.id)
    ctx.audit({ action: 'give_allotment', resource: 'events', objectId: params.event_id, after })
    return after
  }),

  readAllotment: reads(async (ctx, { params, query }) => {
    const hidden = hiddenOf(query)
    const row = await shownAllotment(ctx, params.id, hidden)
    const guests = await store.listGuests(sqlIn(ctx.db), row.id, {
      reservations: [...(hidden?.own ?? []), ...(hidden?.reservations ?? [])],
      people: hidden?.people ?? [],
    })
    return {
      ...allotmentView(row),
      guests: guests.map(({ created_at, ...guest }) => ({ ...guest, created_at: created_at.toISOString() })),
    }
  }),

  changeAllotment: writes(async (ctx, { params, query, body }) => {
    const before = allotmentView(await shownAllotment(ctx, params.id, hiddenOf(query)))
    return changed(ctx, 'events', before, await changeAllotment(ctx, params.id, body), 'change_allotment')
  }),

  endAllotment: writes(async (ctx, { params, query }) => {
    const before = allotmentView(await shownAllotment(ctx, params.id, hiddenOf(query)))
    const returned = await endAllotment(ctx, params.id)
    ctx.audit({ action: 'end_allotment', resource: 'events', objectId: before.event_id, before })
    return { returned }
  }),

  fillAllotment: writes(async (ctx, { params, query, body: { reservation_id } }) => {
    const row = await shownAllotment(ctx, params.id, hiddenOf(query))
    if ((await findEventOf(sqlIn(ctx.tx), reservation_id)) !== row.event_id)
      throw invalid([{ field: 'reservation_id', code: 'not_found' }])
    const { wish } = await findStanding(sqlIn(ctx.tx), reservation_id)
    const stay = wish.accommodation
    // Somebody who has chosen nights of this category keeps them, and sets a bed free for others.
    const isSame =
      stay?.room_category_id === row.room_category_id &&
      row.check_in <= stay.check_in &&
      stay.check_out <= row.check_out
    const { room_category_id, check_in, check_out } = row
    await edit(ctx, {
      id: reservation_id,
      patch: isSame ? {} : { accommodation: { room_category_id, check_in, check_out } },
      asker: 'staff',
      by: { actor: 'staff', actorId: ctx.caller.id },
      gift: { id: row.id, by: ctx.caller.id },
    })
    const after = allotmentView(found(await store.findAllotment(sqlIn(ctx.tx), row.id)))
    ctx.audit({ action: 'fill_allotment', resource: 'reservations', objectId: reservation_id, after })
    return after
  }),
})
