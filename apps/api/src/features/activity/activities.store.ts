import { ACTIVITY_DAYS, type ActivityState, type activityRoutes } from '@shiloh/contract/activities'
import type { QueryOf } from '@shiloh/contract/core'
import { PERMISSIONS, type Permission } from '@shiloh/contract/permissions'
import { sql } from 'kysely'
import type { Activities } from '#db'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { type ListSql, paginate } from '#platform/db/pages.store'
import { contains, personKey } from '#platform/db/search.store'

const DAY_MS = 86_400_000

/** Whose activities are read: those of a person, and those that their permissions cover. */
export interface Reader {
  readonly id: string
  readonly permissions: readonly Permission[]
  readonly now: Date
}

/** Hides activities about an object that is hidden by the query. */
const aboutShown = (query: object) => {
  const named = (field: string) => sql`(a.about ->> ${sql.lit(field)})`
  return shown(query, { event: named('event_id'), reservation: named('reservation_id'), person: named('user_id') })
}

const reading = (db: Queryable, { id, permissions, now }: Reader, query: object) =>
  db
    .selectFrom('activities as a')
    .leftJoin('users as u', 'u.id', 'a.owner_id')
    .leftJoin('files as f', 'f.id', 'a.file_id')
    .select([
      'a.id',
      'a.kind',
      'a.about',
      'a.owner_id',
      'a.state',
      'a.done',
      'a.total',
      'a.result',
      'a.link',
      'a.error',
      'a.acts',
      'a.task',
      'a.created_at',
      'a.started_at',
      'a.ended_at',
      'f.name as file_name',
      'f.bytes as file_bytes',
      'f.mime as file_mime',
      'f.storage_key',
    ])
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('owner'))
    .where((eb) =>
      eb.or([
        eb('a.owner_id', '=', id),
        // All permissions, as almost every reader of all has, need no list.
        ...(permissions.length === PERMISSIONS.length
          ? [eb('a.permission', 'is not', null)]
          : [eb('a.permission', 'in', ['', ...permissions])]),
      ]),
    )
    .where((eb) =>
      eb.or([eb('a.ended_at', 'is', null), eb('a.ended_at', '>', new Date(now.getTime() - ACTIVITY_DAYS * DAY_MS))]),
    )
    .where(aboutShown(query))

export type ActivityRow = NonNullable<Awaited<ReturnType<typeof findActivity>>>

export const findActivity = (db: Queryable, reader: Reader, id: string, query: object) =>
  reading(db, reader, query).where('a.id', '=', id).executeTakeFirst()

const listed = ({ id }: Reader) =>
  ({
    table: 'a',
    sort: {},
    filter: {
      search: (words, query) =>
        contains(
          words,
          sql`(select string_agg(d.value, ' ') from jsonb_each_text(a.about) d)`,
          'a.kind',
          personKey(words, query),
        ),
      mine: (mine) => (mine ? sql<boolean>`a.owner_id = ${id}` : undefined),
    },
  }) as const satisfies ListSql<typeof activityRoutes.listActivities, Activities>

export const listActivities = (db: Queryable, reader: Reader, query: QueryOf<typeof activityRoutes.listActivities>) =>
  paginate(reading(db, reader, query), query, listed(reader))

export const countUnderWay = async (db: Queryable, ownerId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('activities')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const lockActivity = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('activities').select('id').where('id', '=', id).forUpdate().execute()
}

export const setState = async (tx: Tx, now: Date, id: string, state: ActivityState): Promise<void> => {
  await tx
    .updateTable('activities')
    .set({ state, ended_at: state === 'stopped' ? now : null, ...(state === 'queued' && { attempts: 0 }) })
    .where('id', '=', id)
    .execute()
}

/** Returns activities that ended long ago, with their files. */
export const findOld = (db: Queryable, before: Date) =>
  db
    .selectFrom('activities as a')
    .leftJoin('files as f', 'f.id', 'a.file_id')
    .select(['a.id', 'f.id as file_id', 'f.storage_key'])
    .where('a.ended_at', '<', before)
    .limit(1000)
    .execute()

export const deleteActivities = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await tx.deleteFrom('activities').where('id', 'in', ids).execute()
}
