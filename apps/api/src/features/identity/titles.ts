import { raiseAlert } from '#platform/alerts.store'
import type { Context } from '#platform/context'

/** The one alert that stands while titles wait: a list of them is one errand, however many they are. */
export const TITLES_ALERT = { kind: 'title_to_confirm', subject: 'titles' } as const

/** Tells staff that somebody claims a title which needs to be confirmed. */
export const raiseTitlesToConfirm = async (ctx: Context): Promise<void> => {
  await raiseAlert(ctx.tx, TITLES_ALERT.kind, TITLES_ALERT.subject, {}, ctx.now)
  ctx.publish('staff', 'alerts')
}
