import type { permissionSchema } from '@shiloh/contract/authorization'
import type { z } from 'zod'

/** The model of permissions, and changes to it that are not saved yet. */

export type Model = z.output<typeof permissionSchema>
export type Role = Model['roles'][number]
/** Policies that differ from what is stored, each with what it would hold. */
export type Draft = ReadonlyMap<string, ReadonlySet<string>>

const storedOf = (model: Model, policyId: string): ReadonlySet<string> =>
  new Set(model.policies.find((policy) => policy._id === policyId)?.permission_ids)

const heldBy = (model: Model, draft: Draft, policyId: string): ReadonlySet<string> =>
  draft.get(policyId) ?? storedOf(model, policyId)

/** What a role may do, by the ids of permissions. */
export const permissionsOf = (model: Model, draft: Draft, role: Role): ReadonlySet<string> =>
  new Set(role.policy_ids.flatMap((id) => [...heldBy(model, draft, id)]))

/** Other roles that a change to this one's policies changes too. */
export const sharingWith = (model: Model, role: Role): readonly Role[] =>
  model.roles.filter((other) => other._id !== role._id && other.policy_ids.some((id) => role.policy_ids.includes(id)))

/** What is given goes into a policy that is the role's alone, where it has one. */
const homeOf = (model: Model, role: Role): string | undefined =>
  role.policy_ids.find((id) => !model.roles.some((other) => other._id !== role._id && other.policy_ids.includes(id))) ??
  role.policy_ids[0]

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((id) => other.has(id))

/** Gives a permission to a role, or takes it away: from every policy of the role that holds it. */
export function toggled(model: Model, draft: Draft, role: Role, permissionId: string): Draft {
  const isHeld = permissionsOf(model, draft, role).has(permissionId)
  // Taken back before it was saved, a permission returns to where it was.
  const stored = role.policy_ids.filter((id) => storedOf(model, id).has(permissionId))
  const home = homeOf(model, role)
  const touched = isHeld
    ? role.policy_ids.filter((id) => heldBy(model, draft, id).has(permissionId))
    : stored.length > 0
      ? stored
      : home
        ? [home]
        : []
  const next = new Map(draft)
  for (const id of touched) {
    const held = new Set(heldBy(model, draft, id))
    if (isHeld) held.delete(permissionId)
    else held.add(permissionId)
    if (isSame(held, storedOf(model, id))) next.delete(id)
    else next.set(id, held)
  }
  return next
}

/** How a role changes: what it gains and what it loses. */
export interface RoleChange {
  readonly role: Role
  readonly gained: readonly string[]
  readonly lost: readonly string[]
}

/** The roles that a draft changes, also those that only share a policy. */
export function changesOf(model: Model, draft: Draft): readonly RoleChange[] {
  return model.roles
    .map((role) => {
      const before = permissionsOf(model, new Map(), role)
      const after = permissionsOf(model, draft, role)
      const missing = (from: ReadonlySet<string>, ids: ReadonlySet<string>) => [...ids].filter((id) => !from.has(id))
      return { role, gained: missing(before, after), lost: missing(after, before) }
    })
    .filter(({ gained, lost }) => gained.length + lost.length > 0)
}

/** The draft as the server takes it: whole policies. */
export const bodyOf = (draft: Draft) => ({
  policies: [...draft].map(([_id, ids]) => ({ _id, permission_ids: [...ids] })),
})
