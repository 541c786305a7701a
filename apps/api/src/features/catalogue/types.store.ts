import type { participantTypeRoutes } from '@shiloh/contract/catalogue'
import type { BodyOf, Language, QueryOf } from '@shiloh/contract/core'
import { type Selectable, sql } from 'kysely'
import type { ParticipantTypes } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { inOthers, textsLanguage, toldIn, translationsIn } from '#platform/db/languages.store'
import { patchSet } from '#platform/db/pages'
import { allRows, type ListSql, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { upsertByKey } from '#platform/tables/imports.store'
import type { Imported } from '#platform/tables/sheets'
import type { typeSheets } from './sheets.ts'

/** Tables with only a name and a description. */
export type TypeTable = 'participant_types' | 'committee_types'

type Routes = typeof participantTypeRoutes

const types = {
  table: 't',
  sort: {},
  filter: { search: (words) => contains(words, 't.name', 't.description', inOthers('t', 'name')) },
} as const satisfies ListSql<Routes['list'], ParticipantTypes>

const from = (db: Queryable, table: TypeTable) =>
  db.selectFrom(sql<Selectable<ParticipantTypes>>`${sql.table(table)}`.as('t'))

const select = (db: Queryable, table: TypeTable) =>
  from(db, table)
    .select(['t.id as _id', 't.name', 't.description', 't.created_at', 't.updated_at'])
    .select([translationsIn<'name' | 'description'>('t').as('translations'), textsLanguage.as('texts_language')])

export const listTypes = (db: Queryable, table: TypeTable, query: QueryOf<Routes['list']>) =>
  paginate(select(db, table), query, types)

export const exportTypes = (db: Queryable, table: TypeTable, query: QueryOf<Routes['export']>) =>
  allRows(select(db, table), query, types)

export const findType = (db: Queryable, table: TypeTable, id: string) =>
  select(db, table).where('t.id', '=', id).executeTakeFirst()

/** Lists types by name, in the language of the reader. */
export const pickTypes = (db: Queryable, table: TypeTable, language: Language, search: string | undefined) =>
  from(db, table)
    .select(['t.id as _id', toldIn(language, 't', 'name').as('name')])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 't.name', inOthers('t', 'name'))))
    .orderBy('name')
    .limit(200)
    .execute()

export const insertType = (tx: Tx, table: TypeTable, now: Date, values: BodyOf<Routes['create']>) =>
  tx
    .insertInto(table)
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateType = async (tx: Tx, table: TypeTable, now: Date, id: string, values: BodyOf<Routes['update']>) => {
  await tx
    .updateTable(table)
    .set({ ...patchSet(values), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteType = async (tx: Tx, table: TypeTable, id: string) => {
  await tx.deleteFrom(table).where('id', '=', id).execute()
}

export const importTypes = (
  tx: Tx,
  table: TypeTable,
  rows: readonly Imported<(typeof typeSheets)[TypeTable]>[],
  given: ReadonlySet<string>,
) => upsertByKey(tx, { table, key: ['name'] }, rows, given)

interface Choice {
  readonly _id: string
  readonly name: string
  readonly description: string
}

/** Returns all of them as choices, in the language of a reader. */
export const typeChoices = (db: Queryable, table: TypeTable, reader: Language): Promise<Choice[]> =>
  from(db, table)
    .select('t.id as _id')
    .select([toldIn(reader, 't', 'name').as('name'), toldIn(reader, 't', 'description').as('description')])
    .orderBy('name')
    .limit(500)
    .execute()

/** Returns the participant types that a published event offers, as choices. */
export const offeredTypes = (db: Queryable, eventId: string, reader: Language): Promise<Choice[]> =>
  db
    .selectFrom('participant_types as t')
    .innerJoin('event_participant_types as o', 'o.participant_type_id', 't.id')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .select('t.id as _id')
    .select([toldIn(reader, 't', 'name').as('name'), toldIn(reader, 't', 'description').as('description')])
    .where('e.id', '=', eventId)
    .where('e.status', '=', 'published')
    .orderBy('o.position')
    .orderBy('t.name')
    .execute()
