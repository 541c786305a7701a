import { type AllotmentView, allotmentRoutes } from '@shiloh/contract/reservations/allotments'
import { wishOf } from '@shiloh/contract/reservations/wish'
import { bind, reads, readsLate, writes } from '#http/binder'
import { changed } from '#platform/audit/audited'
import { type Hidden, hiddenOf } from '#platform/auth/denied'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { AppError, invalid } from '#platform/errors'
import { reserveAll } from '../booking/book.ts'
import { edit } from '../lifecycle/change.ts'
import { findEventOf } from '../lifecycle/transitions.store.ts'
import { requireOffer } from '../money/refunds-due.ts'
import { figuresOfRow } from '../money/standing.store.ts'
import { findOrganisation, insertPerson } from '../people/people.store.ts'
import { findStanding } from '../read/records.store.ts'
import * as store from './allotments.store.ts'
import { allotmentView, changeAllotment, endAllotment, giveBeds, ledView, returnBeds } from './allotments.ts'
import { listChanges } from './changes.store.ts'
import { allotmentsFile } from './export.ts'

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

/** Returns what is hidden from the caller of a route. */
const hiddenGuests = (query: object): store.HiddenGuests => {
  const hidden = hiddenOf(query)
  return { reservations: [...(hidden?.own ?? []), ...(hidden?.reservations ?? [])], people: hidden?.people ?? [] }
}

/** Moves beds of an allotment to a reservation of its event. @throws what an edit by staff throws */
const fill = async (ctx: WriteContext, row: store.AllotmentRow, reservationId: string): Promise<AllotmentView> => {
  const { wish } = await findStanding(sqlIn(ctx.tx), reservationId)
  const stay = wish.accommodation
  // Somebody who has chosen nights of this category keeps them, and sets a bed free for others.
  const isSame =
    stay?.room_category_id === row.room_category_id && row.check_in <= stay.check_in && stay.check_out <= row.check_out
  const { room_category_id, check_in, check_out } = row
  await edit(ctx, {
    id: reservationId,
    patch: isSame ? {} : { accommodation: { room_category_id, check_in, check_out } },
    asker: 'staff',
    by: { actor: 'staff', actorId: ctx.caller.id },
    gift: { id: row.id, by: ctx.caller.id },
  })
  const after = allotmentView(found(await store.findAllotment(sqlIn(ctx.tx), row.id)))
  ctx.audit({ action: 'fill_allotment', resource: 'reservations', objectId: reservationId, after })
  return after
}

export const allotmentEndpoints = bind(allotmentRoutes, {
  listAllotments: reads(async (ctx, { params, query }) => {
    const sql = sqlIn(ctx.db)
    const offer = await requireOffer(sql, ctx.deps, params.event_id)
    return {
      accommodations: (await store.listStays(sql, params.event_id)).map(({ id: _, ...stay }) => stay),
      allotments: (await store.listAllotments(sql, params.event_id)).map(allotmentView),
      participant_types: offer.participant_types.map(({ _id, name }) => ({ _id, name })),
      changes: await listChanges(sql, params.event_id, hiddenGuests(query)),
    }
  }),

  exportAllotments: readsLate((ctx, { params, query }) =>
    allotmentsFile(ctx, params.event_id, query, hiddenGuests(query)),
  ),

  giveBeds: writes(async (ctx, { params, body }) => {
    const after = await giveBeds(ctx, params.event_id, body, ctx.caller.id)
    ctx.audit({ action: 'give_allotment', resource: 'events', objectId: params.event_id, after })
    return after
  }),

  readAllotment: reads(async (ctx, { params, query }) => {
    const hidden = hiddenOf(query)
    const row = await shownAllotment(ctx, params.id, hidden)
    const guests = await store.listGuests(sqlIn(ctx.db), row.id, hiddenGuests(query))
    return {
      ...allotmentView(row),
      guests: guests.map(({ created_at, ...guest }) => ({ ...guest, created_at: created_at.toISOString() })),
    }
  }),

  changeAllotment: writes(async (ctx, { params, query, body }) => {
    const before = allotmentView(await shownAllotment(ctx, params.id, hiddenOf(query)))
    return changed(
      ctx,
      'events',
      before,
      await changeAllotment(ctx, params.id, body, ctx.caller.id),
      'change_allotment',
    )
  }),

  endAllotment: writes(async (ctx, { params, query }) => {
    const before = allotmentView(await shownAllotment(ctx, params.id, hiddenOf(query)))
    const returned = await endAllotment(ctx, params.id, ctx.caller.id)
    ctx.audit({ action: 'end_allotment', resource: 'events', objectId: before.event_id, before })
    return { returned }
  }),

  fillAllotment: writes(async (ctx, { params, query, body: { reservation_id } }) => {
    const row = await shownAllotment(ctx, params.id, hiddenOf(query))
    if ((await findEventOf(sqlIn(ctx.tx), reservation_id)) !== row.event_id)
      throw invalid([{ field: 'reservation_id', code: 'not_found' }])
    return fill(ctx, row, reservation_id)
  }),

  reserveInAllotment: writes(async (ctx, { params, query, body: { person, participant_type_id } }) => {
    const row = await shownAllotment(ctx, params.id, hiddenOf(query))
    const userId = await insertPerson(ctx.tx, person, (await findOrganisation(ctx.tx)).country, ctx.now)
    const [made] = await reserveAll(
      sqlIn(ctx.tx),
      ctx.deps,
      [
        {
          eventId: row.event_id,
          userId,
          payerId: userId,
          wish: wishOf({ participant_type_id }),
          expectedTotal: null,
          by: 'staff',
          actorId: ctx.caller.id,
          source: 'staff',
          note: '',
          language: ctx.language,
          idempotency: null,
        },
      ],
      ctx.now,
    )
    if (made instanceof AppError) throw made
    if (!made || 'madeBefore' in made) throw new AppError('internal_error')
    const { id, code } = made.record
    ctx.audit({ action: 'make', resource: 'reservations', objectId: id, after: { code } })
    return fill(ctx, row, id)
  }),

  listLedAllotments: reads(async (ctx) =>
    (await store.listLed(sqlIn(ctx.db), ctx.caller.id, ctx.language, ctx.now)).map(ledView),
  ),

  readLedAllotment: reads(async (ctx, { params }) => {
    const sql = sqlIn(ctx.db)
    const row = found(await store.findLed(sql, ctx.caller.id, ctx.language, params.id))
    const guests = (await store.listLedGuests(sql, row.id)).map(({ name, beds, missing, currency, ...figures }) => {
      const { status, balance } = figuresOfRow(figures, ctx.now)
      return { name, beds, status, missing, balance, currency }
    })
    return { ...ledView(row), guests }
  }),

  returnLedBeds: writes(async (ctx, { params, body }) => {
    const sql = sqlIn(ctx.tx)
    const row = found(await store.findLed(sql, ctx.caller.id, ctx.language, params.id))
    await returnBeds(ctx, row.id, body.beds, ctx.caller.id)
    const after = ledView(found(await store.findLed(sql, ctx.caller.id, ctx.language, row.id)))
    ctx.audit({
      action: 'return_allotment',
      resource: 'reservations',
      objectId: row.id,
      after: { event_id: row.event_id, beds: body.beds },
    })
    return after
  }),
})
