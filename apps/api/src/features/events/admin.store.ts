import type { Language, QueryOf } from '@shiloh/contract/core'
import type {
  AdminEvent,
  adminEventRoutes,
  EventRow,
  EventStatus,
  EventValues,
  eventFilter,
} from '@shiloh/contract/events/events'
import { eventFields } from '@shiloh/contract/forms/forms'
import type { UnpaidRule } from '@shiloh/contract/payments/money'
import { refundRule } from '@shiloh/contract/reservations/quote'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Events } from '#db'
import { lockQuotas } from '#features/reservations'
import type { Queryable, Tx } from '#platform/db/db'
import { nextVersion } from '#platform/db/edits.store'
import { inOthers, toldIn } from '#platform/db/languages.store'
import { patchSet } from '#platform/db/pages'
import { allRows, type ListSql, matching, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { sqlIn } from '#platform/db/sql.store'
import { stamped } from '#platform/db/stamps'
import { fileUrlOrNull } from '#platform/files/files.store'
import { eachOf } from '#platform/tables/exports'

type Routes = typeof adminEventRoutes

const listed = (now: Date) =>
  ({
    table: 'e',
    sort: { event_center: 'c.name' },
    filter: {
      search: (words) => contains(words, 'e.name', inOthers('e', 'name'), 'e.slug', 'c.name'),
      when: (when) => (when === 'upcoming' ? sql<boolean>`e.ends_at > ${now}` : sql<boolean>`e.ends_at <= ${now}`),
    },
  }) as const satisfies ListSql<Routes['listAdminEvents'], Events>

const from = (db: Queryable) => db.selectFrom('events as e').leftJoin('event_centers as c', 'c.id', 'e.event_center_id')

const rows = (db: Queryable) =>
  from(db).select([
    'e.id as _id',
    'e.slug',
    'e.name',
    sql<EventRow['kind']>`e.kind`.as('kind'),
    sql<EventStatus>`e.status`.as('status'),
    'e.starts_at',
    'e.ends_at',
    'e.time_zone',
    'e.event_center_id',
    'c.name as event_center',
    'e.currency',
    'e.capacity',
    sql<number>`coalesce((select q.claimed from quotas q where q.event_id = e.id and q.kind = 'event'), 0)`.as(
      'claimed',
    ),
    'e.picture_file_id',
    'e.published_at',
    'e.version',
    'e.created_at',
    'e.updated_at',
  ])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const rowView = ({ picture_file_id, ...row }: Row): EventRow => ({
  ...stamped(row),
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  published_at: iso(row.published_at),
  picture_url: fileUrlOrNull(picture_file_id),
})

/** The names are told in the language of the reader. They are sorted in the church's own. */
export const listEvents = async (
  db: Queryable,
  now: Date,
  language: Language,
  query: QueryOf<Routes['listAdminEvents']>,
) => {
  const { items, total } = await paginate(rows(db).select(toldIn(language, 'e', 'name').as('told')), query, listed(now))
  return { items: items.map(({ told, ...row }) => ({ ...rowView(row), name: told })), total }
}

export const exportEvents = (db: Queryable, now: Date, query: QueryOf<Routes['exportEvents']>) =>
  eachOf(allRows(rows(db), query, listed(now)), rowView)

/** Selects the ids of the events of a filter. */
export const selectEvents = (db: Queryable, now: Date, filter: z.output<typeof eventFilter>) =>
  matching(from(db), filter, listed(now)).select('e.id')

export const pickEvents = (db: Queryable, now: Date, language: Language, query: QueryOf<Routes['pickEvents']>) =>
  matching(from(db), query, listed(now))
    .select(['e.id as _id', toldIn(language, 'e', 'name').as('name')])
    .orderBy('e.starts_at', 'desc')
    .limit(200)
    .execute()

/** Finds events by name and center, told in the language of the reader: those to come first, the next one on top. */
export const findEvents = (
  db: Queryable,
  now: Date,
  language: Language,
  query: { readonly search?: string | undefined },
  most: number,
) =>
  matching(from(db), query, listed(now))
    .select([
      'e.id as _id',
      toldIn(language, 'e', 'name').as('name'),
      sql<EventStatus>`e.status`.as('status'),
      'e.starts_at',
      'e.ends_at',
      'e.time_zone',
    ])
    .select('c.city as place')
    .orderBy(sql`e.ends_at <= ${now}`)
    .orderBy(sql`case when e.ends_at > ${now} then e.starts_at end`)
    .orderBy('e.starts_at', 'desc')
    .orderBy('e.id')
    .limit(most)
    .execute()

/**
 * Returns the event that the office works on: the one asked for, else the published one that runs or comes next, else
 * the latest.
 */
export const findCurrentEvent = async (
  db: Queryable,
  now: Date,
  language: Language,
  query: QueryOf<Routes['findCurrentEvent']>,
) => {
  const row = await matching(from(db), query, {
    table: 'e',
    sort: {},
    // An event that is gone or hidden gives way to the next one.
    filter: { event_id: () => undefined },
  })
    .select([
      'e.id as _id',
      toldIn(language, 'e', 'name').as('name'),
      sql<EventStatus>`e.status`.as('status'),
      'e.starts_at',
      'e.ends_at',
      'e.time_zone',
    ])
    .orderBy(sql`(e.id = ${query.event_id ?? ''}) desc`)
    .orderBy(sql`(e.status = 'published' and e.ends_at > ${now}) desc`)
    .orderBy(sql`case when e.ends_at > ${now} then e.starts_at end`)
    .orderBy('e.starts_at', 'desc')
    .orderBy('e.id')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, starts_at: row.starts_at.toISOString(), ends_at: row.ends_at.toISOString() } : null
}

