import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Tx } from './db.ts'

/** A statement of the hot path. On a connection of the pool it is prepared once under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Runs statements in one transaction; the columns of `R` are those that the statement's text selects. */
export type Sql = <R extends object>(statement: Statement, values: readonly unknown[]) => Promise<R[]>

/** Inside a transaction that Kysely opened: one after the other, also where the caller does not wait. */
export const sqlIn = (tx: Tx): Sql => {
  let before: Promise<unknown> = Promise.resolve()
  return async <R extends object>({ text }: Statement, values: readonly unknown[]) => {
    const run = () => tx.executeQuery<R>(CompiledQuery.raw(text, [...values]))
    const result = before.then(run, run)
    before = result
    return (await result).rows
  }
}

/** On whichever connection of the pool is free: for reads outside transactions. */
export const sqlOnPool =
  (pool: pg.Pool): Sql =>
  async <R extends object>({ name, text }: Statement, values: readonly unknown[]) =>
    (await pool.query<R>({ name, text, values: [...values] })).rows

/**
 * Runs `work` in a transaction on a pipelined connection of its own, its statements prepared. Those that `work` does not
 * wait for one by one go to the database together and are worked on in order; each sees what was committed when its turn
 * came, as READ COMMITTED has it.
 */
export const transactionOn = async <T>(pipelines: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> => {
  const client = await pipelines.connect()
  let open = true
  const sql: Sql = async <R extends object>({ name, text }: Statement, values: readonly unknown[]) => {
    // Of several that were sent together one may fail first; what the others lead to must not run behind the rollback.
    if (!open) throw new Error(`${name} came after the end of its transaction`)
    return (await client.query<R>({ name, text, values: [...values] })).rows
  }
  try {
    const [, result] = await Promise.all([client.query('begin'), work(sql)])
    open = false
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    open = false
    // A connection that cannot even roll back is not put back into the pool.
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw error
  }
}
