import { type Insertable, sql } from 'kysely'
import type { DB } from '#db'
import type { Tx } from '#platform/db/db'

/** A row to insert. */
export type Row<T extends keyof DB> = Insertable<DB[T]>

/**
 * Inserts all rows in one statement. The columns are those of the first row, so all rows of one call must have the same
 * ones.
 */
export const insertRows = async <T extends keyof DB>(tx: Tx, table: T, rows: readonly Row<T>[]): Promise<void> => {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  )
}
