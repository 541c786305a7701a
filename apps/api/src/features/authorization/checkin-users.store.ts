import type { ListQuery } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { paginate } from '#platform/db/pages.store'
import { matchesPerson } from '#platform/db/search.store'

interface CheckinFilter {
  readonly search?: string | undefined
  readonly status?: string | undefined
  readonly event_id?: string | undefined
}

const select = (db: Queryable, filter: CheckinFilter = {}) =>
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
      sql<unknown>`(select json_agg(json_build_object('_id', e.id, 'name', e.name) order by e.starts_at desc)
        from check_in_user_events ce join events e on e.id = ce.event_id where ce.user_id = u.id)`.as('events'),
    )
    .where('u.user_type', '=', 'checkin_user')
    .$if(Boolean(filter.search), (q) => q.where(matchesPerson(filter.search ?? '')))
    .$if(filter.status !== undefined, (q) => q.where('u.status', '=', filter.status ?? ''))
    .$if(filter.event_id !== undefined, (q) =>
      q.where(
        sql<boolean>`exists (select 1 from check_in_user_events ce where ce.user_id = u.id and ce.event_id = ${filter.event_id ?? ''})`,
      ),
    )

export const listCheckinUsers = (db: Queryable, query: ListQuery & CheckinFilter) =>
  paginate(select(db, query), query, {
    sortable: {
      name: 'u.last_name',
      first_name: 'u.first_name',
      last_name: 'u.last_name',
      email: 'u.email',
      status: 'u.status',
      last_login_at: 'u.last_login_at',
      created_at: 'u.created_at',
      updated_at: 'u.updated_at',
    },
    defaultSort: 'last_name,first_name',
    tieBreak: 'u.id',
  })

export const findCheckinUser = (db: Queryable, id: string) => select(db).where('u.id', '=', id).executeTakeFirst()
export type CheckinUserRow = NonNullable<Awaited<ReturnType<typeof findCheckinUser>>>

/** Ties the account to exactly these events. */
export const setEvents = async (tx: Tx, userId: string, eventIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('check_in_user_events').where('user_id', '=', userId).execute()
  await sql`insert into check_in_user_events (user_id, event_id)
    select ${userId}, unnest(${[...new Set(eventIds)]}::text[])`.execute(tx)
}
