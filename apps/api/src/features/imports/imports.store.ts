import type { QueryOf } from '@shiloh/contract/core'
import { IMPORT_DAYS, type ImportState, type importRoutes } from '@shiloh/contract/imports'
import { IMPORTED, type ImportedResource } from '@shiloh/contract/sample-files'
import { sql, type Updateable } from 'kysely'
import type { DB, ImportRuns } from '#db'
import { attempted } from '#platform/db/attempted.store'
import type { Queryable, Tx } from '#platform/db/db'
import { type ListSql, paginate } from '#platform/db/pages.store'
import { referencesTo } from '#platform/db/references.store'
import { contains, personKey } from '#platform/db/search.store'
import { isPassing, refusalIn } from '#platform/errors'

const DAY_MS = 86_400_000

export const isImported = (resource: string): resource is ImportedResource => IMPORTED.some((one) => one === resource)

/** What the row of an import and its activity say together: a worker that was stopped writes nothing more. */
const stateSql = sql<ImportState>`case
  when r.status = 'undoing' and (n.id is null or n.state in ('failed', 'stopped')) then 'completed'
  when r.status <> 'running' then r.status
  when a.state in ('failed', 'stopped') then a.state
  when a.id is null and r.activity_id is null and r.file_id is not null then 'stopped'
  else 'running' end`

const reading = (db: Queryable, resources: readonly ImportedResource[]) =>
  db
    .selectFrom('import_runs as r')
    .leftJoin('activities as a', 'a.id', 'r.activity_id')
    .leftJoin('activities as n', 'n.id', 'r.undo_activity_id')
    .leftJoin('users as u', 'u.id', 'r.created_by')
    .leftJoin('users as d', 'd.id', 'r.undone_by')
    .leftJoin('files as f', 'f.id', 'r.file_id')
    .select([
      'r.id',
      'r.resource',
      'r.file_name',
      'r.rows_total as total',
      'r.rows_created as created',
      'r.rows_updated as updated',
      'r.rows_unchanged as unchanged',
      'r.rows_refused as refused',
      'r.rows_done',
      'r.created_by',
      'r.created_at',
      'r.finished_at',
      'r.undone_at',
      'r.undone_by',
      'r.undo_activity_id',
      'r.rows_deleted',
      'r.rows_restored',
      'r.rows_kept',
      'r.activity_id',
      'r.file_erased_at',
      'r.headers',
      'r.mapping',
      'r.mends',
      'r.same_person',
      'r.report',
      'r.checked_at',
      'a.error',
      'a.ended_at as stopped_at',
      'f.storage_key',
      'f.mime',
    ])
    .select(stateSql.as('state'))
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('starter'))
    .select(sql<string | null>`d.first_name || ' ' || d.last_name`.as('undoer'))
    .where('r.dry_run', '=', false)
    .where('r.resource', 'in', ['', ...resources])

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

export const findImport = (db: Queryable, id: string) => reading(db, IMPORTED).where('r.id', '=', id).executeTakeFirst()

/** Whose imports somebody sees: those of resources that they may import, their own, and others' where they may read the rows. */
interface Seen {
  readonly resources: readonly ImportedResource[]
  readonly readable: readonly ImportedResource[]
  readonly callerId: string
}

const seenBy = ({ readable, callerId }: Pick<Seen, 'readable' | 'callerId'>) =>
  sql<boolean>`(r.created_by = ${callerId} or r.resource = any(${[...readable]}::text[]))`

export const findSeen = (db: Queryable, id: string, { resources, ...seen }: Seen) =>
  reading(db, resources).where('r.id', '=', id).where(seenBy(seen)).executeTakeFirst()

export const findImportOfActivity = (db: Queryable, activityId: string) =>
  reading(db, IMPORTED).where('r.activity_id', '=', activityId).executeTakeFirst()

export const findImportOfUndo = (db: Queryable, activityId: string) =>
  reading(db, IMPORTED).where('r.undo_activity_id', '=', activityId).executeTakeFirst()

