import { eventFields, formDefinition, formOfChurch } from '@shiloh/contract/forms/forms'
import type { UnpaidRule } from '@shiloh/contract/payments/money'
import { refundRule } from '@shiloh/contract/reservations/quote'
import { dayIn } from '@shiloh/contract/text/zone'
import { z } from 'zod'
import type { Sql, TxSql } from '#platform/db/sql.store'
import type { EventOffer, QuotaKind } from '../booking/facts.rules.ts'
import { PAYS_AT_DESK } from '../money/standing.store.ts'

/**
 * The version of an event is the transaction that last wrote its row: `syncQuotas` writes it whenever the offer
 * changes. Expired holds are looked up per event, because with `exists` a plan made on empty tables lists all events.
 * Who waited before registration opened is invited by whatever comes first after it, also a booking that would take the place.
 */
const VERSIONS = {
  name: 'reservations_event_versions',
  text: `
    select id, xmin::text as version,
      coalesce(
        (select true from reservations r
          where r.event_id = e.id and r.status in ('pending', 'active', 'redeemed') and r.hold_expires_at <= $2 limit 1),
        (select true from waiting_entries w
          where w.event_id = e.id and w.status = 'offered' and w.offer_expires_at <= $2 limit 1),
        (select true from quotas q
          where q.event_id = e.id and q.kind = 'event' and e.registration_opens_at <= $2
            and coalesce(q.list_invited_at < e.registration_opens_at, true)
            and exists (select from waiting_entries w where w.event_id = e.id and w.status = 'waiting') limit 1),
        false) as due
    from events e where id = any($1)`,
}
export interface EventVersion {
  readonly id: string
  readonly version: string
  /** Whether the books still show an expired hold or change as held, or the waiting list has to be invited since registration opened. */
  readonly due: boolean
}

export const findVersions = (sql: Sql, ids: readonly string[], now: Date): Promise<EventVersion[]> =>
  sql<EventVersion>(VERSIONS, [ids, now])

const OFFERS = {
  name: 'reservations_offers',
  text: `
    select e.id, e.xmin::text as version, e.slug, e.code_prefix, e.name, e.translations, (select language from client_groups) as language, e.status, e.starts_at, e.ends_at, e.time_zone,
      case when c.id is null then '' when c.city = '' then c.name else c.name || ', ' || c.city end as place,
      e.registration_opens_at, e.registration_closes_at, e.event_center_id, e.currency, e.hold_minutes, e.cash_deadline,
      e.approval_required, e.deposit_percent, e.balance_due_at, e.unpaid_rule, e.cancellation_deadline, e.refund_rules, e.waiting_list_minutes,
      e.care_retention_days, e.fields, v.id as form_version_id, v.definition, v.language as form_language,
      coalesce((select json_agg(json_build_object('_id', t.id, 'refId', o.id, 'name', t.name, 'translations', t.translations,
          'note', o.note, 'notes', o.translations, 'price', o.price,
          'membersOnly', o.members_only, 'titleIds', o.title_ids, 'designationIds', o.designation_ids, 'min_age', o.min_age, 'max_age', o.max_age) order by o.position, t.name)
        from event_participant_types o join participant_types t on t.id = o.participant_type_id where o.event_id = e.id), '[]') as participant_types,
      coalesce((select json_agg(json_build_object('room_category_id', t.id, 'refId', o.id, 'name', t.name, 'translations', t.translations, 'blockIds', o.block_ids,
          'price_per_night', o.price_per_night, 'charged_per', o.charged_per,
          'beds_per_room', (select coalesce(max(m.beds), 0) from event_rooms m where m.room_category_id = t.id
            and m.event_center_id = e.event_center_id and (cardinality(o.block_ids) = 0 or m.event_block_id = any(o.block_ids))),
          'check_in_from', o.check_in_from,
          'check_out_until', o.check_out_until) order by o.position, t.name)
        from event_accommodations o join room_categories t on t.id = o.room_category_id where o.event_id = e.id), '[]') as accommodations,
      coalesce((select json_agg(json_build_object('_id', t.id, 'refId', o.id, 'name', t.name, 'note', o.note, 'notes', o.translations,
          'price_per_day', o.price_per_day, 'days', o.days) order by o.position, t.name)
        from event_caterers o join caterers t on t.id = o.caterer_id where o.event_id = e.id), '[]') as caterers,
      coalesce((select json_agg(json_build_object('_id', g.id, 'name', g.name, 'translations', g.translations, 'options', g.options) order by g.position, g.name)
        from (select p.id, p.name, p.translations, min(o.position) as position,
                json_agg(json_build_object('_id', t.id, 'refId', o.id, 'name', t.name, 'translations', t.translations, 'price', o.price,
                  'maxPerReservation', o.max_per_reservation) order by o.position, t.name) as options
              from event_products o join product_options t on t.id = o.product_option_id join products p on p.id = t.product_id
              where o.event_id = e.id group by p.id) g), '[]') as products
    from events e
    left join event_centers c on c.id = e.event_center_id
    left join lateral (select id, definition, language from form_versions where form_id = e.form_id order by created_at desc, id desc limit 1) v on true
    where e.id = any($1)`,
}

