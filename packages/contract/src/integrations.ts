import { z } from 'zod'
import { keyedPick } from './authorization.ts'
import { can, day, id, idParams, line, route, timestamp } from './core.ts'

/** Programs of others: tokens with which they call the API, and webhooks that we call. */

/** Days that a token can be valid. */
export const MAX_TOKEN_DAYS = 366
/** Tokens in force at the same time. */
export const MAX_TOKENS = 100

/** Rows of one answer about the calls of a token. */
export const TOKEN_CALLS_SHOWN = 300

export const TOKEN_STATES = ['active', 'expired', 'revoked'] as const

export const apiToken = z.object({
  _id: id,
  name: z.string(),
  /** Null: the policy was deleted, and the token may do nothing. */
  policy: keyedPick.nullable(),
  state: z.enum(TOKEN_STATES),
  /** Its last four characters. */
  hint: z.string(),
  /** The account that it acts as: the actor in the audit trail. */
  account_id: id,
  created_by: z.string().nullable(),
  created_at: timestamp,
  expires_at: timestamp,
  /** To the minute. Null: never. */
  last_used_at: timestamp.nullable(),
  last_used_ip: z.string().nullable(),
  allowed: z.array(z.enum(['revoke'])),
})
export type ApiToken = z.output<typeof apiToken>

/** What a program asked of one route on one day. */
export const tokenCalls = z.object({
  day,
  method: z.string(),
  route: z.string(),
  calls: z.number(),
  /** Of these, how many were refused or failed. */
  refused: z.number(),
  last_at: timestamp,
  last_status: z.number(),
})
export type TokenCalls = z.output<typeof tokenCalls>

export const newApiToken = z.object({
  name: line(80),
  policy_id: id,
  expires_in_days: z.int().min(1).max(MAX_TOKEN_DAYS),
})

export const integrationRoutes = {
  listApiTokens: route({
    method: 'GET',
    path: '/admin/api-tokens',
    access: can('integrations.read'),
    summary: 'API tokens: those in force first, then the newest that ended, 200 in all',
    response: z.array(apiToken),
  }),
  pickTokenPolicies: route({
    method: 'GET',
    path: '/admin/api-tokens/policies',
    access: can('integrations.create'),
    summary: 'Policies that the caller can give to a token: those without a permission that the caller lacks',
    response: z.array(keyedPick),
  }),
  listTokenCalls: route({
    method: 'GET',
    path: '/admin/api-tokens/{id}/calls',
    access: can('integrations.read'),
    summary:
      'What a program asked with its token: how often, by day and route, the newest day first, 300 rows at most. A call appears within seconds',
    params: idParams,
    response: z.array(tokenCalls),
  }),
  createApiToken: route({
    method: 'POST',
    path: '/admin/api-tokens',
    access: can('integrations.create'),
    summary: 'Make an API token with one policy. The answer has the token, which is never shown again',
    body: newApiToken,
    response: z.object({ ...apiToken.shape, token: z.string() }),
    errors: ['cannot_grant', 'duplicate', 'too_many_tokens'],
    confirmed: true,
    status: 201,
  }),
  revokeApiToken: route({
    method: 'POST',
    path: '/admin/api-tokens/{id}/revoke',
    access: can('integrations.delete'),
    summary: 'End an API token now, on every process',
    params: idParams,
    response: apiToken,
    errors: ['illegal_transition'],
  }),
} as const
