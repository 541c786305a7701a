import { planSittings, usualMeals } from '@shiloh/contract/checkin/sittings'
import type { EventFields } from '@shiloh/contract/forms/forms'
import type { QuoteOffer } from '@shiloh/contract/reservations/quote'
import type { Catalogue } from './catalogue.ts'
import { type Calendar, type Chance, openChance } from './chance.ts'
import { type Church, idOf } from './church.ts'
import { inOtherLanguages } from './church-texts.ts'
import type { DemoForm } from './form.ts'
import type { Row } from './insert.store.ts'
import { camp, prayer } from './programme/camp-and-prayer.ts'
import { conference, lastConference } from './programme/conference.ts'
import { council, training } from './programme/past-and-planned.ts'
import type { EventKey, EventPlan } from './programme/plan.ts'
import { couples, women } from './programme/retreat-and-convention.ts'
import type { Venues } from './venues.ts'

interface Referred {
  /** The row of the event, which a quota limits. `_id` is what people choose. */
  readonly refId: string
}

/** An event as reservations need it: what is offered at what price, and the rows behind it. */
export interface DemoEvent {
  readonly id: string
  readonly plan: EventPlan
  readonly fields: EventFields
  readonly centreId: string
  readonly participant_types: readonly (QuoteOffer['participant_types'][number] &
    Referred & { readonly membersOnly: boolean; readonly ministersOnly: boolean; readonly forGrownUps: boolean })[]
  readonly accommodations: readonly (QuoteOffer['accommodations'][number] &
    Referred & { readonly from: string; readonly until: string; readonly blockIds: readonly string[] })[]
  readonly caterers: readonly (QuoteOffer['caterers'][number] & Referred)[]
  readonly products: readonly {
    readonly name: string
    readonly options: readonly (QuoteOffer['products'][number]['options'][number] & Referred)[]
  }[]
}

export interface Events {
  readonly events: ReadonlyMap<EventKey, DemoEvent>
  readonly rows: {
    readonly events: readonly Row<'events'>[]
    readonly event_participant_types: readonly Row<'event_participant_types'>[]
    readonly event_accommodations: readonly Row<'event_accommodations'>[]
    readonly event_caterers: readonly Row<'event_caterers'>[]
    readonly event_products: readonly Row<'event_products'>[]
    readonly event_speakers: readonly Row<'event_speakers'>[]
    readonly event_activities: readonly Row<'event_activities'>[]
    readonly scan_points: readonly Row<'scan_points'>[]
  }
}

/** The building blocks of an event. */
interface Parts {
  readonly church: Church
  readonly venues: Venues
  readonly catalogue: Catalogue
  readonly form: DemoForm
}

const eventRow = (id: string, plan: EventPlan, made: Date, calendar: Calendar, parts: Parts): Row<'events'> => ({
  id,
  slug: plan.slug,
  code_prefix: plan.code_prefix,
  kind: plan.kind,
  status: plan.status,
  name: plan.name,
  summary: plan.summary,
  description: plan.description.join('\n\n'),
  bring: plan.bring?.join('\n') ?? '',
  arrival_note: plan.arrival_note ?? '',
  translations: inOtherLanguages({
    name: plan.name,
    summary: plan.summary,
    description: plan.description.join('\n\n'),
    bring: plan.bring?.join('\n') ?? '',
    arrival_note: plan.arrival_note ?? '',
  }),
  starts_at: plan.starts_at,
  ends_at: plan.ends_at,
  time_zone: 'Africa/Accra',
  registration_opens_at: plan.opens_at,
  registration_closes_at: plan.closes_at,
  event_center_id: idOf(parts.venues.centres, plan.centre),
  online_url: plan.online_url ?? null,
  currency: 'GHS',
  capacity: plan.capacity,
  hold_minutes: plan.hold_minutes,
  cash_deadline: plan.cash?.deadline ?? null,
  cash_places: plan.cash?.places ?? null,
  approval_required: plan.approval_required ?? false,
  deposit_percent: plan.deposit_percent ?? null,
  cancellation_deadline: plan.cancellation_deadline,
  refund_rules: plan.refund_rules.map((rule) => ({ ...rule })),
  fields: { ...plan.fields },
  form_id: plan.asksForm ? parts.form.id : null,
  published_at: plan.status === 'draft' ? null : plan.opens_at,
  archived_at: plan.status === 'archived' ? calendar.at(plan.firstDay + 10, '09:00') : null,
  created_at: made,
  updated_at: made,
})

