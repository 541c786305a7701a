import { bedLetter } from '@shiloh/contract/reservations/beds'
import { readMissing } from '@shiloh/contract/reservations/party'
import { dayIn } from '@shiloh/contract/text/zone'
import { sql } from 'kysely'
import {
  type DueColumns,
  dueDateOf,
  FIGURE_COLUMNS,
  type FigureColumns,
  figuresOfRow,
  LACKS_CONSENT,
} from '#features/reservations'
import { toldIn } from '#platform/db/languages.store'
import { statusName } from './money.sql.ts'
import type { ReportRow, Scope } from './report.ts'
import { home, type PersonColumns, personColumns, persons, reservations, statusOf, withoutRoom } from './scope.sql.ts'

/** Who reserved, and where they are found. */
export const GUEST = sql`r.id as reservation_id, main.id as user_id, r.code, main.first_name || ' ' || main.last_name as name, main.phone,
  (select name from church_units where id = main.district_id) as district,
  (select name from church_units where id = main.assembly_id) as assembly`

export interface Guest {
  readonly reservation_id: string
  readonly user_id: string
  readonly code: string
  readonly name: string
  readonly phone: string | null
  readonly district: string | null
  readonly assembly: string | null
}

/** Returns the reservations that owe something now, with when it is due: those of the list's filter `due`. */
export const listUnpaid = async (scope: Scope): Promise<ReportRow[]> => {
  const { db, now, event } = scope
  const { rows } = await sql<Guest & FigureColumns & DueColumns & { state: string; undecided: boolean }>`
    select ${GUEST}, ${sql.raw(FIGURE_COLUMNS)}, r.needs_approval and r.approved_at is null as undecided, e.starts_at, e.balance_due_at, e.cash_deadline, ${statusOf(now)} as state
    ${reservations(scope)} and r.total > r.paid + r.waived + r.reduced
    order by main.last_name, main.first_name, r.id`.execute(db)
  return rows.flatMap((row) => {
    const { balance, total } = figuresOfRow(row, now)
    if (balance <= 0) return []
    const { undecided, ...guest } = row
    const due =
      guest.status === 'pending' && guest.hold_expires_at && !undecided ? guest.hold_expires_at : dueDateOf(row)
    const status = statusName(scope, row.state)
    return [{ ...row, status, expected: total, balance, due_at: dayIn(due, event.time_zone) }]
  })
}

/** Returns the reservations that lack answers, details of a person, a consent, or the guest's own unit and title. */
export const listIncomplete = async (scope: Scope): Promise<ReportRow[]> => {
  const { db, say } = scope
  const profile = sql`(not main.is_not_member and main.country_code = 'GH' and not main.has_completed_additional_requirement)`
  const { rows } = await sql<Guest & { open: string[]; profile: boolean; consent: boolean }>`
    select ${GUEST}, r.missing as open, ${profile} as profile, ${LACKS_CONSENT} as consent
    ${reservations(scope)} and (cardinality(r.missing) > 0 or ${profile} or ${LACKS_CONSENT})
    order by main.last_name, main.first_name, r.id`.execute(db)
  return rows.map(({ open, profile: lacksProfile, consent, ...row }) => {
    const ofPersons = open.flatMap((one) => readMissing(one)?.personId ?? [])
    const answers = open.length - ofPersons.length
    return {
      ...row,
      missing: [
        ...(lacksProfile ? [say('missing_profile')] : []),
        ...(answers > 0 ? [say('missing_answers', { count: answers })] : []),
        ...(ofPersons.length > 0 ? [say('missing_persons', { count: new Set(ofPersons).size })] : []),
        ...(consent ? [say('missing_consent')] : []),
      ].join(', '),
    }
  })
}

/** Returns the confirmed reservations with nights and without a bed for everybody in every night. */
export const listRoomless = async (scope: Scope): Promise<ReportRow[]> => {
  const { rows } = await sql<ReportRow>`
    select ${GUEST}, (select ${toldIn(scope.language, 'c', 'name')} from event_accommodations a join room_categories c on c.id = a.room_category_id
        where a.id = r.event_accommodation_id) as room_category,
      r.persons as people,
      r.check_out - r.check_in as nights
    ${reservations(scope)} and ${withoutRoom(scope)}
    order by main.last_name, main.first_name, r.id`.execute(scope.db)
  return rows
}

/** The bed of a person `p`: the first of the event, as the gate shows it. */
const BED = sql`left join lateral (
  select b.name || ' ' || m.name as room, a.bed from bed_assignments a
  join event_rooms m on m.id = a.room_id join event_blocks b on b.id = m.event_block_id
  where a.participant_id = p.id and a.released_at is null and not a.for_change order by lower(a.nights) limit 1) bed on true`

