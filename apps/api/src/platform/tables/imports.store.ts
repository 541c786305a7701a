import { IMPORT_FIELD, type ImportReport } from '@shiloh/contract/admin-resource'
import type { Language } from '@shiloh/contract/core'
import type { FieldError } from '@shiloh/contract/errors'
import type { SamePerson } from '@shiloh/contract/imports'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#db'
import type { AuditEntry } from '../audit/audit.store.ts'
import { sha256 } from '../auth/crypto.ts'
import type { Input, WriteContext } from '../context.ts'
import type { Queryable, Tx } from '../db/db.ts'
import { AppError, fieldErrors, fromDatabase, invalid, isPassing } from '../errors.ts'
import type { ReadWork, Work } from '../jobs/work.ts'
import { raiseAlert } from '../messaging/alerts.store.ts'
import { fieldText } from '../text/texts.ts'
import { nameKey } from './cells.ts'
import { allowedText } from './choices.ts'
import { matchColumns } from './match-columns.ts'
import { lacking, type Sheet } from './sheets.ts'
import { openTable, type Table, type TableRow } from './table-reader.ts'

/** Says which values a column takes, where a value was refused because they are always the same. */
export const choicesText = (
  { choices }: Pick<Sheet, 'choices'>,
  column: string,
  code: string,
  language: Language,
): string | undefined => {
  const taken = code === 'unknown_choice' ? choices[column] : undefined
  return taken && allowedText(taken, language)
}

/** The outcome of one row: stored, or the errors. */
export type RowOutcome = 'created' | 'updated' | 'unchanged' | readonly FieldError[]

/** How the rows of one import are read and stored. */
interface Reading<S extends z.ZodType> {
  /** The schema of one row: every cell is text, an empty cell is absent. Its keys are the columns. */
  readonly row: S
  /**
   * Stores valid rows in one batch and returns one outcome each, in order. `given` names the columns of the file:
   * others must stay unchanged. The row of an error is found by storing one at a time.
   */
  readonly save: (
    work: Work,
    rows: readonly z.output<S>[],
    given: ReadonlySet<string>,
  ) => Promise<readonly RowOutcome[]>
  /** What a row is known by. Two rows of one file that name the same are one entry, and the second is refused. */
  readonly keys?: (row: z.output<S>) => readonly RowKey[]
}

/** Something that a row is known by. */
interface RowKey {
  /** The column of it, where a second row with it is refused. */
  readonly field: string
  readonly key: string
  /** An earlier row with it is this row. Otherwise it is noted for later rows only. */
  readonly decides: boolean
}

/** The keys of rows that are known by a name, or by one below others: a room by its center, its block and its name. */
export const knownBy =
  <C extends string>(...columns: readonly [...C[], C]) =>
  (row: Readonly<Record<C, string>>): readonly RowKey[] => {
    const field = columns.at(-1) ?? ''
    return [{ field, key: columns.map((column) => nameKey(row[column])).join('\n'), decides: true }]
  }

type ImportedSheet = Pick<
  Sheet,
  'resource' | 'name' | 'read' | 'aliases' | 'one' | 'required' | 'neededUnless' | 'template' | 'row' | 'choices'
>

/** A row that was read: what is stored, or its problems and what the rest of the row would be, to check that too. */
type ReadRow = { readonly value: unknown } | { readonly problems: readonly FieldError[]; readonly rest?: unknown }

/** An import while it runs. */
interface RowStore {
  read(cells: Readonly<Record<string, string | undefined>>): ReadRow
  keysOf(value: unknown): readonly RowKey[]
  store(work: Work, rows: readonly unknown[], given: ReadonlySet<string>): Promise<RowOutcome[]>
}

/** The import of a resource, for its route and for the jobs of imports. */
export interface Importer extends ImportedSheet {
  /** @param by the account that imports */
  begin(work: ReadWork, by: string, samePerson?: SamePerson): Promise<RowStore>
}

/** Needed cells that refer to nothing else. Where they cannot be read, these take their place while the rest is checked. */
const STAND_INS: Readonly<Record<string, string>> = { name: 'Xx', first_name: 'Xx', last_name: 'Xx', beds: '1' }

