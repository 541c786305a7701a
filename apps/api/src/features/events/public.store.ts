import type { Language } from '@shiloh/contract/core'
import { EVENT_TEXTS, type EventCard, thingsToBring } from '@shiloh/contract/events/events'
import type { PageQuery } from '@shiloh/contract/lists'
import { GROWN_UP } from '@shiloh/contract/reservations/party'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#platform/db/db'
import { inOthers, languagesTold, toldIn } from '#platform/db/languages.store'
import { offsetOf } from '#platform/db/pages'
import { contains } from '#platform/db/search.store'
import { fileUrlOrNull } from '#platform/files/files.store'

interface CardRow {
  id: string
  slug: string
  name: string
  kind: EventCard['kind']
  summary: string
  starts_at: Date
  ends_at: Date
  time_zone: string
  place: string | null
  online: boolean
  currency: string
  price_from: number | null
  lodging_from: number | null
  places_left: number | null
  registration_opens_at: Date | null
  registration_closes_at: Date | null
  picture_file_id: string | null
  languages: EventCard['languages'] | null
}

/**
 * What is left of a quota. Expired holds count as free. They are found with the index of holds, and few exist at a time
 * because the sweep ends them.
 */
const left = (now: Date): RawBuilder<number> => sql<number>`
  greatest(0, q.capacity - q.claimed + coalesce((
    select sum(c.quantity) from reservations r join claims c on c.reservation_id = r.id and c.released_at is null
    where r.event_id = e.id and r.status = 'pending' and r.hold_expires_at <= ${now} and c.quota_id = q.id), 0))::int`

/**
 * The price that an event is named with: what the cheapest participant type costs an adult of the age that finds least, of
 * the types that ask for nothing but an age. One for children, the young, members or the holders of a title would promise
 * what many who read it do not get. Where there is none, the cheapest for adults, then of all. A type without places counts only
 * where none has any: nothing is for sale yet.
 */
const priceFrom = sql<number | null>`
  (with t as (select o.*, o.max_age is null or o.max_age >= ${sql.lit(GROWN_UP)} as for_adults,
        not o.members_only and o.title_ids = '{}' and o.designation_ids = '{}' as for_anybody
      from event_participant_types o where o.event_id = e.id and (o.places is distinct from 0
        or not exists (select from event_participant_types x where x.event_id = e.id and x.places is distinct from 0))),
    ages as (select ${sql.lit(GROWN_UP)}::int as age
      union select min_age from t where min_age > ${sql.lit(GROWN_UP)}
      union select max_age + 1 from t where max_age >= ${sql.lit(GROWN_UP)})
    select coalesce(
      (select max(cheapest) from (select min(t.price) as cheapest from ages
        join t on t.for_anybody and (t.min_age is null or t.min_age <= age) and (t.max_age is null or t.max_age >= age)
        group by age) by_age),
      (select min(price) from t where for_adults), (select min(price) from t)))`

/** Columns of a card. If every participant type is limited, the sum of their places limits the event. */
const cardColumns = (now: Date, reader: Language) => sql`
  e.id, e.slug, ${toldIn(reader, 'e', 'name')} as name, e.kind, ${toldIn(reader, 'e', 'summary')} as summary, e.starts_at, e.ends_at, e.time_zone,
  case when c.id is null then null when c.city = '' then c.name else c.name || ', ' || c.city end as place,
  e.online_url is not null as online, e.currency,
  ${priceFrom} as price_from,
  (select min(price_per_night) from event_accommodations o where o.event_id = e.id) as lodging_from,
  least(
    (select ${left(now)} from quotas q where q.event_id = e.id and q.kind = 'event' and q.capacity is not null),
    (select case when bool_and(q.capacity is not null) then sum(${left(now)})::int end
      from quotas q where q.event_id = e.id and q.kind = 'participant_type')) as places_left,
  e.registration_opens_at,
  case when e.registration_closes_at is not null then least(e.registration_closes_at, e.ends_at) end as registration_closes_at,
  e.picture_file_id,
  ${languagesTold(reader, 'e', EVENT_TEXTS)} as languages`