const drawOffer = (chance: Chance, calendar: Calendar, id: string, made: Date, plan: EventPlan, parts: Parts) => {
  const { church, venues, catalogue } = parts
  const types = plan.types.map((type, position) => ({
    ...type,
    refId: chance.id(made),
    position,
    _id: idOf(church.participantTypes, type.type),
  }))
  const lodging = plan.lodging.map((stay, position) => ({
    ...stay,
    refId: chance.id(made),
    position,
    categoryId: idOf(venues.categories, stay.category),
    blockIds: stay.blocks.map((block) => idOf(venues.blocks, block)),
    firstNight: calendar.day(plan.firstDay - stay.from),
    lastDay: calendar.day(plan.firstDay + stay.until),
  }))
  const caterers = plan.caterers.map((one, position) => ({
    ...one,
    refId: chance.id(made),
    position,
    _id: idOf(catalogue.caterers, one.caterer),
  }))
  const options = plan.products.map((one, position) => {
    const option = catalogue.options.find(({ product, name }) => product === one.product && name === one.option)
    if (!option) throw new Error(`the demo church does not sell “${one.product}, ${one.option}”`)
    return { ...one, refId: chance.id(made), position, _id: option.id }
  })
  const event: DemoEvent = {
    id,
    plan,
    fields: plan.fields,
    centreId: idOf(venues.centres, plan.centre),
    participant_types: types.map(({ _id, refId, type, price, membersOnly, ministersOnly, ages }) => ({
      _id,
      refId,
      name: type,
      price,
      membersOnly: membersOnly ?? false,
      ministersOnly: ministersOnly ?? false,
      forGrownUps: (ages?.[1] ?? null) === null,
    })),
    accommodations: lodging.map((stay) => ({
      room_category_id: stay.categoryId,
      refId: stay.refId,
      name: stay.category,
      price_per_night: stay.price,
      charged_per: stay.per,
      from: stay.firstNight,
      until: stay.lastDay,
      blockIds: stay.blockIds,
    })),
    caterers: caterers.map(({ _id, refId, caterer, price, days }) => ({
      _id,
      refId,
      name: caterer,
      price_per_day: price,
      days,
    })),
    products: [...new Set(options.map(({ product }) => product))].map((name) => ({
      name,
      options: options
        .filter(({ product }) => product === name)
        .map(({ _id, refId, option, price }) => ({ _id, refId, name: option, price })),
    })),
  }
  const rows = {
    event_participant_types: types.map((type) => ({
      id: type.refId,
      event_id: id,
      participant_type_id: type._id,
      price: type.price,
      places: type.places ?? null,
      members_only: type.membersOnly ?? false,
      title_ids: type.ministersOnly
        ? [...church.ministerTitleIds]
        : (type.titles ?? []).map((title) => idOf(church.titles, title)),
      designation_ids: [],
      min_age: type.ages?.[0] ?? null,
      max_age: type.ages?.[1] ?? null,
      note: type.note ?? '',
      translations: inOtherLanguages({ note: type.note ?? '' }),
      position: type.position,
    })),
    event_accommodations: lodging.map((stay) => ({
      id: stay.refId,
      event_id: id,
      room_category_id: stay.categoryId,
      block_ids: stay.blockIds,
      price_per_night: stay.price,
      charged_per: stay.per,
      check_in_from: stay.firstNight,
      check_out_until: stay.lastDay,
      beds: stay.beds,
      position: stay.position,
    })),
    event_caterers: caterers.map((one) => ({
      id: one.refId,
      event_id: id,
      caterer_id: one._id,
      price_per_day: one.price,
      days: one.days,
      covers: one.covers ?? null,
      note: one.note ?? '',
      translations: inOtherLanguages({ note: one.note ?? '' }),
      position: one.position,
    })),
    event_products: options.map((one) => ({
      id: one.refId,
      event_id: id,
      product_option_id: one._id,
      price: one.price,
      stock: one.stock ?? null,
      max_per_reservation: one.max ?? 5,
      position: one.position,
    })),
  }
  return { event, rows }
}

