import { z } from 'zod'
import { adminResource, exportRoute, pickRoute } from '../admin-resource.ts'
import { POINT_KINDS, POINT_RULES, RULES_OF } from '../checkin/points.ts'
import {
  can,
  currency,
  day,
  done,
  fileRoute,
  id,
  idOrSlugParams,
  idParams,
  line,
  listRoute,
  money,
  paragraphs,
  publicAccess,
  route,
  searchText,
  signedIn,
  timestamp,
} from '../core.ts'
import { eventFields, formDefinition, pricedQuestion } from '../forms/forms.ts'
import { anyOf, dayRange, declareList, listFilter, pageQuery } from '../lists.ts'
import { UNPAID_RULES } from '../payments/money.ts'
import { idList, nestedParams, optionalText, PICTURE_FIELD, pictureUrl, stamps, version } from '../record-fields.ts'
import { offerView } from '../reservations/offer.ts'
import { CHARGED_PER, refundRule } from '../reservations/quote.ts'
import { languagesOf, textsLanguage, translatedLine, translationsOf } from '../text/translations.ts'
import { isTimeZone } from '../text/zone.ts'

/** Events: for visitors, for people who are signed in, and for administrators. */

// ── Status ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export const EVENT_STATUSES = ['draft', 'published', 'unpublished', 'archived'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]
export const EVENT_ACTIONS = ['publish', 'unpublish', 'archive'] as const
export type EventAction = (typeof EVENT_ACTIONS)[number]

/** The transitions of an event's status. Any other action is rejected. */
export const EVENT_TRANSITIONS: Readonly<Record<EventStatus, Readonly<Partial<Record<EventAction, EventStatus>>>>> = {
  draft: { publish: 'published' },
  published: { unpublish: 'unpublished', archive: 'archived' },
  unpublished: { publish: 'published', archive: 'archived' },
  archived: {},
}

/**
 * Returns the status after an action, or undefined if the status does not allow it. A published event can be archived
 * once it is over. Before that it must be unpublished first, so that nobody archives an event that people are about to
 * attend.
 */
export const nextEventStatus = (
  from: EventStatus,
  action: EventAction,
  facts: { readonly ended: boolean },
): EventStatus | undefined =>
  from === 'published' && action === 'archive' && !facts.ended ? undefined : EVENT_TRANSITIONS[from][action]

export const EVENT_KINDS = ['conference', 'retreat', 'camp', 'convention', 'workshop', 'service', 'other'] as const
export const eventKind = z.enum(EVENT_KINDS)

// ── What everybody sees ──────────────────────────────────────────────────────────────────────────────────────────────

/** The texts of an event that can be translated. */
export const EVENT_TEXTS = ['name', 'summary', 'description', 'bring', 'arrival_note'] as const

/** Places left. Null: no limit. */
const left = z.int().min(0).nullable()

export const eventCard = z.object({
  _id: id,
  slug: z.string(),
  name: z.string(),
  kind: eventKind,
  summary: z.string(),
  starts_at: timestamp,
  ends_at: timestamp,
  time_zone: z.string(),
  /** Venue and town. Null: online only. */
  place: z.string().nullable(),
  online: z.boolean(),
  currency,
  /**
   * The price of the cheapest participant type that any adult can take; without one, of the cheapest for adults, then of
   * all. 0 is free entry; null: none offered yet.
   */
  price_from: money.nullable(),
  lodging_from: money.nullable(),
  places_left: left,
  registration_opens_at: timestamp.nullable(),
  registration_closes_at: timestamp.nullable(),
  /** Null: use the generated cover at /events/{id}/cover.svg. */
  picture_url: pictureUrl,
  languages: languagesOf(EVENT_TEXTS),
})
export type EventCard = z.output<typeof eventCard>

const speakerView = z.object({
  _id: id,
  /** With their form of address. */
  name: z.string(),
  /** Without it, for their initials. */
  own_name: z.string(),
  role: z.string(),
  topic: z.string(),
  bio: z.string(),
  picture_url: pictureUrl,
})
const activityView = z.object({
  _id: id,
  title: z.string(),
  starts_at: timestamp,
  ends_at: timestamp.nullable(),
  place: z.string(),
  speaker: z.string().nullable(),
  description: z.string(),
})

