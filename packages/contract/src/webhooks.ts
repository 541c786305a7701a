import { z } from 'zod'
import { can, done, id, idParams, line, route, timestamp } from './core.ts'

/** Webhooks by the Standard Webhooks specification (https://www.standardwebhooks.com): we tell others what happened. */

/** What can be told; payments name their reservation. `ping` is sent by hand, to try a receiver. */
export const WEBHOOK_EVENTS = [
  'reservation.made',
  'reservation.confirmed',
  'reservation.cancelled',
  'payment.received',
  'payment.refunded',
  'event.published',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What each message says. */
export const WEBHOOK_MESSAGES: Readonly<Record<WebhookEvent | 'ping', string>> = {
  'reservation.made': 'Somebody reserved, whatever is still open',
  'reservation.confirmed': 'A reservation became active',
  'reservation.cancelled': 'A reservation was ended by its owner or the office, or was not paid in time',
  'payment.received': 'Money arrived. The message names the reservation',
  'payment.refunded': 'Money went back. The message names the reservation',
  'event.published': 'An event can be seen',
  ping: 'Sent by hand, to try a receiver',
}

export const MAX_WEBHOOKS = 20
/** Days that deliveries are kept and can be repeated. */
export const KEPT_DAYS = 30
/** Deliveries of one answer. */
export const DELIVERIES_SHOWN = 100
export const DELIVERY_STATES = ['due', 'delivered', 'failed'] as const

/** What a receiver gets: that something happened, and to what. It reads the record with its token, as its policy allows. */
export const webhookMessage = z.object({
  type: z.string(),
  timestamp,
  data: z.object({ _id: id }),
})
export type WebhookMessage = z.output<typeof webhookMessage>

export const webhookBody = z.object({
  name: line(80),
  url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    // A password in an address would be shown to everybody who sees the list.
    .regex(/^[^/]*\/\/[^/?#@]*([/?#]|$)/, { error: 'invalid' }),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1),
  enabled: z.boolean(),
})

export const webhook = z.object({
  _id: id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  /** Deliveries that wait, and the oldest of them. */
  due: z.number(),
  oldest_due_at: timestamp.nullable(),
  /** Deliveries of the last thirty days that were given up. */
  failed: z.number(),
  last_delivered_at: timestamp.nullable(),
})
export type Webhook = z.output<typeof webhook>

export const webhookDelivery = z.object({
  /** The number of the event: the cursor of a replay. */
  event: z.number(),
  type: z.string(),
  subject_id: id,
  at: timestamp,
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  /** HTTP status of the last answer. Null: there was none. */
  status: z.number().nullable(),
  /** Why there was no answer. */
  problem: z.string().nullable(),
  /** The next attempt, after a first one. */
  next_at: timestamp.nullable(),
  last_at: timestamp.nullable(),
})
export type WebhookDelivery = z.output<typeof webhookDelivery>

/** Number of an event. */
const cursor = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

export const webhookRoutes = {
  listWebhooks: route({
    method: 'GET',
    path: '/admin/webhooks',
    access: can('integrations.read'),
    summary: 'Webhooks by name',
    response: z.array(webhook),
  }),
  createWebhook: route({
    method: 'POST',
    path: '/admin/webhooks',
    access: can('integrations.create'),
    summary: 'Add a webhook. The answer has its secret, which is never shown again',
    body: webhookBody,
    response: z.object({ ...webhook.shape, secret: z.string() }),
    errors: ['duplicate', 'too_many_webhooks'],
    confirmed: true,
    status: 201,
  }),
  updateWebhook: route({
    method: 'PUT',
    path: '/admin/webhooks/{id}',
    access: can('integrations.update'),
    summary: 'Change a webhook. The secret stays',
    params: idParams,
    body: webhookBody,
    response: webhook,
    errors: ['duplicate'],
  }),
  deleteWebhook: route({
    method: 'DELETE',
    path: '/admin/webhooks/{id}',
    access: can('integrations.delete'),
    summary: 'Delete a webhook with its deliveries',
    params: idParams,
    response: done,
  }),
  listDeliveries: route({
    method: 'GET',
    path: '/admin/webhooks/{id}/deliveries',
    access: can('integrations.read'),
    summary:
      'Deliveries of thirty days, newest first, 100 at a time; `before` is the number of the last event of the answer before',
    params: idParams,
    query: z.object({ before: z.coerce.number().pipe(cursor).optional() }),
    response: z.array(webhookDelivery),
  }),
  testWebhook: route({
    method: 'POST',
    path: '/admin/webhooks/{id}/test',
    access: can('integrations.update'),
    summary: 'Send a `ping` to a webhook',
    params: idParams,
    response: done,
    limits: [{ points: 20, seconds: 3600, by: 'caller' }],
  }),
  replayWebhook: route({
    method: 'POST',
    path: '/admin/webhooks/{id}/replay',
    access: can('integrations.update'),
    summary: 'Send again every event after this number, at most thirty days back, those that were delivered too',
    params: idParams,
    body: z.object({ after: cursor }),
    response: z.object({ count: z.number() }),
  }),
} as const
