import type { Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { nameOf } from './account-view.ts'
import type { AccountRow } from './accounts.store.ts'

/** Raises an alert that somebody claims a title or designation that needs confirmation. */
export const raiseTitleAlert = async (
  ctx: Work,
  account: { readonly id: string; readonly name: string },
  title: string,
): Promise<void> => {
  await raiseAlert(ctx.tx, 'title_to_confirm', account.id, { user_id: account.id, name: account.name, title }, ctx.now)
  ctx.publish('staff', 'alerts')
}

/** Ends the alert of an account without open claims. */
export const endTitleAlert = async (ctx: Work, userId: string): Promise<void> => {
  await resolveAlert(ctx.tx, 'title_to_confirm', userId, ctx.now)
  ctx.publish('staff', 'alerts')
}

/** Notifies a person of the office's decision. A reason means that the claim was declined. */
export const tellTitleDecision = (
  ctx: Work,
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