interface OfferRow {
  id: string
  version: string
  slug: string
  code_prefix: string
  name: string
  translations: EventOffer['translations']
  language: EventOffer['language']
  status: EventOffer['status']
  starts_at: Date
  ends_at: Date
  time_zone: string
  place: string
  registration_opens_at: Date | null
  registration_closes_at: Date | null
  event_center_id: string | null
  currency: string
  hold_minutes: number
  cash_deadline: Date | null
  approval_required: boolean
  deposit_percent: number | null
  balance_due_at: Date | null
  unpaid_rule: UnpaidRule
  cancellation_deadline: Date | null
  refund_rules: unknown
  waiting_list_minutes: number
  care_retention_days: number
  fields: unknown
  form_version_id: string | null
  definition: unknown
  form_language: EventOffer['language'] | null
  participant_types: EventOffer['participant_types']
  accommodations: EventOffer['accommodations']
  caterers: EventOffer['caterers']
  products: EventOffer['products']
}

const refundRules = z.array(refundRule)

const toOffer = (row: OfferRow): EventOffer => ({
  id: row.id,
  version: row.version,
  slug: row.slug,
  codePrefix: row.code_prefix,
  name: row.name,
  translations: row.translations,
  language: row.language,
  status: row.status,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  timeZone: row.time_zone,
  firstDay: dayIn(row.starts_at, row.time_zone),
  place: row.place,
  opensAt: row.registration_opens_at,
  closesAt: row.registration_closes_at,
  centerId: row.event_center_id,
  currency: row.currency,
  holdMinutes: row.hold_minutes,
  cashDeadline: row.cash_deadline,
  approvalRequired: row.approval_required,
  deposit_percent: row.deposit_percent,
  balanceDueAt: row.balance_due_at,
  unpaidRule: row.unpaid_rule,
  cancellationDeadline: row.cancellation_deadline,
  refundRules: refundRules.parse(row.refund_rules),
  waitingMinutes: row.waiting_list_minutes,
  careRetentionDays: row.care_retention_days,
  fields: eventFields.parse(row.fields),
  formVersionId: row.form_version_id,
  form:
    row.definition === null
      ? null
      : formOfChurch(formDefinition.parse(row.definition), row.form_language ?? row.language, row.language),
  participant_types: row.participant_types,
  accommodations: row.accommodations,
  caterers: row.caterers,
  products: row.products,
})

/** Returns events with everything that they offer. */
export const loadOffers = async (sql: Sql, ids: readonly string[]): Promise<EventOffer[]> =>
  ids.length === 0 ? [] : (await sql<OfferRow>(OFFERS, [ids])).map(toOffer)

// ── Quotas ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface QuotaRow {
  readonly id: string
  readonly event_id: string
  readonly kind: QuotaKind
  readonly ref_id: string | null
  readonly night: string | null
  readonly capacity: number | null
  readonly claimed: number
}

const LOCK_QUOTAS = {
  name: 'reservations_lock_quotas',
  text: `
    with turn as materialized (
      select e.id, pg_advisory_xact_lock(hashtextextended(e.id, 3))
      from (select distinct id from unnest($1::text[]) as e(id) order by id) e)
    select q.id, q.event_id, q.kind, q.ref_id, q.night, q.capacity, q.claimed
    from turn, quotas q where q.event_id = turn.id order by q.id for update of q`,
}

/**
 * Locks all quotas of these events in id order. Every change of an event's claims starts with this, then locks
 * reservations, then rooms: one order for all prevents deadlocks. Each event has one line for its turns: at a row one waits twice,
 * for the turn and for the holder.
 */
