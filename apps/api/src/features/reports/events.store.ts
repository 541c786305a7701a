import type { Language } from '@shiloh/contract/core'
import { sql } from 'kysely'
import { shown } from '#platform/auth/denied.store'
import type { Queryable } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import type { ReportEvent } from './report.ts'

/** Returns an event that the reader can see, in their language. */
export const findEvent = async (
  db: Queryable,
  id: string,
  query: object,
  language: Language,
): Promise<ReportEvent | undefined> => {
  const { rows } = await sql<ReportEvent>`
    select e.id, ${toldIn(language, 'e', 'name')} as name, e.kind, e.starts_at, e.ends_at, e.time_zone, e.currency
    from events e where e.id = ${id} and ${shown(query, { event: 'e.id' })}`.execute(db)
  return rows[0]
}

/** A value of a filter, and its name. */
export interface Choice {
  readonly value: string
  readonly name: string
}

type NamedByEvent = 'participant_type' | 'caterer' | 'room_category' | 'block'

/** Returns what the filters of an event can be set to. */
export const findChoices = async (
  db: Queryable,
  eventId: string,
  language: Language,
): Promise<Readonly<Record<NamedByEvent, Choice[]>>> => {
  const { rows } = await sql<Choice & { key: NamedByEvent }>`
    select 'participant_type' as key, t.id as value, ${toldIn(language, 't', 'name')} as name, o.position from event_participant_types o
      join participant_types t on t.id = o.participant_type_id where o.event_id = ${eventId}
    union all select 'caterer', c.id, ${toldIn(language, 'c', 'name')}, o.position from event_caterers o
      join caterers c on c.id = o.caterer_id where o.event_id = ${eventId}
    union all select 'room_category', c.id, ${toldIn(language, 'c', 'name')}, o.position from event_accommodations o
      join room_categories c on c.id = o.room_category_id where o.event_id = ${eventId}
    union all select 'block', b.id, b.name, 0 from events e
      join event_blocks b on b.event_center_id = e.event_center_id where e.id = ${eventId}
    order by position, name`.execute(db)
  const of = (key: string) => rows.filter((row) => row.key === key).map(({ value, name }) => ({ value, name }))
  return {
    participant_type: of('participant_type'),
    caterer: of('caterer'),
    room_category: of('room_category'),
    block: of('block'),
  }
}

const NAMED = {
  participant_type: 'participant_types',
  unit: 'church_units',
  caterer: 'caterers',
  room_category: 'room_categories',
  block: 'event_blocks',
} as const
/** Filters whose values are rows. */
export const NAMED_FILTERS = ['participant_type', 'unit', 'caterer', 'room_category', 'block'] as const
export type NamedFilter = (typeof NAMED_FILTERS)[number]

/** Returns how many of these rows exist. An event need not offer them: a saved report is opened for any event. */
export const countNamed = async (db: Queryable, key: NamedFilter, ids: readonly string[]): Promise<number> => {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(NAMED[key])} where id = any(${[...ids]}::text[])`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the names of units of the church map. */
export const findUnits = async (db: Queryable, ids: readonly string[]): Promise<Choice[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('church_units')
        .select(['id as value', 'name'])
        .where('id', 'in', [...ids])
        .orderBy('name')
        .execute()
