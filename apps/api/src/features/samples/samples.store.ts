import type { BodyOf, QueryOf } from '@shiloh/contract/core'
import type { sampleFileRoutes } from '@shiloh/contract/sample-files'
import type { SampleCsvFiles } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { type ListSql, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'

type Routes = typeof sampleFileRoutes

const samples = {
  table: 's',
  sort: {},
  filter: { search: (words) => contains(words, 's.title', 's.description') },
} as const satisfies ListSql<Routes['list'], SampleCsvFiles>

const select = (db: Queryable) =>
  db
    .selectFrom('sample_csv_files as s')
    .innerJoin('files as f', 'f.id', 's.file_id')
    .select([
      's.id as _id',
      's.title',
      's.resource',
      's.description',
      's.file_id',
      'f.name as file_name',
      'f.bytes as file_size',
      'f.mime',
      'f.storage_key',
      's.created_at',
      's.updated_at',
    ])

export const listSamples = (db: Queryable, query: QueryOf<Routes['list']>) => paginate(select(db), query, samples)

export const findSample = (db: Queryable, id: string) => select(db).where('s.id', '=', id).executeTakeFirst()
/** Locks it too: of changes at the same moment, each sees the file that the one before has stored. */
export const lockSample = async (tx: Tx, id: string) => {
  await tx.selectFrom('sample_csv_files').select('id').where('id', '=', id).forUpdate().execute()
  return findSample(tx, id)
}
export type SampleRow = NonNullable<Awaited<ReturnType<typeof findSample>>>

export const insertSample = (tx: Tx, now: Date, values: BodyOf<Routes['create']> & { readonly file_id: string }) =>
  tx
    .insertInto('sample_csv_files')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateSample = async (
  tx: Tx,
  now: Date,
  id: string,
  values: BodyOf<Routes['update']> & { readonly file_id?: string },
) => {
  await tx
    .updateTable('sample_csv_files')
    .set({ ...patchSet(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteSample = async (tx: Tx, id: string) => {
  await tx.deleteFrom('sample_csv_files').where('id', '=', id).execute()
}
