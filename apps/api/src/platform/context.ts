import type { Language } from '@shiloh/contract/core'
import type { Caller, PurposeToken } from './auth/auth.store.ts'
import type { Db } from './db/db.ts'
import type { Upload } from './files/files.ts'
import type { ReadWork, Work } from './jobs/work.ts'

/** What a handler knows of its request, and the database to read from. Every context is at least this. */
export interface ReadContext extends ReadWork {
  readonly language: Language
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  /** The caller's account. @throws not_signed_in on a public route that was called without a session */
  readonly caller: Caller
  /** The account that calls a public route, or null. */
  readonly visitor: Caller | null
  /** The purpose token of the call. @throws invalid_token where the route takes none */
  readonly token: PurposeToken
  /** The exact bytes of the body: signatures of payment providers cover them. */
  readonly rawBody: Buffer
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Inside the transaction of a request: `tx` writes, and `audit`, `send`, `enqueue` and `publish` take effect with the commit. */
export interface WriteContext extends Omit<ReadContext, keyof Work>, Work {}

/** For handlers that open transactions of their own: around a call to a provider, or one for many requests. */
export interface OrchestrateContext extends ReadContext {
  readonly db: Db
  /** The key that the caller sent. The handler stores its own answer under it. */
  readonly idempotency: IdempotencyKey | null
  /** Runs `work` in one transaction, with a context of its own. Writes and audit entries are committed together. */
  transact<T>(work: (ctx: WriteContext) => Promise<T>): Promise<T>
  /** Hints browsers after the handler has answered. */
  publish: Work['publish']
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
  /** Names the content: a browser that has it already is answered 304. */
  readonly etag?: string
}
