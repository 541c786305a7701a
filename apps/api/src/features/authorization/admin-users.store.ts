import type { authorizationRoutes } from '@shiloh/contract/authorization'
import type { QueryOf } from '@shiloh/contract/core'
import { GENDERS, MFA_METHODS, USER_STATUSES } from '@shiloh/contract/identity/account'
import type { Grant } from '@shiloh/contract/permissions'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Users } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { type ListSql, matching, paginate } from '#platform/db/pages.store'
import { matchesPerson } from '#platform/db/search.store'
import { inChunks } from '#platform/tables/exports'
import { actingOwners, keyedPickOf } from './model.store.ts'

export const statusOf = (text: string) => z.enum(USER_STATUSES).parse(text)
export const genderOf = (text: string | null) => z.enum(GENDERS).nullable().parse(text)
export const methodsOf = (value: unknown) => z.array(z.enum(MFA_METHODS)).parse(value ?? [])

type Routes = typeof authorizationRoutes

const admins = {
  table: 'u',
  sort: { name: 'u.last_name' },
  filter: {
    search: (words) => matchesPerson(words, {}),
    role_id: (id) => sql<boolean>`exists (select 1 from user_roles ur where ur.user_id = u.id and ur.role_id = ${id})`,
  },
} as const satisfies ListSql<Routes['listAdminUsers'], Users>

const select = (db: Queryable) =>
  db
    .selectFrom('users as u')
    .select([
      'u.id',
      'u.status',
      'u.email',
      'u.phone',
      'u.first_name',
      'u.last_name',
      'u.other_names',
      'u.language',
      'u.country_code',
      'u.avatar_file_id',
      'u.last_login_at',
      'u.created_at',
      'u.updated_at',
    ])
    .select([
      sql<boolean>`u.password_hash is null`.as('invited'),
      sql<boolean>`u.email_confirmed_at is not null`.as('email_confirmed'),
      sql<unknown>`(select json_agg(m.method order by m.activated_at) from mfa_methods m
        where m.user_id = u.id and m.activated_at is not null)`.as('mfa_methods'),
      sql<unknown>`(select json_agg(${keyedPickOf('ro')} order by ro.name)
        from user_roles ur join roles ro on ro.id = ur.role_id where ur.user_id = u.id)`.as('roles'),
      sql<boolean>`exists (select 1 from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id and r.is_owner)`.as('is_owner'),
      sql<boolean>`coalesce((select array_agg(o.id) = array[u.id] from (${actingOwners}) o), false)`.as(
        'is_last_owner',
      ),
      sql<string[]>`array(select t.name from api_tokens t
        where t.created_by = u.id and t.revoked_at is null and t.expires_at > now() order by t.name)`.as('api_tokens'),
      sql<unknown>`(select json_agg(json_build_object('effect', sp.effect, 'resource', sp.resource, 'actions', sp.actions,
        '_id', sp.object_id) order by sp.resource, sp.object_id) from special_permissions sp where sp.user_id = u.id)`.as(
        'special',
      ),
    ])
    .where('u.user_type', '=', 'admin')

export const listAdmins = (db: Queryable, query: QueryOf<Routes['listAdminUsers']>) =>
  paginate(select(db), query, admins)

export const findAdmin = (db: Queryable, id: string) => select(db).where('u.id', '=', id).executeTakeFirst()
export type AdminRow = NonNullable<Awaited<ReturnType<typeof findAdmin>>>

export const exportAdmins = (db: Queryable, query: QueryOf<Routes['exportAdminUsers']>) =>
  inChunks<AdminRow>((last, size) =>
    matching(select(db), query, admins)
      .$if(last !== undefined, (q) => q.where('u.id', '>', last?.id ?? ''))
      .orderBy('u.id')
      .limit(size)
      .execute(),
  )

const special = z.array(
  z.object({ effect: z.string(), resource: z.string(), actions: z.array(z.string()), _id: z.string().nullable() }),
)
/** Returns the allowed or denied permissions of a row. */
export const grantsOf = (value: unknown, effect: 'allow' | 'deny') =>
  special
    .parse(value ?? [])
    .filter((one) => one.effect === effect)
    .map(({ resource, actions, _id }) => ({ resource, actions, ...(_id ? { _id } : {}) }))

export const setRoles = async (tx: Tx, userId: string, roleIds: readonly string[]): Promise<void> => {
  await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
  await sql`insert into user_roles (user_id, role_id) select ${userId}, unnest(${[...new Set(roleIds)]}::text[])`.execute(
    tx,
  )
}

export const setSpecial = async (
  tx: Tx,
  now: Date,
  userId: string,
  effect: 'allow' | 'deny',
  grants: readonly Grant[],
): Promise<void> => {
  await tx.deleteFrom('special_permissions').where('user_id', '=', userId).where('effect', '=', effect).execute()
  if (grants.length === 0) return
  await tx
    .insertInto('special_permissions')
    .values(
      grants.map(({ resource, actions, _id }) => ({
        user_id: userId,
        effect,
        resource,
        object_id: _id ?? null,
        actions: [...actions],
        created_at: now,
      })),
    )
    .execute()
}

/** Returns whether the installation has an administrator. */
export const hasAdmin = async (db: Queryable): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('user_type', '=', 'admin').limit(1).executeTakeFirst()) !== undefined
