import { IMPORT_FIELD, type ImportReport } from '@shiloh/contract/admin-resource'
import type { FieldError } from '@shiloh/contract/errors'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '#db'
import { sha256 } from '../auth/crypto.ts'
import type { Input, WriteContext } from '../context.ts'
import type { Queryable, Tx } from '../db/db.ts'
import { AppError, fieldErrors, fromDatabase, invalid } from '../errors.ts'
import { raiseAlert } from '../messaging/alerts.store.ts'
import { fieldText } from '../text/texts.ts'
import { headerName } from './cells.ts'
import { columnOfWords } from './column-texts.ts'
import { readTable } from './table-reader.ts'

/** The outcome of one row: stored, or the errors. */
export type RowOutcome = 'created' | 'updated' | 'unchanged' | readonly FieldError[]

export interface Import<S extends z.ZodType> {
  /** The resource in the log of imports. */
  readonly resource: string
  /** The columns. */
  readonly read: readonly string[]
  /** The schema of one row: every cell is text, an empty cell is absent. Its keys are the columns. */
  readonly row: S
  /** Other headers that offices use → column. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Columns without which the whole file is refused. */
  readonly required: readonly string[]
  /**
   * Stores valid rows in one batch and returns one outcome each, in order. `given` names the columns of the file:
   * others must stay unchanged. The row of an error is found by storing one at a time.
   */
  readonly save: (tx: Tx, rows: readonly z.output<S>[], given: ReadonlySet<string>) => Promise<readonly RowOutcome[]>
}

const CHUNK = 1000
const MAX_ERRORS = 500

/** Returns each header that names a column: its name, other headers of offices, and its words in every language. */
const headersOf = ({ read, aliases = {} }: Pick<Import<z.ZodType>, 'read' | 'aliases'>): Map<string, string> =>
  new Map([
    ...columnOfWords(read),
    ...Object.entries(aliases).map(([from, to]): [string, string] => [headerName(from), to]),
    ...read.map((name): [string, string] => [name, name]),
  ])

/**
 * Imports a file: valid rows are stored, the others are reported one by one. Importing the same file again changes
 * nothing, because rows are matched by their key. A dry run does all of it and rolls back. Use it in a handler that
 * runs in the binder's transaction.
 */
