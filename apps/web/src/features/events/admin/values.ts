import { RULES_OF, USUAL_COPY_MINUTES } from '@shiloh/contract/checkin/points'
import { type AdminEvent, eventCreate } from '@shiloh/contract/events/events'
import { instantOf, wallTime } from '@shiloh/contract/text/zone'
import type { z } from 'zod'
import type { Account } from '#platform/account'

/** The event in the editor: the input of the contract's body. */
export type EventInput = z.input<typeof eventCreate>
export type EventBody = z.output<typeof eventCreate>
export type EventKey = Exclude<Extract<keyof EventInput, string>, 'texts_language'>

const isAfter = (end: string | null | undefined, start: string | null | undefined) =>
  !end || !start || Date.parse(end) > Date.parse(start)

/** The contract's body, with the order of dates that the server checks in its tables. */
export const editorSchema = eventCreate
  .refine(({ starts_at, ends_at }) => isAfter(ends_at, starts_at), { error: 'date_order', path: ['ends_at'] })
  .refine((event) => isAfter(event.registration_closes_at, event.registration_opens_at), {
    error: 'date_order',
    path: ['registration_closes_at'],
  })

/** Converts a stored event to the editor's values. */
export function toInput(event: AdminEvent): EventInput {
  return {
    name: event.name,
    slug: event.slug,
    code_prefix: event.code_prefix,
    kind: event.kind,
    summary: event.summary,
    description: event.description,
    bring: event.bring,
    arrival_note: event.arrival_note,
    translations: event.translations,
    texts_language: event.texts_language,
    starts_at: event.starts_at,
    ends_at: event.ends_at,
    time_zone: event.time_zone,
    registration_opens_at: event.registration_opens_at,
    registration_closes_at: event.registration_closes_at,
    event_center_id: event.event_center_id,
    online_url: event.online_url,
    currency: event.currency,
    capacity: event.capacity,
    hold_minutes: event.hold_minutes,
    cash_deadline: event.cash_deadline,
    cash_places: event.cash_places,
    approval_required: event.approval_required,
    deposit_percent: event.deposit_percent,
    balance_due_at: event.balance_due_at,
    unpaid_rule: event.unpaid_rule,
    cancellation_deadline: event.cancellation_deadline,
    refund_rules: event.refund_rules,
    fields: event.fields,
    form_id: event.form_id,
    waiting_list_minutes: event.waiting_list_minutes,
    gate_copy_minutes: event.gate_copy_minutes,
    care_retention_days: event.care_retention_days,
    participant_types: event.participant_types.map(
      ({
        participant_type_id,
        price,
        places,
        members_only,
        title_ids,
        designation_ids,
        min_age,
        max_age,
        note,
        translations,
      }) => ({
        participant_type_id,
        price,
        places,
        members_only,
        title_ids,
        designation_ids,
        min_age,
        max_age,
        note,
        translations,
      }),
    ),
    accommodations: event.accommodations.map(
      ({
        room_category_id,
        block_ids,
        price_per_night,
        charged_per,
        check_in_from,
        check_out_until,
        beds,
        all_free,
      }) => ({
        room_category_id,
        block_ids,
        price_per_night,
        charged_per,
        check_in_from,
        check_out_until,
        ...(all_free ? {} : { beds }),
      }),
    ),
    caterers: event.caterers.map(({ caterer_id, price_per_day, days, covers, note, translations }) => ({
      caterer_id,
      price_per_day,
      days,
      covers,
      note,
      translations,
    })),
    products: event.products.map(({ product_option_id, price, stock, max_per_reservation }) => ({
      product_option_id,
      price,
      stock,
      max_per_reservation,
    })),
    speakers: event.speakers.map(({ speaker_id, topic, translations }) => ({ speaker_id, topic, translations })),
    activities: event.activities.map(
      ({ _id, title, starts_at, ends_at, place, speaker_id, description, translations }) => ({
        _id,
        title,
        starts_at,
        ends_at,
        place,
        speaker_id,
        description,
        translations,
      }),
    ),
    scan_points: event.scan_points,
  }
}

