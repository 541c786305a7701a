import { integrationRoutes } from '@shiloh/contract/integrations'
import { bind, reads, writes } from '#http/binder'
import { listTokens, makeToken, pickPolicies, revokeToken } from './tokens.ts'

export const endpoints = bind(integrationRoutes, {
  listApiTokens: reads(listTokens),
  pickTokenPolicies: reads(pickPolicies),
  createApiToken: writes((ctx, { body }) => makeToken(ctx, body)),
  revokeApiToken: writes((ctx, { params }) => revokeToken(ctx, params.id)),
})
