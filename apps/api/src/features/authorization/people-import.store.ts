import type { FieldError } from '@shiloh/contract/errors'
import type { SamePerson } from '@shiloh/contract/imports'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { nameKey } from '#platform/tables/cells'
import type { RowOutcome } from '#platform/tables/imports.store'

/** One row of an imported list of people, with phone and dates normalised. */
export interface ImportedPerson {
  readonly staff_id: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly first_name: string
  readonly last_name: string
  readonly other_names: string | null
  readonly gender: 'male' | 'female' | null
  readonly birth_date: string | null
  readonly country: string
  readonly language: string
  readonly is_not_member: boolean
  readonly title: string | null
  readonly designation: string | null
  readonly region: string | null
  readonly area: string | null
  readonly district: string | null
  readonly assembly: string | null
  /** The office that keeps the list vouches for title and designation. */
  readonly titles_confirmed: boolean
}

/** How `savePeople` finds the people of a file. */
interface Wanted {
  /** The columns that the file has. */
  readonly given: ReadonlySet<string>
  /** What must match beside the phone. */
  readonly samePerson: SamePerson
}

const LEVELS = ['region', 'area', 'district', 'assembly'] as const

const idsByName = (rows: readonly { id: string; name: string }[]) =>
  new Map(rows.map((row) => [nameKey(row.name), row.id]))

interface Unit {
  readonly id: string
  readonly level: string
  readonly name: string
  readonly parent_id: string | null
}

/** A unit by its name, or by its name and the one above it: 'Bethel, Winneba'. */
const spellingsOf = (text: string): string[] => {
  const name = nameKey(text)
  const comma = name.lastIndexOf(',')
  return comma < 0 ? [name] : [name, name.slice(0, comma).trim(), name.slice(comma + 1).trim()]
}

/** Returns the units of the church map that these rows name, by level, parent and name. */
const unitsOf = async (db: Queryable, rows: readonly ImportedPerson[]): Promise<readonly Unit[]> => {
  const names = [
    ...new Set(rows.flatMap((row) => LEVELS.flatMap((level) => row[level] ?? []).flatMap((name) => spellingsOf(name)))),
  ]
  if (names.length === 0) return []
  const found =
    await sql<Unit>`select id, level, name, parent_id from church_units where lower(name) = any(${names}::text[])`.execute(
      db,
    )
  return found.rows
}

type Places = Readonly<Record<`${(typeof LEVELS)[number]}_id`, string | null>>

/** Returns the units of one row. Units with the same name are distinguished by their parents. */
const placesOf = (row: ImportedPerson, units: ReadonlyMap<string, readonly Unit[]>): Places | readonly FieldError[] => {
  const unitsNamed = (level: (typeof LEVELS)[number], text: string): readonly Unit[] => {
    const [whole = '', own, parent] = spellingsOf(text)
    const exact = units.get(`${level}\n${whole}`)
    if (exact || own === undefined) return exact ?? []
    const above = new Set((units.get(`${LEVELS[LEVELS.indexOf(level) - 1]}\n${parent}`) ?? []).map(({ id }) => id))
    return (units.get(`${level}\n${own}`) ?? []).filter(({ parent_id }) => parent_id !== null && above.has(parent_id))
  }
  const found: Record<string, string | null> = {}
  const problems: FieldError[] = []
  let above: string | undefined
  // Below a unit that is not known, a name can only be looked for everywhere.
  let isLost = false
  for (const level of LEVELS) {
    const name = row[level]
    if (name === null) {
      found[`${level}_id`] = null
      continue
    }
    const named = unitsNamed(level, name).filter((unit) => above === undefined || unit.parent_id === above)
    const [only] = named
    if (!only || named.length > 1) {
      // Two units have this name, and no parent distinguishes them.
      if (!only || !isLost) problems.push({ field: level, code: only ? 'unknown_choice' : 'not_found' })
      isLost = true
      above = undefined
      continue
    }
    found[`${level}_id`] = only.id
    above = only.id
  }
  if (problems.length > 0) return problems
  return {
    region_id: found['region_id'] ?? null,
    area_id: found['area_id'] ?? null,
    district_id: found['district_id'] ?? null,
    assembly_id: found['assembly_id'] ?? null,
  }
}

/** Columns of the file → columns of the table, where the names differ. */
const COLUMNS: Readonly<Record<string, string>> = {
  email: 'email',
  phone: 'phone',
  first_name: 'first_name',
  last_name: 'last_name',
  other_names: 'other_names',
  gender: 'gender',
  birth_date: 'birth_date',
  country: 'country_code',
  language: 'language',
  is_not_member: 'is_not_member',
  title: 'title_id',
  designation: 'designation_id',
  region: 'region_id',
  area: 'area_id',
  district: 'district_id',
  assembly: 'assembly_id',
}