export const importRows = async <S extends z.ZodType>(
  ctx: WriteContext,
  { body, files }: Pick<Input<unknown, unknown, { dry_run: boolean }>, 'body' | 'files'>,
  spec: Import<S>,
): Promise<ImportReport> => {
  const upload = files.find((file) => file.field === IMPORT_FIELD)
  if (!upload) throw invalid([{ field: IMPORT_FIELD, code: 'required' }])
  const { tx } = ctx
  const counts = { total: 0, created: 0, updated: 0, unchanged: 0, refused: 0 }
  const errors: ImportReport['errors'][number][] = []
  const refuse = (row: number, problems: readonly FieldError[]) => {
    counts.refused += 1
    for (const { field, code, says } of problems)
      if (errors.length < MAX_ERRORS)
        errors.push({ row, field, code, message: says?.(ctx.language) ?? fieldText(code, ctx.language) })
  }
  const columnOf = headersOf(spec)
  let given: ReadonlySet<string> | undefined
  let chunk: { row: number; value: z.output<S> }[] = []

  const flush = async () => {
    if (chunk.length === 0) return
    const outcomes = await storeChunk(tx, chunk, (rows) => spec.save(tx, rows, given ?? new Set()))
    outcomes.forEach((outcome, index) => {
      const row = chunk[index]?.row ?? 0
      if (typeof outcome === 'string') counts[outcome] += 1
      else refuse(row, outcome)
    })
    chunk = []
  }

  await sql`savepoint import_rows`.execute(tx)
  const isHeader = (headers: readonly string[]) => {
    const named = new Set(headers.map((header) => columnOf.get(header) ?? header))
    return spec.required.every((column) => named.has(column))
  }
  for await (const { row, cells, problems } of readTable(upload.bytes, isHeader)) {
    const named = Object.fromEntries(
      Object.entries(cells).map(([header, cell]) => [columnOf.get(header) ?? header, cell === '' ? undefined : cell]),
    )
    if (!given) {
      given = new Set(Object.keys(named))
      const missing = spec.required.filter((column) => !given?.has(column))
      if (missing.length > 0) throw invalid(missing.map((field) => ({ field, code: 'required' })))
    }
    counts.total += 1
    if (problems.length > 0) {
      refuse(
        row,
        problems.map((problem) => ({ ...problem, field: columnOf.get(problem.field) ?? problem.field })),
      )
      continue
    }
    const parsed = spec.row.safeParse(named)
    if (parsed.success) chunk.push({ row, value: parsed.data })
    else refuse(row, fieldErrors(parsed.error, named))
    if (chunk.length >= CHUNK) await flush()
  }
  await flush()
  if (body.dry_run) await sql`rollback to savepoint import_rows`.execute(tx)
  await sql`release savepoint import_rows`.execute(tx)

  const run = await tx
    .insertInto('import_runs')
    .values({
      resource: spec.resource,
      file_name: upload.name.slice(0, 200),
      file_sha256: sha256(upload.bytes),
      dry_run: body.dry_run,
      status: 'completed',
      rows_total: counts.total,
      rows_created: counts.created,
      rows_updated: counts.updated,
      rows_refused: counts.refused,
      report: JSON.stringify(errors.map(({ message: _, ...rest }) => rest)),
      created_by: ctx.caller.id,
      created_at: ctx.now,
      finished_at: ctx.deps.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!body.dry_run)
    ctx.audit({ action: 'import', resource: spec.resource, objectId: run.id, after: { file: upload.name, ...counts } })
  if (!body.dry_run)
    await raiseAlert(
      ctx.tx,
      'import_finished',
      run.id,
      {
        import_id: run.id,
        resource: spec.resource,
        file_name: upload.name,
        created: counts.created,
        updated: counts.updated,
        refused: counts.refused,
      },
      ctx.now,
    )
  return { _id: run.id, dry_run: body.dry_run, ...counts, errors }
}

/** Stores a chunk. If the database refuses it, stores row by row, so that only the faulty rows are refused. */
const storeChunk = async <T>(
  db: Queryable,
  chunk: readonly { value: T }[],
  save: (rows: readonly T[]) => Promise<readonly RowOutcome[]>,
): Promise<RowOutcome[]> => {
  const values = chunk.map(({ value }) => value)
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
      for (const one of chunk) outcomes.push(...(await storeChunk(db, [one], save)))
      return outcomes
    }
    const known = error instanceof AppError ? error : fromDatabase(error)
    // An error that a retry would solve is not the row's fault.
    if (!known || known.code === 'overloaded') throw error
    return [
      known.fields.length > 0 ? known.fields : [{ field: '', code: known.code === 'duplicate' ? 'taken' : 'invalid' }],
    ]
  }
}

/** A row of a table: it names columns of that table only. */
type RowIn<T extends keyof DB, R> = { readonly [K in keyof R]: K extends keyof DB[T] ? unknown : never }

/**
 * Inserts or updates rows of one table by a unique key, in one statement. Every row has the same columns. Columns that
 * the file did not have are written for new rows and left alone in those that exist.
 */
export const upsertByKey = async <T extends keyof DB & string, R extends RowIn<T, R>>(
  tx: Tx,
  target: {
    readonly table: T
    readonly key: readonly (keyof DB[T] & string)[]
  },
  rows: readonly R[],
  given: ReadonlySet<string>,
): Promise<RowOutcome[]> => {
  const { table, key } = target
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
  return rows.map((row) => outcomes.get(keyOf(row)) ?? 'unchanged')
}
