import type { SeededRole } from '@shiloh/contract/authorization'
import { TOKEN_CALLS_SHOWN } from '@shiloh/contract/integrations'
import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '#platform/db/db'

export interface TokenRow {
  readonly id: string
  readonly name: string
  readonly policy_id: string | null
  readonly policy_name: string | null
  readonly policy_key: SeededRole | null
  readonly hint: string
  readonly user_id: string
  readonly session_id: string
  readonly created_by: string | null
  readonly created_at: Date
  readonly expires_at: Date
  readonly last_used_at: Date | null
  readonly last_used_ip: string | null
  readonly revoked_at: Date | null
}

const columns = sql`t.id, t.name, t.policy_id, p.name as policy_name, case when not p.reworded then p.key end as policy_key, t.hint, t.user_id, t.session_id,
  c.first_name || ' ' || c.last_name as created_by, t.created_at, t.expires_at, t.last_used_at, t.last_used_ip, t.revoked_at`
const joined = sql`api_tokens t left join policies p on p.id = t.policy_id left join users c on c.id = t.created_by`

/** Most tokens that the list shows. */
const SHOWN = 200

/** Lists tokens: those in force first, then the newest. */
export const listTokens = async (db: Queryable, now: Date): Promise<TokenRow[]> => {
  const { rows } = await sql<TokenRow>`select ${columns} from ${joined}
    order by (t.revoked_at is null and t.expires_at > ${now}) desc, t.created_at desc, t.id limit ${SHOWN}`.execute(db)
  return rows
}

export const findToken = async (db: Queryable, id: string): Promise<TokenRow | undefined> => {
  const { rows } = await sql<TokenRow>`select ${columns} from ${joined} where t.id = ${id}`.execute(db)
  return rows[0]
}

export interface CallsRow {
  readonly day: string
  readonly method: string
  readonly route: string
  readonly calls: number
  readonly refused: number
  readonly last_at: Date
  readonly last_status: number
}

/** Lists what the account of a token asked, the newest day first, and what it asked most before the rest. */
export const listCalls = async (db: Queryable, userId: string): Promise<CallsRow[]> => {
  const { rows } = await sql<CallsRow>`
    select day::text as day, method, route, calls::float8 as calls, refused::float8 as refused, last_at, last_status
    from api_token_calls where user_id = ${userId}
    order by api_token_calls.day desc, api_token_calls.calls desc, route, method limit ${TOKEN_CALLS_SHOWN}`.execute(db)
  return rows
}

/** Forgets what was asked before a moment. */
export const forgetCalls = async (db: Db, before: Date): Promise<void> => {
  await sql`delete from api_token_calls where day < ${before}::timestamptz::date`.execute(db)
}

/** Locks a token until the transaction ends. */
export const lockToken = async (tx: Tx, id: string): Promise<TokenRow | undefined> => {
  await sql`select 1 from api_tokens where id = ${id} for update`.execute(tx)
  return findToken(tx, id)
}

/** Counts the tokens in force. Others that are made at the same moment wait. */
export const countLive = async (tx: Tx, now: Date): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('api_tokens'))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from api_tokens where revoked_at is null and expires_at > ${now}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Ends names that a token that expired still holds. */
export const endExpiredNames = async (tx: Tx, now: Date, name: string): Promise<void> => {
  await sql`update api_tokens set revoked_at = expires_at
    where revoked_at is null and expires_at <= ${now} and lower(name) = lower(${name})`.execute(tx)
}

export interface NewToken {
  readonly id: string
  readonly userId: string
  readonly sessionId: string
  readonly policyId: string
  readonly name: string
  readonly hash: string
  readonly hint: string
  readonly refreshHash: string
  readonly by: string
  readonly expiresAt: Date
}

/** Stores a token with its account and its session. What is denied to its maker is denied to it. */
export const insertToken = async (tx: Tx, now: Date, token: NewToken): Promise<void> => {
  await sql`insert into users (id, user_type, status, email, first_name, last_name,
      has_completed_basic_requirement, has_completed_additional_requirement, created_at, updated_at)
    values (${token.userId}, 'service', 'approved', ${`${token.id}@token.invalid`}, ${token.name}, 'API',
      true, true, ${now}, ${now})`.execute(tx)
  await sql`insert into sessions (id, user_id, refresh_hash, user_agent, created_at, last_used_at, rotated_at, expires_at)
    values (${token.sessionId}, ${token.userId}, ${token.refreshHash}, 'API', ${now}, ${now}, ${now}, ${token.expiresAt})`.execute(
    tx,
  )
  await sql`insert into api_tokens (id, user_id, session_id, policy_id, name, token_hash, hint, created_by, created_at, expires_at)
    values (${token.id}, ${token.userId}, ${token.sessionId}, ${token.policyId}, ${token.name}, ${token.hash}, ${token.hint},
      ${token.by}, ${now}, ${token.expiresAt})`.execute(tx)
  await sql`insert into special_permissions (user_id, effect, resource, object_id, actions, created_at)
    select ${token.userId}, effect, resource, object_id, actions, ${now} from special_permissions
    where user_id = ${token.by} and effect = 'deny'`.execute(tx)
}

/** Ends a token, its session and its account. */
export const revoke = async (tx: Tx, now: Date, { id, session_id, user_id }: TokenRow): Promise<void> => {
  await sql`update api_tokens set revoked_at = ${now} where id = ${id}`.execute(tx)
  await sql`update sessions set revoked_at = ${now}, revoke_reason = 'revoked' where id = ${session_id} and revoked_at is null`.execute(
    tx,
  )
  await sql`update users set status = 'deactivated', updated_at = ${now} where id = ${user_id}`.execute(tx)
}

/** Lists policies with the permissions of each. */
export const listPolicies = async (
  db: Queryable,
): Promise<
  { readonly id: string; readonly name: string; readonly key: SeededRole | null; readonly permissions: string[] }[]
> => {
  const { rows } = await sql<{ id: string; name: string; key: SeededRole | null; permissions: string[] }>`
    select po.id, po.name, case when not po.reworded then po.key end as key, array(select r.name || '.' || a.name from policy_permissions pp
        join permissions p on p.id = pp.permission_id join resources r on r.id = p.resource_id
        join resource_actions a on a.id = p.action_id where pp.policy_id = po.id order by 1) as permissions
    from policies po order by lower(po.name), po.id`.execute(db)
  return rows
}
