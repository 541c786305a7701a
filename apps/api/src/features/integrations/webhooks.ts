import type { BodyOf } from '@shiloh/contract/core'
import { MAX_WEBHOOKS, type Webhook, type WebhookDelivery, type webhookRoutes } from '@shiloh/contract/webhooks'
import { changed, created, removed } from '#platform/audit/audited'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { newId } from '#platform/random'
import { secretContext } from './deliver.ts'
import { leadsHome } from './reach.ts'
import * as store from './webhooks.store.ts'

type Body = BodyOf<typeof webhookRoutes.createWebhook>

/** Random bytes of a secret: the specification asks for 24 to 64. */
const SECRET_BYTES = 32

const view = ({ id, secret_sealed: _, oldest_due_at, last_delivered_at, ...row }: store.WebhookRow): Webhook => ({
  _id: id,
  ...row,
  oldest_due_at: oldest_due_at?.toISOString() ?? null,
  last_delivered_at: last_delivered_at?.toISOString() ?? null,
})

/** @throws invalid_input for an address without TLS, or in a network of our own */
const check = ({ deps }: ReadContext, { url }: Body): void => {
  if (!deps.config.webhooksPrivate && (new URL(url).protocol !== 'https:' || leadsHome(url)))
    throw invalid([{ field: 'url', code: 'invalid' }])
}

export const listWebhooks = async (ctx: ReadContext): Promise<Webhook[]> => (await store.listWebhooks(ctx.db)).map(view)

export const makeWebhook = async (ctx: WriteContext, body: Body) => {
  check(ctx, body)
  if ((await store.countWebhooks(ctx.tx)) >= MAX_WEBHOOKS) throw new AppError('too_many_webhooks')
  const id = newId(ctx.now, ctx.deps.random)
  const secret = `whsec_${ctx.deps.random.bytes(SECRET_BYTES).toString('base64')}`
  const secretSealed = ctx.deps.crypto.seal(secret, secretContext(id))
  await store.insertWebhook(ctx.tx, ctx.now, { ...body, id, secretSealed, by: ctx.caller.id })
  return { ...created(ctx, 'integrations', view(found(await store.findWebhook(ctx.tx, id)))), secret }
}

export const changeWebhook = async (ctx: WriteContext, id: string, body: Body): Promise<Webhook> => {
  check(ctx, body)
  const before = view(found(await store.lockWebhook(ctx.tx, id)))
  await store.updateWebhook(ctx.tx, ctx.now, id, body)
  return changed(ctx, 'integrations', before, view(found(await store.findWebhook(ctx.tx, id))))
}

export const removeWebhook = async (ctx: WriteContext, id: string) => {
  const before = view(found(await store.lockWebhook(ctx.tx, id)))
  await store.deleteWebhook(ctx.tx, id)
  return removed(ctx, 'integrations', before)
}

export const listDeliveries = async (
  ctx: ReadContext,
  id: string,
  before: number | undefined,
): Promise<WebhookDelivery[]> => {
  found(await store.findWebhook(ctx.db, id))
  return (await store.listDeliveries(ctx.db, id, before)).map(({ event_id, at, next_at, last_at, ...row }) => ({
    ...row,
    event: event_id,
    at: at.toISOString(),
    next_at: row.state === 'due' && row.attempts > 0 ? next_at.toISOString() : null,
    last_at: last_at?.toISOString() ?? null,
  }))
}

export const sendPing = async (ctx: WriteContext, id: string) => {
  const hook = view(found(await store.lockWebhook(ctx.tx, id)))
  await store.addPing(ctx.tx, ctx.now, id)
  ctx.audit({ action: 'test', resource: 'integrations', objectId: id, after: { name: hook.name } })
  return {}
}

export const replay = async (ctx: WriteContext, id: string, after: number) => {
  const hook = found(await store.lockWebhook(ctx.tx, id))
  const count = await store.replayAfter(ctx.tx, ctx.now, hook, after)
  ctx.audit({ action: 'replay', resource: 'integrations', objectId: id, after: { after, count } })
  return { count }
}