/** Returns the initial values of a new event. `gate` is the name of its first scan point. */
export function freshInput({ organisation }: Pick<Account, 'organisation'>, gate: string): EventInput {
  return {
    name: '',
    texts_language: organisation.language,
    kind: 'conference',
    starts_at: '',
    ends_at: '',
    time_zone: organisation.time_zone,
    currency: organisation.currency,
    hold_minutes: 30,
    waiting_list_minutes: 1440,
    gate_copy_minutes: USUAL_COPY_MINUTES,
    care_retention_days: 30,
    approval_required: false,
    fields: {},
    refund_rules: [],
    participant_types: [],
    accommodations: [],
    caterers: [],
    products: [],
    speakers: [],
    activities: [],
    scan_points: [{ kind: 'gate', rule: 'in_out', name: gate }],
  }
}

/** Removes emptied fields that the contract expects to be absent. The server then decides. */
export function tidy(values: EventInput): EventInput {
  return {
    ...values,
    slug: values.slug || undefined,
    code_prefix: values.code_prefix?.trim().toUpperCase() || undefined,
    accommodations: values.accommodations?.map((row) => ({ ...row, beds: row.beds ?? undefined })),
    caterers: values.caterers?.map((row) => ({ ...row, days: row.days ?? undefined })),
    scan_points: values.scan_points?.map((row) => ({
      ...row,
      // The fields of a point follow its kind: those of another kind are not shown any more.
      rule: row.rule && RULES_OF[row.kind].includes(row.rule) ? row.rule : undefined,
      caterer_id: row.kind === 'meal' ? row.caterer_id : null,
    })),
    products: values.products?.map((row) => ({ ...row, max_per_reservation: row.max_per_reservation ?? undefined })),
  }
}

/** Returns a value without empty parts: an emptied field equals one that was never filled in. */
function plain(value: unknown): unknown {
  if (value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, plain(inner)] as const)
      .filter(([, inner]) => inner !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const isKey = (key: string): key is EventKey => key in eventCreate.shape && key !== 'texts_language'

/** Returns the keys of the event's own values that differ. */
export function changedKeys(before: EventInput, after: EventInput): EventKey[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(isKey)
  return keys.filter((key) => JSON.stringify(plain(before[key])) !== JSON.stringify(plain(after[key])))
}

/** Returns the changed part of a checked body, so that two people can edit different parts. */
export const partOf = (body: EventBody, keys: readonly EventKey[]): Partial<EventBody> =>
  Object.fromEntries(Object.entries(body).filter(([key]) => keys.some((changed) => changed === key)))

/**
 * Returns the event with the same local times in another zone: somebody who typed one o'clock meant one o'clock there.
 */
export function rezoned(values: EventInput, from: string, to: string): EventInput {
  const move = <T extends string | null | undefined>(instant: T) =>
    instant ? instantOf(wallTime(instant, from), to) : instant
  return {
    ...values,
    time_zone: to,
    starts_at: move(values.starts_at),
    ends_at: move(values.ends_at),
    registration_opens_at: move(values.registration_opens_at),
    registration_closes_at: move(values.registration_closes_at),
    cash_deadline: move(values.cash_deadline),
    balance_due_at: move(values.balance_due_at),
    cancellation_deadline: move(values.cancellation_deadline),
    refund_rules: values.refund_rules?.map((rule) => ({ ...rule, until: move(rule.until) })),
    activities: values.activities?.map((activity) => ({
      ...activity,
      starts_at: move(activity.starts_at),
      ends_at: move(activity.ends_at),
    })),
    scan_points: values.scan_points?.map((point) => ({
      ...point,
      starts_at: move(point.starts_at),
      ends_at: move(point.ends_at),
    })),
  }
}
