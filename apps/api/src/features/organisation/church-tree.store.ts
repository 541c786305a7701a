import type { QueryOf } from '@shiloh/contract/core'
import {
  CHURCH_LEVELS,
  type ChurchLevel,
  type ChurchMove,
  type organisationRoutes,
} from '@shiloh/contract/organisation'
import { type RawBuilder, sql } from 'kysely'
import { hiddenIn } from '#platform/auth/denied'
import type { Queryable, Tx } from '#platform/db/db'
import { hasWords } from '#platform/db/search.store'
import { holdPlaces } from './church-map.store.ts'

/** Most units that a search of the tree finds, beside those above them. */
const MOST_FOUND = 50

interface TreeRow {
  readonly _id: string
  readonly level: ChurchLevel
  readonly name: string
  readonly code: string | null
  readonly parent_id: string | null
  readonly country: string
  readonly children: number
  readonly assemblies: number
  readonly people: number
  readonly found: boolean
}

/** The column of a person that names a unit of this level. */
const columnOf = (level: ChurchLevel) => sql.ref(`p.${level}_id`)

/**
 * Returns the units directly below a parent, or the regions; with words, the units that they find and all units above
 * these. Each with what is below it: units, assemblies of any depth, and people.
 */
export const readTree = async (
  db: Queryable,
  query: QueryOf<typeof organisationRoutes.readChurchTree>,
): Promise<TreeRow[]> => {
  const hidden = hiddenIn(query)
  const seen = sql`u.id <> all(${[...hidden]}::text[])`
  const { search, parent_id } = query
  const chosen = search
    ? sql`
      matches as (
        select u.id, u.parent_id from church_units u where ${hasWords(search, sql.ref('u.search_text'))} and ${seen}
        order by u.name, u.id limit ${MOST_FOUND}),
      above as (
        select m.id, m.parent_id from matches m
        union select u.id, u.parent_id from church_units u join above a on a.parent_id = u.id where ${seen}),
      listed as (select u.*, u.id in (select id from matches) as found from church_units u where u.id in (select id from above)),`
    : sql`
      listed as (
        select u.*, false as found from church_units u
        where ${parent_id === undefined ? sql`u.parent_id is null` : sql`u.parent_id = ${parent_id}`} and ${seen}),`
  const people = CHURCH_LEVELS.map(
    (level) => sql`
      select ${columnOf(level)} as id, count(*)::int as people from users p
      where ${columnOf(level)} in (select l.id from listed l where l.level = ${level}) group by 1`,
  )
  const { rows } = await sql<TreeRow>`
    with recursive ${chosen}
      below as (
        select l.id as root, c.id, c.level from listed l join church_units c on c.parent_id = l.id
        union all select b.root, c.id, c.level from below b join church_units c on c.parent_id = b.id),
      people as (${sql.join(people, sql` union all `)})
    select l.id as _id, l.level, l.name, l.code, l.parent_id, l.country_code as country, l.found,
      (select count(*)::int from church_units c where c.parent_id = l.id) as children,
      (select count(*)::int from below b where b.root = l.id and b.level = 'assembly') as assemblies,
      coalesce((select p.people from people p where p.id = l.id), 0) as people
    from listed l order by l.name, l.id`.execute(db)
  return rows
}

/** The unit `id` and all units below it, as `below` of a recursive statement. */
const belowUnit = (id: string) => sql`below as (
        select u.id, u.level from church_units u where u.id = ${id}
        union all select u.id, u.level from below b join church_units u on u.parent_id = b.id)`
/** Whether a person `p` belongs to a unit of `below`. */
const belongs = sql`(p.region_id in (select id from below where level = 'region')
          or p.area_id in (select id from below where level = 'area')
          or p.district_id in (select id from below where level = 'district')
          or p.assembly_id in (select id from below where level = 'assembly'))`

/**
 * Locks what a move of a unit below another parent changes and relies on: the units below it, the unit, and all units that will
 * be above it. Units are always locked from the bottom to the top, and accounts after units, so that nobody waits in a circle.
 */
export const lockMove = async (tx: Tx, id: string, parentId: string | null): Promise<void> => {
  await sql`with recursive ${belowUnit(id)}
    select 1 from church_units u where u.id in (select id from below) and u.id <> ${id}
    order by array_position(${[...CHURCH_LEVELS]}::text[], u.level) desc, u.id for share`.execute(tx)
  await sql`select 1 from church_units where id = ${id} for no key update`.execute(tx)
  for (let above = parentId; above !== null; ) {
    const [place] = await holdPlaces(tx, [above])
    above = place?.parent_id ?? null
  }
}

/** Returns who and what a move of a unit below another parent affects. */
export const readMove = async (
  db: Queryable,
  now: Date,
  id: string,
  parentId: string,
  readerId: string,
): Promise<ChurchMove> => {
  const chain = (name: string, first: RawBuilder<unknown>) => sql`${sql.ref(name)} as (
        select u.id, u.parent_id from church_units u where u.id = ${first}
        union all select u.id, u.parent_id from ${sql.ref(name)} c join church_units u on u.id = c.parent_id)`
  const { rows } = await sql<ChurchMove>`
    with recursive
      ${belowUnit(id)},
      ${chain('old', sql`(select parent_id from church_units where id = ${id})`)},
      ${chain('new', sql`${parentId}`)},
      changed as (
        select id from old where id not in (select id from new)
        union all select id from new where id not in (select id from old)),
      moved as (select p.id from users p where ${belongs}),
      reports as (
        select distinct s.name from saved_reports s, string_to_table(s.filters ->> 'unit', ',') as u(id)
        where (s.owner_id = ${readerId} or s.shared) and u.id in (select id from changed))
    select
      (select count(*)::int from below where level = 'assembly') as assemblies,
      (select count(*)::int from moved) as people,
      (select count(distinct p.reservation_id)::int
        from moved m join reservation_participants p on p.user_id = m.id join events e on e.id = p.event_id
        where p.live and e.ends_at > ${now}) as reservations,
      (select coalesce(array_agg(name order by name), '{}') from reports) as reports`.execute(db)
  return rows[0] ?? { assemblies: 0, people: 0, reservations: 0, reports: [] }
}

/**
 * Gives the people of a unit, and of all units below it, the units that are above it now. Returns how many people and
 * assemblies that concerns. What a person names below the unit stays.
 */
export const followParents = async (
  tx: Tx,
  id: string,
  now: Date,
): Promise<{ readonly people: number; readonly assemblies: number }> => {
  const { rows } = await sql<{ people: number; assemblies: number }>`
    with recursive
      ${belowUnit(id)},
      above as (
        select u.id, u.parent_id, u.level from church_units u where u.id = (select parent_id from church_units where id = ${id})
        union all select u.id, u.parent_id, u.level from above a join church_units u on u.id = a.parent_id),
      unit as (select array_position(${[...CHURCH_LEVELS]}::text[], level) as depth from church_units where id = ${id}),
      moved as (
        update users p set
          region_id = case when unit.depth > 1 then (select id from above where level = 'region') else p.region_id end,
          area_id = case when unit.depth > 2 then (select id from above where level = 'area') else p.area_id end,
          district_id = case when unit.depth > 3 then (select id from above where level = 'district') else p.district_id end,
          updated_at = ${now}
        from unit
        where ${belongs}
        returning 1)
    select (select count(*)::int from moved) as people,
      (select count(*)::int from below where level = 'assembly') as assemblies`.execute(tx)
  return rows[0] ?? { people: 0, assemblies: 0 }
}