/** Returns what to bring, each thing on its own, as it is written: a line for each. */
export const thingsToBring = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The description of an event, beside its offer. */
const told = {
  description_html: z.string(),
  /** What to bring, each thing on its own. */
  bring: z.array(z.string()),
  /** Where to go on arrival. */
  arrival_note: z.string(),
  address: z.string().nullable(),
  map_url: z.string().nullable(),
  capacity: z.int().nullable(),
  cancellation_deadline: timestamp.nullable(),
  refund_rules: z.array(refundRule),
  speakers: z.array(speakerView),
  activities: z.array(activityView),
}

const offered = offerView.omit({ form: true, fields: true })
/** One event as a visitor sees it. */
export const publicEvent = eventCard
  .extend(offered.shape)
  .extend(told)
  .extend({ priced_questions: z.array(pricedQuestion) })
export type PublicEventView = z.output<typeof publicEvent>

/** One event for somebody who is signed in: with the form and the built-in questions. */
export const userEvent = eventCard
  .extend(offerView.shape)
  .extend(told)
  .extend({ status: z.enum(EVENT_STATUSES) })
export type UserEvent = z.output<typeof userEvent>

/** The caller's own reservation of an event, in a list. */
const ownReservation = z.object({ _id: id, code: z.string(), status: z.string() }).nullable()
export const userEventCard = eventCard.extend({ reservation: ownReservation })

const listed = pageQuery.extend({
  search: searchText.optional(),
  when: z.enum(['upcoming', 'past']).default('upcoming'),
  kind: eventKind.optional(),
})

export const publicEventRoutes = {
  listEvents: listRoute({
    method: 'GET',
    path: '/events',
    access: publicAccess,
    summary: 'Published events: upcoming ones, soonest first, or past ones, latest first',
    query: listed,
    response: eventCard,
  }),
  readEvent: route({
    method: 'GET',
    path: '/events/{id}',
    access: publicAccess,
    summary: 'One published event, by id or slug',
    params: idOrSlugParams,
    response: publicEvent,
  }),
  listRecentEvents: route({
    method: 'GET',
    path: '/events/{id}/recent',
    access: publicAccess,
    summary: 'Other events',
    params: idOrSlugParams,
    response: z.array(eventCard),
  }),
  readCover: fileRoute({
    method: 'GET',
    path: '/events/{id}/cover.svg',
    access: publicAccess,
    summary: 'The generated cover of an event without a picture',
    fileTypes: ['image/svg+xml'],
    params: idParams,
  }),
  listUserEvents: listRoute({
    method: 'GET',
    path: '/user/events',
    access: signedIn(),
    summary: 'Events open to this person, with their own reservations',
    query: listed,
    response: userEventCard,
  }),
  readUserEvent: route({
    method: 'GET',
    path: '/user/events/{id}',
    access: signedIn(),
    summary: 'One event with its choices, their prices and what is left',
    params: idOrSlugParams,
    response: userEvent,
  }),
}

// ── What administrators keep ─────────────────────────────────────────────────────────────────────────────────────────

const timeZone = z.string().max(60).refine(isTimeZone, { error: 'unknown_choice' })
const count = z.int().min(0).max(10_000_000)
const slug = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'invalid' })
  .refine((text) => !/^[0-9a-f]{24}$/.test(text), { error: 'invalid' })
const webAddress = z
  .string()
  .max(500)
  .pipe(z.url({ protocol: /^https?$/, error: 'invalid' }))

/** What is written of an event and of its parts, in other languages. */
const eventTexts = translationsOf({
  name: translatedLine(160),
  summary: paragraphs(500),
  description: paragraphs(50_000),
  bring: paragraphs(2000),
  arrival_note: paragraphs(300),
})
const noteTexts = translationsOf({ note: paragraphs(300) })
const topicTexts = translationsOf({ topic: paragraphs(200) })
const activityTexts = translationsOf({
  title: translatedLine(200),
  place: paragraphs(120),
  description: paragraphs(2000),
})
const pointTexts = translationsOf({ name: translatedLine(80) })

