import type { QueryOf } from '@shiloh/contract/core'
import { MOST_COUNTED, type officeRoutes, type WORK_PERMISSIONS } from '@shiloh/contract/office'
import { type RawBuilder, sql } from 'kysely'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'

type Counted = keyof typeof WORK_PERMISSIONS
type WorkQuery = QueryOf<typeof officeRoutes.countWaitingWork>

/** The rows of each kind of work, along a partial index each: since when it waits, and its money. */
const ROWS: Readonly<Record<Counted, (query: WorkQuery, caller: string) => RawBuilder<unknown>>> = {
  approvals: (query) => sql`select r.created_at as since, null::bigint as amount, null as currency from reservations r
    where r.status = 'pending' and r.needs_approval and r.approved_at is null
      and ${query.event_id ? sql`r.event_id = ${query.event_id}` : sql`true`} and ${shown(query, { reservation: 'r.id' })}`,
  offers: (query) => sql`select w.offered_at as since, null::bigint as amount, null as currency from waiting_entries w
    where w.status = 'offered' and ${query.event_id ? sql`w.event_id = ${query.event_id}` : sql`true`}
      and ${shown(query, { event: 'w.event_id', person: 'w.user_id' })}`,
  tickets: (query) =>
    sql`select t.created_at as since, null::bigint as amount, null as currency from support_tickets t where t.status = 'open'
      and ${shown(query, { person: 't.user_id', event: 't.event_id', reservation: 't.reservation_id' })}`,
  // The same rows as the list of open payments; the first condition is the index's own.
  payments: (query) => sql`select p.created_at as since, p.captured as amount, p.currency from payments p
    where (p.status = 'refund_due' or p.mismatch is not null) and p.looked_at is null
      and p.status in ('paid', 'refund_due') and (p.mismatch <> 'too_late' or p.captured = 0)
      and ${shown(query, { payment: 'p.id' })}`,
  refunds: (query) => sql`select f.created_at as since, f.amount, f.currency from refunds f
    where f.status in ('due', 'requested', 'refused') and f.status <> 'requested' and ${shown(query, { payment: 'f.payment_id' })}
      and ${
        query.event_id
          ? sql`exists (select from payments p join reservations r on r.id = p.reservation_id
              where p.id = f.payment_id and r.event_id = ${query.event_id})`
          : sql`true`
      }`,
  tasks: (query, caller) => sql`select t.created_at as since, null::bigint as amount, null as currency from tasks t
    where t.status <> 'done'
      and (t.assignee_id = ${caller} or t.role_id in (select role_id from user_roles where user_id = ${caller}))
      and ${query.event_id ? sql`t.event_id = ${query.event_id}` : sql`true`}
      and ${shown(query, { event: 't.event_id', reservation: 't.reservation_id', person: 't.user_id' })}`,
}

/** Counts the work of these kinds in one statement, each up to `MOST_COUNTED`. */
export const countWork = async (
  db: Queryable,
  kinds: readonly Counted[],
  query: WorkQuery,
  caller: string,
): Promise<Partial<Record<Counted, number>>> => {
  if (kinds.length === 0) return {}
  const counts = kinds.map(
    (kind) =>
      sql`(select count(*)::int from (${ROWS[kind](query, caller)} limit ${MOST_COUNTED}) c) as ${sql.ref(kind)}`,
  )
  const { rows } = await sql<Partial<Record<Counted, number>>>`select ${sql.join(counts)}`.execute(db)
  return rows[0] ?? {}
}

interface Waiting {
  readonly kind: string
  readonly since: Date | null
  readonly amount: number | null
  readonly currency: string | null
}

/** Returns what of these kinds waits. None of them has `MOST_COUNTED` rows. */
export const describeWork = async (
  db: Queryable,
  kinds: readonly Counted[],
  query: WorkQuery,
  caller: string,
): Promise<readonly Waiting[]> => {
  if (kinds.length === 0) return []
  const parts = kinds.map(
    (kind) => sql`select ${kind}::text as kind, min(since) as since,
      case when min(currency) = max(currency) then sum(amount)::bigint end as amount,
      case when min(currency) = max(currency) then min(currency) end as currency
      from (${ROWS[kind](query, caller)}) c`,
  )
  return (await sql<Waiting>`${sql.join(parts, sql` union all `)}`.execute(db)).rows
}

/** Returns the id of a member, guest or vendor whose account exists. */
export const findPerson = (db: Queryable, id: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('user_type', 'in', ['user', 'vendor'])
    .executeTakeFirst()

const notes = (db: Queryable) =>
  db
    .selectFrom('person_notes as n')
    .leftJoin('users as a', 'a.id', 'n.author_id')
    .select(['n.id as _id', 'n.body', 'n.author_id', 'n.created_at'])
    .select(sql<string | null>`a.first_name || ' ' || a.last_name`.as('author'))

export type NoteRow = Awaited<ReturnType<typeof listNotes>>[number]

export const listNotes = (db: Queryable, userId: string) =>
  notes(db).where('n.user_id', '=', userId).orderBy('n.created_at', 'desc').orderBy('n.id').limit(200).execute()

export const findNote = (db: Queryable, userId: string, id: string) =>
  notes(db).where('n.user_id', '=', userId).where('n.id', '=', id).executeTakeFirst()

export const insertNote = async (
  tx: Tx,
  note: { user_id: string; author_id: string; body: string; created_at: Date },
): Promise<NoteRow> => {
  const { id } = await tx.insertInto('person_notes').values(note).returning('id').executeTakeFirstOrThrow()
  return notes(tx).where('n.id', '=', id).executeTakeFirstOrThrow()
}

export const deleteNote = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('person_notes').where('id', '=', id).execute()
}
