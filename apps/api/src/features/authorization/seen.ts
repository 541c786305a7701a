import { isAllowed, type Permission } from '@shiloh/contract/permissions'
import type { ReadContext } from '#platform/context'

/** What only those see of an account who may read it. All of it can be absent. */
const PRIVATE = [
  'email',
  'phone',
  'gender',
  'birth_date',
  'industry',
  'avatar_url',
  'staff_id',
  'region_id',
  'area_id',
  'district_id',
  'assembly_id',
  'title_id',
  'designation_id',
  'region',
  'area',
  'district',
  'assembly',
  'title',
  'designation',
  'last_login_at',
] as const

type Shown = { readonly _id: string } & { readonly [Key in (typeof PRIVATE)[number]]?: string | null }

/**
 * Returns an account as the answer to an act on it. Who may act on it may not always see it: their permission is another
 * one, and the rest of it is null for them (docs/adr/0127-searches-tell-what-lists-show.md).
 */
export const seenBy = <Account extends Shown>(
  { caller }: Pick<ReadContext, 'caller'>,
  permission: Permission,
  account: Account,
): Account => {
  if (isAllowed(caller.authorization, permission, account._id)) return account
  const hidden = PRIVATE.filter((key) => key in account).map((key) => [key, null] as const)
  return { ...account, ...Object.fromEntries(hidden) }
}