const drawProgramme = (
  chance: Chance,
  pointChance: Chance,
  calendar: Calendar,
  id: string,
  made: Date,
  plan: EventPlan,
  catalogue: Catalogue,
) => ({
  event_speakers: plan.speakers.map(([name, topic], position) => ({
    id: chance.id(made),
    event_id: id,
    speaker_id: idOf(catalogue.speakers, name),
    topic,
    translations: inOtherLanguages({ topic }),
    position,
  })),
  event_activities: plan.activities.map(([day, from, to, title, place, speaker], position) => ({
    id: chance.id(made),
    event_id: id,
    title,
    starts_at: calendar.at(plan.firstDay + day, from),
    ends_at: calendar.at(plan.firstDay + day, to),
    place,
    translations: inOtherLanguages({ title, place }),
    speaker_id: speaker ? idOf(catalogue.speakers, speaker) : null,
    position,
  })),
  // The gate, which every event is made with, comes first.
  scan_points: planSittings(
    (plan.points ?? []).map(({ at, ...point }) => ({
      ...point,
      translations: inOtherLanguages({ name: point.name }),
      starts_at: at ? calendar.at(plan.firstDay + at[0], at[1]).toISOString() : null,
      ends_at: at?.[2] ? calendar.at(plan.firstDay + at[0], at[2]).toISOString() : null,
    })),
    usualMeals('en'),
    {
      startsAt: plan.starts_at.toISOString(),
      endsAt: plan.ends_at.toISOString(),
      zone: 'Africa/Accra',
      // Planned before it began.
      now: made.getTime(),
      caterers: plan.caterers.map(({ caterer, days }) => ({
        caterer_id: idOf(catalogue.caterers, caterer),
        name: caterer,
        days,
      })),
    },
  ).map((point, index) => ({
    id: pointChance.id(made),
    event_id: id,
    kind: point.kind,
    rule: point.rule,
    name: point.name,
    translations: point.translations ?? {},
    capacity: point.capacity ?? null,
    starts_at: point.starts_at ?? null,
    ends_at: point.ends_at ?? null,
    caterer_id: ('caterer_id' in point && point.caterer_id) || null,
    position: index + 1,
  })),
})

/** Creates eight events in all states, each with everything it offers and its schedule. */
export const drawEvents = (chance: Chance, calendar: Calendar, parts: Parts): Events => {
  const plans = [conference, camp, prayer, couples, women, council, training, lastConference].map((draw) =>
    draw(calendar),
  )
  // Of their own: nothing else follows from how many meals there are.
  const pointChance = openChance(plans.length)
  const drawn = plans.map((plan) => {
    const made = calendar.at(Math.min(plan.firstDay, 0) - 80, '10:00')
    const id = chance.id(made)
    const { event, rows } = drawOffer(chance, calendar, id, made, plan, parts)
    const programme = drawProgramme(chance, pointChance, calendar, id, made, plan, parts.catalogue)
    return { event, rows: { events: [eventRow(id, plan, made, calendar, parts)], ...rows, ...programme } }
  })
  return {
    events: new Map(drawn.map(({ event }) => [event.plan.key, event])),
    rows: {
      events: drawn.flatMap(({ rows }) => rows.events),
      event_participant_types: drawn.flatMap(({ rows }) => rows.event_participant_types),
      event_accommodations: drawn.flatMap(({ rows }) => rows.event_accommodations),
      event_caterers: drawn.flatMap(({ rows }) => rows.event_caterers),
      event_products: drawn.flatMap(({ rows }) => rows.event_products),
      event_speakers: drawn.flatMap(({ rows }) => rows.event_speakers),
      event_activities: drawn.flatMap(({ rows }) => rows.event_activities),
      scan_points: drawn.flatMap(({ rows }) => rows.scan_points),
    },
  }
}