const cardView = ({ id, picture_file_id, languages, ...row }: CardRow): EventCard => ({
  _id: id,
  ...row,
  ...(languages && { languages }),
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  registration_opens_at: row.registration_opens_at?.toISOString() ?? null,
  registration_closes_at: row.registration_closes_at?.toISOString() ?? null,
  picture_url: fileUrlOrNull(picture_file_id),
})

export interface PublicFilter {
  readonly when: 'upcoming' | 'past'
  readonly kind?: string | undefined
  readonly search?: string | undefined
}

const published = (now: Date, { when, kind, search }: PublicFilter) => sql`
  e.status = 'published' and ${when === 'upcoming' ? sql`e.ends_at > ${now}` : sql`e.ends_at <= ${now}`}
  ${kind ? sql`and e.kind = ${kind}` : sql``}
  ${search ? sql`and ${contains(search, 'e.name', 'e.summary', inOthers('e', 'name'), inOthers('e', 'summary'), 'c.name', 'c.city')}` : sql``}`

/** Lists published events as cards: the next one first, or for past events the latest first. */
export const listCards = async (
  db: Queryable,
  now: Date,
  reader: Language,
  filter: PublicFilter,
  page: PageQuery,
): Promise<{ items: EventCard[]; total: number }> => {
  const order = filter.when === 'upcoming' ? sql`e.starts_at, e.id` : sql`e.starts_at desc, e.id`
  const { rows } = await sql<CardRow>`
    select ${cardColumns(now, reader)} from events e left join event_centers c on c.id = e.event_center_id
    where ${published(now, filter)} order by ${order}
    limit ${page.page_size} offset ${offsetOf(page)}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from events e left join event_centers c on c.id = e.event_center_id
    where ${published(now, filter)}`.execute(db)
  return { items: rows.map(cardView), total: counted[0]?.total ?? 0 }
}

/** Returns the kinds of events in this list. */
export const listKinds = async (db: Queryable, now: Date, when: PublicFilter['when']): Promise<EventCard['kind'][]> => {
  const { rows } = await sql<{ kind: EventCard['kind'] }>`
    select distinct e.kind from events e left join event_centers c on c.id = e.event_center_id
    where ${published(now, { when })} order by 1`.execute(db)
  return rows.map(({ kind }) => kind)
}

/** Lists other published events: upcoming ones first, then past ones, each nearest first. */
export const listOtherCards = async (
  db: Queryable,
  now: Date,
  reader: Language,
  eventId: string,
  limit: number,
): Promise<EventCard[]> => {
  const { rows } = await sql<CardRow>`
    select ${cardColumns(now, reader)} from events e left join event_centers c on c.id = e.event_center_id
    where e.status = 'published' and e.id <> ${eventId}
    order by e.ends_at <= ${now}, abs(extract(epoch from e.starts_at - ${now}::timestamptz)), e.id limit ${limit}`.execute(
    db,
  )
  return rows.map(cardView)
}

/** Returns the person's live reservation for each of these events, or else the newest one. */
export const findOwnReservations = async (
  db: Queryable,
  userId: string,
  eventIds: readonly string[],
): Promise<Map<string, { _id: string; code: string; status: string }>> => {
  const { rows } = await sql<{ event_id: string; id: string; code: string; status: string }>`
    select distinct on (event_id) event_id, id, code, status from reservations
    where user_id = ${userId} and event_id = any(${eventIds}::text[])
    order by event_id, status in ('pending', 'active', 'redeemed') desc, created_at desc`.execute(db)
  return new Map(rows.map(({ event_id, id, ...rest }) => [event_id, { _id: id, ...rest }]))
}

