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

/** Inside a transaction that Kysely opened. */
export const sqlIn =
  (tx: Tx): Sql =>
  async <R extends object>({ text }: Statement, values: readonly unknown[]) =>
    (await tx.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows

/** On a connection of its own: statements are prepared. */
export const sqlOn =
  (client: pg.PoolClient): Sql =>
  async <R extends object>({ name, text }: Statement, values: readonly unknown[]) =>
    (await client.query<R>({ name, text, values: [...values] })).rows

/** On whichever connection of the pool is free: for reads outside transactions. */
export const sqlOnPool =
  (pool: pg.Pool): Sql =>
  async <R extends object>({ name, text }: Statement, values: readonly unknown[]) =>
    (await pool.query<R>({ name, text, values: [...values] })).rows

/** Runs `work` in a transaction on a connection of its own. */
export const transactionOn = async <T>(pool: pg.Pool, work: (sql: Sql) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(sqlOn(client))
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // A connection that cannot even roll back is not put back into the pool.
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw error
  }
}
