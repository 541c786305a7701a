import type { RestorableKind } from '@shiloh/contract/removals'
import { sql } from 'kysely'
import type { Queryable, Tx } from '#platform/db/db'
import { referencesTo } from '#platform/db/references.store'

/** A record as it was, by the columns of its table. */
export type Kept = Readonly<Record<string, unknown>> & { readonly id: string }

/** Milliseconds for which a deletion can be taken back, and for which it is kept. */
const UNDO_MS = 3_600_000
const KEPT_MS = 24 * UNDO_MS

/** Returns a record as it is, under a lock, or undefined if others refer to it: they would lose what nobody can bring back. */
export const keepIfAlone = async (tx: Tx, kind: RestorableKind, id: string): Promise<Kept | undefined> => {
  const { rows } = await sql<{ row: Kept }>`
    select to_jsonb(t) as row from ${sql.table(kind)} t where t.id = ${id} for update`.execute(tx)
  const [found] = rows
  if (!found) return undefined
  const references = await referencesTo(tx, kind)
  if (references.length === 0) return found.row
  const uses = references.map(
    ({ table, column }) => sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id})`,
  )
  const { rows: used } = await sql<{ is_used: boolean }>`select ${sql.join(uses, sql` or `)} as is_used`.execute(tx)
  return used[0]?.is_used ? undefined : found.row
}

/** The account `u` that a deleted task `t` is about, itself or by a reservation or a ticket. */
const IS_ABOUT = sql<boolean>`u.id in (t.task ->> 'user_id',
  (select r.user_id from reservations r where r.id = t.task ->> 'reservation_id'),
  (select k.user_id from support_tickets k where k.id = t.task ->> 'ticket_id'))`

/** Returns whether a deleted task is about somebody who was erased. Nobody of the others is erased until the transaction ends. */
const isAboutErased = async (tx: Tx, tasks: readonly Kept[]): Promise<boolean> => {
  const { rows } = await sql<{ is_erased: boolean }>`
    select u.erased_at is not null as is_erased
    from jsonb_array_elements(${JSON.stringify(tasks)}::jsonb) as t (task) join users u on ${IS_ABOUT}
    order by u.id for key share of u`.execute(tx)
  return rows.some(({ is_erased }) => is_erased)
}

/** Forgets the deleted tasks about a person whose account is erased or deleted. The others can still be brought back. */
export const forgetTasksOf = async (tx: Tx, userId: string): Promise<void> => {
  await sql`
    update removals m set rows = (
      select coalesce(jsonb_agg(t.task order by t.place), '[]') from jsonb_array_elements(m.rows) with ordinality as t (task, place)
      where not exists (select from users u where u.id = ${userId} and ${IS_ABOUT}))
    where m.kind = 'tasks' and exists (
      select from jsonb_array_elements(m.rows) as t (task) join users u on u.id = ${userId} and ${IS_ABOUT})`.execute(
    tx,
  )
  await sql`delete from removals where kind = 'tasks' and rows = '[]'`.execute(tx)
}

/** Keeps what somebody deleted, unless it is about a person who was erased since then. */
export const saveRemoval = async (
  tx: Tx,
  now: Date,
  removal: { readonly actor_id: string; readonly kind: RestorableKind; readonly rows: readonly Kept[] },
): Promise<string | null> => {
  if (removal.kind === 'tasks' && (await isAboutErased(tx, removal.rows))) return null
  await tx
    .deleteFrom('removals')
    .where('at', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
  const { id } = await tx
    .insertInto('removals')
    .values({ ...removal, rows: JSON.stringify(removal.rows), at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a deletion of somebody that can still be taken back. */
export const lockRemoval = (tx: Tx, now: Date, id: string, actorId: string) =>
  tx
    .selectFrom('removals')
    .select(['kind', 'rows'])
    .where('id', '=', id)
    .where('actor_id', '=', actorId)
    .where('undone_at', 'is', null)
    .where('at', '>', new Date(now.getTime() - UNDO_MS))
    .forUpdate()
    .executeTakeFirst()

export const markUndone = async (tx: Tx, now: Date, id: string): Promise<void> => {
  await tx.updateTable('removals').set({ undone_at: now }).where('id', '=', id).execute()
}

/** Columns that PostgreSQL does not compute itself. */
const columnsOf = async (db: Queryable, kind: RestorableKind) => {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${kind}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`.execute(db)
  return rows.map(({ name }) => sql.ref(name))
}

/** Inserts records as they were. */
export const restore = async (tx: Tx, kind: RestorableKind, rows: readonly Kept[]): Promise<void> => {
  const columns = sql.join(await columnsOf(tx, kind))
  await sql`insert into ${sql.table(kind)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(kind)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
}
