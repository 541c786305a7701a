import { coverSvg } from '@shiloh/contract/events/covers'
import { type PublicEventView, publicEventRoutes, type UserEvent } from '@shiloh/contract/events/events'
import { mapUrl } from '@shiloh/contract/events/maps'
import { pricedQuestions } from '@shiloh/contract/forms/forms'
import { refundRule } from '@shiloh/contract/reservations/quote'
import { z } from 'zod'
import { offerOf } from '#features/reservations'
import { bind, reads } from '#http/binder'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { renderRichText } from '#platform/text/rich-text'
import { findDetail, findOwnReservations, hasEvent, listCards, listOtherCards } from './public.store.ts'

const OTHERS = 4
const A_YEAR = 31_536_000

type Reading = Pick<ReadContext, 'db' | 'deps' | 'now' | 'language'>

/** Returns one event with its current offer. @throws not_found */
const eventView = async (
  { db, deps, now, language }: Reading,
  idOrSlug: string,
  userId: string | null,
): Promise<UserEvent> => {
  const { description, position, refund_rules, ...event } = found(await findDetail(db, now, language, idOrSlug, userId))
  const offer = found(await offerOf(db, deps, event._id, { now, reader: language }))
  return {
    ...event,
    ...offer,
    // The card shows the smaller number: all types can be full before the event is.
    places_left: event.places_left,
    description_html: renderRichText(description),
    map_url: mapUrl(position, event.address),
    refund_rules: z.array(refundRule).parse(refund_rules),
  }
}

/** Returns one published event as every member sees it. @throws not_found */
export const memberEventView = (ctx: Reading, idOrSlug: string): Promise<UserEvent> => eventView(ctx, idOrSlug, null)

/** Returns one published event as the public sees it. @throws not_found */
export const publicEventView = async (ctx: Reading, idOrSlug: string): Promise<PublicEventView> => {
  const { form, fields: _fields, status: _status, ...event } = await memberEventView(ctx, idOrSlug)
  return { ...event, priced_questions: pricedQuestions(form) }
}

export const publicEndpoints = bind(publicEventRoutes, {
  listEvents: reads((ctx, { query }) => listCards(ctx.db, ctx.now, ctx.language, query, query)),
  readEvent: reads((ctx, { params }) => publicEventView(ctx, params.id)),
  listRecentEvents: reads(async (ctx, { params }) => {
    const { _id } = found(await findDetail(ctx.db, ctx.now, ctx.language, params.id, null))
    return listOtherCards(ctx.db, ctx.now, ctx.language, _id, OTHERS)
  }),
  readCover: reads(async (ctx, { params }) => {
    found((await hasEvent(ctx.db, params.id)) || undefined)
    return {
      name: 'cover.svg',
      mime: 'image/svg+xml',
      body: Buffer.from(coverSvg(params.id)),
      inline: true,
      publicFor: A_YEAR,
    }
  }),
  listUserEvents: reads(async (ctx, { query }) => {
    const { items, total } = await listCards(ctx.db, ctx.now, ctx.language, query, query)
    const own = await findOwnReservations(
      ctx.db,
      ctx.caller.id,
      items.map(({ _id }) => _id),
    )
    return { items: items.map((card) => ({ ...card, reservation: own.get(card._id) ?? null })), total }
  }),
  readUserEvent: reads((ctx, { params }) => eventView(ctx, params.id, ctx.caller.id)),
})
