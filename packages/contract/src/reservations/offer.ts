import { z } from 'zod'
import { currency, day, id, money, timestamp } from '../core.ts'
import { eventFields, formDefinition } from '../forms/forms.ts'
import { languagesOf } from '../text/translations.ts'
import { CHARGED_PER } from './quote.ts'

/** What is left of a quota. Null: no limit. */
const left = z.int().min(0).nullable()

/**
 * The choices of an event with their prices and what is left at this moment. Expired holds count as free. The quote
 * accepts it unchanged.
 */
export const offerView = z.object({
  currency,
  /** Null: the whole price is due at booking. */
  /** Null: everything is due immediately, also if the balance would already be due. */
  deposit_percent: z.int().nullable(),
  /** When the rest is due, if a deposit is taken now. */
  balance_due_at: timestamp.nullable(),
  hold_minutes: z.int(),
  /** The deadline of a hold for payment at a desk. Null: not offered. */
  cash_deadline: timestamp.nullable(),
  approval_required: z.boolean(),
  registration_open: z.boolean(),
  places_left: left,
  participant_types: z.array(
    z.object({
      _id: id,
      name: z.string(),
      note: z.string(),
      languages: languagesOf(['name', 'note']),
      price: money,
      places_left: left,
      sold_out: z.boolean(),
      members_only: z.boolean(),
      title_ids: z.array(id),
      designation_ids: z.array(id),
      /** Full years on the first day. Null: no bound. */
      min_age: z.int().nullable(),
      max_age: z.int().nullable(),
    }),
  ),
  accommodations: z.array(
    z.object({
      room_category_id: id,
      name: z.string(),
      languages: languagesOf(['name']),
      price_per_night: money,
      charged_per: z.enum(CHARGED_PER),
      /** Beds of the largest room. A larger party needs several rooms. 0: there are no rooms yet. */
      beds_per_room: z.int().min(0),
      check_in_from: day,
      check_out_until: day,
      /** In the fullest night. */
      beds_left: z.int().min(0),
      nights: z.array(z.object({ night: day, beds_left: z.int().min(0) })),
      sold_out: z.boolean(),
    }),
  ),
  caterers: z.array(
    z.object({
      _id: id,
      name: z.string(),
      note: z.string(),
      languages: languagesOf(['note']),
      price_per_day: money,
      days: z.int(),
      covers_left: left,
      sold_out: z.boolean(),
    }),
  ),
  products: z.array(
    z.object({
      _id: id,
      name: z.string(),
      languages: languagesOf(['name']),
      options: z.array(
        z.object({
          _id: id,
          name: z.string(),
          languages: languagesOf(['name']),
          price: money,
          max_per_reservation: z.int(),
          stock_left: left,
          sold_out: z.boolean(),
        }),
      ),
    }),
  ),
  form: formDefinition.nullable(),
  fields: eventFields,
})
export type OfferView = z.output<typeof offerView>

/**
 * Returns what is left of a room category in the unit that is paid for: rooms where a party pays for the whole room, else
 * beds. `beds_per_room` is of the largest room: where somebody can still sleep, at least one room is left.
 */
export const leftOfLodging = (
  {
    charged_per,
    beds_per_room,
    sold_out,
  }: Pick<OfferView['accommodations'][number], 'charged_per' | 'beds_per_room' | 'sold_out'>,
  beds: number,
): { readonly of: 'rooms_left' | 'beds_left'; readonly count: number } =>
  charged_per === 'room' && beds_per_room > 0
    ? { of: 'rooms_left', count: Math.max(sold_out ? 0 : 1, Math.floor(beds / beds_per_room)) }
    : { of: 'beds_left', count: beds }
