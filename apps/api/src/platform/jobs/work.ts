import { type AuditEntry, appendAudit } from '../audit/audit.store.ts'
import type { Queryable, Tx } from '../db/db.ts'
import { repeating } from '../db/patience.ts'
import type { Deps } from '../deps.ts'
import type { OutgoingMessage } from '../messaging/messages.store.ts'
import { noticeHints, sendAll } from '../messaging/messenger.ts'
import type { RealtimeEvent } from '../realtime.ts'
import { type EnqueueOptions, enqueue } from './jobs.store.ts'

/** What domain code reads with, in a handler or in a job. */
export interface ReadWork {
  /** The database to read from. In a write, the transaction itself. */
  readonly db: Queryable
  readonly now: Date
  readonly deps: Deps
}

/** What domain code works with inside a transaction, in a handler or in a job. */
export interface Work extends ReadWork {
  readonly db: Tx
  /** The transaction. Functions that write or lock take it. */
  readonly tx: Tx
  enqueue(task: string, payload: unknown, options?: EnqueueOptions): Promise<void>
  /** Queues mails, SMS and notices in the transaction. Notices use the channels that each person chose. */
  send(...messages: OutgoingMessage[]): Promise<void>
  /** Sends hints to browsers after the commit. Not sent if the transaction fails. */
  publish(room: string, event: string, data?: Readonly<Record<string, unknown>>): void
  /** Adds to the audit trail at the end of the transaction. Writes by administrators are recorded even without it. */
  audit(entry: AuditEntry): void
}

/** Returns the payload of a job with the trace that it goes on with. */
const traced = (payload: unknown, traceparent: string | undefined): unknown =>
  traceparent === undefined ? payload : { ...Object(payload), traceparent }

/** The tools of one transaction. They collect into `audits` and `published`. */
export const workIn = (
  deps: Deps,
  tx: Tx,
  now: Date,
  { audits, published }: { readonly audits: AuditEntry[]; readonly published: RealtimeEvent[] },
): Work => ({
  db: tx,
  tx,
  now,
  deps,
  enqueue: (task, payload, options) => enqueue(tx, task, traced(payload, deps.trace.here()), options),
  send: async (...messages) => {
    published.push(...noticeHints(await sendAll(deps, tx, now, messages)))
  },
  publish: (room, event, data = {}) => {
    published.push({ room, event, data })
  },
  audit: (entry) => {
    audits.push(entry)
  },
})

/**
 * Runs `work` in one transaction outside any request, again if it has to (`repeating`). Hints are sent after the commit.
 */
export const inWork = async <T>(deps: Deps, work: (ctx: Work) => Promise<T>): Promise<T> => {
  const now = deps.clock()
  const { result, published } = await deps.trace.span('transaction', {}, () =>
    repeating(() =>
      deps.db.transaction().execute(async (tx) => {
        const audits: AuditEntry[] = []
        const published: RealtimeEvent[] = []
        const result = await work(workIn(deps, tx, now, { audits, published }))
        await appendAudit(tx, { id: null, name: 'system', ip: '', requestId: '' }, now, audits)
        return { result, published }
      }),
    ),
  )
  deps.realtime.publish(published)
  return result
}
