import type { authorizationRoutes } from '@shiloh/contract/authorization'
import type { Language, QueryOf } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Users } from '#db'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { toldIn } from '#platform/db/languages.store'
import { type ListSql, paginate } from '#platform/db/pages.store'
import { matchesPerson } from '#platform/db/search.store'

const checkinUsers = {
  table: 'u',
  sort: { name: 'u.last_name' },
  filter: {
    search: (words) => matchesPerson(words, {}),
    event_id: (id) =>
      sql<boolean>`exists (select 1 from check_in_user_events ce where ce.user_id = u.id and ce.event_id = ${id})`,
  },
} as const satisfies ListSql<typeof authorizationRoutes.listCheckinUsers, Users>

/** Selects accounts with their events, except those that are hidden from the reader. */
const select = (db: Queryable, query: object, language: Language) =>
  db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.status',
      'u.email',
      'u.phone',
      'u.first_name',
      'u.last_name',
      'u.language',
      'u.last_login_at',
      'u.created_at',
      'u.updated_at',
    ])
    .select(
      sql<unknown>`(select json_agg(json_build_object('_id', e.id, 'name', ${toldIn(language, 'e', 'name')}) order by e.starts_at desc)
        from check_in_user_events ce join events e on e.id = ce.event_id where ce.user_id = u.id and ${shown(query, { event: 'e.id' })})`.as(
        'events',
      ),
    )
    .select(
      sql<boolean>`exists (select 1 from check_in_user_events ce where ce.user_id = u.id and ce.takes_payments)`.as(
        'takes_payments',
      ),
    )
    .where('u.user_type', '=', 'checkin_user')

export const listCheckinUsers = (
  db: Queryable,
  query: QueryOf<typeof authorizationRoutes.listCheckinUsers>,
  language: Language,
) => paginate(select(db, query, language), query, checkinUsers)

export const findCheckinUser = (db: Queryable, query: object, id: string, language: Language) =>
  select(db, query, language).where('u.id', '=', id).executeTakeFirst()
export type CheckinUserRow = NonNullable<Awaited<ReturnType<typeof findCheckinUser>>>

/** Returns the events of an account that are hidden from the caller: an edit keeps them. */
export const hiddenEventsOf = async (tx: Tx, query: object, userId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('check_in_user_events as ce')
    .select('ce.event_id')
    .where('ce.user_id', '=', userId)
    .where(sql<boolean>`not ${shown(query, { event: 'ce.event_id' })}`)
    .execute()
  return rows.map(({ event_id }) => event_id)
}

/** Assigns the account to exactly these events. */
export const setEvents = async (
  tx: Tx,
  userId: string,
  eventIds: readonly string[],
  takesPayments: boolean,
): Promise<void> => {
  await tx.deleteFrom('check_in_user_events').where('user_id', '=', userId).execute()
  await sql`insert into check_in_user_events (user_id, event_id, takes_payments)
    select ${userId}, unnest(${[...new Set(eventIds)]}::text[]), ${takesPayments}`.execute(tx)
}

/** Deletes the phones of an account that hold no scans, as far as the server knows. */
export const removeEmptyDevices = async (tx: Tx, userId: string): Promise<void> => {
  await tx
    .deleteFrom('gate_devices as d')
    .where('d.user_id', '=', userId)
    .where('d.queue_length', '=', 0)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('scans as s').select('s.id').where(sql<boolean>`s.device_id = d.id`))),
    )
    .execute()
}