/** Declares the import of a resource. `begin` reads what its rows depend on. */
export const declareImport = <S extends z.ZodType>(
  sheet: ImportedSheet,
  begin: (work: ReadWork, by: string, samePerson: SamePerson) => Reading<S> | Promise<Reading<S>>,
): Importer => ({
  ...sheet,
  begin: async (work, by, samePerson = 'names') => {
    const { row, save, keys } = await begin(work, by, samePerson)
    const denied = await deniedRows(work.db, by, sheet.resource)
    return {
      read: (cells) => {
        let parsed = row.safeParse(cells)
        if (parsed.success) return { value: parsed.data }
        // A value that cannot be read hides what is wrong with others, so the row is read again without it.
        const problems: FieldError[] = []
        let rest = cells
        while (!parsed.success) {
          const found = fieldErrors(parsed.error, rest).filter(
            ({ field }) => !problems.some((one) => one.field === field),
          )
          if (found.length === 0) return { problems }
          problems.push(...found)
          rest = { ...rest, ...Object.fromEntries(found.map(({ field }) => [field, STAND_INS[field]])) }
          parsed = row.safeParse(rest)
        }
        return { problems, rest: parsed.data }
      },
      // Only values that `read` returned come here.
      keysOf: (value) => keys?.(value as z.output<S>) ?? [],
      store: (inner, rows, given) =>
        storeChunk(inner, rows as readonly z.output<S>[], (some) =>
          sparing(inner.tx, denied, () => save(inner, some, given)),
        ),
    }
  },
})

/** Rows of a table that an account may not change. */
interface DeniedRows {
  readonly table: string
  readonly ids: readonly string[]
}

/** Returns the records of a resource that are individually denied to an account. A file can name them by their keys. */
const deniedRows = async (db: Queryable, by: string, resource: string): Promise<DeniedRows> => {
  const denials = await db
    .selectFrom('special_permissions')
    .select('object_id')
    .where('user_id', '=', by)
    .where('effect', '=', 'deny')
    .where('resource', '=', resource)
    .where('object_id', 'is not', null)
    .where(sql<boolean>`actions && '{read,update,import}'::text[]`)
    .execute()
  return {
    table: resource === 'church_map' ? 'church_units' : resource,
    ids: denials.flatMap(({ object_id }) => object_id ?? []),
  }
}

/**
 * Stores rows unless that writes to a denied one. Each write gives a row another place in its table, whichever way the
 * importer found it.
 *
 * @throws AppError invalid_input
 */
const sparing = async <T>(tx: Tx, { table, ids }: DeniedRows, save: () => Promise<T>): Promise<T> => {
  if (ids.length === 0) return save()
  const places = async () => {
    const { rows } = await sql<{ id: string; place: string }>`
      select id, ctid::text as place from ${sql.table(table)} where id = any(${[...ids]}::text[]) order by id`.execute(
      tx,
    )
    return JSON.stringify(rows)
  }
  const before = await places()
  const outcomes = await save()
  if ((await places()) !== before) throw invalid([{ field: '', code: 'denied' }])
  return outcomes
}

/** Column → header of the file. */
export type Mapping = Readonly<Record<string, string>>

/** A value that a person corrected in the browser: in one row, or wherever the column has it. */
export interface Mend {
  readonly column: string
  readonly from: string
  readonly to: string
  readonly row?: number | undefined
}

export interface Counts {
  readonly total: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
}
export const NO_ROWS: Counts = { total: 0, created: 0, updated: 0, unchanged: 0, refused: 0 }

/** A problem of a row, with the value that the file has there. */
export interface Problem extends FieldError {
  readonly row: number
  readonly value: string
  /** The earlier row that has the same. */
  readonly first?: number
}

/** The rows of a file, up to a thousand at a time. */
export interface Chunk {
  /** The rows that are stored, by their numbers in the file. */
  readonly ready: readonly { readonly row: number; readonly value: unknown; readonly cells: TableRow['cells'] }[]
  readonly refused: readonly {
    readonly row: number
    readonly problems: readonly Problem[]
    readonly rest: unknown
    readonly cells: TableRow['cells']
  }[]
  /** The rows of the file up to the end of this chunk. */
  readonly upTo: number
}

const CHUNK = 1000
const MAX_ERRORS = 500

