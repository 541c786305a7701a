import { sql } from 'kysely'
import { z } from 'zod'
import type { Crypto } from '../auth/crypto.ts'
import type { Db } from '../db/db.ts'

/** A place where a feature stores sealed texts. A key rotation has to reach all of them. */
export interface SealedPlace {
  readonly table: string
  /** The columns that identify a row. The context is built from them. */
  readonly key: readonly [string, ...string[]]
  readonly column: string
  /** The column is a JSON object with the text in `sealed`. */
  readonly inJson?: boolean
  /** Returns the context that the texts are bound to. */
  readonly context: (row: Readonly<Record<string, string>>) => string
}

export interface Resealing {
  readonly place: string
  readonly resealed: number
  /** Texts that no key opens. */
  readonly unreadable: number
}

const BATCH = 500
const TEXT = 'sealed text'
const rows = z.array(z.record(z.string(), z.string()))

/**
 * Reseals every text of one place that the current key has not sealed. Rows that change in the meantime are left to
 * their writers.
 */
export const reseal = async (
  db: Db,
  crypto: Crypto,
  { table, key, column, inJson = false, context }: SealedPlace,
): Promise<Resealing> => {
  const names = sql.join(key.map((name) => sql.ref(name)))
  const text = inJson ? sql`${sql.ref(column)} ->> 'sealed'` : sql.ref(column)
  const replaced = (fresh: string) =>
    inJson ? sql`jsonb_set(${sql.ref(column)}, '{sealed}', to_jsonb(${fresh}::text))` : sql`${fresh}`
  let resealed = 0
  let unreadable = 0
  let last: readonly string[] | undefined
  for (;;) {
    const found = await sql<unknown>`
      select ${names}, ${text} as ${sql.ref(TEXT)} from ${sql.table(table)}
      where not starts_with(${text}, ${crypto.sealedPrefix})
        and ${last ? sql`(${names}) > (${sql.join(last)})` : sql`true`}
      order by ${names} limit ${BATCH}`.execute(db)
    const batch = rows.parse(found.rows)
    for (const row of batch) {
      const old = row[TEXT] ?? ''
      const fresh = sealedAnew(crypto, old, context(row))
      if (fresh === undefined) {
        unreadable += 1
        continue
      }
      const isRow = sql.join(
        key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
        sql` and `,
      )
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${replaced(fresh)}
        where ${isRow} and ${text} = ${old}`.execute(db)
      resealed += 1
    }
    const end = batch.at(-1)
    if (!end || batch.length < BATCH) return { place: `${table}.${column}`, resealed, unreadable }
    last = key.map((name) => end[name] ?? '')
  }
}

const sealedAnew = (crypto: Crypto, old: string, context: string): string | undefined => {
  try {
    return crypto.seal(crypto.unseal(old, context), context)
  } catch {
    return undefined
  }
}
