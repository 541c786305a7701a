import { type RawBuilder, sql } from 'kysely'
import { toldIn } from '#platform/db/languages.store'
import { type Column, compared, counts, label, type ReportRow, type Scope, words } from './report.ts'
import { dayOf, home, persons } from './scope.sql.ts'

/** The participant types of the event, in its order. */
const findTypes = async ({ db, event, language }: Scope) => {
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, ${toldIn(language, 't', 'name')} as name from event_participant_types o join participant_types t on t.id = o.participant_type_id
    where o.event_id = ${event.id} order by o.position, name`.execute(db)
  return rows
}

const LEVELS = ['region', 'area', 'district', 'assembly'] as const
type Level = (typeof LEVELS)[number]
const levelOf = ({ grouping }: Scope): Level => LEVELS.find((level) => level === grouping) ?? 'assembly'

export const attendanceColumns = async (scope: Scope): Promise<Column[]> => {
  if (scope.grouping === 'empty')
    return [
      ...words('assembly', 'district', 'area', 'region'),
      ...compared(scope).filter(({ key }) => key === 'before'),
    ]
  return [
    label,
    ...(levelOf(scope) === 'assembly' ? words('district') : counts('assemblies', 'with_no_one')),
    ...(await findTypes(scope)).map(({ id, name }): Column => ({ key: `type_${id}`, name, kind: 'count', adds: true })),
    ...counts('people'),
    ...compared(scope),
  ]
}

/** Persons of an event: the four units and the type of each. */
const located = (scope: Scope, event = scope.event) =>
  sql`select ${home('region')} as region_id, ${home('area')} as area_id, ${home('district')} as district_id,
    ${home('assembly')} as assembly_id, type.participant_type_id as type_id ${persons(scope, event)}`

/** The same of the whole event before: who came, of every type and status that is chosen now. */
const locatedBefore = (scope: Scope) =>
  scope.previous
    ? located(scope, scope.previous)
    : sql`select null::text as region_id, null::text as area_id, null::text as district_id, null::text as assembly_id where false`

/** The church map from regions down, one row an assembly, or a unit without one. */
const map = ({ filters: { unit } }: Scope) => sql`
  select rg.id as region_id, ar.id as area_id, di.id as district_id, a.id as assembly_id
  from church_units rg
  left join church_units ar on ar.parent_id = rg.id
  left join church_units di on di.parent_id = ar.id
  left join church_units a on a.parent_id = di.id
  where rg.level = 'region' and ${
    unit ? sql`array[rg.id, ar.id, di.id, a.id]::text[] && ${[...unit]}::text[]` : sql`true`
  }`

/** Returns one row a unit, with people by participant type; people without a unit are in a row of their own. */
export const attendanceRows = async (scope: Scope): Promise<ReportRow[]> => {
  const { db, grouping, say } = scope
  if (grouping === 'empty') return emptyAssemblies(scope)
  const level = sql.raw(`${levelOf(scope)}_id`)
  const isAssembly = levelOf(scope) === 'assembly'
  const { rows } = await sql<{
    _id: string | null
    label: string | null
    district: string | null
    assemblies: number
    with_no_one: number
    people: number
    before: number
    types: Record<string, number> | null
  }>`
    with persons as materialized (${located(scope)}),
    earlier as materialized (${locatedBefore(scope)}),
    units as (
      select m.${level} as id, count(m.assembly_id)::int as assemblies,
        (count(m.assembly_id) filter (where not exists (select from persons p where p.assembly_id = m.assembly_id)))::int as with_no_one
      from (${map(scope)}) m where m.${level} is not null group by 1),
    now as (
      select id, sum(people)::int as people, jsonb_object_agg(type_id, people) as types
      from (select coalesce(${level}, '') as id, type_id, count(*)::int as people from persons group by 1, 2) t group by 1),
    before as (select coalesce(${level}, '') as id, count(*)::int as people from earlier group by 1)
    select nullif(k.id, '') as _id, c.name as label, d.name as district, coalesce(u.assemblies, 0) as assemblies,
      coalesce(u.with_no_one, 0) as with_no_one, coalesce(n.people, 0) as people, coalesce(b.people, 0) as before, n.types
    from (select id from units union select id from now union select id from before) k
    left join units u on u.id = k.id
    left join now n on n.id = k.id
    left join before b on b.id = k.id
    left join church_units c on c.id = k.id
    left join church_units d on d.id = c.parent_id
    where ${isAssembly ? sql`coalesce(n.people, 0) + coalesce(b.people, 0) > 0` : sql`true`}`.execute(db)
  return rows.map(({ types, ...row }) => ({
    ...row,
    label: row.label ?? say('no_unit'),
    ...Object.fromEntries(Object.entries(types ?? {}).map(([id, people]) => [`type_${id}`, people])),
  }))
}

const emptyAssemblies = async (scope: Scope): Promise<ReportRow[]> => {
  const { rows } = await sql<ReportRow>`
    with persons as materialized (${located(scope)}),
    earlier as materialized (select assembly_id, count(*)::int as people from (${locatedBefore(scope)}) e group by 1)
    select m.assembly_id as _id, a.name as assembly, di.name as district, ar.name as area, rg.name as region,
      coalesce(b.people, 0) as before
    from (${map(scope)}) m
    join church_units a on a.id = m.assembly_id
    join church_units di on di.id = m.district_id
    join church_units ar on ar.id = m.area_id
    join church_units rg on rg.id = m.region_id
    left join earlier b on b.assembly_id = m.assembly_id
    where not exists (select from persons p where p.assembly_id = m.assembly_id)
    order by rg.name, ar.name, di.name, a.name`.execute(scope.db)
  return rows
}

/** Counts people by one property now and in the event before. `name` names a value of it. */
const countBy = async (
  scope: Scope,
  { key, name }: { readonly key: RawBuilder<unknown>; readonly name: RawBuilder<unknown> },
): Promise<ReportRow[]> => {
  const { previous, db, say } = scope
  const before = previous
    ? sql`select ${key} as id, count(*)::int as people ${persons(scope, previous)} group by 1`
    : sql`select null::text as id, 0 as people where false`
  const { rows } = await sql<{ label: string | null }>`
    with now as (
      select ${key} as id, count(*)::int as people,
        (count(*) filter (where p.gender = 'female' and not p.minor))::int as women,
        (count(*) filter (where p.gender = 'male' and not p.minor))::int as men,
        (count(*) filter (where p.minor))::int as children,
        (count(*) filter (where p.checked_in_at is not null))::int as checked_in
      ${persons(scope)} group by 1),
    before as (${before})
    select k.id as _id, ${name} as label, coalesce(n.people, 0) as people, coalesce(n.women, 0) as women, coalesce(n.men, 0) as men,
      coalesce(n.children, 0) as children, coalesce(n.checked_in, 0) as checked_in, coalesce(b.people, 0) as before
    from (select id from now union select id from before) k
    left join now n on n.id is not distinct from k.id left join before b on b.id is not distinct from k.id`.execute(db)
  return rows.map((row) => ({ ...row, label: row.label ?? say('none') }))
}

export const peopleColumns = (scope: Scope): Column[] => [
  label,
  ...counts('people', 'women', 'men', 'children', 'checked_in'),
  ...compared(scope),
]

export const countTypes = (scope: Scope): Promise<ReportRow[]> =>
  countBy(scope, {
    key: sql`type.participant_type_id`,
    name: sql`(select ${toldIn(scope.language, 't', 'name')} from participant_types t where t.id = k.id)`,
  })

export const countTitles = (scope: Scope): Promise<ReportRow[]> =>
  scope.grouping === 'designation'
    ? countBy(scope, {
        key: sql`p.designation_id`,
        name: sql`(select ${toldIn(scope.language, 't', 'name')} from designations t where t.id = k.id)`,
      })
    : countBy(scope, {
        key: sql`p.title_id`,
        name: sql`(select ${toldIn(scope.language, 't', 'name')} from titles t where t.id = k.id)`,
      })

/** Returns how many people and reservations each day (or week, by its Monday) brought. */
export const countDays = async (scope: Scope): Promise<ReportRow[]> => {
  const { db, event, grouping, filters } = scope
  const day = dayOf(
    grouping === 'week'
      ? sql`date_trunc('week', r.created_at at time zone ${sql.lit(event.time_zone)}) at time zone ${sql.lit(event.time_zone)}`
      : sql`r.created_at`,
    event,
  )
  const { rows } = await sql<{ label: string }>`
    select d.*, (sum(d.people) over (order by d.label))::int as running from (
      select ${day} as label, count(distinct r.id)::int as reservations, count(*)::int as people
      ${persons(scope)} group by 1) d
    order by d.label`.execute(db)
  const { from, until } = filters
  return rows.filter(({ label }) => (!from || label >= from) && (!until || label <= until))
}