interface Person extends PersonColumns {
  readonly title: string | null
  readonly room: string | null
  readonly bed_number: number | null
}

const person = (scope: Scope) => sql`${personColumns(scope)},
  (select ${toldIn(scope.language, 't', 'name')} from titles t where t.id = p.title_id) as title, bed.room, bed.bed as bed_number`

const withBed = <Row extends Person>(row: Row) => ({
  ...row,
  bed: row.bed_number === null ? null : bedLetter(row.bed_number),
})

/** Returns everybody by name within their assembly. */
export const listPeople = async (scope: Scope): Promise<ReportRow[]> => {
  const { db, say } = scope
  const { rows } = await sql<Person & { assembly: string | null; district: string | null }>`
    select ${person(scope)}, (select a.name from church_units a where a.id = ${home('assembly')}) as assembly,
      (select d.name from church_units d where d.id = ${home('district')}) as district,
      case when p.user_id is null then null else coalesce(own.phone, main.phone) end as phone
    ${persons(scope, scope.event, BED)}
    order by p.id`.execute(db)
  const listed = rows.map((row) => ({
    ...withBed(row),
    section: row.assembly ? [row.assembly, row.district].filter(Boolean).join(', ') : say('no_unit'),
  }))
  return listed.sort(bySection)
}

/** Returns everybody by name within their caterer. */
export const listEaters = async (scope: Scope): Promise<ReportRow[]> => {
  const { rows } = await sql<Person & { caterer: string | null; days: number; meals: number; people: number }>`
    select ${person(scope)}, c.name as caterer, ec.days, (count(*) over (partition by ec.id))::int as people,
      (select count(*)::int from scan_points s where s.event_id = r.event_id and s.kind = 'meal' and s.caterer_id = ec.caterer_id
        and s.removed_at is null) as meals
    ${persons(scope, scope.event, sql`${BED} left join event_caterers ec on ec.id = p.event_caterer_id left join caterers c on c.id = ec.caterer_id`)}
    order by c.name nulls last, p.name, p.id`.execute(scope.db)
  const headingOf = ({ caterer, people, days, meals }: (typeof rows)[number]) => {
    if (caterer === null) return scope.say('no_caterer')
    const said = scope.say('section_caterer', { caterer, people, days })
    // Before its sittings are made, nothing is known of the meals of a day.
    return meals > 0 ? scope.say('section_meals', { said, meals, covers: meals * people }) : said
  }
  return rows.map((row) => ({ ...withBed(row), section: headingOf(row) }))
}

/** Returns everybody by name, or within their district, with what their reservation still owes: for a gate without a device. */
export const listGate = async (scope: Scope): Promise<ReportRow[]> => {
  const { db, now, event, say } = scope
  const byDistrict = scope.grouping === 'district'
  const { rows } = await sql<Person & FigureColumns & { position: number; district: string | null }>`
    select ${person(scope)}, p.position, ${sql.raw(FIGURE_COLUMNS)}, p.checked_in_at, p.checked_out_at,
      (select d.name from church_units d where d.id = ${home('district')}) as district
    ${persons(scope, event, BED)}
    order by ${byDistrict ? sql`district nulls last,` : sql``} p.name, p.id`.execute(db)
  return (byDistrict ? rows : rows.sort(byName)).map((row) => ({
    ...withBed(row),
    // A reservation owes once, with its main person. What is settled stays empty on paper.
    balance: row.position === 0 ? figuresOfRow(row, now).balance || null : null,
    section: byDistrict ? (row.district ?? say('no_unit')) : initialOf(row.name),
  }))
}

/** Compares as people sort: É with E, and 9 before 10. */
export const numeric = new Intl.Collator('en', { numeric: true })

/** Orders by the alphabet: É with E, and Ɔ behind O. The database orders by code points. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  numeric.compare(a.name, b.name)

interface Listed {
  readonly assembly: string | null
  readonly section: string
  readonly name: string
}
/** Orders by the heading of the section as it is read: people look for their assembly. Those without one are last. */
export const bySection = (a: Listed, b: Listed): number =>
  Number(a.assembly === null) - Number(b.assembly === null) || numeric.compare(a.section, b.section) || byName(a, b)

/** Returns the letter of a list under which a name is found: `Ɔ` with `O`, `É` with `E`. */
export const initialOf = (name: string): string =>
  name.trim().charAt(0).normalize('NFD').charAt(0).toUpperCase().replace('Ɔ', 'O').replace('Ɛ', 'E').replace('Ŋ', 'N')
