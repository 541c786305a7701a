import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { onePerPerson } from '#features/reservations'

/** A select of `user_id` and `reservation_id`, each person once. */
export type SelectedPeople = RawBuilder<unknown>

/** Narrows reservations to a selection, and to one of each person. */
export const reservationsAmong = (reservations: RawBuilder<unknown>, ids: readonly string[] | null): SelectedPeople =>
  onePerPerson(
    ids === null
      ? reservations
      : sql`select found.id from (${reservations}) found where found.id = any(${[...ids]}::text[])`,
  )

/** Narrows people to a selection. Deactivated accounts get no messages that their reservation does not bring. */
export const peopleAmong = <DB, TB extends keyof DB>(
  people: SelectQueryBuilder<DB, TB, { id: string }>,
  ids: readonly string[] | null,
): SelectedPeople =>
  sql`select found.id as user_id, null::oid24 as reservation_id from (${people}) found
    join users active on active.id = found.id and active.status <> 'deactivated'
    where ${ids === null ? sql`true` : sql`found.id = any(${[...ids]}::text[])`}`
