import type { Work } from '#platform/jobs/work'
import { raiseAlert, resolveAlert } from '#platform/messaging/alerts.store'
import { nameOf } from './account-view.ts'
import type { AccountRow } from './accounts.store.ts'
import { waitingTitleOfSpouse } from './titles.store.ts'

/** Raises an alert that somebody claims a title or designation that needs confirmation. */
export const raiseTitleAlert = async (
  ctx: Work,
  account: { readonly id: string; readonly name: string },
  title: string,
): Promise<void> => {
  await raiseAlert(ctx.tx, 'title_to_confirm', account.id, { user_id: account.id, name: account.name, title }, ctx.now)
  ctx.publish('staff', 'alerts')
}

/** Ends the alert of an account, or of a person on a spouse list, without open claims. */
export const endTitleAlert = async (ctx: Work, id: string): Promise<void> => {
  await resolveAlert(ctx.tx, 'title_to_confirm', id, ctx.now)
  ctx.publish('staff', 'alerts')
}

/** Raises an alert while the title of a person on a spouse list waits for confirmation, and ends it when it does not. */
export const followTitleOfSpouse = async (ctx: Work, spouseId: string): Promise<void> => {
  const waiting = await waitingTitleOfSpouse(ctx.tx, spouseId)
  ctx.publish('staff', 'users.changed')
  if (!waiting) return endTitleAlert(ctx, spouseId)
  const { user_id, title, ...names } = waiting
  await raiseAlert(ctx.tx, 'title_to_confirm', spouseId, { user_id, name: nameOf(names), title }, ctx.now)
  ctx.publish('staff', 'alerts')
}

/** Notifies the owner of a spouse list of the office's decision. A reason means that the claim was declined. */
export const tellTitleOfSpouse = (
  ctx: Work,
  account: AccountRow,
  spouse: string,
  title: string,
  reason: string | null,
): Promise<void> =>
  ctx.send({
    channel: 'notice',
    template: reason === null ? 'spouse_title_confirmed' : 'spouse_title_declined',
    userId: account.id,
    data: { name: nameOf(account), spouse, title, reason: reason ?? '' },
  })

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