const listed = {
  table: 'r',
  sort: {},
  filter: {
    search: (words, query) => contains(words, 'r.file_name', personKey(words, query)),
    state: (state) => sql<boolean>`${stateSql} = ${state}`,
  },
} as const satisfies ListSql<typeof importRoutes.listImports, ImportRuns>

/** Hours after which a file that nobody began to import is listed only to those who ask for such files. */
const DRAFT_HOURS = 24

/** Lists imports, the newest first. */
export const listImports = (
  db: Queryable,
  query: QueryOf<typeof importRoutes.listImports>,
  { resources, readable, callerId }: Seen,
  now: Date,
) => {
  const seen = reading(db, resources).where(seenBy({ readable, callerId }))
  const since = new Date(now.getTime() - DRAFT_HOURS * 3_600_000)
  const isWanted = sql<boolean>`(r.status <> 'draft' or r.created_at > ${since})`
  return paginate(query.state === undefined ? seen.where(isWanted) : seen, query, listed)
}

/** Locks an import for the rest of the transaction. */
export const lockImport = async (tx: Tx, id: string): Promise<void> => {
  await tx.selectFrom('import_runs').select('id').where('id', '=', id).forUpdate().execute()
}

export const insertDraft = async (
  tx: Tx,
  now: Date,
  draft: {
    readonly resource: string
    readonly file_name: string
    readonly file_sha256: string
    readonly file_id: string
    readonly headers: string
    readonly mapping: string
    readonly created_by: string
  },
): Promise<string> => {
  const { id } = await tx
    .insertInto('import_runs')
    .values({ ...draft, dry_run: false, status: 'draft', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const updateImport = async (tx: Tx, id: string, change: Updateable<ImportRuns>): Promise<void> => {
  await tx.updateTable('import_runs').set(change).where('id', '=', id).execute()
}

export const findMapping = async (db: Queryable, resource: string, headers_sha256: string): Promise<unknown> =>
  (
    await db
      .selectFrom('import_mappings')
      .select('mapping')
      .where('resource', '=', resource)
      .where('headers_sha256', '=', headers_sha256)
      .executeTakeFirst()
  )?.mapping

export const saveMapping = async (tx: Tx, now: Date, resource: string, headers_sha256: string, mapping: string) => {
  await tx
    .insertInto('import_mappings')
    .values({ resource, headers_sha256, mapping, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['resource', 'headers_sha256']).doUpdateSet({ mapping, updated_at: now }),
    )
    .execute()
}

/** Tables in the order in which their created rows can be deleted: what refers to others first. */
const TABLES = [
  ...['users', 'event_rooms', 'event_blocks', 'room_categories', 'event_centers', 'product_options', 'products'],
  ...[
    'church_units',
    'titles',
    'designations',
    'countries',
    'speakers',
    'caterers',
    'participant_types',
    'committee_types',
  ],
] as const satisfies readonly (keyof DB)[]

const changedTables = async (db: Queryable, importId: string) => {
  const rows = await db
    .selectFrom('import_changes')
    .select('table_name')
    .distinct()
    .where('import_id', '=', importId)
    .execute()
  return TABLES.filter((table) => rows.some(({ table_name }) => table_name === table))
}

/** Columns that remember what was confirmed. They say nothing about what a person has now. */
const REMEMBERED: readonly string[] = ['confirmed_title_id', 'confirmed_designation_id']

/** Returns the columns by which a table is used. Runs of workflows use nobody: they end when the person is gone. */
const usesOf = async (db: Queryable, table: string) =>
  (await referencesTo(db, table)).filter(
    (reference) => !REMEMBERED.includes(reference.column) && reference.table !== 'workflow_runs',
  )

/** Whether a row `t` is not as an import left it. A sign-in or a job that only leaves its time changes nothing of it. */
const IS_CHANGED = sql`(t.id is null or case when c.created then md5(t::text) <> c.digest
  else not to_jsonb(t) @> (c.after - 'updated_at') end)`

/**
 * Counts the rows of an import, those that it created, those that somebody changed or deleted since, and those that it
 * created and that something else refers to.
 */
export const countTouched = async (db: Queryable, importId: string) => {
  const count = { rows: 0, created: 0, changed: 0, used: 0 }
  const tables = await changedTables(db, importId)
  for (const table of tables) {
    const { rows } = await sql<{ rows: number; created: number; changed: number }>`
      select count(*)::int as rows,
        count(*) filter (where c.created)::int as created,
        count(*) filter (where ${IS_CHANGED})::int as changed
      from import_changes c left join ${sql.table(table)} t on t.id = c.row_id
      where c.import_id = ${importId} and c.table_name = ${table}`.execute(db)
    count.rows += rows[0]?.rows ?? 0
    count.created += rows[0]?.created ?? 0
    count.changed += rows[0]?.changed ?? 0
    // One statement for each reference: all in one condition would be a search for each row. As a join the database searches
    // from whichever side is smaller. Most of the hundred tables that refer to people are, and 20,000 searches in each take 60 ms.
    const used = new Set<string>()
    for (const reference of await usesOf(db, table)) {
      const isForeign = tables.some((own) => own === reference.table)
        ? sql`and not exists (select 1 from import_changes own where own.import_id = ${importId}
            and own.table_name = ${reference.table} and own.created and own.row_id = o.id)`
        : sql``
      const found = await sql<{ id: string }>`
        select distinct c.row_id as id
        from import_changes c join ${sql.table(reference.table)} o on ${sql.ref(`o.${reference.column}`)} = c.row_id
        where c.import_id = ${importId} and c.table_name = ${table} and c.created ${isForeign}`.execute(db)
      for (const { id } of found.rows) used.add(id)
    }
    count.used += used.size
  }
  return count
}

/** Rows of one transaction of an undo. The database looks each deleted row up in many tables: 1 s for a thousand accounts. */
const PART = 1000

/** Units below others are deleted first. */
const DEPTH = sql`array_position(array['assembly', 'district', 'area', 'region'], t.level::text)`

/** Returns the first table of which an undo has still something to do. */
export const nextTable = async (db: Queryable, importId: string): Promise<string | undefined> =>
  (await changedTables(db, importId))[0]

/**
 * Locks rows of a table that an undo has still to do: created ones first, and of units one level at a time. It skips those that
 * another step has locked.
 */
const partOf = async (tx: Tx, importId: string, table: string) => {
  const depth = table === 'church_units' ? DEPTH : sql`0`
  const { rows } = await sql<{ row_id: string; created: boolean; depth: number | null }>`
    select c.row_id, c.created, ${depth} as depth from import_changes c left join ${sql.table(table)} t on t.id = c.row_id
    where c.import_id = ${importId} and c.table_name = ${table}
    order by c.created desc, depth, c.row_id limit ${PART} for update of c skip locked`.execute(tx)
  const [first] = rows
  return rows.filter(({ created, depth: own }) => created === first?.created && own === first.depth)
}

/** Selects those of these rows that something refers to: once along the index of each reference, for all rows together. */
const usedOf = async (tx: Tx, table: string, ids: readonly string[]): Promise<{ id: string }[]> => {
  const references = await usesOf(tx, table)
  if (references.length === 0) return []
  const uses = references.map(({ table: from, column }) => {
    const refers = sql.ref(`o.${column}`)
    return sql`select ${refers}::text as id from ${sql.table(from)} o where ${refers} = any((select ids from part)::text[])`
  })
  const { rows } = await sql<{ id: string }>`
    with part as (select ${[...ids]}::text[] as ids)
    select distinct id from (${sql.join(uses, sql` union all `)}) used`.execute(tx)
  return rows
}

/** Returns which of these locked rows were changed since the import, are gone, or are used although it created them. */
const touchedOf = async (
  tx: Tx,
  importId: string,
  table: string,
  { ids, isCreated }: { readonly ids: readonly string[]; readonly isCreated: boolean },
): Promise<Set<string>> => {
  const { rows: changed } = await sql<{ id: string }>`
    select c.row_id as id from import_changes c left join ${sql.table(table)} t on t.id = c.row_id
    where c.import_id = ${importId} and c.table_name = ${table} and c.row_id = any(${[...ids]}::text[])
      and ${IS_CHANGED}`.execute(tx)
  const used = isCreated ? await usedOf(tx, table, ids) : []
  return new Set([...changed, ...used].map(({ id }) => id))
}

/** Restores the columns that an import changed. */
const restoreChanged = async (tx: Tx, importId: string, table: string, ids: readonly string[]): Promise<void> => {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'`.execute(
    tx,
  )
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  const own = columns.map(({ name }) => name)
  await sql`
    update ${sql.table(table)} t set (${list(own)}) =
      (select ${list(own.map((name) => `was.${name}`))} from jsonb_populate_record(t, c.before) was)
    from import_changes c
    where c.import_id = ${importId} and c.table_name = ${table} and c.row_id = t.id
      and t.id = any(${[...ids]}::text[])`.execute(tx)
}

/**
 * Undoes the next part of what an import wrote into a table: deletes what it created, or restores what it changed. Rows
 * that somebody changed or used since stay. Returns undefined when nothing is left that no other step has locked.
 */
export const revertPart = async (
  tx: Tx,
  importId: string,
  table: string,
): Promise<{ deleted: number; restored: string[]; kept: number } | undefined> => {
  const part = await partOf(tx, importId, table)
  const ids = part.map(({ row_id }) => row_id)
  if (ids.length === 0) return undefined
  // A row that is locked gets no new reference before the end of the transaction.
  await sql`select id from ${sql.table(table)} where id = any(${ids}::text[]) order by id for update`.execute(tx)
  const isCreated = part[0]?.created === true
  const touched = await touchedOf(tx, importId, table, { ids, isCreated })
  const free = ids.filter((id) => !touched.has(id))
  const revert = async (rows: readonly string[]): Promise<void> => {
    if (isCreated) await sql`delete from ${sql.table(table)} where id = any(${[...rows]}::text[])`.execute(tx)
    else await restoreChanged(tx, importId, table, rows)
  }
  const reverted = await allowed(tx, free, revert)
  await sql`delete from import_changes
    where import_id = ${importId} and table_name = ${table} and row_id = any(${ids}::text[])`.execute(tx)
  return {
    deleted: isCreated ? reverted.length : 0,
    restored: isCreated ? [] : reverted,
    kept: ids.length - reverted.length,
  }
}

/**
 * Acts on rows, and where the database refuses one of them, on each by itself: an e-mail address that somebody else has
 * meanwhile keeps only its own row from going back. Returns those it did.
 */
const allowed = async (
  tx: Tx,
  rows: readonly string[],
  act: (rows: readonly string[]) => Promise<void>,
): Promise<string[]> => {
  const isDone = async (some: readonly string[]): Promise<boolean> => {
    try {
      await attempted(tx, () => act(some))
      return true
    } catch (error) {
      if (isPassing(refusalIn(error))) throw error
      return false
    }
  }
  if (rows.length === 0 || (await isDone(rows))) return [...rows]
  const done: string[] = []
  for (const row of rows) if (await isDone([row])) done.push(row)
  return done
}

/** Adds figures to what an undo has done. */
export const addUndone = async (
  tx: Tx,
  id: string,
  { deleted, restored, kept }: { readonly deleted: number; readonly restored: number; readonly kept: number },
): Promise<void> => {
  await tx
    .updateTable('import_runs')
    .set({
      rows_deleted: sql`rows_deleted + ${deleted}`,
      rows_restored: sql`rows_restored + ${restored}`,
      rows_kept: sql`rows_kept + ${kept}`,
    })
    .where('id', '=', id)
    .execute()
}

/** Returns imports whose file is not needed any more: abandoned drafts, and what can no longer be undone. */
export const findStale = (db: Queryable, now: Date) =>
  db
    .selectFrom('import_runs as r')
    .innerJoin('files as f', 'f.id', 'r.file_id')
    .select(['r.id', 'r.status', 'f.id as file_id', 'f.storage_key'])
    .where((eb) =>
      eb.or([
        eb('r.created_at', '<', new Date(now.getTime() - IMPORT_DAYS * DAY_MS)),
        eb.and([eb('r.status', '=', 'draft'), eb('r.created_at', '<', new Date(now.getTime() - 7 * DAY_MS))]),
      ]),
    )
    .limit(500)
    .execute()

/** Removes the file of an import with the words that were kept of it, and what its undo would need. A draft goes altogether. */
export const forgetImport = async (tx: Tx, { id, status }: { id: string; status: string }): Promise<void> => {
  if (status === 'draft') await tx.deleteFrom('import_runs').where('id', '=', id).execute()
  else {
    await tx.deleteFrom('import_changes').where('import_id', '=', id).execute()
    await tx
      .updateTable('import_runs as r')
      .set({ file_id: null, mends: '[]', report: withoutWords })
      .where('r.id', '=', id)
      .execute()
  }
}

/** The problems of an import without the words of its file, which can name anybody. */
const withoutWords = sql<string>`(select coalesce(jsonb_agg(p || '{"value": ""}' order by place), '[]')
  from jsonb_array_elements(r.report) with ordinality as each(p, place))`

/**
 * Forgets what imports keep about a person who is erased or deleted. Those that are over lose their files and the words of refused
 * rows: they may name them. An import that is under way, or can go on, keeps both, unless it has written this person. Returns the files.
 */
export const forgetPersonInImports = async (
  tx: Tx,
  now: Date,
  userId: string,
): Promise<{ id: string; storage_key: string }[]> => {
  const { rows } = await sql<{ id: string | null; storage_key: string | null }>`
    with written as (
      delete from import_changes c using import_runs r
      where r.id = c.import_id and r.resource = 'users' and c.table_name = 'users' and c.row_id = ${userId} returning c.import_id)
    update import_runs r set file_id = null, file_erased_at = case when f.id is null then r.file_erased_at else ${now} end,
      mends = '[]', report = ${withoutWords}
    from import_runs o left join files f on f.id = o.file_id
    where o.id = r.id and r.resource = 'users' and (r.status in ('completed', 'undoing', 'undone')
      or exists (select from written w where w.import_id = r.id) and not exists (
        select from activities a where a.id = r.activity_id and a.ended_at is null))
    returning f.id, f.storage_key`.execute(tx)
  return rows.flatMap(({ id, storage_key }) => (id === null || storage_key === null ? [] : [{ id, storage_key }]))
}

/** A list of names that a column can hold. */
type Names =
  | 'titles'
  | 'designations'
  | 'assembly_types'
  | 'event_centers'
  | 'event_blocks'
  | 'room_categories'
  | 'products'

export const namesOf = async (db: Queryable, table: Names): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name limit 5000`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** Units of one level with the name of the one above, in the order of their names. */
export const unitNames = (db: Queryable, level: 'region' | 'area' | 'district' | 'assembly') =>
  db
    .selectFrom('church_units as u')
    .leftJoin('church_units as p', 'p.id', 'u.parent_id')
    .select(['u.name', 'p.name as above'])
    .where('u.level', '=', level)
    .orderBy('u.name')
    .orderBy('p.name')
    .limit(20_000)
    .execute()

export const countryCodes = async (db: Queryable): Promise<string[]> =>
  (await db.selectFrom('countries').select('code').orderBy('code').execute()).map(({ code }) => code)
