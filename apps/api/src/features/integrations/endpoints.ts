import { integrationRoutes } from '@shiloh/contract/integrations'
import { webhookRoutes } from '@shiloh/contract/webhooks'
import { bind, reads, writes } from '#http/binder'
import { listCalls, listTokens, makeToken, pickPolicies, revokeToken } from './tokens.ts'
import {
  changeWebhook,
  listDeliveries,
  listWebhooks,
  makeWebhook,
  removeWebhook,
  replay,
  sendPing,
} from './webhooks.ts'

export const endpoints = [
  ...bind(integrationRoutes, {
    listApiTokens: reads(listTokens),
    listTokenCalls: reads((ctx, { params }) => listCalls(ctx, params.id)),
    pickTokenPolicies: reads(pickPolicies),
    createApiToken: writes((ctx, { body }) => makeToken(ctx, body)),
    revokeApiToken: writes((ctx, { params }) => revokeToken(ctx, params.id)),
  }),
  ...bind(webhookRoutes, {
    listWebhooks: reads(listWebhooks),
    createWebhook: writes((ctx, { body }) => makeWebhook(ctx, body)),
    updateWebhook: writes((ctx, { params, body }) => changeWebhook(ctx, params.id, body)),
    deleteWebhook: writes((ctx, { params }) => removeWebhook(ctx, params.id)),
    listDeliveries: reads((ctx, { params, query }) => listDeliveries(ctx, params.id, query.before)),
    testWebhook: writes((ctx, { params }) => sendPing(ctx, params.id)),
    replayWebhook: writes((ctx, { params, body }) => replay(ctx, params.id, body.after)),
  }),
]