const age = z.int().min(0).max(120).nullish()
export const participantTypeInput = z
  .object({
    participant_type_id: id,
    price: money,
    places: count.nullable().optional(),
    members_only: z.boolean().optional(),
    title_ids: idList,
    designation_ids: idList,
    /** Full years on the first day, both bounds included. Null: no bound. */
    min_age: age,
    max_age: age,
    note: optionalText(300),
    translations: noteTexts.write,
  })
  .refine(({ min_age, max_age }) => (min_age ?? 0) <= (max_age ?? 120), { path: ['max_age'], error: 'too_small' })
export const accommodationInput = z
  .object({
    room_category_id: id,
    /** Empty: every block of the event's center. */
    block_ids: idList,
    price_per_night: money,
    charged_per: z.enum(CHARGED_PER).optional(),
    check_in_from: day,
    check_out_until: day,
    /**
     * Beds per night. Omitted: at publication, all beds of the category in those blocks that no other event has taken.
     */
    beds: count.optional(),
  })
  .refine(({ check_in_from, check_out_until }) => check_in_from < check_out_until, {
    error: 'date_order',
    path: ['check_out_until'],
  })
export const catererInput = z.object({
  caterer_id: id,
  price_per_day: money,
  /** Omitted: every day of the event. */
  days: z.int().min(1).max(60).optional(),
  covers: count.nullable().optional(),
  note: optionalText(300),
  translations: noteTexts.write,
})
export const productInput = z.object({
  product_option_id: id,
  price: money,
  stock: count.nullable().optional(),
  max_per_reservation: z.int().min(1).max(100).optional(),
})
export const speakerInput = z.object({
  speaker_id: id,
  topic: optionalText(200),
  translations: topicTexts.write,
})
export const activityInput = z
  .object({
    /** The id of an existing activity. Omitted: a new one is created. */
    _id: id.optional(),
    title: line(200),
    starts_at: timestamp,
    ends_at: timestamp.nullable().optional(),
    place: optionalText(120),
    speaker_id: id.nullable().optional(),
    description: optionalText(2000),
    translations: activityTexts.write,
  })
  .refine(({ starts_at, ends_at }) => !ends_at || Date.parse(ends_at) > Date.parse(starts_at), {
    error: 'date_order',
    path: ['ends_at'],
  })

export const scanPointInput = z
  .object({
    /** The id of an existing point. Omitted: a new one is created. */
    _id: id.optional(),
    kind: z.enum(POINT_KINDS),
    /** Omitted: the usual rule of its kind. */
    rule: z.enum(POINT_RULES).optional(),
    name: line(80),
    translations: pointTexts.write,
    /** Warns at the point, and refuses nobody. */
    capacity: z.int().min(1).max(1_000_000).nullable().optional(),
    /** When a sitting, a session or a ride begins. */
    starts_at: timestamp.nullable().optional(),
    /** When it ends. A sitting serves nobody half an hour after it. */
    ends_at: timestamp.nullable().optional(),
    /** A sitting serves those who ordered from this caterer of the event. Null: those who ordered from any. */
    caterer_id: id.nullable().optional(),
  })
  .refine(({ kind, rule }) => rule === undefined || RULES_OF[kind].includes(rule), {
    path: ['rule'],
    error: 'unknown_choice',
  })
  .refine(({ kind, caterer_id }) => kind === 'meal' || !caterer_id, { path: ['caterer_id'], error: 'unsupported' })
  .refine(({ starts_at, ends_at }) => !starts_at || !ends_at || Date.parse(ends_at) > Date.parse(starts_at), {
    path: ['ends_at'],
    error: 'date_order',
  })

const nestedList = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item)
    .max(max)
    .nullable()
    .transform((items) => items ?? [])
    .optional()

