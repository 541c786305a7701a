import type { ActivityKind } from '@shiloh/contract/activities'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../db/db.ts'

export interface NewActivity {
  readonly kind: ActivityKind
  readonly about: Readonly<Record<string, unknown>>
  readonly ownerId: string | null
  readonly permission: string | null
  readonly total: number | null
  readonly link: string | null
  readonly acts: readonly string[]
  readonly task: string
}

export const insertActivity = async (tx: Tx, now: Date, row: NewActivity): Promise<string> => {
  const { id } = await tx
    .insertInto('activities')
    .values({
      kind: row.kind,
      about: JSON.stringify(row.about),
      owner_id: row.ownerId,
      permission: row.permission,
      total: row.total,
      link: row.link,
      acts: [...row.acts],
      task: row.task,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface KeptActivity {
  /** What it is one activity of. */
  readonly key: string
  readonly kind: ActivityKind
  readonly about: Readonly<Record<string, unknown>>
  readonly permission: string
  readonly link: string
  readonly isOver: boolean
  readonly done: number
  readonly total: number
  readonly result: Readonly<Record<string, number | undefined>> | undefined
  readonly startedAt: Date
}

/** Stores activities that other tables count, each under its key. Nothing runs them. */
export const saveKept = async (tx: Tx, now: Date, rows: readonly KeptActivity[]): Promise<void> => {
  for (const row of rows) {
    const current = {
      about: JSON.stringify(row.about),
      state: row.isOver ? 'done' : 'running',
      done: row.done,
      total: row.total,
      result: JSON.stringify(row.result ?? {}),
      beat_at: now,
      ended_at: row.isOver ? now : null,
    }
    await tx
      .insertInto('activities')
      .values({
        ...current,
        key: row.key,
        kind: row.kind,
        permission: row.permission,
        link: row.link,
        task: '',
        created_at: row.startedAt,
        started_at: row.startedAt,
      })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(current))
      .execute()
  }
}

/** Returns the keys of stored activities of a kind that are not over. */
export const findKeptUnderWay = async (db: Queryable, kind: ActivityKind): Promise<string[]> => {
  const rows = await db
    .selectFrom('activities')
    .select('key')
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .where('key', 'is not', null)
    .execute()
  return rows.flatMap(({ key }) => (key === null ? [] : [key]))
}

/** Takes an activity that waits, or whose worker died, and returns it. The worker before loses its lease. */
export const claimActivity = async (tx: Tx, now: Date, id: string, lease: string) =>
  tx
    .updateTable('activities')
    .set({
      state: 'running',
      lease,
      attempts: sql<number>`attempts + 1`,
      started_at: sql<Date>`coalesce(started_at, ${now})`,
      beat_at: now,
    })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returning(['id', 'kind', 'owner_id', 'task', 'done', 'total', 'attempts'])
    .executeTakeFirst()

/** Writes progress if the lease still holds. Returns false if somebody paused or stopped the activity or took it over. */
export const saveProgress = async (
  tx: Tx,
  now: Date,
  { id, lease }: { readonly id: string; readonly lease: string },
  progress: { readonly done?: number; readonly total?: number | null },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('activities')
    .set({
      ...progress,
      beat_at: now,
      // A worker that gets on does not count as one of those that failed at the same place.
      ...(progress.done !== undefined && {
        attempts: sql<number>`case when done < ${progress.done} then 1 else attempts end`,
      }),
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const endActivity = async (
  tx: Tx,
  now: Date,
  { id, lease }: { readonly id: string; readonly lease: string },
  end: {
    /** Null keeps the state: somebody paused or stopped it. */
    readonly state: 'done' | 'failed' | 'queued' | null
    readonly result?: Readonly<Record<string, unknown>>
    readonly error?: string
    readonly fileId?: string
    readonly link?: string
    readonly done?: number
  },
): Promise<boolean> => {
  const { state } = end
  const { numUpdatedRows } = await tx
    .updateTable('activities')
    .set({
      ...(state && { state, ended_at: state === 'queued' ? null : now }),
      ...(end.result && { result: JSON.stringify(end.result) }),
      ...(end.error !== undefined && { error: end.error }),
      ...(end.fileId !== undefined && { file_id: end.fileId }),
      ...(end.link !== undefined && { link: end.link }),
      ...(end.done !== undefined && { done: end.done }),
      beat_at: now,
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Adds figures to the result of an activity. Returns its owner. */
export const addToResult = async (
  tx: Tx,
  id: string,
  figures: Readonly<Record<string, number>>,
): Promise<string | null> => {
  const row = await tx
    .updateTable('activities')
    .set({ result: sql`result || ${JSON.stringify(figures)}::jsonb` })
    .where('id', '=', id)
    .returning('owner_id')
    .executeTakeFirst()
  return row?.owner_id ?? null
}

/**
 * Locks an activity for the rest of the transaction, if the lease still holds.
 *
 * @param shared other steps of the same worker lock it too, and its progress can be written meanwhile
 */
export const holdLease = async (tx: Tx, id: string, lease: string, shared: boolean): Promise<boolean> => {
  const own = tx.selectFrom('activities').select('id').where('id', '=', id).where('lease', '=', lease)
  return (await (shared ? own.forKeyShare() : own.forUpdate()).executeTakeFirst()) !== undefined
}

/** Returns running activities: of a process that is gone, or whose worker has not been heard of since then. */
export const findAbandoned = async (db: Queryable, by: { readonly process: string } | { readonly silentSince: Date }) =>
  db
    .selectFrom('activities')
    .select(['id', 'owner_id', 'task', 'attempts', 'lease', 'created_at'])
    .where('ended_at', 'is', null)
    .where('state', '=', 'running')
    .$if('process' in by, (query) => query.where('lease', 'like', `${'process' in by ? by.process : ''}-%`))
    .$if('silentSince' in by, (query) => query.where('beat_at', '<', 'silentSince' in by ? by.silentSince : null))
    .execute()

/** Returns how often somebody was erased or deleted, as far as this database knows. */
export const countErasures = async (db: Queryable): Promise<number> =>
  (await db.selectFrom('erasures').select('counted').executeTakeFirstOrThrow()).counted

/** The same for the rest of the transaction: nobody is erased meanwhile. Waits for an erasure that has begun. */
export const holdErasures = async (tx: Tx): Promise<number> =>
  (await tx.selectFrom('erasures').select('counted').forShare().executeTakeFirstOrThrow()).counted

/** Counts an erasure, so that no file which was begun before it is kept. */
export const countErasure = async (tx: Tx): Promise<void> => {
  await tx.updateTable('erasures').set({ counted: sql<number>`counted + 1` }).execute()
}
