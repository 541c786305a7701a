import type { ReportFilters } from '@shiloh/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import { lacksRoom, STATUS_BEFORE_ARCHIVE, statusIs } from '#features/reservations'
import { hiddenIn } from '#platform/auth/denied'
import { shown } from '#platform/auth/denied.store'
import { toldIn } from '#platform/db/languages.store'
import type { ReportEvent, Scope } from './report.ts'

export type Condition = RawBuilder<unknown>

const among = (ids: readonly string[]): Condition => sql`any(${[...ids]}::text[])`
const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `)

/** The status of a reservation `r` now. In an archived event, the one before it was archived. */
export const statusOf = (now: Date): RawBuilder<string> => sql<string>`case
  when r.status = 'archived' then coalesce(${STATUS_BEFORE_ARCHIVE}, 'archived')
  when ${statusIs('failed', now)} then 'failed' else r.status end`

/**
 * The condition that `statusOf` is one of these. PostgreSQL knows how many reservations have a status; of a `case` it takes one of a
 * hundred for true, and chooses what suits few rows.
 */
const statusIn = (statuses: NonNullable<ReportFilters['status']>, now: Date): Condition =>
  sql`(${sql.join(
    [
      ...statuses.map((status) => statusIs(status, now)),
      sql`(r.status = 'archived' and ${STATUS_BEFORE_ARCHIVE} = ${among(statuses)})`,
    ],
    sql` or `,
  )})`

/** Days of an instant in the event's time zone, as text. */
export const dayOf = (instant: Condition, { time_zone }: ReportEvent): RawBuilder<string> =>
  sql<string>`to_char(${instant} at time zone ${sql.lit(time_zone)}, 'YYYY-MM-DD')`

/** Where a person `p` lives. Those without an account or a unit of their own are counted with the main person. */
export const home = (level: 'region' | 'area' | 'district' | 'assembly'): Condition => {
  const column = sql.raw(`${level}_id`)
  return sql`case when own.region_id is null then main.${column} else own.${column} end`
}

const inUnits = (of: (level: 'region' | 'area' | 'district' | 'assembly') => Condition, units: readonly string[]) =>
  sql`(${of('region')} = ${among(units)} or ${of('area')} = ${among(units)} or ${of('district')} = ${among(units)} or ${of('assembly')} = ${among(units)})`

/** Conditions on a reservation `r`: its event, its status, its room category, and what is denied to the reader. */
const ofEvent = ({ filters, query, now }: Scope, event: ReportEvent): Condition[] => [
  sql`r.event_id = ${event.id}`,
  shown(query, { reservation: 'r.id' }),
  sql`r.id <> all(${[...hiddenIn(query)]}::text[])`,
  ...(filters.status ? [statusIn(filters.status, now)] : []),
  ...(filters.room_category
    ? [
        sql`r.event_accommodation_id in (select id from event_accommodations where room_category_id = ${among(filters.room_category)})`,
      ]
    : []),
]

/**
 * The persons of an event who match the filters: `p`, with the reservation `r`, the offered type `type`, the accounts
 * `main` (who reserved) and `own` (theirs, if they have one).
 */
export const persons = (scope: Scope, event: ReportEvent = scope.event, joins: Condition = sql``): Condition => {
  const { participant_type, unit, caterer } = scope.filters
  return sql`from reservations r
    join reservation_participants p on p.reservation_id = r.id
    join event_participant_types type on type.id = p.event_participant_type_id
    join users main on main.id = r.user_id
    left join users own on own.id = p.user_id and own.id <> main.id
    ${joins}
    where ${all([
      ...ofEvent(scope, event),
      ...(participant_type ? [sql`type.participant_type_id = ${among(participant_type)}`] : []),
      ...(unit ? [inUnits(home, unit)] : []),
      ...(caterer
        ? [sql`p.event_caterer_id in (select id from event_caterers where caterer_id = ${among(caterer)})`]
        : []),
    ])}`
}

/** Who a row of `persons` is about: the columns that every list of people has, and `p.name`. */
export const personColumns = ({
  language,
}: Scope): Condition => sql`r.id as reservation_id, coalesce(own.id, main.id) as user_id,
  p.name, r.code,
  (select ${toldIn(language, 't', 'name')} from participant_types t where t.id = type.participant_type_id) as participant_type`

/** The columns of `personColumns`. */
export interface PersonColumns {
  readonly reservation_id: string
  readonly user_id: string
  readonly name: string
  readonly code: string
  readonly participant_type: string
}

/** The reservations of the event with a person who matches the filters: `r`, with the event `e` and its guest `main`. */
export const reservations = (scope: Scope, joins: Condition = sql``): Condition => {
  const { participant_type, unit, caterer } = scope.filters
  const byPerson = participant_type || caterer
  return sql`from reservations r
    join events e on e.id = r.event_id
    join users main on main.id = r.user_id
    ${joins}
    where ${all([
      ...ofEvent(scope, scope.event),
      ...(unit ? [inUnits((level) => sql`main.${sql.raw(level)}_id`, unit)] : []),
      ...(byPerson
        ? [
            sql`exists (select from reservation_participants p join event_participant_types t on t.id = p.event_participant_type_id
              left join event_caterers c on c.id = p.event_caterer_id
              where p.reservation_id = r.id
                and (${participant_type === undefined} or t.participant_type_id = ${among(participant_type ?? [])})
                and (${caterer === undefined} or c.caterer_id = ${among(caterer ?? [])}))`,
          ]
        : []),
    ])}`
}

/** Whether a reservation `r` lacks a room. */
export const withoutRoom = ({ now }: Scope): Condition => lacksRoom(now)
