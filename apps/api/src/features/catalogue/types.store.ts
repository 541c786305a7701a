import type { ListQuery } from '@shiloh/contract/core'
import { type Selectable, sql } from 'kysely'
import type { ParticipantTypes } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'
import { allRows } from '#platform/tables/exports.store'
import { upsertByKey } from '#platform/tables/imports.store'

/** Tables that hold a name with a description and nothing more. */
export type TypeTable = 'participant_types' | 'committee_types'

interface Values {
  readonly name?: string | undefined
  readonly description?: string | undefined
}

const order = {
  sortable: { name: 't.name', created_at: 't.created_at', updated_at: 't.updated_at' },
  defaultSort: 'name',
  tieBreak: 't.id',
}

const from = (db: Queryable, table: TypeTable) =>
  db.selectFrom(sql<Selectable<ParticipantTypes>>`${sql.table(table)}`.as('t'))

const select = (db: Queryable, table: TypeTable, search?: string) =>
  from(db, table)
    .select(['t.id as _id', 't.name', 't.description', 't.created_at', 't.updated_at'])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 't.name', 't.description')))

export const listTypes = (db: Queryable, table: TypeTable, query: ListQuery) =>
  paginate(select(db, table, query.search), query, order)

export const exportTypes = (
  db: Queryable,
  table: TypeTable,
  query: { search?: string | undefined; sort?: string | undefined },
) => allRows(select(db, table, query.search), query, order)

export const findType = (db: Queryable, table: TypeTable, id: string) =>
  select(db, table).where('t.id', '=', id).executeTakeFirst()

export const pickTypes = (
  db: Queryable,
  table: TypeTable,
  search: string | undefined,
): Promise<{ _id: string; name: string }[]> =>
  from(db, table)
    .select(['t.id as _id', 't.name'])
    .$if(Boolean(search), (q) => q.where(contains(search ?? '', 't.name')))
    .orderBy('t.name')
    .limit(200)
    .execute()

export const insertType = (tx: Tx, table: TypeTable, now: Date, values: Values & { name: string }) =>
  tx
    .insertInto(table)
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateType = async (tx: Tx, table: TypeTable, now: Date, id: string, values: Values) => {
  await tx
    .updateTable(table)
    .set({ ...patchSet({ ...values }), updated_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteType = async (tx: Tx, table: TypeTable, id: string) => {
  await tx.deleteFrom(table).where('id', '=', id).execute()
}

export const importTypes = (
  tx: Tx,
  table: TypeTable,
  rows: readonly (Values & { name: string })[],
  given: ReadonlySet<string>,
) =>
  upsertByKey(
    tx,
    { table, key: ['name'], columns: ['name', 'description'] },
    rows.map(({ name, description }) => ({ name, description: description ?? '' })),
    given,
  )

interface Choice {
  readonly _id: string
  readonly name: string
  readonly description: string
}

/** All of them, as choices. */
export const typeChoices = (db: Queryable, table: TypeTable): Promise<Choice[]> =>
  from(db, table).select(['t.id as _id', 't.name', 't.description']).orderBy('t.name').limit(500).execute()

/** The participant types that a published event offers, as choices. */
export const offeredTypes = (db: Queryable, eventId: string): Promise<Choice[]> =>
  db
    .selectFrom('participant_types as t')
    .innerJoin('event_participant_types as o', 'o.participant_type_id', 't.id')
    .innerJoin('events as e', 'e.id', 'o.event_id')
    .select(['t.id as _id', 't.name', 't.description'])
    .where('e.id', '=', eventId)
    .where('e.status', '=', 'published')
    .orderBy('o.position')
    .orderBy('t.name')
    .execute()
