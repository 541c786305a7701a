import { raiseAlert, resolveAlert } from '#platform/alerts.store'
import type { Context } from '#platform/context'
import { insertNotifications } from '#platform/notifications.store'
import { translate } from '#platform/texts'
import type { AccountRow } from './accounts.store.ts'
import { titleTexts } from './mails.ts'
import { sendNotice } from './messages.ts'

/** Tells staff that somebody claims a title or designation that needs to be confirmed. */
export const raiseTitleAlert = async (
  ctx: Context,
  account: { readonly id: string; readonly name: string },
  title: string,
): Promise<void> => {
  await raiseAlert(ctx.tx, 'title_to_confirm', account.id, { user_id: account.id, name: account.name, title }, ctx.now)
  ctx.publish('staff', 'alerts')
}

/** Ends the alert of an account that claims nothing any more. */
export const endTitleAlert = async (ctx: Context, userId: string): Promise<void> => {
  await resolveAlert(ctx.tx, 'title_to_confirm', userId, ctx.now)
  ctx.publish('staff', 'alerts')
}

/** Tells somebody, in the app and by mail, what the office decided on their claim; with a reason it was declined. */
export const tellTitleDecision = async (
  ctx: Context,
  account: AccountRow,
  title: string,
  reason: string | null,
): Promise<void> => {
  const declined = reason !== null
  const words = { title, reason: reason ?? '' }
  const { language } = account
  await insertNotifications(ctx.tx, ctx.now, [
    {
      userId: account.id,
      kind: declined ? 'title_declined' : 'title_confirmed',
      title: translate(declined ? titleTexts.declined_subject : titleTexts.confirmed_subject, language, words),
      body: translate(declined ? titleTexts.declined_body : titleTexts.confirmed_body, language, words),
      link: '/auth/account',
    },
  ])
  ctx.publish(`user:${account.id}`, 'notifications.changed')
  await sendNotice(ctx, account, declined ? 'title_declined' : 'title_confirmed', words)
}
