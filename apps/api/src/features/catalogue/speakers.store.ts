import type { speakerRoutes } from '@shiloh/contract/catalogue'
import type { BodyOf, Language, QueryOf } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Speakers } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { inOthers, textsLanguage, toldIn, translationsIn } from '#platform/db/languages.store'
import { patchSet } from '#platform/db/pages'
import { allRows, type ListSql, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { upsertByKey } from '#platform/tables/imports.store'
import type { Imported } from '#platform/tables/sheets'
import type { speakerSheet } from './sheets.ts'

type Routes = typeof speakerRoutes
/** The editable columns of a speaker. The photograph has a call of its own. */
type Values = BodyOf<Routes['update']> & { readonly photo_file_id?: string | null }

const speakers = {
  table: 's',
  sort: {},
  filter: { search: (words) => contains(words, 's.name', 's.role', inOthers('s', 'role')) },
} as const satisfies ListSql<Routes['list'], Speakers>

const select = (db: Queryable) =>
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
    .select([translationsIn<'honorific' | 'role' | 'bio'>('s').as('translations'), textsLanguage.as('texts_language')])
    .select(sql<number>`(select count(*)::int from event_speakers o where o.speaker_id = s.id)`.as('events'))

export const listSpeakers = (db: Queryable, query: QueryOf<Routes['list']>) => paginate(select(db), query, speakers)

export const exportSpeakers = (db: Queryable, query: QueryOf<Routes['export']>) => allRows(select(db), query, speakers)

export const findSpeaker = (db: Queryable, id: string) => select(db).where('s.id', '=', id).executeTakeFirst()

/** Lists speakers by name, with their honorific in the language of the reader. */
export const pickSpeakers = (db: Queryable, language: Language, search: string | undefined) =>
  db
    .selectFrom('speakers as s')
    .select([
      's.id as _id',
      sql<string>`concat_ws(' ', nullif(${toldIn(language, 's', 'honorific')}, ''), s.name)`.as('name'),
    ])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 's.name', 's.role')))
    .orderBy('s.name')
    .limit(200)
    .execute()

export const insertSpeaker = (tx: Tx, now: Date, values: BodyOf<Routes['create']>) =>
  tx
    .insertInto('speakers')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateSpeaker = async (tx: Tx, now: Date, id: string, values: Values) => {
  await tx
    .updateTable('speakers')
    .set({ ...patchSet(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteSpeaker = async (tx: Tx, id: string) => {
  await tx.deleteFrom('speakers').where('id', '=', id).execute()
}

export const importSpeakers = (tx: Tx, rows: readonly Imported<typeof speakerSheet>[], given: ReadonlySet<string>) =>
  upsertByKey(tx, { table: 'speakers', key: ['name'] }, rows, given)
