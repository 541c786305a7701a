import type { Permission } from '@shiloh/contract/permissions'
import { type RawBuilder, sql } from 'kysely'

/**
 * Selects the ids of the accounts with a permission on a whole resource: `isAllowed`, in the database. Nothing in it depends on
 * the row that asks, so it is read once for a list.
 */
export const holding = (permission: Permission): RawBuilder<unknown> => {
  const [resource, action] = permission.split('.')
  const special = (effect: 'allow' | 'deny') => sql`
    select s.user_id from special_permissions s
    where s.effect = ${effect} and s.object_id is null and s.resource = ${resource} and ${action} = any(s.actions)`
  return sql`(
    select h.user_id from user_roles h where h.role_id in ${granting(permission)}
    union ${special('allow')} except ${special('deny')})`
}

/** Selects the ids of the roles that grant a permission. */
export const granting = (permission: Permission): RawBuilder<unknown> => {
  const [resource, action] = permission.split('.')
  return sql`(
    select rp.role_id from role_policies rp join policy_permissions pp on pp.policy_id = rp.policy_id
      join permissions p on p.id = pp.permission_id join resources r on r.id = p.resource_id
      join resource_actions a on a.id = p.action_id
    where r.name = ${resource} and a.name = ${action})`
}

/** The condition that one of these objects is denied to an account, so that what belongs to it is hidden. */
export const deniedTo = (account: RawBuilder<unknown>, objects: readonly RawBuilder<unknown>[]): RawBuilder<boolean> =>
  sql<boolean>`exists (select from special_permissions d where d.user_id = ${account} and d.effect = 'deny'
    and 'read' = any(d.actions) and d.object_id in (${sql.join(objects)}))`
