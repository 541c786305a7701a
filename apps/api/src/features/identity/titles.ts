import type { WriteContext } from '#platform/context'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { nameOf } from './account-view.ts'
import type { AccountRow } from './accounts.store.ts'

/** Tells staff that somebody claims a title or designation that needs to be confirmed. */
export const raiseTitleAlert = async (
  ctx: WriteContext,
  account: { readonly id: string; readonly name: string },
  title: string,
): Promise<void> => {
  await raiseAlert(ctx.tx, 'title_to_confirm', account.id, { user_id: account.id, name: account.name, title }, ctx.now)
  ctx.publish('staff', 'alerts')
}

/** Ends the alert of an account that claims nothing any more. */
export const endTitleAlert = async (ctx: WriteContext, userId: string): Promise<void> => {
  await resolveAlert(ctx.tx, 'title_to_confirm', userId, ctx.now)
  ctx.publish('staff', 'alerts')
}

/** Tells somebody what the office decided on their claim; with a reason it was declined. */
export const tellTitleDecision = (
  ctx: WriteContext,
  account: AccountRow,
  title: string,
  reason: string | null,
): Promise<void> =>
  ctx.send({
    channel: 'notice',
    template: reason === null ? 'title_confirmed' : 'title_declined',
    userId: account.id,
    data: { name: nameOf(account), title, reason: reason ?? '' },
  })