export const lockQuotas = (sql: TxSql, eventIds: readonly string[]): Promise<QuotaRow[]> =>
  sql<QuotaRow>(LOCK_QUOTAS, [eventIds])

const LEFT = {
  name: 'reservations_quotas_left',
  text: `
    with gone as (
      select c.quota_id, c.quantity from reservations r join claims c on c.reservation_id = r.id and c.released_at is null
      where r.event_id = any($1) and r.status in ('pending', 'active', 'redeemed') and r.hold_expires_at <= $2
        and (r.status = 'pending' or c.for_change)
      union all
      select c.quota_id, c.quantity from waiting_entries w join claims c on c.waiting_entry_id = w.id and c.released_at is null
      where w.event_id = any($1) and w.status = 'offered' and w.offer_expires_at <= $2)
    select id, event_id, kind, ref_id, night, capacity,
      (claimed - coalesce((select sum(quantity) from gone where gone.quota_id = quotas.id), 0))::int as claimed
    from quotas where event_id = any($1)`,
}

/** Reads the quotas as of this instant. Expired holds do not count, whether or not the sweep has processed them. */
export const readQuotas = (sql: Sql, eventIds: readonly string[], now: Date): Promise<QuotaRow[]> =>
  sql<QuotaRow>(LEFT, [eventIds, now])

export interface WantedQuota {
  readonly kind: QuotaKind
  readonly ref_id: string | null
  readonly night: string | null
  readonly capacity: number | null
}

/** The quotas that an event's tables ask for. */
const WANTED = {
  name: 'reservations_quotas_wanted',
  text: `
    select 'event' as kind, null as ref_id, null::date as night, capacity from events where id = $1
    union all select 'desk_holds', null, null, cash_places from events where id = $1 and cash_deadline is not null
    union all select 'participant_type', id, null, places from event_participant_types where event_id = $1
    union all select 'beds', a.id, night::date,
      -- what the event has of the pool; a night that is over stays what it was
      case when night < $2::date
        then coalesce((select q.capacity from quotas q where q.event_id = $1 and q.kind = 'beds' and q.ref_id = a.id and q.night = n.night::date), 0)
        else coalesce((select sum(x.beds)::int from event_beds x where x.event_accommodation_id = a.id and x.night = n.night::date), 0) end
    from event_accommodations a,
      generate_series(a.check_in_from, a.check_out_until - 1, interval '1 day') as n(night) where a.event_id = $1
    union all select 'caterer', id, null, covers from event_caterers where event_id = $1
    union all select 'product_option', id, null, stock from event_products where event_id = $1`,
}

export const findWantedQuotas = (sql: Sql, eventId: string, today: string): Promise<WantedQuota[]> =>
  sql<WantedQuota>(WANTED, [eventId, today])

const SAVE_QUOTAS = {
  name: 'reservations_save_quotas',
  text: `
    insert into quotas (event_id, kind, ref_id, night, capacity)
    select $1, w.kind, w.ref_id, w.night, w.capacity
    from json_to_recordset($2::json) as w(kind text, ref_id text, night date, capacity int)
    on conflict (event_id, kind, ref_id, night) do update set capacity = excluded.capacity
      where quotas.capacity is distinct from excluded.capacity`,
}
export const saveQuotas = async (sql: TxSql, eventId: string, wanted: readonly WantedQuota[]): Promise<void> => {
  await sql(SAVE_QUOTAS, [eventId, JSON.stringify(wanted)])
}

const CHOSEN = {
  name: 'reservations_options_chosen',
  text: `
    select option_id as "optionId", reservation_id as "reservationId", for_change as "forChange", quantity
    from options_chosen(array[$1]) where option_id = any($2)`,
}
export interface OptionChosen {
  readonly optionId: string
  readonly reservationId: string
  /** It waits for the payment of a change. */
  readonly forChange: boolean
  readonly quantity: number
}
/** Returns which live reservations of an event have chosen these options of a form. */
export const findChosen = async (sql: Sql, eventId: string, optionIds: readonly string[]): Promise<OptionChosen[]> =>
  optionIds.length === 0 ? [] : sql<OptionChosen>(CHOSEN, [eventId, optionIds])