/** What a row of people has for the two sets of requirements, as in the contract. */
const hasBasics = (row: string) =>
  sql`(${sql.ref(`${row}.gender`)} is not null and ${sql.ref(`${row}.birth_date`)} is not null and ${sql.ref(`${row}.phone`)} is not null)`
const hasAdditional = (row: string) =>
  sql`(${sql.join(
    ['region_id', 'area_id', 'district_id', 'assembly_id', 'title_id'].map(
      (column) => sql`${sql.ref(`${row}.${column}`)} is not null`,
    ),
    sql` and `,
  )})`

/** Applies both to accounts that were changed. */
const weighRequirements = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`
    update users u set has_completed_basic_requirement = ${hasBasics('u')},
      has_completed_additional_requirement = ${hasAdditional('u')}
    where u.id = any(${ids}::text[])`.execute(tx)
}

/** Confirms the titles or designations that a list has for known people and that wait for it. Returns the changed rows. */
const confirmTitles = async (
  tx: Tx,
  now: Date,
  by: string,
  kind: 'title' | 'designation',
  rows: readonly { readonly id: string; readonly n: number; readonly borne: string }[],
): Promise<readonly number[]> => {
  const borne = sql.ref(`u.${kind}_id`)
  const confirmed = sql.ref(`confirmed_${kind}_id`)
  const result = await sql<{ n: number }>`
    update users u set ${confirmed} = i.borne, ${sql.ref(`${kind}_confirmed_at`)} = ${now}::timestamptz,
      ${sql.ref(`${kind}_confirmed_by`)} = ${by}
    from json_to_recordset(${JSON.stringify(rows)}::json) as i(id text, n int, borne text)
    where u.id = i.id and ${borne} = i.borne and u.${confirmed} is distinct from i.borne
      and exists (select 1 from ${sql.table(`${kind}s`)} t where t.id = i.borne and t.needs_confirmation)
    returning i.n`.execute(tx)
  return result.rows.map(({ n }) => n)
}

/**
 * Stores people in two statements. A known person is matched by staff number, else by e-mail, else by phone and what
 * `samePerson` says.
 * Columns that the file lacks stay unchanged.
 */