/** Returns the cells of a row by the columns of the import, with what was corrected. */
const cellsOf = ({ row, cells }: TableRow, mapping: Mapping, mends: ReadonlyMap<string, string>) =>
  Object.fromEntries(
    Object.entries(mapping).map(([column, header]) => {
      const cell = cells[header] ?? ''
      const mended = mends.get(`${column}\n${row}\n${cell}`) ?? mends.get(`${column}\n\n${cell}`) ?? cell
      return [column, mended === '' ? undefined : mended]
    }),
  )

/** Remembers by what the rows of a file are known. Returns of each row what an earlier one has too. */
const watchTwice = (keysOf: RowStore['keysOf']) => {
  const seen = new Map<string, number>()
  return (row: number, value: unknown): { readonly field: string; readonly first: number } | undefined => {
    const keys = keysOf(value)
    for (const { field, key, decides } of keys) {
      const first = decides ? seen.get(key) : undefined
      if (first !== undefined) return { field, first }
    }
    for (const { key } of keys) if (!seen.has(key)) seen.set(key, row)
    return undefined
  }
}

/** Reads the rows of a table in chunks, beginning after `skip` rows. */
export async function* readChunks(
  table: Table,
  { read, keysOf }: RowStore,
  mapping: Mapping,
  mends: readonly Mend[] = [],
  skip = 0,
): AsyncGenerator<Chunk> {
  const mended = new Map(mends.map(({ column, row, from, to }) => [`${column}\n${row ?? ''}\n${from}`, to]))
  const columnOf = new Map(Object.entries(mapping).map(([column, header]) => [header, column]))
  let ready: { row: number; value: unknown; cells: TableRow['cells'] }[] = []
  let refused: { row: number; problems: Problem[]; rest: unknown; cells: TableRow['cells'] }[] = []
  let upTo = 0
  const earlier = watchTwice(keysOf)
  for await (const one of table.rows()) {
    upTo += 1
    const { row, cells } = one
    const named = cellsOf(one, mapping, mended)
    if (upTo <= skip) {
      const before = read(named)
      if ('value' in before) earlier(row, before.value)
      continue
    }
    // A cell that cannot be read matters only where its column is wanted.
    const unread = one.problems.flatMap((problem) => {
      const column = columnOf.get(problem.field)
      return column === undefined || mended.has(`${column}\n${row}\n${cells[problem.field] ?? ''}`)
        ? []
        : [{ ...problem, field: column }]
    })
    const result = read(named)
    const problems = [
      ...unread,
      ...('value' in result ? [] : result.problems.filter(({ field }) => !unread.some((one) => one.field === field))),
    ]
    const twice = 'value' in result && problems.length === 0 ? earlier(row, result.value) : undefined
    if ('value' in result && problems.length === 0 && !twice) ready.push({ row, value: result.value, cells })
    else
      refused.push({
        row,
        problems: twice
          ? [{ ...located({ field: twice.field, code: 'twice' }, row, cells, mapping), first: twice.first }]
          : problems.map((problem) => located(problem, row, cells, mapping)),
        // Of a row that is a repetition, nothing else matters.
        rest: twice ? undefined : 'value' in result ? result.value : result.rest,
        cells,
      })
    if (ready.length + refused.length < CHUNK) continue
    yield { ready, refused, upTo }
    ready = []
    refused = []
  }
  if (ready.length + refused.length > 0) yield { ready, refused, upTo }
}

const located = (problem: FieldError, row: number, cells: TableRow['cells'], mapping: Mapping): Problem => ({
  ...problem,
  row,
  value: cells[mapping[problem.field] ?? ''] ?? '',
})

/**
 * Tries what is left of rows that cannot be read. Returns the further problems of each, so that a person sees all of
 * them at once. The caller rolls everything back.
 */
const triedProblems = async (
  work: Work,
  rows: RowStore,
  refused: Chunk['refused'],
  mapping: Mapping,
): Promise<Problem[]> => {
  const tried = refused.filter(({ rest }) => rest !== undefined)
  const outcomes: RowOutcome[] = []
  await rolledBack(work.tx, async () => {
    const rests = tried.map(({ rest }) => rest)
    outcomes.push(...(await rows.store(work, rests, new Set(Object.keys(mapping)))))
  })
  return tried.flatMap(({ row, problems, cells }, index) => {
    const outcome = outcomes[index] ?? 'unchanged'
    if (typeof outcome === 'string') return []
    return outcome
      .filter(({ field }) => field !== '' && !problems.some((known) => known.field === field))
      .map((problem) => located(problem, row, cells, mapping))
  })
}

