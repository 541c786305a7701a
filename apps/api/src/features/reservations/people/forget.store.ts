import { sql } from 'kysely'
import type { Tx } from '#platform/db/db'
import { ERASED_NAME } from '#platform/text/erased'

/**
 * Locks the reservations that a person made or pays for, in the global order, so that nobody waits for the account
 * while holding one of them.
 */
export const lockReservationsOf = async (tx: Tx, userId: string): Promise<void> => {
  await sql`
    select from reservations where id in (
      select id from reservations where user_id = ${userId} or other_payer_id = ${userId}
      union select reservation_id from payments where payer_id = ${userId})
    order by id for no key update`.execute(tx)
}

/**
 * Wishes `w` for the person by the phone of their account, unless somebody else has the same one. A phone that was never
 * confirmed can be anybody's, and finds nobody.
 */
const wishedFor = (userId: string) => sql`w.phone = (
  select u.phone from users u where u.id = ${userId} and u.phone_verified_at is not null and not exists (
    select from users o where o.phone = u.phone and o.id <> u.id and o.erased_at is null))`

/** Returns the events at which somebody wishes for a person by their phone, in order. */
export const findEventsOfWishes = async (tx: Tx, userId: string): Promise<string[]> => {
  const { rows } = await sql<{ event_id: string }>`
    select distinct event_id from room_mate_wishes w where ${wishedFor(userId)} order by event_id`.execute(tx)
  return rows.map(({ event_id }) => event_id)
}

/** Forgets the phone in these wishes, which then read as gone. */
export const forgetWishes = async (tx: Tx, userId: string): Promise<void> => {
  await sql`update room_mate_wishes w set phone = null where ${wishedFor(userId)}`.execute(tx)
}

/** Reasons that are codes, which nobody typed. */
const CODED = ['unpaid', 'dearer', 'deposit', 'arrived']
const CODED_OF_BEDS = ['unfit', 'no stay', 'held again']

/** Forgets what was typed about a person in their reservations, their guardians, and what they wished while they waited. */
export const forgetTexts = async (tx: Tx, userId: string): Promise<void> => {
  await sql`update reservations set note = '', waived_reason = case when waived_reason is not null then '' end
    where user_id = ${userId} and (note <> '' or waived_reason <> '')`.execute(tx)
  await sql`update reservation_transitions t set reason = '' from reservations r
    where t.reservation_id = r.id and r.user_id = ${userId} and t.reason <> '' and t.reason <> all(${CODED}::text[])`.execute(
    tx,
  )
  await sql`update reservation_transitions t set changes = null from reservations r
    where t.reservation_id = r.id and r.user_id = ${userId} and t.changes is not null`.execute(tx)
  await sql`update bed_assignments b set released_reason = '' from reservations r
    where b.reservation_id = r.id and r.user_id = ${userId}
      and b.released_reason <> '' and b.released_reason <> all(${CODED_OF_BEDS}::text[])`.execute(tx)
  await sql`update guardian_consents g set guardian_name = ${ERASED_NAME}, email = null, phone = null,
      answered_name = case when answered_name is not null then ${ERASED_NAME} end
    from reservations r where g.reservation_id = r.id and r.user_id = ${userId}`.execute(tx)
  await sql`update waiting_entries set wish = '{}', prices = null, reason = '' where user_id = ${userId}`.execute(tx)
}
