import type { Language } from '@shiloh/contract/core'
import { formOnWire } from '@shiloh/contract/forms/forms'
import { balanceDueAt, depositPercentAt } from '@shiloh/contract/payments/money'
import { nightsBetween } from '@shiloh/contract/reservations/nights'
import type { OfferView } from '@shiloh/contract/reservations/offer'
import { dayIn } from '@shiloh/contract/text/zone'
import type { Queryable } from '#platform/db/db'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { isRegistrationOpen } from '../booking/decide.rules.ts'
import { type EventOffer, type QuotaKind, quotaKey } from '../booking/facts.rules.ts'
import type { QuotaLeft } from '../booking/wish.rules.ts'
import { readQuotas } from './event-offer.store.ts'
import { currentOffers, leftOf } from './event-offer.ts'
import { offerIn } from './offer-in.ts'

/** When an offer is read, and in which language. */
interface Reading {
  readonly now: Date
  readonly reader: Language
}

/** Returns what a person can choose at an event, with what is left. */
const toView = (offer: EventOffer, left: ReadonlyMap<string, QuotaLeft>, now: Date): OfferView => {
  /** An unknown quota counts as full: what cannot be claimed is not shown as free. */
  const of = (kind: QuotaKind, refId: string | null, night: string | null = null): number | null => {
    const quota = left.get(quotaKey(offer.id, kind, refId, night))
    if (!quota) return 0
    return quota.left === null ? null : Math.max(0, quota.left)
  }
  const places = of('event', null)
  const today = dayIn(now, offer.timeZone)
  const narrowest = (own: number | null): number | null =>
    own === null ? places : places === null ? own : Math.min(own, places)
  return {
    currency: offer.currency,
    deposit_percent: depositPercentAt(offer, now),
    balance_due_at: depositPercentAt(offer, now) === null ? null : balanceDueAt(offer).toISOString(),
    hold_minutes: offer.holdMinutes,
    cash_deadline: offer.cashDeadline !== null && offer.cashDeadline > now ? offer.cashDeadline.toISOString() : null,
    approval_required: offer.approvalRequired,
    registration_open: isRegistrationOpen(offer, now),
    places_left: places,
    participant_types: offer.participant_types.map((type) => {
      const places_left = narrowest(of('participant_type', type.refId))
      return {
        _id: type._id,
        name: type.name,
        languages: type.languages,
        note: type.note,
        price: type.price,
        places_left,
        sold_out: places_left === 0,
        members_only: type.membersOnly,
        title_ids: [...type.titleIds],
        designation_ids: [...type.designationIds],
        min_age: type.min_age,
        max_age: type.max_age,
      }
    }),
    accommodations: offer.accommodations.map((lodging) => {
      const nights = nightsBetween(lodging.check_in_from, lodging.check_out_until).map((night) => ({
        night,
        beds_left: of('beds', lodging.refId, night) ?? 0,
      }))
      // Nights that are over can no longer be reserved. The list has them for those who hold them.
      const open = nights.filter(({ night }) => night >= today)
      return {
        room_category_id: lodging.room_category_id,
        name: lodging.name,
        languages: lodging.languages,
        price_per_night: lodging.price_per_night,
        charged_per: lodging.charged_per,
        beds_per_room: lodging.beds_per_room,
        check_in_from: lodging.check_in_from,
        check_out_until: lodging.check_out_until,
        beds_left: open.length > 0 ? Math.min(...open.map(({ beds_left }) => beds_left)) : 0,
        nights,
        sold_out: open.every(({ beds_left }) => beds_left === 0),
      }
    }),
    caterers: offer.caterers.map((caterer) => {
      const covers_left = of('caterer', caterer.refId)
      return {
        _id: caterer._id,
        name: caterer.name,
        languages: caterer.languages,
        note: caterer.note,
        price_per_day: caterer.price_per_day,
        days: caterer.days,
        covers_left,
        sold_out: covers_left === 0,
      }
    }),
    products: offer.products.map((product) => ({
      _id: product._id,
      name: product.name,
      languages: product.languages,
      options: product.options.map((option) => {
        const stock_left = of('product_option', option.refId)
        return {
          _id: option._id,
          name: option.name,
          languages: option.languages,
          price: option.price,
          max_per_reservation: option.maxPerReservation,
          stock_left,
          sold_out: stock_left === 0,
        }
      }),
    })),
    form:
      offer.form &&
      formOnWire({
        sections: offer.form.sections.map((section) => ({
          ...section,
          questions: section.questions.map((question) => ({
            ...question,
            options: question.options.map((option) => ({
              ...option,
              left: option.capacity === null ? null : of('question_option', option._id),
            })),
          })),
        })),
      }),
    fields: offer.fields,
  }
}

/**
 * Returns what these events offer and what is left, in four queries for any number of events (two of them only when an
 * offer changed). Expired holds count as free immediately.
 */
export const offersOf = async (
  db: Queryable,
  deps: Deps,
  eventIds: readonly string[],
  reading: Reading,
): Promise<Map<string, OfferView>> => {
  const sql = sqlIn(db)
  const { offers } = await currentOffers(sql, deps, eventIds, reading.now)
  const left = leftOf(await readQuotas(sql, eventIds, reading.now))
  return new Map([...offers].map(([id, offer]) => [id, toView(offerIn(offer, reading.reader), left, reading.now)]))
}

/** Returns what one event offers, or undefined if it does not exist. */
export const offerOf = async (
  db: Queryable,
  deps: Deps,
  eventId: string,
  reading: Reading,
): Promise<OfferView | undefined> => (await offersOf(db, deps, [eventId], reading)).get(eventId)
