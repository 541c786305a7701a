import { Readable } from 'node:stream'
import { isLanguage } from '@shiloh/contract/core'
import { isFileAnswer } from '#http/answer'
import { runActivity } from '#platform/activity/activity'
import { type Caller, loadCallerOf } from '#platform/auth/auth.store'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { readAsked } from './ask.ts'
import { findExport, saveDenied } from './store.ts'

/** What is individually denied to somebody, as one text. */
export const denialsOf = ({ authorization }: Pick<Caller, 'authorization'>): string =>
  JSON.stringify(
    authorization.special_deny
      .map(({ resource, actions, _id }) => [resource, _id ?? '', ...[...actions].sort()].join(' '))
      .sort(),
  )

/**
 * Makes the file of an activity with the rights that its owner has now. After a crash it begins again. A file that was
 * stopped or that failed is not kept.
 */
export const runExport = (payload: unknown, deps: Deps): Promise<void> =>
  runActivity<'export'>(deps, payload, async ({ id, advance }) => {
    const { db, files } = deps
    const asked = found(await findExport(db, id))
    const caller = await loadCallerOf(sqlIn(db), asked.user_id)
    if (!caller) throw new AppError('forbidden')
    const now = deps.clock()
    const { endpoint, input } = await readAsked({ db, now, caller }, deps.services.exports.find, asked.address)
    if (endpoint.handler.does !== 'reads') throw new AppError('not_found')
    let rows = 0
    const answer = await endpoint.handler.handle(
      {
        db: deps.replica.source(),
        now,
        deps,
        caller,
        visitor: caller,
        language: isLanguage(asked.language) ? asked.language : caller.language,
        requestId: `export-${id}`,
        ip: '',
        userAgent: '',
        get token(): never {
          throw new AppError('invalid_token')
        },
        rawBody: Buffer.alloc(0),
        headers: {},
        onRows: (count) => {
          rows += count
        },
      },
      input,
    )
    if (!isFileAnswer(answer)) throw new AppError('not_found')
    const { name, mime } = answer
    const body = Buffer.isBuffer(answer.body) ? Readable.from([answer.body]) : answer.body
    let isStopped = false
    async function* whileWanted() {
      for await (const chunk of body) {
        if (!(await advance(rows))) {
          isStopped = true
          return
        }
        yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      }
    }
    const stored = await files.storeStream({ name, mime, body: whileWanted() })
    if (isStopped) {
      await files.remove(stored.storageKey)
      return { done: rows }
    }
    const keep = ({ tx }: Work) => saveDenied(tx, id, denialsOf(caller))
    return { result: { rows }, done: rows, file: { stored, keep } }
  })