interface DetailRow extends CardRow {
  status: 'published' | 'unpublished' | 'archived' | 'draft'
  description: string
  bring: string
  arrival_note: string
  capacity: number | null
  cancellation_deadline: Date | null
  refund_rules: unknown
  address: string | null
  latitude: number | null
  longitude: number | null
  speakers: {
    _id: string
    name: string
    own_name: string
    role: string
    topic: string
    bio: string
    photo_file_id: string | null
  }[]
  activities: {
    _id: string
    title: string
    starts_at: string
    ends_at: string | null
    place: string
    speaker: string | null
    description: string
  }[]
}

/**
 * Returns one event by id or slug. It is published, or the person has a reservation for it, even if it was unpublished
 * or archived since.
 */
export const findDetail = async (
  db: Queryable,
  now: Date,
  reader: Language,
  idOrSlug: string,
  userId: string | null,
) => {
  const { rows } = await sql<DetailRow>`
    select ${cardColumns(now, reader)}, e.status, ${toldIn(reader, 'e', 'description')} as description,
      ${toldIn(reader, 'e', 'bring')} as bring, ${toldIn(reader, 'e', 'arrival_note')} as arrival_note, e.capacity, e.cancellation_deadline, e.refund_rules,
      nullif(concat_ws(', ', nullif(c.address, ''), nullif(c.city, '')), '') as address, c.latitude, c.longitude,
      coalesce((select json_agg(json_build_object('_id', s.id, 'name', concat_ws(' ', nullif(${toldIn(reader, 's', 'honorific')}, ''), s.name),
          'own_name', s.name, 'role', ${toldIn(reader, 's', 'role')}, 'topic', ${toldIn(reader, 'o', 'topic')}, 'bio', ${toldIn(reader, 's', 'bio')}, 'photo_file_id', s.photo_file_id) order by o.position, s.name)
        from event_speakers o join speakers s on s.id = o.speaker_id where o.event_id = e.id), '[]') as speakers,
      coalesce((select json_agg(json_build_object('_id', a.id, 'title', ${toldIn(reader, 'a', 'title')}, 'starts_at', a.starts_at, 'ends_at', a.ends_at,
          'place', ${toldIn(reader, 'a', 'place')}, 'speaker', concat_ws(' ', nullif(${toldIn(reader, 's', 'honorific')}, ''), s.name),
          'description', ${toldIn(reader, 'a', 'description')})
          order by a.starts_at, a.position, a.id)
        from event_activities a left join speakers s on s.id = a.speaker_id where a.event_id = e.id), '[]') as activities
    from events e left join event_centers c on c.id = e.event_center_id
    where (e.slug = ${idOrSlug} or e.id = ${idOrSlug})
      and (e.status = 'published' or exists (select from reservations r where r.event_id = e.id and r.user_id = ${userId}))`.execute(
    db,
  )
  const [row] = rows
  if (!row) return undefined
  const { status, description, bring, arrival_note, capacity, cancellation_deadline, refund_rules, ...rest } = row
  const { address, latitude, longitude, speakers, activities, ...card } = rest
  return {
    ...cardView(card),
    status,
    description,
    bring: thingsToBring(bring),
    arrival_note,
    capacity,
    cancellation_deadline: cancellation_deadline?.toISOString() ?? null,
    refund_rules,
    address,
    position: latitude === null || longitude === null ? null : { latitude, longitude },
    speakers: speakers.map(({ photo_file_id, ...speaker }) => ({
      ...speaker,
      picture_url: fileUrlOrNull(photo_file_id),
    })),
    activities: activities.map((activity) => ({
      ...activity,
      starts_at: new Date(activity.starts_at).toISOString(),
      ends_at: activity.ends_at === null ? null : new Date(activity.ends_at).toISOString(),
      speaker: activity.speaker || null,
    })),
  }
}

/** Returns whether an event exists. Its cover is drawn from the id alone and reveals nothing else. */
export const hasEvent = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.selectFrom('events').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Returns every published event's slug and last change, for the site map. */
export const listSlugs = (db: Queryable) =>
  db
    .selectFrom('events')
    .select(['slug', 'updated_at'])
    .where('status', '=', 'published')
    .orderBy('starts_at', 'desc')
    .limit(5000)
    .execute()
