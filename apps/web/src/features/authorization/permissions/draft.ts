import type { permissionSchema } from '@shiloh/contract/authorization'
import type { z } from 'zod'

/** The model of permissions, and changes to it that are not saved yet. */

export type Model = z.output<typeof permissionSchema>
export type Role = Model['roles'][number]
export type Policy = Model['policies'][number]
/** Policies that differ from the stored ones, each with its new permissions. */
export type Draft = ReadonlyMap<string, ReadonlySet<string>>
export const noDraft: Draft = new Map()

const storedOf = (model: Model, policyId: string): ReadonlySet<string> =>
  new Set(model.policies.find((policy) => policy._id === policyId)?.permission_ids)

/** Returns the ids of a policy's permissions. */
export const heldBy = (model: Model, draft: Draft, policyId: string): ReadonlySet<string> =>
  draft.get(policyId) ?? storedOf(model, policyId)

/** Returns the ids of a role's permissions. */
export const permissionsOf = (model: Model, draft: Draft, role: Role): ReadonlySet<string> =>
  new Set(role.policy_ids.flatMap((id) => [...heldBy(model, draft, id)]))

/** Returns other roles that share a policy with this one and so change too. */
export const sharingWith = (model: Model, role: Role): readonly Role[] =>
  model.roles.filter((other) => other._id !== role._id && other.policy_ids.some((id) => role.policy_ids.includes(id)))

/** Returns a policy that only this role has, if any. New permissions go there. */
const homeOf = (model: Model, role: Role): string | undefined =>
  role.policy_ids.find((id) => !model.roles.some((other) => other._id !== role._id && other.policy_ids.includes(id))) ??
  role.policy_ids[0]

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((id) => other.has(id))

/** Adds a permission to policies, or removes it. */
function changed(model: Model, draft: Draft, policyIds: readonly string[], permissionId: string, give: boolean): Draft {
  const next = new Map(draft)
  for (const id of policyIds) {
    const held = new Set(heldBy(model, draft, id))
    if (give) held.add(permissionId)
    else held.delete(permissionId)
    if (isSame(held, storedOf(model, id))) next.delete(id)
    else next.set(id, held)
  }
  return next
}

/** Gives a role a permission, or removes it from every policy of the role that contains it. */
export function toggled(model: Model, draft: Draft, role: Role, permissionId: string): Draft {
  const isHeld = permissionsOf(model, draft, role).has(permissionId)
  // An undone removal puts the permission back where it was.
  const stored = role.policy_ids.filter((id) => storedOf(model, id).has(permissionId))
  const home = homeOf(model, role)
  const touched = isHeld
    ? role.policy_ids.filter((id) => heldBy(model, draft, id).has(permissionId))
    : stored.length > 0
      ? stored
      : home
        ? [home]
        : []
  return changed(model, draft, touched, permissionId, !isHeld)
}

/** Adds a permission to one policy, or removes it. */
export const toggledIn = (model: Model, draft: Draft, policyId: string, permissionId: string): Draft =>
  changed(model, draft, [policyId], permissionId, !heldBy(model, draft, policyId).has(permissionId))

/** What somebody gains and loses by a draft. */
export interface Change<T> {
  readonly of: T
  readonly gained: readonly string[]
  readonly lost: readonly string[]
}

const difference = <T>(of: T, before: ReadonlySet<string>, after: ReadonlySet<string>): Change<T> => ({
  of,
  gained: [...after].filter((id) => !before.has(id)),
  lost: [...before].filter((id) => !after.has(id)),
})
const isChange = ({ gained, lost }: Change<unknown>) => gained.length + lost.length > 0

/** Returns the roles that a draft changes, including those that only share a policy. */
export const changesOf = (model: Model, draft: Draft): readonly Change<Role>[] =>
  model.roles
    .map((role) => difference(role, permissionsOf(model, noDraft, role), permissionsOf(model, draft, role)))
    .filter(isChange)

/** Returns the policies that a draft changes. */
export const policyChangesOf = (model: Model, draft: Draft): readonly Change<Policy>[] =>
  model.policies
    .map((policy) => difference(policy, storedOf(model, policy._id), heldBy(model, draft, policy._id)))
    .filter(isChange)

/** The subject of a matrix: a role through all its policies, or one policy. */
export type Subject =
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'policy'; readonly policy: Policy }

/** Returns the ids of the permissions that the draft allows here. */
export const heldIn = (model: Model, draft: Draft, subject: Subject): ReadonlySet<string> =>
  subject.kind === 'role' ? permissionsOf(model, draft, subject.role) : heldBy(model, draft, subject.policy._id)

/** Gives a permission here, or takes it away. */
export const toggledOf = (model: Model, draft: Draft, subject: Subject, permissionId: string): Draft =>
  subject.kind === 'role'
    ? toggled(model, draft, subject.role, permissionId)
    : toggledIn(model, draft, subject.policy._id, permissionId)

/** Returns what the draft changes: in roles if a role is edited, in policies if a policy is. */
export const effectsOf = (model: Model, draft: Draft, { kind }: Subject): readonly Change<Role | Policy>[] =>
  kind === 'role' ? changesOf(model, draft) : policyChangesOf(model, draft)

/** Returns how many accounts the draft affects. An account with two of the roles counts twice. */
export function peopleOf(model: Model, draft: Draft, subject: Subject): number {
  const roles =
    subject.kind === 'role'
      ? changesOf(model, draft).map(({ of }) => of)
      : model.roles.filter(({ policy_ids }) => policy_ids.includes(subject.policy._id))
  return roles.reduce((sum, { users }) => sum + users, 0)
}

/** The version of each policy when the draft began. */
export type Versions = ReadonlyMap<string, number>
export const versionsOf = (model: Pick<Model, 'policies'>): Versions =>
  new Map(model.policies.map(({ _id, version }) => [_id, version]))

/**
 * Returns the request body of a draft: whole policies. Without versions it overwrites changes that others made in the
 * meantime.
 */
export const bodyOf = (draft: Draft, versions?: Versions) => ({
  policies: [...draft].map(([_id, ids]) => ({ _id, permission_ids: [...ids], version: versions?.get(_id) })),
})