const eventValues = z.object({
  name: line(160),
  /** Omitted: derived from the name. */
  slug: slug.optional(),
  code_prefix: z
    .string()
    .regex(/^[A-Z0-9]{2,6}$/, { error: 'invalid' })
    .optional(),
  kind: eventKind.optional(),
  summary: optionalText(500),
  description: optionalText(50_000),
  /** What to bring: a line for each thing. */
  bring: optionalText(2000),
  arrival_note: optionalText(300),
  translations: eventTexts.write,
  starts_at: timestamp,
  ends_at: timestamp,
  time_zone: timeZone.optional(),
  registration_opens_at: timestamp.nullable().optional(),
  registration_closes_at: timestamp.nullable().optional(),
  event_center_id: id.nullable().optional(),
  online_url: webAddress.nullable().optional(),
  currency: currency.optional(),
  capacity: count.nullable().optional(),
  hold_minutes: z.int().min(1).max(43_200).optional(),
  cash_deadline: timestamp.nullable().optional(),
  cash_places: count.nullable().optional(),
  approval_required: z.boolean().optional(),
  deposit_percent: z.int().min(1).max(99).nullable().optional(),
  /** When the balance after a deposit is due. Null: 14 days before the start. Never later than the start. */
  balance_due_at: timestamp.nullable().optional(),
  unpaid_rule: z.enum(UNPAID_RULES).optional(),
  cancellation_deadline: timestamp.nullable().optional(),
  refund_rules: nestedList(refundRule, 20),
  fields: eventFields
    .nullable()
    .transform((fields) => fields ?? {})
    .optional(),
  form_id: id.nullable().optional(),
  waiting_list_minutes: z.int().min(5).max(43_200).optional(),
  /** How long a phone at the gate decides on its copy of the event without saying how old it is. */
  gate_copy_minutes: z.int().min(5).max(1440).optional(),
  care_retention_days: z.int().min(1).max(365).optional(),
  participant_types: nestedList(participantTypeInput, 50),
  accommodations: nestedList(accommodationInput, 50),
  caterers: nestedList(catererInput, 50),
  products: nestedList(productInput, 200),
  speakers: nestedList(speakerInput, 200),
  activities: nestedList(activityInput, 500),
  /** In the order in which devices offer them. At least one is a gate: the first one counts scans that name no point. */
  scan_points: nestedList(scanPointInput, 300),
})
/** The tasks of a template are made with the event. Needs `tasks.create`. */
const planned = { task_template_id: id.nullable().optional() }
export const eventCreate = eventValues.extend({ ...planned, texts_language: textsLanguage.write })
export const eventUpdate = eventValues
  .partial()
  .extend({ version: version.optional(), texts_language: textsLanguage.write })
export type EventValues = z.output<typeof eventUpdate>

const eventRow = z.object({
  _id: id,
  slug: z.string(),
  name: z.string(),
  kind: eventKind,
  status: z.enum(EVENT_STATUSES),
  starts_at: timestamp,
  ends_at: timestamp,
  time_zone: z.string(),
  event_center_id: id.nullable(),
  event_center: z.string().nullable(),
  currency,
  capacity: z.int().nullable(),
  /** Places held or taken. */
  claimed: z.int(),
  picture_url: pictureUrl,
  published_at: timestamp.nullable(),
  version,
  ...stamps,
})
export type EventRow = z.output<typeof eventRow>

