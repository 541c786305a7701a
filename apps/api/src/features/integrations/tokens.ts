import { type ApiToken, MAX_TOKENS, type TokenCalls } from '@shiloh/contract/integrations'
import { lackingTo, refuseBeyond } from '#features/authorization'
import { changed, created } from '#platform/audit/audited'
import { API_TOKEN_PREFIX, apiTokenHash } from '#platform/auth/api-tokens'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import type { Deps } from '#platform/deps'
import { AppError, invalid } from '#platform/errors'
import { newId } from '#platform/random'
import * as store from './tokens.store.ts'

/** Random bytes of a token. */
const SECRET_BYTES = 32
const HINT = 4

const stateOf = ({ revoked_at, expires_at }: store.TokenRow, now: Date): ApiToken['state'] =>
  expires_at <= now ? 'expired' : revoked_at ? 'revoked' : 'active'

const view = (row: store.TokenRow, now: Date): ApiToken => {
  const state = stateOf(row, now)
  return {
    _id: row.id,
    name: row.name,
    policy: row.policy_id === null ? null : { _id: row.policy_id, name: row.policy_name ?? '', key: row.policy_key },
    state,
    hint: row.hint,
    account_id: row.user_id,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_ip: row.last_used_ip,
    allowed: state === 'active' ? ['revoke'] : [],
  }
}

export const listTokens = async (ctx: ReadContext): Promise<ApiToken[]> =>
  (await store.listTokens(ctx.db, ctx.now)).map((row) => view(row, ctx.now))

export const listCalls = async (ctx: ReadContext, id: string): Promise<TokenCalls[]> => {
  const { user_id } = found(await store.findToken(ctx.db, id))
  return (await store.listCalls(ctx.db, user_id)).map((row) => ({ ...row, last_at: row.last_at.toISOString() }))
}

/** Forgets calls after as many days as other logs. */
export const forgetCalls = (_: unknown, { db, clock, config }: Deps): Promise<void> =>
  store.forgetCalls(db, new Date(clock().getTime() - config.logDays * 86_400_000))

/** Lists the policies that the caller can give: nobody makes a token that may do more than they may. */
export const pickPolicies = async (ctx: ReadContext) =>
  (await store.listPolicies(ctx.db))
    .filter(({ permissions }) => lackingTo(ctx.caller, permissions).length === 0)
    .map(({ id, name, key }) => ({ _id: id, name, key }))

/** Makes a token. @throws cannot_grant, duplicate, too_many_tokens, invalid_input for an unknown policy */
export const makeToken = async (
  ctx: WriteContext,
  body: { readonly name: string; readonly policy_id: string; readonly expires_in_days: number },
) => {
  const { now, tx, deps } = ctx
  const policy = (await store.listPolicies(tx)).find(({ id }) => id === body.policy_id)
  if (!policy) throw invalid([{ field: 'policy_id', code: 'unknown_choice' }])
  refuseBeyond(ctx, policy.permissions)
  if ((await store.countLive(tx, now)) >= MAX_TOKENS) throw new AppError('too_many_tokens')
  await store.endExpiredNames(tx, now, body.name)
  const token = `${API_TOKEN_PREFIX}${deps.random.bytes(SECRET_BYTES).toString('base64url')}`
  const id = newId(now, deps.random)
  await store.insertToken(tx, now, {
    id,
    userId: newId(now, deps.random),
    sessionId: newId(now, deps.random),
    policyId: policy.id,
    name: body.name,
    hash: apiTokenHash(deps.crypto, token),
    hint: token.slice(-HINT),
    refreshHash: deps.random.bytes(SECRET_BYTES).toString('hex'),
    by: ctx.caller.id,
    expiresAt: new Date(now.getTime() + body.expires_in_days * 86_400_000),
  })
  const made = created(ctx, 'integrations', view(found(await store.findToken(tx, id)), now))
  return { ...made, token }
}

/** Ends a token. @throws not_found, illegal_transition when it has ended */
export const revokeToken = async (ctx: WriteContext, id: string): Promise<ApiToken> => {
  const row = found(await store.lockToken(ctx.tx, id))
  const before = view(row, ctx.now)
  if (before.state !== 'active') throw new AppError('illegal_transition')
  await store.revoke(ctx.tx, ctx.now, row)
  return changed(ctx, 'integrations', before, view(found(await store.findToken(ctx.tx, id)), ctx.now), 'revoke')
}
