import { ALERT_RULES, type AlertKind, alertAbout, alertPlace } from '@shiloh/contract/alerts/alerts'
import { defineTexts, type Language } from '@shiloh/contract/core'
import { type Authorization, isAllowed, isPermission } from '@shiloh/contract/permissions'
import { formatDate, formatMoneyInText } from '@shiloh/contract/text/format'
import { translate } from '#platform/text/texts'

const texts = defineTexts('server/alerts', {
  refused: '{about}, {count, plural, one {# row refused} other {# rows refused}}',
  oversold: '{event}, “{question}”, “{option}”: the limit was {before, number} and is {now, number}',
  disputed: '{about}, {amount}, answer by {day}',
})

/** An alert as it was raised. */
export interface Raised {
  readonly kind: AlertKind
  readonly data: Readonly<Record<string, unknown>>
}

/** Alerts that say how much a dispute is about, or took. */
const OF_DISPUTES: ReadonlySet<AlertKind> = new Set([
  'payment_disputed',
  'payment_charged_back',
  'chargeback_returned',
  'dispute_overdue',
  'dispute_to_compare',
  'payment_lost',
])

/**
 * What an alert is about. Of an import it says how many rows it refused, of an option its limit before and now, of a dispute how
 * much it is about and until when.
 */
export const aboutIn = ({ kind, data }: Raised, language: Language): string => {
  const about = alertAbout(data)
  const oversold = ALERT_RULES.option_oversold.data.safeParse(data)
  if (kind === 'option_oversold' && oversold.success) return translate(texts.oversold, language, oversold.data)
  const { refused, amount, currency, due_at } = data
  if (OF_DISPUTES.has(kind) && typeof amount === 'number' && typeof currency === 'string') {
    const money = formatMoneyInText(amount, currency, language)
    if (kind !== 'payment_disputed' || typeof due_at !== 'string') return `${about}, ${money}`
    return translate(texts.disputed, language, { about, amount: money, day: formatDate(due_at, language, 'UTC') })
  }
  return kind === 'import_finished' && typeof refused === 'number' && refused > 0
    ? translate(texts.refused, language, { about, count: refused })
    : about
}

/**
 * Returns the page that an alert leads a reader to. That of an import is for those who may open it, and the waiting list of
 * an event that is sold out for those who may read it.
 */
export const pageFor = (authorization: Authorization, { kind, data }: Raised): string | null => {
  const soldOut = ALERT_RULES.event_sold_out.data.safeParse(data)
  if (kind === 'event_sold_out' && soldOut.success && isAllowed(authorization, 'waiting_list.read'))
    return `/admin/waiting-list?event_id=${soldOut.data.event_id}`
  const parsed = ALERT_RULES.import_finished.data.safeParse(data)
  if (kind !== 'import_finished' || !parsed.success) return alertPlace(kind, data)
  const { resource, import_id } = parsed.data
  const may = (action: string) => {
    const permission = `${resource}.${action}`
    return isPermission(permission) && isAllowed(authorization, permission)
  }
  return may('import') && may('read') ? `/admin/imports/${import_id}` : alertPlace(kind, data)
}