const problem = z.object({ field: z.string(), code: z.string() })
export const adminEvent = eventRow.extend({
  code_prefix: z.string(),
  summary: z.string(),
  description: z.string(),
  bring: z.string(),
  arrival_note: z.string(),
  translations: eventTexts.item,
  texts_language: textsLanguage.item,
  registration_opens_at: timestamp.nullable(),
  registration_closes_at: timestamp.nullable(),
  online_url: z.string().nullable(),
  hold_minutes: z.int(),
  cash_deadline: timestamp.nullable(),
  cash_places: z.int().nullable(),
  approval_required: z.boolean(),
  deposit_percent: z.int().nullable(),
  balance_due_at: timestamp.nullable(),
  unpaid_rule: z.enum(UNPAID_RULES),
  cancellation_deadline: timestamp.nullable(),
  refund_rules: z.array(refundRule),
  fields: eventFields,
  form_id: id.nullable(),
  waiting_list_minutes: z.int(),
  gate_copy_minutes: z.int(),
  care_retention_days: z.int(),
  archived_at: timestamp.nullable(),
  participant_types: z.array(
    z.object({
      _id: id,
      participant_type_id: id,
      name: z.string(),
      price: money,
      places: z.int().nullable(),
      claimed: z.int(),
      members_only: z.boolean(),
      title_ids: z.array(id),
      designation_ids: z.array(id),
      min_age: z.int().nullable(),
      max_age: z.int().nullable(),
      note: z.string(),
      translations: noteTexts.item,
    }),
  ),
  accommodations: z.array(
    z.object({
      _id: id,
      room_category_id: id,
      name: z.string(),
      block_ids: z.array(id),
      price_per_night: money,
      charged_per: z.enum(CHARGED_PER),
      check_in_from: day,
      check_out_until: day,
      beds: z.int(),
      /** No number was entered: at publication, the event takes all that are free. */
      all_free: z.boolean(),
      /** In the fullest night. */
      claimed: z.int(),
    }),
  ),
  caterers: z.array(
    z.object({
      _id: id,
      caterer_id: id,
      name: z.string(),
      price_per_day: money,
      days: z.int(),
      covers: z.int().nullable(),
      claimed: z.int(),
      note: z.string(),
      translations: noteTexts.item,
    }),
  ),
  products: z.array(
    z.object({
      _id: id,
      product_option_id: id,
      product_id: id,
      product: z.string(),
      name: z.string(),
      price: money,
      stock: z.int().nullable(),
      claimed: z.int(),
      max_per_reservation: z.int(),
    }),
  ),
  speakers: z.array(
    z.object({ _id: id, speaker_id: id, name: z.string(), topic: z.string(), translations: topicTexts.item }),
  ),
  activities: z.array(
    z.object({
      _id: id,
      title: z.string(),
      starts_at: timestamp,
      ends_at: timestamp.nullable(),
      place: z.string(),
      speaker_id: id.nullable(),
      description: z.string(),
      translations: activityTexts.item,
    }),
  ),
  scan_points: z.array(
    z.object({
      _id: id,
      kind: z.enum(POINT_KINDS),
      rule: z.enum(POINT_RULES),
      name: z.string(),
      translations: pointTexts.item,
      capacity: z.int().nullable(),
      starts_at: timestamp.nullable(),
      ends_at: timestamp.nullable(),
      caterer_id: id.nullable(),
    }),
  ),
  allowed: z.array(z.enum(EVENT_ACTIONS)),
  /** Problems that prevent publication. */
  problems: z.array(problem),
})
export type AdminEvent = z.output<typeof adminEvent>

const counted = z.object({
  _id: id,
  name: z.string(),
  limit: z.int().nullable(),
  claimed: z.int(),
  amount: z.int().nullable(),
})
export const eventStats = z.object({
  currency,
  places: z.object({ limit: z.int().nullable(), claimed: z.int(), held: z.int() }),
  reservations: z.record(z.string(), z.int()),
  people: z.object({ expected: z.int(), checked_in: z.int(), inside: z.int() }),
  /** Null without `payments.read`, like the amounts of what is counted. */
  money: z.object({ total: z.int(), paid: z.int(), balance: z.int(), waived: z.int() }).nullable(),
  waiting: z.int(),
  participant_types: z.array(counted),
  accommodations: z.array(
    z.object({
      _id: id,
      name: z.string(),
      nights: z.array(z.object({ night: day, limit: z.int().nullable(), claimed: z.int() })),
    }),
  ),
  caterers: z.array(counted),
  products: z.array(counted),
  daily: z.array(z.object({ day, reservations: z.int() })),
  /** Confirmed reservations with at least one person who has no bed in some night. */
  without_room: z.int(),
})
export type EventStats = z.output<typeof eventStats>

/** What the event switcher shows of an event. */
const eventBrief = z.object({
  _id: id,
  name: z.string(),
  status: z.enum(EVENT_STATUSES),
  starts_at: timestamp,
  ends_at: timestamp,
  time_zone: z.string(),
})
export type EventBrief = z.output<typeof eventBrief>

const eventList = declareList({
  sort: [
    'name',
    'status',
    'kind',
    'starts_at',
    'ends_at',
    'capacity',
    'event_center',
    'published_at',
    'created_at',
    'updated_at',
  ],
  order: ['-starts_at'],
  filter: {
    status: anyOf(z.enum(EVENT_STATUSES)).optional(),
    kind: eventKind.optional(),
    event_center_id: anyOf(id).optional(),
    starts_at: dayRange().optional(),
    when: z.enum(['upcoming', 'past']).optional(),
  },
})
/** The filter of events, for calls that act on all of its rows. */
export const eventFilter = listFilter(eventList)
const managed = adminResource({
  path: '/admin/events',
  resource: 'events',
  name: 'events',
  item: eventRow,
  create: eventCreate,
  update: eventUpdate,
  list: eventList,
})
const transition = (action: EventAction, permission: 'events.publish' | 'events.archive', summary: string) =>
  route({
    method: 'PUT',
    path: `/admin/events/{id}/${action}`,
    access: can(permission),
    summary,
    params: idParams,
    response: adminEvent,
    errors: ['illegal_transition', 'event_not_publishable', 'event_has_reservations', 'below_claimed', 'beds_sold'],
  })
