import type { ListQuery } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { allRows } from '#platform/tables/exports.store'
import { upsertByKey } from '#platform/tables/imports.store'

const order = {
  sortable: { name: 's.name', role: 's.role', created_at: 's.created_at', updated_at: 's.updated_at' },
  defaultSort: 'name',
  tieBreak: 's.id',
}

const select = (db: Queryable, search?: string) =>
  db
    .selectFrom('speakers as s')
    .select([
      's.id as _id',
      's.name',
      's.honorific',
      's.role',
      's.bio',
      's.photo_file_id',
      's.created_at',
      's.updated_at',
    ])
    .select(sql<number>`(select count(*)::int from event_speakers o where o.speaker_id = s.id)`.as('events'))
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 's.name', 's.role')))

export const listSpeakers = (db: Queryable, query: ListQuery) => paginate(select(db, query.search), query, order)

export const exportSpeakers = (db: Queryable, query: { search?: string | undefined; sort?: string | undefined }) =>
  allRows(select(db, query.search), query, order)

export const findSpeaker = (db: Queryable, id: string) => select(db).where('s.id', '=', id).executeTakeFirst()

export const pickSpeakers = (db: Queryable, search: string | undefined): Promise<{ _id: string; name: string }[]> =>
  db
    .selectFrom('speakers as s')
    .select(['s.id as _id', sql<string>`concat_ws(' ', nullif(s.honorific, ''), s.name)`.as('name')])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 's.name', 's.role')))
    .orderBy('s.name')
    .limit(200)
    .execute()

interface Values {
  readonly name?: string | undefined
  readonly honorific?: string | undefined
  readonly role?: string | undefined
  readonly bio?: string | undefined
  readonly photo_file_id?: string | null
}

export const insertSpeaker = (tx: Tx, now: Date, values: Values & { name: string }) =>
  tx
    .insertInto('speakers')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateSpeaker = async (tx: Tx, now: Date, id: string, values: Values) => {
  await tx
    .updateTable('speakers')
    .set({ ...patchSet({ ...values }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteSpeaker = async (tx: Tx, id: string) => {
  await tx.deleteFrom('speakers').where('id', '=', id).execute()
}

export const importSpeakers = (tx: Tx, rows: readonly (Values & { name: string })[], given: ReadonlySet<string>) =>
  upsertByKey(
    tx,
    { table: 'speakers', key: ['name'], columns: ['name', 'honorific', 'role', 'bio'] },
    rows.map(({ name, honorific = '', role = '', bio = '' }) => ({ name, honorific, role, bio })),
    given,
  )