export const savePeople = async (
  tx: Tx,
  now: Date,
  by: string,
  rows: readonly ImportedPerson[],
  { given, samePerson }: Wanted,
): Promise<RowOutcome[]> => {
  const isSame =
    samePerson === 'names'
      ? sql`lower(u.first_name) = lower(i.first_name) and lower(u.last_name) = lower(i.last_name)`
      : sql`u.birth_date = i.birth_date`
  const titles = idsByName(await tx.selectFrom('titles').select(['id', 'name']).execute())
  const designations = idsByName(await tx.selectFrom('designations').select(['id', 'name']).execute())
  const units = Map.groupBy(await unitsOf(tx, rows), (unit) => `${unit.level}\n${nameKey(unit.name)}`)
  const outcomes: RowOutcome[] = rows.map(() => 'unchanged')
  const ready = rows.flatMap((row, index) => {
    const title_id = row.title === null ? null : titles.get(nameKey(row.title))
    const designation_id = row.designation === null ? null : designations.get(nameKey(row.designation))
    const places = placesOf(row, units)
    const problems: FieldError[] = [
      ...(title_id === undefined ? [{ field: 'title', code: 'not_found' } as const] : []),
      ...(designation_id === undefined ? [{ field: 'designation', code: 'not_found' } as const] : []),
      ...(Array.isArray(places) ? places : []),
    ]
    if (problems.length > 0) {
      outcomes[index] = problems
      return []
    }
    return [{ ...row, ...places, n: index, country_code: row.country, title_id, designation_id }]
  })
  const json = JSON.stringify(ready)
  const assignments = Object.entries(COLUMNS).filter(([column]) => given.has(column))
  // An empty cell takes nobody the address or number that they sign in with.
  const incomingOf = (column: string) =>
    column === 'email' || column === 'phone'
      ? sql`case when u.password_hash is null then i.${sql.ref(column)} else coalesce(i.${sql.ref(column)}, u.${sql.ref(column)}) end`
      : sql`i.${sql.ref(column)}`
  const changeable = sql.join(assignments.map(([, column]) => sql.ref(column)))
  const incoming = sql`json_to_recordset(${json}::json) as i(n int, staff_id text, email citext, phone text, first_name text,
    last_name text, other_names text, gender text, birth_date date, country_code text, language text, is_not_member boolean,
    title_id text, designation_id text, region_id text, area_id text, district_id text, assembly_id text, titles_confirmed boolean)`
  const { rows: known } = await sql<{
    n: number
    id: string
    staff: boolean
    other_email: boolean
    other_phone: boolean
  }>`
    with i as materialized (select * from ${incoming})
    select distinct on (n) matches.n, id, user_type not in ('user', 'vendor') as staff,
      signs_in and i.email <> matches.email as other_email, signs_in and i.phone <> matches.phone as other_phone
    from (
      select i.n, u.id, u.user_type, u.email, u.phone, u.password_hash is not null as signs_in, 1 as by
      from i join users u on u.staff_id = i.staff_id
      union all
      select i.n, u.id, u.user_type, u.email, u.phone, u.password_hash is not null, 2 from i join users u on u.email = i.email
      union all
      select i.n, u.id, u.user_type, u.email, u.phone, u.password_hash is not null, 3 from i join users u on u.phone = i.phone and ${isSame}
      where i.staff_id is null and i.email is null
    ) matches join i on i.n = matches.n
    order by n, by, id`.execute(tx)
  const people = known.filter(({ n, staff, other_email, other_phone }) => {
    // An import never changes an administrator's account, nor how a member signs in: a link for a new password goes there.
    const problems: FieldError[] = staff
      ? [{ field: 'email', code: 'taken' }]
      : [
          ...(other_email && given.has('email') ? [{ field: 'email', code: 'signs_in' } as const] : []),
          ...(other_phone && given.has('phone') ? [{ field: 'phone', code: 'signs_in' } as const] : []),
        ]
    if (problems.length > 0) outcomes[n] = problems
    return problems.length === 0
  })
  if (people.length > 0) {
    const { rows: updated } = await sql<{ n: number; id: string }>`
      update users u set (${changeable}, staff_id, updated_at) =
        (select ${sql.join(assignments.map(([, column]) => incomingOf(column)))}, coalesce(i.staff_id, u.staff_id), ${now}::timestamptz)
      from ${incoming}
      join json_to_recordset(${JSON.stringify(people)}::json) as k(n int, id text) on k.n = i.n
      where u.id = k.id
        and (${sql.join(assignments.map(([, column]) => sql`u.${sql.ref(column)}`))}, u.staff_id)
          is distinct from (${sql.join(assignments.map(([, column]) => incomingOf(column)))}, coalesce(i.staff_id, u.staff_id))
      returning i.n, u.id`.execute(tx)
    for (const { n } of updated) outcomes[n] = 'updated'
    const byRow = new Map(ready.filter(({ titles_confirmed }) => titles_confirmed).map((row) => [row.n, row]))
    for (const kind of ['title', 'designation'] as const) {
      if (!given.has(kind)) continue
      const borne = people.flatMap(({ id, n }) => {
        const named = byRow.get(n)?.[`${kind}_id`]
        return named ? [{ id, n, borne: named }] : []
      })
      for (const n of await confirmTitles(tx, now, by, kind, borne)) outcomes[n] = 'updated'
    }
    await weighRequirements(
      tx,
      updated.map(({ id }) => id),
    )
  }
  const knownRows = new Set(known.map(({ n }) => n))
  const fresh = ready.filter(({ n }) => !knownRows.has(n))
  if (fresh.length > 0) {
    await sql`
      insert into users (user_type, status, staff_id, email, phone, first_name, last_name, other_names, gender, birth_date,
        country_code, language, is_not_member, title_id, designation_id, region_id, area_id, district_id, assembly_id,
        confirmed_title_id, title_confirmed_at, title_confirmed_by, confirmed_designation_id, designation_confirmed_at,
        designation_confirmed_by, has_completed_basic_requirement, has_completed_additional_requirement, created_at, updated_at)
      select 'user', 'approved', i.staff_id, i.email, i.phone, i.first_name, i.last_name, i.other_names, i.gender, i.birth_date,
        i.country_code, i.language, i.is_not_member, i.title_id, i.designation_id, i.region_id, i.area_id, i.district_id,
        i.assembly_id,
        case when i.titles_confirmed then i.title_id end,
        case when i.titles_confirmed and i.title_id is not null then ${now}::timestamptz end,
        case when i.titles_confirmed and i.title_id is not null then ${by} end,
        case when i.titles_confirmed then i.designation_id end,
        case when i.titles_confirmed and i.designation_id is not null then ${now}::timestamptz end,
        case when i.titles_confirmed and i.designation_id is not null then ${by} end,
        ${hasBasics('i')}, ${hasAdditional('i')}, ${now}, ${now}
      from ${incoming} where i.n = any(${fresh.map(({ n }) => n)}::int[])`.execute(tx)
    for (const { n } of fresh) outcomes[n] = 'created'
  }
  return outcomes
}
