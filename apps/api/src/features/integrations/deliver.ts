import type { WebhookMessage } from '@shiloh/contract/webhooks'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Deps, JobTable } from '#platform/deps'
import { inWork } from '#platform/jobs/work'
import { PrivateAddress, post } from './reach.ts'
import * as store from './webhooks.store.ts'

/** The context of a sealed secret. */
export const secretContext = (id: string): string => `webhook:${id}`

/** Seconds before each further attempt: three days in all, as Standard Webhooks proposes. */
const RETRIES = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
/** A receiver that has not answered by then is slow. Milliseconds. */
const PATIENCE_MS = 5000
/** Deliveries of one job, and milliseconds after which it lets other jobs go first. A further job goes on. */
const AT_ONCE = 50
const TURN_MS = 10_000
/** The receiver does not exist any more, and says so: it gets nothing again. */
const GONE = 410

const payloadOf = (delivery: { readonly type: string; readonly at: Date; readonly subject_id: string }): string => {
  const message: WebhookMessage = {
    type: delivery.type,
    timestamp: delivery.at.toISOString(),
    data: { _id: delivery.subject_id },
  }
  return JSON.stringify(message)
}

const attempt = async (
  { config, clock }: Deps,
  hook: store.WebhookRow,
  secret: string,
  delivery: Awaited<ReturnType<typeof store.findDue>>[number],
): Promise<{ readonly status: number | null; readonly problem: string | null }> => {
  const body = payloadOf(delivery)
  // The same at each attempt and replay: a receiver recognises what it had before.
  const id = `evt_${delivery.event_id}`
  const now = clock()
  try {
    const status = await post({
      url: hook.url,
      body,
      allowPrivate: config.webhooksPrivate,
      timeoutMs: PATIENCE_MS,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Shiloh-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, now, body),
      },
    })
    return { status, problem: null }
  } catch (error) {
    if (error instanceof PrivateAddress) return { status: null, problem: 'private_address' }
    const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
    return { status: null, problem: isLate ? 'timeout' : 'no_answer' }
  }
}

/** Sends what is due to one receiver, oldest first. Ends at the first failure: the others wait for their turn. */
const deliver = async (deps: Deps, webhookId: string): Promise<void> => {
  const { db, clock, crypto } = deps
  const hook = await store.findWebhook(db, webhookId)
  if (!hook?.enabled) return
  const secret = crypto.unseal(hook.secret_sealed, secretContext(hook.id))
  const due = await store.findDue(db, hook.id, clock(), AT_ONCE)
  const began = performance.now()
  for (const delivery of due) {
    const { status, problem } = await attempt(deps, hook, secret, delivery)
    const now = clock()
    const isDelivered = status !== null && status >= 200 && status < 300
    const attempts = delivery.attempts + 1
    const wait = status === GONE ? undefined : RETRIES[attempts - 1]
    const state = isDelivered ? 'delivered' : wait === undefined ? 'failed' : 'due'
    const nextAt = new Date(now.getTime() + (wait ?? 0) * 1000)
    await store.saveAttempt(db, now, hook.id, delivery.event_id, { state, attempts, nextAt, status, problem })
    if (!isDelivered) return
    if (performance.now() - began > TURN_MS) break
  }
  // There may be more. A job that finds nothing costs less than counting.
  if (due.length === AT_ONCE || performance.now() - began > TURN_MS) await store.addJob(db, hook.id)
}

const payload = z.object({ webhook_id: z.string() })

export const jobs: JobTable = {
  deliver_webhook: async (given, deps) => deliver(deps, payload.parse(given).webhook_id),
  wake_webhooks: (_, deps) => inWork(deps, ({ tx, now }) => store.wakeReceivers(tx, now)),
  forget_webhook_events: (_, deps) => inWork(deps, ({ tx, now }) => store.forgetOld(tx, now)),
}

export const crontab = ['* * * * * wake_webhooks', '40 3 * * * forget_webhook_events'] as const
