import { isLanguage, type Language, USER_TYPES, type UserType } from '@shiloh/contract/core'
import type { Authorization, Grant } from '@shiloh/contract/permissions'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from './db.ts'

/** Who is calling, as the database has it at this moment: a change of roles counts at the next request. */
export interface Caller {
  readonly id: string
  readonly userType: UserType
  readonly sessionId: string
  readonly language: Language
  readonly name: string
  readonly status: 'pending' | 'approved' | 'deactivated'
  readonly authorization: Authorization
  readonly isOwner: boolean
}

const grants = z.array(z.object({ resource: z.string(), actions: z.array(z.string()), _id: z.string().nullish() }))

const toGrants = (value: unknown): Grant[] =>
  grants.parse(value ?? []).map(({ resource, actions, _id }) => ({ resource, actions, ...(_id ? { _id } : {}) }))

const NOTHING: Authorization = { grants: [], special_allow: [], special_deny: [] }

/** Only people who administer have grants; for everybody else the three lists are not even looked up. */
const userType = z.enum(USER_TYPES)
const status = z.enum(['pending', 'approved', 'deactivated'])

/** The live sessions among `ids` with their accounts, in one query for many requests. Order and gaps as in `ids`. */
export const loadCallers = async (db: Db, ids: readonly string[], now: Date): Promise<(Caller | undefined)[]> => {
  const { rows } = await sql<{
    session_id: string
    id: string
    user_type: string
    language: string
    name: string
    status: string
    grants: unknown
    special_allow: unknown
    special_deny: unknown
    is_owner: boolean | null
  }>`
    select s.id as session_id, u.id, u.user_type, u.language, u.first_name || ' ' || u.last_name as name, u.status,
           a.grants, a.special_allow, a.special_deny, a.is_owner
    from sessions s
    join users u on u.id = s.user_id
    left join lateral (
      select
        (select json_agg(json_build_object('resource', g.resource, 'actions', g.actions)) from (
           select r.name as resource, array_agg(distinct act.name) as actions
           from user_roles ur
           join role_policies rp on rp.role_id = ur.role_id
           join policy_permissions pp on pp.policy_id = rp.policy_id
           join permissions p on p.id = pp.permission_id
           join resources r on r.id = p.resource_id
           join resource_actions act on act.id = p.action_id
           where ur.user_id = u.id
           group by r.name) g) as grants,
        (select json_agg(json_build_object('resource', sp.resource, 'actions', sp.actions, '_id', sp.object_id))
           from special_permissions sp where sp.user_id = u.id and sp.effect = 'allow') as special_allow,
        (select json_agg(json_build_object('resource', sp.resource, 'actions', sp.actions, '_id', sp.object_id))
           from special_permissions sp where sp.user_id = u.id and sp.effect = 'deny') as special_deny,
        exists (select 1 from user_roles ur join roles ro on ro.id = ur.role_id where ur.user_id = u.id and ro.is_owner) as is_owner
    ) a on u.user_type = 'admin'
    where s.id = any(${ids}) and s.revoked_at is null and s.expires_at > ${now}`.execute(db)
  const byId = new Map(rows.map((row) => [row.session_id, row]))
  return ids.map((sessionId) => {
    const row = byId.get(sessionId)
    if (!row) return undefined
    const type = userType.parse(row.user_type)
    return {
      id: row.id,
      userType: type,
      sessionId,
      language: isLanguage(row.language) ? row.language : 'en',
      name: row.name,
      status: status.parse(row.status),
      authorization:
        type === 'admin'
          ? {
              grants: toGrants(row.grants),
              special_allow: toGrants(row.special_allow),
              special_deny: toGrants(row.special_deny),
            }
          : NOTHING,
      isOwner: row.is_owner ?? false,
    }
  })
}

/** A purpose token that may still be used. */
export interface PurposeToken {
  readonly id: string
  readonly userId: string
  readonly purpose: string
  readonly codeHash: string | null
  readonly attempts: number
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
  readonly expiresAt: Date
}

const record = z.record(z.string(), z.unknown())

/** Finds an unused, unexpired token by its keyed hash. */
export const findToken = async (db: Db, tokenHash: string, now: Date): Promise<PurposeToken | undefined> => {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['id', 'user_id', 'purpose', 'code_hash', 'attempts', 'data', 'created_at', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      userId: row.user_id,
      purpose: row.purpose,
      codeHash: row.code_hash,
      attempts: row.attempts,
      data: record.parse(row.data),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }
  )
}
