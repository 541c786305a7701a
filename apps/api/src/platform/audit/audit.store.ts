import { sql } from 'kysely'
import { sha256 } from '../auth/crypto.ts'
import type { Tx } from '../db/db.ts'

/** One action: who did what to which object, with the object before and after. */
export interface AuditEntry {
  readonly action: string
  readonly resource: string
  readonly objectId?: string | undefined
  readonly before?: unknown
  readonly after?: unknown
  /** The actor, for requests that start without a caller: a sign-in is the action of the account that signs in. */
  readonly by?: { readonly id: string; readonly name: string }
}

export interface AuditActor {
  readonly id: string | null
  readonly name: string
  readonly ip: string
  readonly requestId: string
}

/** Arbitrary. It only has to be the same in every process. */
const CHAIN_LOCK = 7_260_115

/** Names of values that never enter the trail. */
const SECRET = /password|secret|token|code_hash|recovery|sealed/i

/**
 * Returns the JSON of a value without secrets and with sorted keys, so that a row's hash can be recomputed from the
 * row.
 */
export const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (key, inner: unknown) => {
    if (SECRET.test(key)) return '[removed]'
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  })

/** Returns the hash of a row. */
export const auditHash = (row: {
  previous_hash: string
  seq: number
  at: string
  actor_id: string | null
  action: string
  resource: string
  object_id: string | null
  before: string
  after: string
}): string =>
  sha256(
    [
      row.previous_hash,
      row.seq,
      row.at,
      row.actor_id ?? '',
      row.action,
      row.resource,
      row.object_id ?? '',
      row.before,
      row.after,
    ].join('\n'),
  )

/** An entry with its actor and time. */
export interface AuditAct {
  readonly at: Date
  readonly actor: AuditActor
  readonly entry: AuditEntry
}

/** Entries in one statement. PostgreSQL takes 65,535 parameters, and an accepted plan of rooms has 10,000 entries. */
const A_STATEMENT = 2000

/** Appends actions to the chain in the given order. One lock orders all writers. */
export const appendActs = async (tx: Tx, acts: readonly AuditAct[]): Promise<void> => {
  if (acts.length === 0) return
  await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(tx)
  const last = await tx
    .selectFrom('audit_trail')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  let seq = last?.seq ?? 0
  let previous = last?.hash ?? ''
  const rows = acts.map(({ at, actor, entry }) => {
    seq += 1
    const row = {
      previous_hash: previous,
      seq,
      at: at.toISOString(),
      actor_id: entry.by?.id ?? actor.id,
      action: entry.action,
      resource: entry.resource,
      object_id: entry.objectId ?? null,
      before: canonical(entry.before),
      after: canonical(entry.after),
    }
    previous = auditHash(row)
    return {
      ...row,
      hash: previous,
      actor_name: entry.by?.name ?? actor.name,
      ip: actor.ip,
      request_id: actor.requestId,
    }
  })
  for (let from = 0; from < rows.length; from += A_STATEMENT)
    await tx
      .insertInto('audit_trail')
      .values(rows.slice(from, from + A_STATEMENT))
      .execute()
}

/**
 * Appends an actor's entries to the chain. Call it last before the commit: the lock is held for two statements and the
 * commit.
 */
export const appendAudit = (tx: Tx, actor: AuditActor, now: Date, entries: readonly AuditEntry[]): Promise<void> =>
  appendActs(
    tx,
    entries.map((entry) => ({ at: now, actor, entry })),
  )
