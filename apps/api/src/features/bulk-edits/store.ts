import { UNDER_WAY } from '@shiloh/contract/activities'
import { LANGUAGES, type Language } from '@shiloh/contract/core'
import { type Expression, sql } from 'kysely'
import { z } from 'zod'
import type { Queryable, Tx } from '#platform/db/db'
import type { Work } from '#platform/jobs/work'

const refusedRows = z.array(
  z.object({
    id: z.string(),
    code: z.string(),
    /** What was wrong with a value. */
    problem: z.string().optional(),
    /** What the refusal said itself, in each language: it names what the code does not. */
    says: z.partialRecord(z.enum(LANGUAGES), z.string()).optional(),
  }),
)
export type Refused = z.output<typeof refusedRows>[number]
const values = z.record(z.string(), z.unknown())

export interface NewBulkEdit {
  readonly activity_id: string
  readonly resource: string
  readonly act: string
  readonly reason: string
  readonly actor_id: string
  readonly actor_name: string
  readonly language: Language
  readonly ids: readonly string[]
  /** The first of the ids, which are refused from the beginning. */
  readonly refused: readonly Refused[]
  readonly change: object
  /** The edit that this one takes back. */
  readonly undoes: string | null
}

export const insertBulkEdit = async (tx: Tx, { ids, refused, change, ...edit }: NewBulkEdit): Promise<void> => {
  await tx
    .insertInto('bulk_edits')
    .values({
      ...edit,
      ids: [...ids],
      change: JSON.stringify(change),
      answered: refused.length,
      refused: JSON.stringify(refused),
    })
    .execute()
}

const edits = (db: Queryable) =>
  db
    .selectFrom('bulk_edits as b')
    .select([
      'b.activity_id',
      'b.resource',
      'b.act',
      'b.reason',
      'b.actor_id',
      'b.actor_name',
      'b.language',
      'b.ids',
      'b.answered',
      'b.unchanged',
      'b.refused',
      'b.change',
      'b.undoes',
    ])
    .select((q) =>
      q
        .selectFrom('activities as a')
        .whereRef('a.id', '=', 'b.activity_id')
        .select('a.created_at')
        .$asScalar()
        .$notNull()
        .as('asked_at'),
    )
    .select([
      sql<boolean>`exists (select 1 from activities a where a.id in (b.activity_id, (
        select u.activity_id from bulk_edits u join activities x on x.id = u.activity_id
        where u.undoes = b.activity_id and x.state = any(${[...UNDER_WAY]}) limit 1)) and a.state = any(${[...UNDER_WAY]}))`.as(
        'is_under_way',
      ),
      sql<number>`(select count(*)::int from bulk_edit_rows r where r.activity_id = b.activity_id)`.as('kept'),
    ])

export const findBulkEdit = async (db: Queryable, activityId: string) => {
  const row = await edits(db).where('b.activity_id', '=', activityId).executeTakeFirst()
  return row && { ...row, refused: refusedRows.parse(row.refused) }
}

/** Locks an edit, so that it is taken back once at a time. */
export const lockBulkEdit = async (tx: Tx, activityId: string): Promise<void> => {
  await tx.selectFrom('bulk_edits').select('activity_id').where('activity_id', '=', activityId).forUpdate().execute()
}

export type Answer = { readonly refused: Refused } | { readonly isUnchanged: boolean }

/** Writes down that the next row was answered, in the transaction of its act. */
export const noteAnswer = async (tx: Tx, activityId: string, answer: Answer): Promise<void> => {
  await tx
    .updateTable('bulk_edits')
    .set({
      answered: sql`answered + 1`,
      ...('refused' in answer
        ? { refused: sql`refused || ${JSON.stringify([answer.refused])}::jsonb` }
        : answer.isUnchanged && { unchanged: sql`unchanged + 1` }),
    })
    .where('activity_id', '=', activityId)
    .execute()
}

/** Lets edits of the same row wait for each other, so that each reads what the one before has left. */
export const lockRow = async (tx: Tx, resource: string, rowId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bulk edit ${resource} ${rowId}`}, 0))`.execute(tx)
}

/** Keeps what a row had before and after, for undo. */
export const keepRow = async (
  tx: Tx,
  activityId: string,
  rowId: string,
  { before, after }: { readonly before: object; readonly after: object },
): Promise<void> => {
  await tx
    .insertInto('bulk_edit_rows')
    .values({
      activity_id: activityId,
      row_id: rowId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute()
}

/** Returns the rows that can be taken back, in the order in which they were changed. */
export const keptRows = async (db: Queryable, activityId: string): Promise<string[]> => {
  const { rows } = await sql<{ row_id: string }>`
    select r.row_id from bulk_edits b cross join unnest(b.ids) with ordinality i(id, n)
      join bulk_edit_rows r on r.activity_id = b.activity_id and r.row_id = i.id
    where b.activity_id = ${activityId} order by i.n`.execute(db)
  return rows.map(({ row_id }) => row_id)
}

/** Takes what was kept of a row: it is undone once. */
export const takeRow = async (tx: Tx, activityId: string, rowId: string) => {
  const row = await tx
    .deleteFrom('bulk_edit_rows')
    .where('activity_id', '=', activityId)
    .where('row_id', '=', rowId)
    .returning(['before', 'after'])
    .executeTakeFirst()
  return row && { before: values.parse(row.before), after: values.parse(row.after) }
}

/** What the rows of these tables are called. */
const NAMES = {
  event_rooms: sql`select r.id, b.name as code, r.name from event_rooms r join event_blocks b on b.id = r.event_block_id`,
  events: sql`select r.id, '' as code, r.name from events r`,
  blogs: sql`select r.id, '' as code, r.title as name from blogs r`,
  faqs: sql`select r.id, r.category as code, r.question as name from faqs r`,
  support_tickets: sql`select r.id, u.first_name || ' ' || u.last_name as code, r.subject as name
    from support_tickets r join users u on u.id = r.user_id`,
  caterers: sql`select r.id, '' as code, r.name from caterers r`,
  products: sql`select r.id, '' as code, r.name from products r`,
  tasks: sql`select r.id, coalesce(e.name, '') as code, r.title as name from tasks r left join events e on e.id = r.event_id`,
}
export type NamedTable = keyof typeof NAMES

/** Returns what rows are called in the list of those that were refused: a code or place, and a name. */
export const namesIn = async (
  db: Queryable,
  table: NamedTable,
  ids: readonly string[],
): Promise<Map<string, [string, string]>> => {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    ${NAMES[table]} where r.id = any(${[...ids]}::text[])`.execute(db)
  return new Map(rows.map(({ id, code, name }) => [id, [code, name]]))
}

/** Returns the ids of a select that were chosen, in the order of their ids. @param of only these of them */
export const chosenIds = async (
  db: Queryable,
  select: Expression<unknown>,
  { of, most }: { readonly of: readonly string[] | undefined; readonly most: number },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select s.id from (${select}) s where ${of ? sql`s.id = any(${[...of]}::text[])` : sql`true`}
    order by s.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Forgets why a person, their reservations or waiting list entries were edited, where nobody else was. */
export const forgetInBulkEdits = async ({ tx }: Pick<Work, 'tx'>, userId: string): Promise<void> => {
  await sql`update bulk_edits set reason = '' where reason <> '' and ids <@ array(
    select ${userId} union all select id::text from reservations where user_id = ${userId}
    union all select id::text from waiting_entries where user_id = ${userId})`.execute(tx)
}
