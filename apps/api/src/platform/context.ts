import type { Language } from '@shiloh/contract/core'
import type { Caller, PurposeToken } from './auth/auth.store.ts'
import type { Upload } from './files/files.ts'
import type { ReadWork, Work } from './jobs/work.ts'

/** A handler's view of its request, and the database to read from. Every context has at least this. */
export interface ReadContext extends ReadWork {
  readonly language: Language
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string
  /** The caller's account. @throws not_signed_in on a public route that was called without a session */
  readonly caller: Caller
  /** The account that calls a public route, or null. */
  readonly visitor: Caller | null
  /** The purpose token of the call. @throws invalid_token when the route takes none */
  readonly token: PurposeToken
  /** The exact bytes of the body, which the signatures of payment providers cover. */
  readonly rawBody: Buffer
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Called with the number of rows whenever more of them were read for a file. */
  readonly onRows?: (count: number) => void
}

/**
 * The context inside a request's transaction: `tx` writes, and `audit`, `send`, `enqueue` and `publish` take effect
 * with the commit.
 */
export interface WriteContext extends Omit<ReadContext, keyof Work>, Work {}

/** For handlers that open their own transactions: around a call to a provider, or one for many requests. */
export interface OrchestrateContext extends ReadContext {
  /** The caller's idempotency key. The handler stores its own answer with it. */
  readonly idempotency: IdempotencyKey | null
  /** Runs `work` in one transaction with its own context. Writes and audit entries are committed together. */
  transact<T>(work: (ctx: WriteContext) => Promise<T>): Promise<T>
  /** Sends hints to browsers after the handler has answered. */
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

/** A file as the answer of a handler. */
export interface FileAnswer {
  readonly name: string
  readonly mime: string
  readonly body: Buffer | NodeJS.ReadableStream
  /** Displayed in the browser instead of downloaded: only for types that cannot contain scripts. */
  readonly inline?: boolean
  /** Seconds. If absent, the file is private and not stored. */
  readonly publicFor?: number
  /** Identifies the content: a browser that already has it gets 304. */
  readonly etag?: string
}
