import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import { noteStatement } from '../errors.ts'
import type { Queryable, Tx } from './db.ts'
import { repeating } from './patience.ts'
import { holdingConnection } from './pool.ts'

/** A statement of the hot path. On a connection of the pool it is prepared once under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** A statement with values that the driver sends unchanged: nothing can fail before it reaches the database. */
export interface Write {
  readonly statement: Statement
  readonly values: readonly (string | number | Date | readonly string[])[]
}

/** Runs a statement. The columns of `R` are those that its text selects. Sufficient for reads. */
export type Sql = <R extends object>(statement: Statement, values: readonly unknown[]) => Promise<R[]>

/**
 * Runs statements in one transaction. Functions that write or lock take it. `sqlOnPool` does not compile in its place.
 */
export type TxSql = Sql & { readonly inTransaction: true }

const inTransaction = (sql: Sql): TxSql => Object.assign(sql, { inTransaction: true as const })

/** Runs writes that do not depend on each other. */
export const runWrites = async (sql: TxSql, writes: readonly Write[]): Promise<void> => {
  await Promise.all(writes.map(({ statement, values }) => sql(statement, values)))
}

/**
 * Sends the last writes of a transaction together with its commit. Resolves once it is committed. `written` is called
 * when the writes are done and only the disk is waited for.
 */
export type CommitWith = (writes: readonly Write[], written?: () => void) => Promise<void>

/** Runs statements through Kysely, one after the other even if the caller does not wait. */
export function sqlIn(tx: Tx): TxSql
export function sqlIn(db: Queryable): Sql
export function sqlIn(db: Queryable): Sql {
  let before: Promise<unknown> = Promise.resolve()
  return inTransaction(async <R extends object>({ text }: Statement, values: readonly unknown[]) => {
    const run = () => db.executeQuery<R>(CompiledQuery.raw(text, [...values]))
    const result = before.then(run, run)
    before = result
    return (await result).rows
  })
}

/** Runs statements in a transaction, opened by Kysely or by `transactionOn`. */
export const sqlOf = (via: Tx | TxSql): TxSql => (typeof via === 'function' ? via : sqlIn(via))

/** Uses any free connection of the pool: for reads outside transactions. */
export const sqlOnPool =
  (pool: pg.Pool): Sql =>
  async <R extends object>({ name, text }: Statement, values: readonly unknown[]) =>
    (await pool.query<R>({ name, text, values: [...values] })).rows

/**
 * Runs `work` in a transaction on its own pipelined connection, with prepared statements. Statements that `work` does
 * not await one by one are sent together and run in order. Each sees what was committed before it ran (READ COMMITTED).
 * Commits when `work` has ended, or with the writes that `work` passes to the commit. `work` runs again if it has to wait in
 * line again, or if the process was slow (`repeating`).
 */
export const transactionOn = <T>(
  pipelines: pg.Pool,
  work: (sql: TxSql, commitWith: CommitWith) => Promise<T>,
): Promise<T> => repeating(() => oneOn(pipelines, work))

const oneOn = async <T>(pipelines: pg.Pool, work: (sql: TxSql, commitWith: CommitWith) => Promise<T>): Promise<T> => {
  const client = await pipelines.connect()
  let open = true
  /** Of several statements sent together, those behind one that fails are refused for another reason. */
  let failed: unknown
  const sql = inTransaction(async <R extends object>({ name, text }: Statement, values: readonly unknown[]) => {
    // Of several statements sent together, one can fail first. Those that follow from the others must not run after the
    // rollback.
    if (!open) throw new Error(`${name} came after the end of its transaction`)
    try {
      return (await client.query<R>({ name, text, values: [...values] })).rows
    } catch (error) {
      noteStatement(error, text)
      failed ??= error
      throw error
    }
  })
  const commitWith: CommitWith = async (writes, written) => {
    const writing = runWrites(sql, writes)
    open = false
    // After a failed write, the database turns this into a rollback.
    await Promise.all([writing.then(written), client.query('commit')])
  }
  try {
    const [, result] = await Promise.all([client.query('begin'), holdingConnection(() => work(sql, commitWith))])
    if (open) await commitWith([])
    client.release()
    return result
  } catch (error) {
    open = false
    const reason = failed ?? error
    // A connection that cannot even roll back is not returned to the pool.
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw reason
  }
}
