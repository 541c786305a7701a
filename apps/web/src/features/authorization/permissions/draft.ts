import type { permissionSchema } from '@shiloh/contract/authorization'
import type { z } from 'zod'

/** The model of permissions, and changes to it that are not saved yet. */

export type Model = z.output<typeof permissionSchema>
export type Role = Model['roles'][number]
export type Policy = Model['policies'][number]
/** Policies that differ from what is stored, each with what it would hold. */
export type Draft = ReadonlyMap<string, ReadonlySet<string>>
export const noDraft: Draft = new Map()

const storedOf = (model: Model, policyId: string): ReadonlySet<string> =>
  new Set(model.policies.find((policy) => policy._id === policyId)?.permission_ids)

/** What a policy holds, by the ids of permissions. */
export const heldBy = (model: Model, draft: Draft, policyId: string): ReadonlySet<string> =>
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

/** Puts a permission into policies, or takes it out of them. */
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
  return changed(model, draft, touched, permissionId, !isHeld)
}

/** Puts a permission into one policy, or takes it out. */
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

/** The roles that a draft changes, also those that only share a policy. */
export const changesOf = (model: Model, draft: Draft): readonly Change<Role>[] =>
  model.roles
    .map((role) => difference(role, permissionsOf(model, noDraft, role), permissionsOf(model, draft, role)))
    .filter(isChange)

/** The policies that a draft changes. */
export const policyChangesOf = (model: Model, draft: Draft): readonly Change<Policy>[] =>
  model.policies
    .map((policy) => difference(policy, storedOf(model, policy._id), heldBy(model, draft, policy._id)))
    .filter(isChange)

/** What a matrix shows and changes: a role through all its policies, or one policy. */
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

/** Of each policy, the version that a draft began with. */
export type Versions = ReadonlyMap<string, number>
export const versionsOf = (model: Pick<Model, 'policies'>): Versions =>
  new Map(model.policies.map(({ _id, version }) => [_id, version]))

/** The draft as the server takes it: whole policies. Without versions it overwrites what others changed meanwhile. */
export const bodyOf = (draft: Draft, versions?: Versions) => ({
  policies: [...draft].map(([_id, ids]) => ({ _id, permission_ids: [...ids], version: versions?.get(_id) })),
})
