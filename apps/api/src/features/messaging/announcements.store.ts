import type { Language, QueryOf } from '@shiloh/contract/core'
import {
  type AnnouncementAudience,
  announcementAudience,
  type announcementRoutes,
} from '@shiloh/contract/messaging/announcements'
import { type RawBuilder, sql } from 'kysely'
import type { BulkMessages } from '#db'
import { shown } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { languageTold, toldIn } from '#platform/db/languages.store'
import { offsetOf, type Page } from '#platform/db/pages'
import { conditions, type ListSql, orderTerms } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'

type Routes = typeof announcementRoutes

/** Selects the members whom an announcement is for. Every part of the audience narrows it. */
export const selectMembers = (written: unknown, now: Date): RawBuilder<unknown> => {
  const { roles, unit_ids, event_id, participant_type_id, statuses } = announcementAudience.parse(written ?? {})
  const isReservation = event_id !== undefined || participant_type_id !== undefined || statuses !== undefined
  const all: RawBuilder<unknown>[] = [
    sql`u.erased_at is null and u.status <> 'deactivated'`,
    sql`u.user_type = any(${roles ?? ['user']}::text[])`,
    ...(unit_ids
      ? [
          sql`(u.region_id = any(${unit_ids}::text[]) or u.area_id = any(${unit_ids}::text[])
          or u.district_id = any(${unit_ids}::text[]) or u.assembly_id = any(${unit_ids}::text[]))`,
        ]
      : []),
    ...(isReservation
      ? [
          sql`exists (select 1 from reservations r where r.user_id = u.id
            ${event_id === undefined ? sql`` : sql`and r.event_id = ${event_id}`}
            ${
              participant_type_id === undefined
                ? sql``
                : sql`and exists (select 1 from reservation_participants p join event_participant_types t on t.id = p.event_participant_type_id
                    where p.reservation_id = r.id and t.participant_type_id = ${participant_type_id})`
            }
            and case when r.status = 'pending' and r.hold_expires_at <= ${now} then 'failed' else r.status end
              = any(${statuses ?? ['pending', 'active', 'redeemed']}::text[]))`,
        ]
      : []),
  ]
  return sql`select u.id as user_id, null::oid24 as reservation_id from users u where ${sql.join(all, sql` and `)}`
}

/** Returns the parts of an audience that name something that does not exist. */
export const findUnknown = async (
  db: Queryable,
  { unit_ids = [], event_id, participant_type_id }: AnnouncementAudience,
): Promise<(keyof AnnouncementAudience)[]> => {
  const { rows } = await sql<{ units: boolean; event: boolean; type: boolean }>`
    select not exists (select 1 from unnest(${unit_ids}::text[]) a(id) where not exists (
        select 1 from church_units c where c.id = a.id)) as units,
      ${event_id === undefined ? sql`true` : sql`exists (select 1 from events where id = ${event_id})`} as event,
      ${participant_type_id === undefined ? sql`true` : sql`exists (select 1 from participant_types where id = ${participant_type_id})`} as type`.execute(
    db,
  )
  const [found] = rows
  return [
    ...(found?.units ? [] : (['unit_ids'] as const)),
    ...(found?.event ? [] : (['event_id'] as const)),
    ...(found?.type ? [] : (['participant_type_id'] as const)),
  ]
}

const STATE = (now: Date) => sql<string>`case when b.status = 'scheduled' then 'planned'
  when b.status = 'stopped' and b.started_at is null and b.activity_id is null then 'called_off'
  when b.ends_at <= ${now} or b.started_at is null or (b.status = 'stopped' and b.told = 0) then 'ended' else 'live' end`

export interface AnnouncementRow {
  readonly id: string
  readonly texts: unknown
  readonly filter: unknown
  readonly event: string | null
  readonly participant_type: unknown
  readonly units: unknown
  readonly channels: readonly string[]
  readonly state: string
  readonly starts_at: Date
  readonly ends_at: Date | null
  readonly pinned: boolean
  readonly people: number
  readonly readers: number
  readonly author: string | null
  readonly error: string | null
  readonly created_at: Date
}

const COLUMNS = (now: Date, reader: Language) => sql`
  b.id, b.texts, b.filter, ${toldIn(reader, 'e', 'name')} as event, b.channels, ${STATE(now)} as state, b.starts_at, b.ends_at, b.pinned,
  case when b.status = 'stopped' then b.told else b.people end as people,
  nullif(concat_ws(' ', u.first_name, u.last_name), '') as author, b.created_at,
  case when b.status = 'stopped' then a.error end as error,
  (select json_build_object('_id', t.id, 'name', ${toldIn(reader, 't', 'name')}) from participant_types t
    where t.id = b.filter->>'participant_type_id') as participant_type,
  (select json_agg(json_build_object('_id', c.id, 'name', c.name) order by c.name) from church_units c
    where b.filter->'unit_ids' ? c.id::text) as units,
  (select count(*)::int from notifications n where n.message_id = b.id and n.read_at is not null) as readers`
const FROM = sql`from bulk_messages b left join events e on e.id = b.filter->>'event_id' left join users u on u.id = b.created_by
  left join activities a on a.id = b.activity_id`

const announcements = (now: Date) =>
  ({
    table: 'b',
    sort: {},
    filter: {
      search: (words) =>
        contains(
          words,
          sql`(select string_agg(concat_ws(' ', l.value ->> 'subject', l.value ->> 'body'), ' ') from jsonb_each(b.texts) l)`,
        ),
      state: (state) => sql<boolean>`${STATE(now)} = ${state}`,
    },
  }) as const satisfies ListSql<Routes['listAnnouncements'], BulkMessages>

/** Announcements about an event that is hidden from the caller are left out. */
const visible = (query: object) =>
  sql`b.audience = 'members' and ${shown(query, { event: sql`(b.filter->>'event_id')` })}`

export const listAnnouncements = async (
  db: Queryable,
  query: QueryOf<Routes['listAnnouncements']>,
  now: Date,
  reader: Language,
): Promise<Page<AnnouncementRow>> => {
  const list = announcements(now)
  const where = sql`where ${sql.join([visible(query), ...conditions(query, list)], sql` and `)}`
  const { rows } = await sql<AnnouncementRow>`select ${COLUMNS(now, reader)} ${FROM} ${where}
    order by ${orderTerms(query, list)}, b.id limit ${query.page_size} offset ${offsetOf(query)}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total ${FROM} ${where}`.execute(db)
  return { items: rows, total: counted.rows[0]?.total ?? 0 }
}

export const findAnnouncement = async (
  db: Queryable,
  id: string,
  query: object,
  now: Date,
  reader: Language,
): Promise<AnnouncementRow | undefined> => {
  const { rows } =
    await sql<AnnouncementRow>`select ${COLUMNS(now, reader)} ${FROM} where b.id = ${id} and ${visible(query)}`.execute(
      db,
    )
  return rows[0]
}

/** Returns a person's pinned announcements that are shown now, newest first, in this language where they have it. */
export const findPinned = async (db: Queryable, userId: string, language: Language, now: Date) => {
  const { rows } = await sql<{
    id: string
    title: string
    body: string
    language: string | null
    link: string | null
    read_at: Date | null
  }>`
    select n.id, ${toldIn(language, 'n', 'title')} as title, ${toldIn(language, 'n', 'body')} as body,
      ${languageTold(language, 'n')} as language, n.link, n.read_at from notifications n join bulk_messages b on b.id = n.message_id
    where n.user_id = ${userId} and b.pinned and (b.ends_at is null or b.ends_at > ${now})
    order by n.created_at desc limit 3`.execute(db)
  return rows
}
