import type { Queryable, Tx } from '../db/db.ts'
import { auditHash, canonical } from './audit.store.ts'

/** The result of verifying the audit trail's hash chain. */
export interface ChainReport {
  readonly rows: number
  readonly broken: number
  /** A few of the rows that do not match. */
  readonly samples: readonly string[]
  readonly lastSeq: number
  readonly lastHash: string
}

/** The last row of the chain at the previous check. */
export interface ChainEnd {
  readonly lastSeq: number
  readonly lastHash: string
}

/** Rows per chunk. Other requests are answered between chunks. */
const CHUNK = 1000
const SAMPLES = 5

/**
 * Recomputes the hash of every row from the first one. With the end that an earlier check saw, it also detects rows
 * that were cut off: the remaining chain alone would look intact.
 */
export const walkChain = async (db: Queryable, end?: ChainEnd): Promise<ChainReport> => {
  const samples: string[] = []
  let rows = 0
  let broken = 0
  let seq = 0
  let hash = ''
  let endSeen = end === undefined || end.lastSeq === 0
  const report = (what: string) => {
    broken += 1
    if (samples.length < SAMPLES) samples.push(what)
  }
  for (;;) {
    const chunk = await db
      .selectFrom('audit_trail')
      .select(['seq', 'at', 'actor_id', 'action', 'resource', 'object_id', 'before', 'after', 'previous_hash', 'hash'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(CHUNK)
      .execute()
    for (const row of chunk) {
      const expected = auditHash({
        previous_hash: hash,
        seq: seq + 1,
        at: row.at.toISOString(),
        actor_id: row.actor_id,
        action: row.action,
        resource: row.resource,
        object_id: row.object_id,
        before: canonical(row.before),
        after: canonical(row.after),
      })
      if (row.seq !== seq + 1 || row.previous_hash !== hash || row.hash !== expected) report(`audit row ${row.seq}`)
      seq = row.seq
      hash = row.hash
      rows += 1
      if (end && seq === end.lastSeq) {
        endSeen = true
        if (hash !== end.lastHash) report(`audit row ${seq}: another one stood here at the last check`)
      }
    }
    if (chunk.length < CHUNK) break
  }
  if (!endSeen) report(`audit row ${end?.lastSeq}: it was there at the last check`)
  return { rows, broken, samples, lastSeq: seq, lastHash: hash }
}

/** Returns the result of the last check, or undefined before the first one. */
export const findChainCheck = (db: Queryable) =>
  db
    .selectFrom('audit_checks')
    .select(['checked_at', 'rows', 'broken', 'samples', 'last_seq', 'last_hash'])
    .executeTakeFirst()

/**
 * Stores the result of a check. The end only advances while the chain is intact: a truncated chain stays broken until
 * somebody has investigated it.
 */
export const saveChainCheck = async (tx: Tx, now: Date, report: ChainReport, before: ChainEnd | undefined) => {
  const end = report.broken > 0 && before ? before : report
  const values = {
    checked_at: now,
    rows: report.rows,
    broken: report.broken,
    samples: [...report.samples],
    last_seq: end.lastSeq,
    last_hash: end.lastHash,
  }
  await tx
    .insertInto('audit_checks')
    .values(values)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(values))
    .execute()
}
