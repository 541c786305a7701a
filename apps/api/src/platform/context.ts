import type { Language } from '@shiloh/contract/core'
import type { AuditEntry } from './audit/audit.store.ts'
import type { Caller, PurposeToken } from './auth/auth.store.ts'
import type { Tx } from './db/db.ts'
import type { Deps } from './deps.ts'
import type { Upload } from './files/files.ts'
import type { EnqueueOptions } from './jobs/jobs.store.ts'
import type { OutgoingMessage } from './messaging/messages.store.ts'

/** Everything a handler may use. It never sees the pool. */
export interface Context {
  /** The transaction of a write; in a GET the database itself. */
  readonly tx: Tx
  readonly now: Date
  readonly language: Language
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  readonly deps: Deps
  /** Who calls. @throws not_signed_in on a public route that nobody signed in to */
  readonly caller: Caller
  /** Who calls a public route, if anybody did. */
  readonly visitor: Caller | null
  /** The purpose token of the call. @throws invalid_token where the route takes none */
  readonly token: PurposeToken
  /** Given by the caller, for routes that store the answer themselves; null for all others. */
  readonly idempotency: IdempotencyKey | null
  /** The exact bytes of the request's body (signatures of payment providers cover them). */
  readonly rawBody: Buffer
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  enqueue(task: string, payload: unknown, options?: EnqueueOptions): Promise<void>
  /** Queues a mail or SMS in the transaction, or tells somebody something by the channels they chose. */
  send(...messages: OutgoingMessage[]): Promise<void>
  /** Hints browsers after the commit; never before, never when it fails. */
  publish(room: string, event: string, data?: Readonly<Record<string, unknown>>): void
  /** Adds to the audit trail, at the end of the transaction. Writes of administrators are added even without it. */
  audit(entry: AuditEntry): void
  /** For routes that open their own transactions: runs `work` in one, with its own context. */
  transact<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

export interface IdempotencyKey {
  readonly key: string
  readonly route: string
  readonly bodyHash: string
}

export interface Input<P, Q, B> {
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly files: readonly Upload[]
}

/** A file as a handler answers it. */
export interface FileAnswer {
  readonly name: string
  readonly mime: string
  readonly body: Buffer | NodeJS.ReadableStream
  /** Shown in the browser instead of being saved: only for kinds that cannot carry script. */
  readonly inline?: boolean
  /** Seconds; absent means private and not stored. */
  readonly publicFor?: number
  /** Names the content: who has it already is answered without it. */
  readonly etag?: string
}
