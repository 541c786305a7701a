import { isLanguage, type Language, USER_TYPES, type UserType } from '@shiloh/contract/core'
import type { Authorization, Grant } from '@shiloh/contract/permissions'
import { z } from 'zod'
import type { Queryable } from '../db/db.ts'
import type { Sql } from '../db/sql.store.ts'

/** The caller as currently stored: a change of roles applies from the next request. */
export interface Caller {
  readonly id: string
  readonly userType: UserType
  readonly sessionId: string
  /** When this session last proved its owner's identity with everything that the account requires. */
  readonly confirmedAt: Date | null
  readonly language: Language
  readonly name: string
  readonly status: 'pending' | 'approved' | 'deactivated'
  readonly authorization: Authorization
  readonly isOwner: boolean
  /** The settings require a second step of administrators, and this account has none. */
  readonly lacksSecondStep: boolean
  /** Maintenance mode is on: only administrators can work. */
  readonly inMaintenance: boolean
  /** A program with an API token. It works in the admin area with the policy of its token, and has no account page. */
  readonly isService: boolean
  /** Staff revoked the device of this session, which may still deliver the scans that it has. */
  readonly isDeviceRevoked: boolean
}

const grants = z.array(z.object({ resource: z.string(), actions: z.array(z.string()), _id: z.string().nullish() }))

const toGrants = (value: unknown): Grant[] =>
  grants.parse(value ?? []).map(({ resource, actions, _id }) => ({ resource, actions, ...(_id ? { _id } : {}) }))

const NOTHING: Authorization = { grants: [], special_allow: [], special_deny: [] }

/** Only administrators have grants. For everybody else, the three lists are not looked up. */
const userType = z.enum(USER_TYPES)
const status = z.enum(['pending', 'approved', 'deactivated'])

interface SessionRow {
  readonly session_id: string
  readonly id: string
  readonly user_type: string
  readonly language: string
  readonly name: string
  readonly status: string
  readonly confirmed_at: Date | null
  readonly maintenance: boolean | null
  readonly device_revoked: boolean
}

/** Runs for every request. `offset 0` fixes the join order, even if the plan was made when the tables were empty. */
const SESSIONS = {
  name: 'callers_sessions',
  text: `
    select k.id as session_id, u.id, u.user_type, u.language, u.first_name || ' ' || u.last_name as name, u.status,
      s.confirmed_at, s.device_revoked,
      (select (value->>'enable_maintenance_mode')::boolean from settings where name = 'general_settings') as maintenance
    from unnest($1::text[]) as k(id)
    cross join lateral (select user_id, revoked_at, expires_at, confirmed_at, device_revoked from sessions where id = k.id offset 0) s
    cross join lateral (select * from users where id = s.user_id offset 0) u
    where s.revoked_at is null and s.expires_at > $2`,
}

interface GrantRow {
  readonly id: string
  readonly grants: unknown
  readonly special_allow: unknown
  readonly special_deny: unknown
  readonly is_owner: boolean
  readonly lacks_second_step: boolean
}

const GRANTS = {
  name: 'callers_grants',
  text: `
    select u.id,
      (select json_agg(json_build_object('resource', g.resource, 'actions', g.actions)) from (
         select r.name as resource, array_agg(distinct act.name) as actions
         from (
           select rp.policy_id from user_roles ur join role_policies rp on rp.role_id = ur.role_id where ur.user_id = u.id
           union select t.policy_id from api_tokens t where t.user_id = u.id
         ) rp
         join policy_permissions pp on pp.policy_id = rp.policy_id
         join permissions p on p.id = pp.permission_id
         join resources r on r.id = p.resource_id
         join resource_actions act on act.id = p.action_id
         group by r.name) g) as grants,
      (select json_agg(json_build_object('resource', sp.resource, 'actions', sp.actions, '_id', sp.object_id))
         from special_permissions sp where sp.user_id = u.id and sp.effect = 'allow') as special_allow,
      (select json_agg(json_build_object('resource', sp.resource, 'actions', sp.actions, '_id', sp.object_id))
         from special_permissions sp where sp.user_id = u.id and sp.effect = 'deny') as special_deny,
      exists (select 1 from user_roles ur join roles ro on ro.id = ur.role_id where ur.user_id = u.id and ro.is_owner) as is_owner,
      coalesce((select (value ->> 'require_admin_second_step')::boolean from settings where name = 'security_settings'), false)
        and not exists (select 1 from mfa_methods m where m.user_id = u.id and m.activated_at is not null)
        and not exists (select 1 from api_tokens t where t.user_id = u.id) as lacks_second_step
    from unnest($1::text[]) as u(id)`,
}

const authorizationOf = (granted: GrantRow): Authorization => ({
  grants: toGrants(granted.grants),
  special_allow: toGrants(granted.special_allow),
  special_deny: toGrants(granted.special_deny),
})