const REVIVABLE = {
  name: 'reservations_quotas_of_failed',
  text: `
    select q.id from quotas q where q.id = any($1) and exists (
      select from reservations r join reservation_answers a on a.reservation_id = r.id
      where r.event_id = q.event_id and r.status = 'failed' and a.value = to_jsonb(q.ref_id::text))`,
}
/** Returns the quotas of options that failed reservations have chosen. Money that comes late takes them again. */
export const findRevivable = async (sql: Sql, quotaIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(quotaIds.length === 0 ? [] : (await sql<{ id: string }>(REVIVABLE, [quotaIds])).map(({ id }) => id))

const RELEASE_ALL = {
  name: 'reservations_release_quotas',
  text: `
    with gone as (update claims set released_at = $2 where quota_id = any($1) and released_at is null)
    update quotas set claimed = 0 where id = any($1)`,
}
/** Releases everything that is claimed of quotas. */
export const releaseQuotas = async (sql: TxSql, ids: readonly string[], now: Date): Promise<void> => {
  if (ids.length > 0) await sql(RELEASE_ALL, [ids, now])
}

const FORGET_CLAIMS = {
  name: 'reservations_forget_claims',
  text: `delete from claims where quota_id = any($1) and released_at is not null`,
}
const DELETE_QUOTAS = { name: 'reservations_delete_quotas', text: `delete from quotas where id = any($1)` }

/** Deletes quotas without claims. */
export const dropQuotas = async (sql: TxSql, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await sql(FORGET_CLAIMS, [ids])
  await sql(DELETE_QUOTAS, [ids])
}

const TOUCH = { name: 'reservations_touch_event', text: `update events set updated_at = $2 where id = $1 returning id` }

/** Writes the event's row, so that every process reads its offer again. */
export const touchEvent = async (sql: TxSql, eventId: string, now: Date): Promise<boolean> =>
  (await sql<{ id: string }>(TOUCH, [eventId, now])).length > 0

const MOVE_HOLDS = {
  name: 'reservations_move_holds',
  text: `
    with held as (
      select r.id, greatest(e.ends_at, $2) as last,
        r.status = 'pending' and r.needs_approval and r.approved_at is null and r.paid <= 0 as is_request,
        case when ${PAYS_AT_DESK} and o.own = $3::timestamptz then greatest(o.own, e.cash_deadline) else o.own end as own
      from reservations r join events e on e.id = r.event_id
      cross join lateral (select case when lower(r.hold_cut_off) = r.hold_expires_at then upper(r.hold_cut_off) else r.hold_expires_at end as own) o
      where r.event_id = $1 and r.status in ('pending', 'active', 'redeemed')),
    moved as (
      select id, case when is_request then last else least(own, last) end as until,
        case when not is_request and own > last then tstzrange(last, own) end as cut_off, is_request
      from held where is_request or own is not null)
    update reservations r set hold_expires_at = m.until, hold_cut_off = m.cut_off, updated_at = $2 from moved m
    where r.id = m.id and r.hold_expires_at is distinct from m.until and (m.is_request or r.hold_expires_at > $2)`,
}

/**
 * Ends the holds of an event, also those for dearer changes, no later than the event, and those of requests that wait for
 * approval with it. What an earlier end of the event had cut off is held again, as far as the event lasts. What is held until the deadline of
 * the desk is held as much longer as the desk takes cash; an earlier deadline takes no time away that somebody was told.
 *
 * @param cashDeadline the deadline of the desk until now
 */
export const moveHolds = async (sql: TxSql, eventId: string, cashDeadline: string | null, now: Date): Promise<void> => {
  await sql(MOVE_HOLDS, [eventId, now, cashDeadline])
}

const ROOMS_HAVE = {
  name: 'reservations_beds_there_are',
  text: `
    select a.id, case when a.all_free then 0 else a.beds end as offered, coalesce(sum(r.beds), 0)::int as there
    from event_accommodations a
    join events e on e.id = a.event_id
    left join event_rooms r on r.room_category_id = a.room_category_id and r.event_center_id = e.event_center_id
      and (cardinality(a.block_ids) = 0 or r.event_block_id = any(a.block_ids))
    where a.event_id = $1
    group by a.id, a.beds, a.all_free, a.position order by a.position, a.id`,
}

/** Returns offered and existing beds, in the event's order of accommodations. */
export const findBeds = (sql: Sql, eventId: string): Promise<{ id: string; offered: number; there: number }[]> =>
  sql<{ id: string; offered: number; there: number }>(ROOMS_HAVE, [eventId])
