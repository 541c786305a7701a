import { type AuditEntry, appendAudit } from '../audit/audit.store.ts'
import type { Context } from '../context.ts'
import type { Deps } from '../deps.ts'
import { noticeHints, sendAll } from '../messaging/messenger.ts'
import type { RealtimeEvent } from '../realtime.ts'
import { enqueue } from './jobs.store.ts'

/** The part of a Context that does not need a request: what rules of the domain work with, in a handler or in a job. */
export type Work = Pick<Context, 'tx' | 'now' | 'deps' | 'enqueue' | 'send' | 'publish' | 'audit'>

/** Runs `work` in one transaction outside any request; what it publishes is sent after the commit. */
export const inWork = async <T>(deps: Deps, work: (ctx: Work) => Promise<T>): Promise<T> => {
  const now = deps.clock()
  const published: RealtimeEvent[] = []
  const result = await deps.db.transaction().execute(async (tx) => {
    const audits: AuditEntry[] = []
    const answer = await work({
      tx,
      now,
      deps,
      enqueue: (task, payload, options) => enqueue(tx, task, payload, options),
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
    await appendAudit(tx, { id: null, name: 'system', ip: '', requestId: '' }, now, audits)
    return answer
  })
  deps.realtime.publish(published)
  return result
}
