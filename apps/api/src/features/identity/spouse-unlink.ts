import type { Context } from '#platform/context'
import { insertNotifications } from '#platform/notifications.store'
import { userRoom } from '#platform/realtime'
import { translate } from '#platform/texts'
import type { Work } from '#platform/work'
import { nameOf } from './account-view.ts'
import { type AccountRow, findAccount } from './accounts.store.ts'
import { linkedSpouse, lockSpouses, setLink } from './spouse-links.store.ts'
import { spouseTexts } from './spouse-mails.ts'

/** Says something to a person in the app, and by mail, or by SMS where there is no address. */
export const tellSpouse = async (
  ctx: Work,
  account: AccountRow,
  kind: 'asked' | 'linked' | 'unlinked' | 'twice',
  words: Readonly<Record<string, string>>,
): Promise<void> => {
  const { language } = account
  await insertNotifications(ctx.tx, ctx.now, [
    {
      userId: account.id,
      kind: `spouse_${kind}`,
      title: translate(spouseTexts[`${kind}_subject`], language, words),
      body: translate(spouseTexts[`${kind}_body`], language, words),
      link: '/spouse',
    },
  ])
  ctx.publish(userRoom(account.id), 'notifications.changed')
  const message = { userId: account.id, language, data: { name: nameOf(account), ...words } }
  if (account.email !== null)
    await ctx.send({ ...message, template: `spouse_${kind}`, channel: 'mail', to: account.email })
  else if (account.phone !== null)
    await ctx.send({ ...message, template: `spouse_${kind}_sms`, channel: 'sms', to: account.phone })
}

/** Ends the link of a person of a spouse list, on both lists. What was reserved together stays. */
export const unlink = async (ctx: Context, spouse: { _id: string; linked_user_id: string | null }): Promise<void> => {
  const { linked_user_id: otherId } = spouse
  if (otherId === null) return
  const theirs = await linkedSpouse(ctx.tx, otherId, ctx.caller.id)
  await lockSpouses(ctx.tx, [spouse._id, ...(theirs ? [theirs.id] : [])])
  await setLink(ctx.tx, ctx.now, spouse._id, null)
  if (theirs) await setLink(ctx.tx, ctx.now, theirs.id, null)
  const [own, other] = [await findAccount(ctx.tx, ctx.caller.id), await findAccount(ctx.tx, otherId)]
  if (own && other && other.erased_at === null) await tellSpouse(ctx, other, 'unlinked', { who: nameOf(own) })
  ctx.audit({
    action: 'unlink_spouse',
    resource: 'users',
    objectId: ctx.caller.id,
    before: { linked_user_id: otherId },
  })
}
