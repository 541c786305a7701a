import type { WriteContext } from '#platform/context'
import type { Work } from '#platform/jobs/work'
import { userRoom } from '#platform/realtime'
import { nameOf } from './account-view.ts'
import { type AccountRow, findAccount } from './accounts.store.ts'
import { linkedSpouse, lockSpouses, setLink } from './spouse-links.store.ts'
import { followTitleOfSpouse } from './titles.ts'

export type SpouseNotice = 'asked' | 'linked' | 'unlinked' | 'office_asked' | 'office_linked'

/** Notifies a person about a change of a link. */
export const tellSpouse = (
  ctx: Work,
  account: AccountRow,
  kind: SpouseNotice,
  words: Readonly<Record<string, string>>,
): Promise<void> =>
  ctx.send({
    channel: 'notice',
    template: `spouse_${kind}`,
    userId: account.id,
    data: { name: nameOf(account), ...words },
  })

/** Hints to both that the reservations they see have changed: each sees the own place in those of the other while linked. */
export const hintCouple = (ctx: Pick<Work, 'publish'>, accounts: readonly string[]): void => {
  for (const id of accounts) ctx.publish(userRoom(id), 'reservation')
}

/**
 * Removes the link of a person of a spouse list from both lists, and tells the other one. What was reserved together
 * stays. Returns both accounts, as far as they exist.
 */
export const unlinkCouple = async (
  ctx: WriteContext,
  ownerId: string,
  spouse: { id: string; linked_user_id: string | null },
): Promise<[AccountRow | undefined, AccountRow | undefined]> => {
  const { linked_user_id: otherId } = spouse
  if (otherId === null) return [undefined, undefined]
  const theirs = await linkedSpouse(ctx.tx, otherId, ownerId)
  await lockSpouses(ctx.tx, [spouse.id, ...(theirs ? [theirs.id] : [])])
  await setLink(ctx.tx, ctx.now, spouse.id, null)
  if (theirs) await setLink(ctx.tx, ctx.now, theirs.id, null)
  for (const { id } of theirs ? [spouse, theirs] : [spouse]) await followTitleOfSpouse(ctx, id)
  hintCouple(ctx, [ownerId, otherId])
  const [own, other] = [await findAccount(ctx.tx, ownerId), await findAccount(ctx.tx, otherId)]
  if (own && other && other.erased_at === null) await tellSpouse(ctx, other, 'unlinked', { who: nameOf(own) })
  ctx.audit({
    action: 'unlink_spouse',
    resource: 'users',
    objectId: ownerId,
    before: { linked_user_id: otherId },
  })
  return [own, other]
}

/** Removes the link of a person of the caller's spouse list from both lists. */
export const unlink = async (
  ctx: WriteContext,
  spouse: { id: string; linked_user_id: string | null },
): Promise<void> => {
  await unlinkCouple(ctx, ctx.caller.id, spouse)
}