/** As `GRANTS`, of the accounts that are in force. */
const ACTIVE_GRANTS = {
  name: 'active_grants',
  text: `${GRANTS.text} join users a on a.id = u.id where a.status = 'approved' and a.user_type = 'admin'`,
}

/** Returns the permissions of those among these accounts that are administrators and neither invited nor deactivated. */
export const loadActiveAuthorizations = async (
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, Authorization>> =>
  ids.length === 0
    ? new Map()
    : new Map((await sql<GrantRow>(ACTIVE_GRANTS, [[...ids]])).map((row) => [row.id, authorizationOf(row)]))

/** As `GRANTS`, of the accounts in whose name work goes on: administrators and programs that are in force. */
const AUTHORS_GRANTS = {
  name: 'authors_grants',
  text: `${GRANTS.text} join users a on a.id = u.id where a.status = 'approved' and a.user_type in ('admin', 'service')`,
}

/**
 * Returns the permissions that these accounts have for work that goes on in their name. Whoever was deactivated has none, nor has
 * a program whose token was revoked.
 */
export const loadAuthors = async (sql: Sql, ids: readonly string[]): Promise<Map<string, Authorization>> =>
  ids.length === 0
    ? new Map()
    : new Map((await sql<GrantRow>(AUTHORS_GRANTS, [[...ids]])).map((row) => [row.id, authorizationOf(row)]))

/** The accounts of API tokens, which work as administrators do. */
const SERVICE = 'service'
const isStaff = ({ user_type }: SessionRow): boolean => user_type === 'admin' || user_type === SERVICE

const toCaller = (row: SessionRow, granted: GrantRow | undefined): Caller => ({
  id: row.id,
  userType: isStaff(row) ? 'admin' : userType.parse(row.user_type),
  sessionId: row.session_id,
  confirmedAt: row.confirmed_at,
  language: isLanguage(row.language) ? row.language : 'en',
  name: row.name,
  status: status.parse(row.status),
  authorization: granted ? authorizationOf(granted) : NOTHING,
  isOwner: granted?.is_owner ?? false,
  lacksSecondStep: granted?.lacks_second_step ?? false,
  inMaintenance: row.maintenance ?? false,
  isService: row.user_type === SERVICE,
  isDeviceRevoked: row.device_revoked,
})

/**
 * Returns the live sessions among `ids` with their accounts, in one query for many requests. Order and gaps are as in
 * `ids`.
 */
export const loadCallers = async (sql: Sql, ids: readonly string[], now: Date): Promise<(Caller | undefined)[]> => {
  const rows = await sql<SessionRow>(SESSIONS, [ids, now])
  const administrators = rows.filter(isStaff).map((row) => row.id)
  const granted = administrators.length > 0 ? await sql<GrantRow>(GRANTS, [administrators]) : []
  const callers = new Map(
    rows.map((row) => [
      row.session_id,
      toCaller(row, isStaff(row) ? granted.find(({ id }) => id === row.id) : undefined),
    ]),
  )
  return ids.map((id) => callers.get(id))
}

const ACCOUNT = {
  name: 'callers_account',
  text: `
    select '' as session_id, u.id, u.user_type, u.language, u.first_name || ' ' || u.last_name as name, u.status,
      null::timestamptz as confirmed_at, null::boolean as maintenance, false as device_revoked
    from users u where u.id = $1`,
}

/** Returns an account as a caller without a session, for work in its name. Undefined if it is gone. */
export const loadCallerOf = async (sql: Sql, id: string): Promise<Caller | undefined> => {
  const [row] = await sql<SessionRow>(ACCOUNT, [id])
  if (!row) return undefined
  const [granted] = isStaff(row) ? await sql<GrantRow>(GRANTS, [[id]]) : []
  return toCaller(row, granted)
}

/** A purpose token that is still valid. */
export interface PurposeToken {
  readonly id: string
  /** Empty for a code at the sign-in, which names nobody before it is right. */
  readonly userId: string
  readonly purpose: string
  readonly codeHash: string | null
  readonly attempts: number
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
  readonly expiresAt: Date
}

const record = z.record(z.string(), z.unknown())

/** Returns an unused, unexpired token by its possible keyed hashes. */
export const findToken = async (
  db: Queryable,
  tokenHashes: readonly string[],
  now: Date,
): Promise<PurposeToken | undefined> => {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['id', 'user_id', 'purpose', 'code_hash', 'attempts', 'data', 'created_at', 'expires_at'])
    .where('token_hash', 'in', tokenHashes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      userId: row.user_id ?? '',
      purpose: row.purpose,
      codeHash: row.code_hash,
      attempts: row.attempts,
      data: record.parse(row.data),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }
  )
}