/** Stores a chunk. Returns what became of its rows, and the problems of refused ones in the order of the file. */
export const importChunk = async (
  work: Work,
  rows: RowStore,
  { ready, refused }: Chunk,
  mapping: Mapping,
): Promise<{ counts: Counts; problems: Problem[]; created: unknown[] }> => {
  const outcomes = await rows.store(
    work,
    ready.map(({ value }) => value),
    new Set(Object.keys(mapping)),
  )
  const counts = { ...NO_ROWS, total: ready.length + refused.length, refused: refused.length }
  const problems = refused.flatMap((one) => one.problems)
  ready.forEach(({ row, cells }, index) => {
    const outcome = outcomes[index] ?? 'unchanged'
    if (typeof outcome === 'string') counts[outcome] += 1
    else {
      counts.refused += 1
      problems.push(...outcome.map((problem) => located(problem, row, cells, mapping)))
    }
  })
  // Also an import that is not a rehearsal says all that is wrong with a row, because people correct the file by its answer.
  if (refused.length > 0) problems.push(...(await triedProblems(work, rows, refused, mapping)))
  const created = ready.flatMap(({ value }, index) => (outcomes[index] === 'created' ? [value] : []))
  return { counts, problems: problems.sort((a, b) => a.row - b.row), created }
}

/**
 * Tries a chunk, for a caller that rolls everything back at the end of the file. What the chunk creates stays until then, because later rows can refer to it. What it changes
 * is put back at once: changed rows are locked, and nobody shall wait at sign-in until a long file is checked.
 */
export const rehearseChunk = async (work: Work, rows: RowStore, chunk: Chunk, mapping: Mapping) => {
  const { tx } = work
  await sql`savepoint tried_chunk`.execute(tx)
  const { counts, problems, created } = await importChunk(work, rows, chunk, mapping)
  if (counts.updated > 0) {
    await sql`rollback to savepoint tried_chunk`.execute(tx)
    await rows.store(work, created, new Set(Object.keys(mapping)))
  }
  await sql`release savepoint tried_chunk`.execute(tx)
  return { counts, problems }
}

export const sumOf = (a: Counts, b: Counts): Counts => ({
  total: a.total + b.total,
  created: a.created + b.created,
  updated: a.updated + b.updated,
  unchanged: a.unchanged + b.unchanged,
  refused: a.refused + b.refused,
})

/**
 * Opens the file of an import and finds its header. @throws AppError what `openTable` throws; spreadsheet_too_long
 */
export const openImport = async (importer: ImportedSheet, bytes: Buffer): Promise<Table> => {
  const table = await openTable(bytes, (headers) => {
    const { columns } = matchColumns(importer, headers)
    return Object.keys(columns).length > 0 && importer.required.every((column) => columns[column] !== undefined)
  })
  await table.checkLength()
  return table
}

/** Runs work whose writes are undone at its end. */
export const rolledBack = async (tx: Tx, work: () => Promise<void>): Promise<void> => {
  await sql`savepoint rehearsed`.execute(tx)
  await work()
  await sql`rollback to savepoint rehearsed`.execute(tx)
  await sql`release savepoint rehearsed`.execute(tx)
}

/** Marks the rows that this transaction writes as those of an import, so that it can be undone. */
export const noteChanges = async (tx: Tx, importId: string): Promise<void> => {
  await sql`select set_config('shiloh.import', ${importId}, true)`.execute(tx)
}

/**
 * Stores the summary of an import in the trail and tells staff.
 * @param by who started it, if nobody is signed in where it ends
 */
export const announceImport = async (
  work: Work,
  {
    id,
    resource,
    fileName,
    counts,
    by,
  }: { id: string; resource: string; fileName: string; counts: Counts; by?: AuditEntry['by'] | undefined },
): Promise<void> => {
  work.audit({ action: 'import', resource, objectId: id, after: { file: fileName, ...counts }, ...(by && { by }) })
  const { created, updated, refused } = counts
  const data = { import_id: id, resource, file_name: fileName, created, updated, refused }
  await raiseAlert(work.tx, 'import_finished', id, data, work.now)
}

