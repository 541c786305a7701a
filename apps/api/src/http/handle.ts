import type { FastifyRequest } from 'fastify'
import type { AuditEntry } from '#platform/audit/audit.store'
import type { IdempotencyKey, OrchestrateContext, ReadContext, WriteContext } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { repeating } from '#platform/db/patience'
import type { Deps } from '#platform/deps'
import { AppError, isOfErasedCaller } from '#platform/errors'
import { type Work, workIn } from '#platform/jobs/work'
import type { RealtimeEvent } from '#platform/realtime'
import { auditEntries, isAdminWrite, saveAudit } from './audit.ts'
import type { Endpoint, ValidInput } from './binder.ts'
import type { Credentials } from './credentials.ts'
import { answerOnce, type StoredAnswer } from './idempotency.ts'

/** A request that passed every check. */
export interface Call {
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly now: Date
  readonly credentials: Credentials
  readonly objectId: string | undefined
  readonly input: ValidInput
  readonly idempotency: IdempotencyKey | null
}

const NO_BYTES = Buffer.alloc(0)

/** The common part of every context of a call. Two of its getters throw, so it is assigned to and never spread. */
const factsOf = ({ request, credentials: { caller, token } }: Call): Omit<ReadContext, 'db' | 'now' | 'deps'> => ({
  language: request.language,
  requestId: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  get caller() {
    if (!caller) throw new AppError('not_signed_in')
    return caller
  },
  visitor: caller,
  get token() {
    if (!token) throw new AppError('invalid_token')
    return token
  },
  rawBody: request.rawBody ?? NO_BYTES,
  headers: request.headers,
})

/**
 * Runs the handler of a call with the context of its kind (`reads`, `writes`, `orchestrates`). Hints to browsers go out
 * after the commit.
 */
export const handle = async (deps: Deps, call: Call): Promise<StoredAnswer> => {
  const { endpoint, request, now, credentials, input, idempotency } = call
  const { handler, route } = endpoint
  const published: RealtimeEvent[] = []
  const publish: Work['publish'] = (room, event, data = {}) => {
    published.push({ room, event, data })
  }
  let isAudited = false

  const audit = async (tx: Tx, own: readonly AuditEntry[]): Promise<void> => {
    const entries = auditEntries(endpoint, own, { objectId: call.objectId, body: input.body })
    if (await saveAudit(tx, credentials, request, now, entries)) isAudited = true
  }

  /**
   * Runs `work` in a transaction, again if it has to (`repeating`). An AppError with `commit` is thrown after the commit instead of
   * rolling back.
   */
  const transact = async <T>(work: (ctx: WriteContext) => Promise<T>): Promise<T> => {
    const { own, ...outcome } = await deps.trace.span('transaction', {}, () =>
      repeating(() =>
        deps.db.transaction().execute(async (tx) => {
          const audits: AuditEntry[] = []
          const own: RealtimeEvent[] = []
          try {
            const result = await work(Object.assign(factsOf(call), workIn(deps, tx, now, { audits, published: own })))
            await audit(tx, audits)
            return { own, result }
          } catch (error) {
            if (!(error instanceof AppError && error.commit)) throw error
            await audit(tx, audits)
            return { own, error }
          }
        }),
      ),
    )
    published.push(...own)
    if (!('error' in outcome)) return outcome.result
    deps.realtime.publish(published)
    throw outcome.error
  }

  const run = async (): Promise<StoredAnswer> => {
    const { status } = route
    switch (handler.does) {
      case 'reads': {
        const read = (db: Queryable) => handler.handle(Object.assign(factsOf(call), { db, now, deps }), input)
        return { status, answer: await (handler.mayBeLate ? deps.replica.late(read) : read(deps.db)) }
      }
      case 'writes':
        return transact(async (ctx) => {
          const work = async () => ({ status, answer: await handler.handle(ctx, input) })
          return idempotency ? answerOnce(ctx.tx, ctx.caller.id, idempotency, now, work) : work()
        })
      case 'orchestrates': {
        const own = { db: deps.db, now, deps, idempotency, transact, publish }
        const ctx: OrchestrateContext = Object.assign(factsOf(call), own)
        const answer = await handler.handle(ctx, input)
        // Without a transaction of the handler, the entry gets its own.
        if (isAdminWrite(route) && !isAudited) await deps.db.transaction().execute((tx) => audit(tx, []))
        return { status, answer }
      }
    }
  }

  const answer = await run().catch((error: unknown) => {
    throw isOfErasedCaller(error, credentials.caller) ? new AppError('not_signed_in') : error
  })
  deps.realtime.publish(published)
  return answer
}