/**
 * Locks an event and its quotas. Returns false if the event does not exist. Quotas are locked first and in the event's own line, as
 * they are for reservations: one order for all prevents deadlocks.
 */
export const lockEvent = async (tx: Tx, id: string): Promise<boolean> => {
  await lockQuotas(sqlIn(tx), [id])
  const row = await tx.selectFrom('events').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
}

type Nested = Pick<
  AdminEvent,
  'participant_types' | 'accommodations' | 'caterers' | 'products' | 'speakers' | 'activities' | 'scan_points'
>
interface DetailRow extends Nested {
  code_prefix: string
  summary: string
  description: string
  bring: string
  arrival_note: string
  translations: AdminEvent['translations']
  registration_opens_at: Date | null
  registration_closes_at: Date | null
  online_url: string | null
  hold_minutes: number
  cash_deadline: Date | null
  cash_places: number | null
  approval_required: boolean
  deposit_percent: number | null
  balance_due_at: Date | null
  unpaid_rule: UnpaidRule
  cancellation_deadline: Date | null
  refund_rules: unknown
  fields: unknown
  form_id: string | null
  waiting_list_minutes: number
  gate_copy_minutes: number
  care_retention_days: number
  archived_at: Date | null
}

const claimed = (kind: string) =>
  sql`coalesce((select max(q.claimed) from quotas q where q.event_id = o.event_id and q.kind = ${sql.lit(kind)} and q.ref_id = o.id), 0)`