/** Problems as they are stored: without their texts, which depend on the reader. */
export const storedProblems = (problems: readonly Problem[]) =>
  problems.map(({ row, field, code, value, first }) => ({
    row,
    field,
    code,
    ...(value && { value: value.slice(0, 200) }),
    ...(first && { first }),
  }))

/**
 * Imports a file: valid rows are stored, the others are reported one by one. Importing the same file again changes
 * nothing, because rows are matched by their key. A dry run does all of it and rolls back. Use it in a handler that
 * runs in the binder's transaction.
 */
export const importRows = async (
  ctx: WriteContext,
  { body, files }: Pick<Input<unknown, unknown, { dry_run: boolean }>, 'body' | 'files'>,
  importer: Importer,
): Promise<ImportReport> => {
  const upload = files.find((file) => file.field === IMPORT_FIELD)
  if (!upload) throw invalid([{ field: IMPORT_FIELD, code: 'required' }])
  const { tx, language } = ctx
  const table = await openImport(importer, upload.bytes)
  const { columns: mapping, clashes } = matchColumns(importer, table.headers)
  const missing = lacking(importer, (column) => mapping[column] !== undefined)
  if (missing.length > 0) throw invalid(missing.map((field) => ({ field, code: 'required' })))
  if (clashes.length > 0) throw new AppError('spreadsheet_columns_twice')
  const run = await tx
    .insertInto('import_runs')
    .values({
      resource: importer.resource,
      file_name: upload.name.slice(0, 200),
      file_sha256: sha256(upload.bytes),
      dry_run: body.dry_run,
      status: 'running',
      created_by: ctx.caller.id,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  if (!body.dry_run) await noteChanges(tx, run.id)
  let counts = NO_ROWS
  const problems: Problem[] = []
  const rows = await importer.begin(ctx, ctx.caller.id)
  const read = async () => {
    for await (const chunk of readChunks(table, rows, mapping)) {
      const stored = await (body.dry_run ? rehearseChunk : importChunk)(ctx, rows, chunk, mapping)
      counts = sumOf(counts, stored.counts)
      problems.push(...stored.problems.slice(0, MAX_ERRORS - problems.length))
    }
  }
  await (body.dry_run ? rolledBack(tx, read) : read())

  await tx
    .updateTable('import_runs')
    .set({
      status: 'completed',
      ...countColumns(counts),
      report: JSON.stringify(storedProblems(problems)),
      finished_at: ctx.deps.clock(),
    })
    .where('id', '=', run.id)
    .execute()
  if (!body.dry_run)
    await announceImport(ctx, { id: run.id, resource: importer.resource, fileName: upload.name, counts })
  const errors = problems.map(({ row, field, code, says }) => ({
    row,
    field,
    code,
    message: says?.(language) ?? choicesText(importer, field, code, language) ?? fieldText(code, language),
  }))
  return { _id: run.id, dry_run: body.dry_run, ...counts, errors }
}

export const countColumns = ({ total, created, updated, unchanged, refused }: Counts) => ({
  rows_total: total,
  rows_created: created,
  rows_updated: updated,
  rows_unchanged: unchanged,
  rows_refused: refused,
})

/** Stores a chunk. If the database refuses it, stores row by row, so that only the faulty rows are refused. */
const storeChunk = async <T>(
  work: Work,
  values: readonly T[],
  save: (rows: readonly T[]) => Promise<readonly RowOutcome[]>,
): Promise<RowOutcome[]> => {
  if (values.length === 0) return []
  const { tx: db } = work
  await sql`savepoint import_chunk`.execute(db)
  try {
    const outcomes = await save(values)
    await sql`release savepoint import_chunk`.execute(db)
    return [...outcomes]
  } catch (error) {
    await sql`rollback to savepoint import_chunk`.execute(db)
    const [only] = values
    if (values.length > 1 || only === undefined) {
      const outcomes: RowOutcome[] = []
      for (const one of values) outcomes.push(...(await storeChunk(work, [one], save)))
      return outcomes
    }
    const known = error instanceof AppError ? error : fromDatabase(error)
    // An error that a retry would solve is not the row's fault.
    if (!known || isPassing(known)) throw error
    return [
      known.fields.length > 0 ? known.fields : [{ field: '', code: known.code === 'duplicate' ? 'taken' : 'invalid' }],
    ]
  }
}

/** A row of a table: it names columns of that table only. */
type RowIn<T extends keyof DB, R> = { readonly [K in keyof R]: K extends keyof DB[T] ? unknown : never }

/** Returns rows with the last column of their key, a name, as the table spells it, else as the first of the rows does. */
const spelledOnce = async <R extends Readonly<Record<string, unknown>>>(
  tx: Tx,
  { table, key }: { readonly table: string; readonly key: readonly string[] },
  rows: readonly R[],
): Promise<readonly R[]> => {
  const [name, ...parents] = key.toReversed()
  if (name === undefined) return rows
  const named = rows.map((row) => Object.fromEntries(key.map((column) => [column, row[column]])))
  const same = parents.map((column) => sql`and s.${sql.ref(column)} = w.${sql.ref(column)}`)
  // A table can have names that differ in case only, from before: the one that is spelled the same is meant.
  const { rows: found } = await sql<{ place: number; stored: string }>`
    select distinct on (w.place) w.place::int, s.${sql.ref(name)} as stored
    from (select given.*, row_number() over () - 1 as place
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::json) given) w
    join ${sql.table(table)} s on unit_name_key(s.${sql.ref(name)}) = unit_name_key(w.${sql.ref(name)}) ${sql.join(same, sql` `)}
    order by w.place, s.${sql.ref(name)} <> w.${sql.ref(name)}, s.created_at, s.id`.execute(tx)
  const stored = new Map(found.map((row) => [row.place, row.stored]))
  const first = new Map<string, unknown>()
  return rows.map((row, place) => {
    const known = JSON.stringify([...parents.map((column) => row[column]), nameKey(String(row[name]))])
    const spelled = stored.get(place) ?? first.get(known) ?? row[name]
    first.set(known, spelled)
    return { ...row, [name]: spelled }
  })
}

/**
 * Inserts or updates rows of one table by a unique key that ends with a name, in one statement. Every row has the same columns.
 * Columns that the file did not have are written for new rows and left alone in those that exist. A row that exists keeps its
 * spelling.
 */
export const upsertByKey = async <T extends keyof DB & string, R extends RowIn<T, R>>(
  tx: Tx,
  target: {
    readonly table: T
    readonly key: readonly (keyof DB[T] & string)[]
  },
  written: readonly R[],
  given: ReadonlySet<string>,
): Promise<RowOutcome[]> => {
  const { table, key } = target
  const rows = await spelledOnce(tx, target, written)
  const [first] = rows
  if (first === undefined) return []
  const columns = Object.keys(first)
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  const changeable = columns.filter((column) => !key.some((name) => name === column) && given.has(column))
  const conflict =
    changeable.length === 0
      ? sql`do nothing`
      : sql`do update set ${sql.join(
          changeable.map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`),
        )}, updated_at = now()
        where (${sql.join(changeable.map((column) => sql`stored.${sql.ref(column)}`))})
          is distinct from (${sql.join(changeable.map((column) => sql`excluded.${sql.ref(column)}`))})`
  const { rows: stored } = await sql<Record<string, unknown>>`
    insert into ${sql.table(table)} as stored (${list(columns)})
    select ${list(columns)} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    on conflict (${list(key)}) ${conflict}
    returning ${sql.join(key.map((column) => sql`stored.${sql.ref(column)}`))}, (stored.xmax = 0) as made_now`.execute(
    tx,
  )
  const keyOf = (row: Readonly<Record<string, unknown>>) => JSON.stringify(key.map((column) => row[column] ?? null))
  const outcomes = new Map(stored.map((row) => [keyOf(row), row.made_now === true ? 'created' : 'updated'] as const))
  return rows.map((row) => {
    const outcome = outcomes.get(keyOf(row)) ?? 'unchanged'
    // A row that repeats it is the same.
    outcomes.delete(keyOf(row))
    return outcome
  })
}