const deletePart = <const N extends string>(path: string, name: N, summary: string) =>
  route({
    method: 'DELETE',
    path: `/admin/events/{id}/${path}/{${name}}`,
    access: can('events.update'),
    summary,
    params: nestedParams(name),
    response: done,
    errors: ['in_use'],
  })

export const adminEventRoutes = {
  listAdminEvents: managed.list,
  createEvent: { ...managed.create, response: adminEvent, errors: ['duplicate', 'texts_language_changed'] as const },
  readAdminEvent: { ...managed.get, response: adminEvent },
  updateEvent: {
    ...managed.update,
    response: adminEvent,
    errors: [
      'edit_conflict',
      'texts_language_changed',
      'duplicate',
      'below_claimed',
      'beds_sold',
      'in_use',
      'illegal_transition',
      'event_not_publishable',
    ] as const,
  },
  removeEvent: { ...managed.remove, errors: ['in_use', 'event_was_published'] as const },
  pickEvents: pickRoute('/admin/events/query', 'events.read', 'events', { status: z.enum(EVENT_STATUSES).optional() }),
  findCurrentEvent: route({
    method: 'GET',
    path: '/admin/events/current',
    access: can('events.read'),
    summary: 'The event that the office works on: the one asked for, else the one that runs or comes next',
    query: z.object({ event_id: id.optional() }),
    response: eventBrief.nullable(),
  }),
  exportEvents: exportRoute('/admin/events/export', 'events.export', 'events', eventList),
  readEventStats: route({
    method: 'GET',
    path: '/admin/events/{id}/stats',
    access: can('events.read'),
    summary: 'Places, people, beds, covers, stock and money of one event',
    params: idParams,
    response: eventStats,
  }),
  readEventProducts: route({
    method: 'GET',
    path: '/admin/events/{id}/products',
    access: can('events.read'),
    summary: 'The offer of an event',
    params: idParams,
    response: adminEvent.shape.products,
  }),
  replaceEventProducts: route({
    method: 'PUT',
    path: '/admin/events/{id}/products',
    access: can('events.update'),
    summary: 'Replace the offer of an event',
    params: idParams,
    body: z.object({ products: z.array(productInput).max(200) }),
    response: adminEvent.shape.products,
    errors: ['below_claimed', 'in_use'],
  }),
  readEventFields: route({
    method: 'GET',
    path: '/admin/events/{id}/fields',
    access: can('events.read'),
    summary: "The questions of an event's reservation: the built-in ones and its form",
    params: idParams,
    response: z.object({ fields: eventFields, form: formDefinition.nullable() }),
  }),
  publishEvent: transition('publish', 'events.publish', 'Publish an event that can be reserved'),
  unpublishEvent: transition('unpublish', 'events.publish', 'Unpublish an event'),
  archiveEvent: transition('archive', 'events.archive', 'Archive an event and its reservations'),
  duplicateEvent: route({
    method: 'POST',
    path: '/admin/events/{id}/duplicate',
    access: can('events.create'),
    summary: 'Copy an event to a draft; a different start shifts all dates',
    params: idParams,
    body: z.object({ name: line(160).optional(), starts_at: timestamp.optional(), ...planned }),
    response: adminEvent,
    idempotent: true,
    status: 201,
  }),
  setEventPicture: route({
    method: 'POST',
    path: '/admin/events/{id}/picture',
    access: can('events.update'),
    summary: "Set or, without a file, remove an event's picture",
    params: idParams,
    files: [PICTURE_FIELD],
    response: adminEvent,
  }),
  removeEventActivity: deletePart('activities', 'activity_id', 'Remove an activity from the schedule'),
  removeEventAccommodation: deletePart('accommodations', 'accommodation_id', 'Stop offering a room category'),
  removeEventSpeaker: deletePart('speakers', 'speaker_id', 'Remove a speaker from the event'),
}