/** Returns an event with all its parts. The caller adds what follows from its status and the rules. */
export const findEvent = async (
  db: Queryable,
  id: string,
): Promise<Omit<AdminEvent, 'allowed' | 'problems' | 'texts_language'> | undefined> => {
  const row = await rows(db).where('e.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { rows: details } = await sql<DetailRow>`
    select e.code_prefix, e.summary, e.description, e.bring, e.arrival_note, e.translations, e.registration_opens_at, e.registration_closes_at, e.online_url, e.hold_minutes,
      e.cash_deadline, e.cash_places, e.approval_required, e.deposit_percent, e.balance_due_at, e.unpaid_rule, e.cancellation_deadline, e.refund_rules, e.fields,
      e.form_id, e.waiting_list_minutes, e.gate_copy_minutes, e.care_retention_days, e.archived_at,
      coalesce((select json_agg(json_build_object('_id', o.id, 'participant_type_id', t.id, 'name', t.name, 'price', o.price,
          'places', o.places, 'claimed', ${claimed('participant_type')}, 'members_only', o.members_only, 'title_ids', o.title_ids,
          'designation_ids', o.designation_ids, 'min_age', o.min_age, 'max_age', o.max_age, 'note', o.note,
          'translations', o.translations) order by o.position, t.name)
        from event_participant_types o join participant_types t on t.id = o.participant_type_id where o.event_id = e.id), '[]') as participant_types,
      coalesce((select json_agg(json_build_object('_id', o.id, 'room_category_id', t.id, 'name', t.name, 'block_ids', o.block_ids,
          'price_per_night', o.price_per_night, 'charged_per', o.charged_per, 'check_in_from', o.check_in_from,
          'check_out_until', o.check_out_until, 'beds', o.beds, 'all_free', o.all_free, 'claimed', ${claimed('beds')}) order by o.position, t.name)
        from event_accommodations o join room_categories t on t.id = o.room_category_id where o.event_id = e.id), '[]') as accommodations,
      coalesce((select json_agg(json_build_object('_id', o.id, 'caterer_id', t.id, 'name', t.name, 'price_per_day', o.price_per_day,
          'days', o.days, 'covers', o.covers, 'claimed', ${claimed('caterer')}, 'note', o.note, 'translations', o.translations) order by o.position, t.name)
        from event_caterers o join caterers t on t.id = o.caterer_id where o.event_id = e.id), '[]') as caterers,
      coalesce((select json_agg(json_build_object('_id', o.id, 'product_option_id', t.id, 'product_id', p.id, 'product', p.name,
          'name', t.name, 'price', o.price, 'stock', o.stock, 'claimed', ${claimed('product_option')},
          'max_per_reservation', o.max_per_reservation) order by o.position, p.name, t.name)
        from event_products o join product_options t on t.id = o.product_option_id join products p on p.id = t.product_id
        where o.event_id = e.id), '[]') as products,
      coalesce((select json_agg(json_build_object('_id', o.id, 'speaker_id', t.id, 'name', concat_ws(' ', nullif(t.honorific, ''), t.name),
          'topic', o.topic, 'translations', o.translations) order by o.position, t.name)
        from event_speakers o join speakers t on t.id = o.speaker_id where o.event_id = e.id), '[]') as speakers,
      coalesce((select json_agg(json_build_object('_id', o.id, 'title', o.title, 'starts_at', o.starts_at, 'ends_at', o.ends_at,
          'place', o.place, 'speaker_id', o.speaker_id, 'description', o.description,
          'translations', o.translations) order by o.starts_at, o.position, o.id)
        from event_activities o where o.event_id = e.id), '[]') as activities,
      coalesce((select json_agg(json_build_object('_id', o.id, 'kind', o.kind, 'rule', o.rule, 'name', o.name, 'translations', o.translations, 'capacity', o.capacity,
          'starts_at', o.starts_at, 'ends_at', o.ends_at, 'caterer_id', o.caterer_id) order by o.position, o.id)
        from scan_points o where o.event_id = e.id and o.removed_at is null), '[]') as scan_points
    from events e where e.id = ${id}`.execute(db)
  const [detail] = details
  if (!detail) return undefined
  return {
    ...rowView(row),
    ...detail,
    registration_opens_at: iso(detail.registration_opens_at),
    registration_closes_at: iso(detail.registration_closes_at),
    cash_deadline: iso(detail.cash_deadline),
    balance_due_at: iso(detail.balance_due_at),
    cancellation_deadline: iso(detail.cancellation_deadline),
    archived_at: iso(detail.archived_at),
    refund_rules: z.array(refundRule).parse(detail.refund_rules),
    fields: eventFields.parse(detail.fields),
    activities: detail.activities.map((activity) => ({
      ...activity,
      starts_at: new Date(activity.starts_at).toISOString(),
      ends_at: activity.ends_at === null ? null : new Date(activity.ends_at).toISOString(),
    })),
    scan_points: detail.scan_points.map((point) => ({
      ...point,
      starts_at: point.starts_at === null ? null : new Date(point.starts_at).toISOString(),
      ends_at: point.ends_at === null ? null : new Date(point.ends_at).toISOString(),
    })),
  }
}

/** Returns the slugs with this prefix, to find the next free one. */
export const takenSlugs = async (db: Queryable, base: string): Promise<Set<string>> => {
  const found = await db
    .selectFrom('events')
    .select('slug')
    .where(sql<boolean>`slug = ${base} or slug like ${`${base}-%`}`)
    .execute()
  return new Set(found.map(({ slug }) => slug))
}

const columns = (values: EventValues) => {
  const {
    participant_types: _types,
    accommodations: _accommodations,
    caterers: _caterers,
    products: _products,
    speakers: _speakers,
    activities: _activities,
    scan_points: _points,
    refund_rules,
    fields,
    ...rest
  } = values
  return patchSet({
    ...rest,
    refund_rules:
      refund_rules && JSON.stringify([...refund_rules].sort((a, b) => Date.parse(a.until) - Date.parse(b.until))),
    fields: fields && JSON.stringify(fields),
  })
}

export const insertEvent = async (
  tx: Tx,
  now: Date,
  values: EventValues & { name: string; slug: string; code_prefix: string; starts_at: string; ends_at: string },
): Promise<string> => {
  const { name, slug, code_prefix, starts_at, ends_at } = values
  const { id } = await tx
    .insertInto('events')
    .values({ ...columns(values), name, slug, code_prefix, starts_at, ends_at, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateEvent = async (tx: Tx, now: Date, id: string, values: EventValues) => {
  await tx
    .updateTable('events')
    .set({ ...columns(values), updated_at: now, version: nextVersion })
    .where('id', '=', id)
    .execute()
}

export const saveStatus = async (tx: Tx, now: Date, id: string, status: EventStatus) => {
  await tx
    .updateTable('events')
    .set({
      status,
      updated_at: now,
      version: nextVersion,
      ...(status === 'published' ? { published_at: now } : status === 'draft' ? { published_at: null } : {}),
      ...(status === 'archived' ? { archived_at: now } : {}),
    })
    .where('id', '=', id)
    .execute()
}

export const savePicture = async (tx: Tx, now: Date, id: string, fileId: string | null) => {
  await tx
    .updateTable('events')
    .set({ picture_file_id: fileId, updated_at: now, version: nextVersion })
    .where('id', '=', id)
    .execute()
}

export const deleteEvent = async (tx: Tx, id: string) => {
  await tx.deleteFrom('events').where('id', '=', id).execute()
}

/** Returns the blocks of the list that do not belong to this center. */
export const findForeignBlocks = async (
  db: Queryable,
  centerId: string,
  blockIds: readonly string[],
): Promise<Set<string>> => {
  if (blockIds.length === 0) return new Set()
  const own = await db
    .selectFrom('event_blocks')
    .select('id')
    .where('event_center_id', '=', centerId)
    .where('id', 'in', blockIds)
    .execute()
  const known = new Set(own.map(({ id }) => id))
  return new Set(blockIds.filter((block) => !known.has(block)))
}

interface Committed {
  readonly reserved: boolean
  readonly lodged: boolean
  /** Somebody was scanned at a point that counts days. */
  readonly counted: boolean
}

/** Returns whether somebody has a current reservation at an event: pending, active or redeemed. */
export const hasLiveReservations = async (db: Queryable, id: string): Promise<boolean> => {
  const { rows: found } = await sql<{ live: boolean }>`
    select exists (select from reservations where event_id = ${id} and status in ('pending', 'active', 'redeemed')) as live`.execute(
    db,
  )
  return found[0]?.live === true
}

/** Returns which reservations, beds and scans of an event forbid a change. */
export const findCommitted = async (db: Queryable, id: string): Promise<Committed> => {
  const { rows: found } = await sql<Committed>`
    select exists (select from reservations where event_id = ${id}) as reserved,
      exists (select from reservations where event_id = ${id} and event_accommodation_id is not null
        and status in ('pending', 'active', 'redeemed')) as lodged,
      exists (select from scan_points p join scans s on s.point_id = p.id where p.event_id = ${id} and p.rule = 'once_a_day') as counted`.execute(
    db,
  )
  return found[0] ?? { reserved: false, lodged: false, counted: false }
}
