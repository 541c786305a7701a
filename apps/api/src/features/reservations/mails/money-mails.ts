import { defineTexts, type Language } from '@shiloh/contract/core'
import { STANDING_TEXTS, type Standing, type StandingKind } from '@shiloh/contract/reservations/standing'
import { formatDay, formatMoneyInText, formatTime } from '@shiloh/contract/text/format'
import { translate } from '#platform/text/texts'

/** Standings whose dates are shown to the minute. For the others the day is enough. */
const TO_THE_MINUTE: readonly StandingKind[] = ['held', 'held_cash', 'kept', 'change', 'change_cash']

/** Returns the two sentences about a reservation's money that every page, mail and document shows. */
export const standingWords = (
  { kind, amount, at }: Standing,
  language: Language,
  currency: string,
  zone: string,
): { readonly title: string; readonly sentence: string } => {
  const date = at === null ? null : new Date(at)
  const day = date === null ? '' : formatDay(date, language, zone)
  const when = date !== null && TO_THE_MINUTE.includes(kind) ? `${day}, ${formatTime(date, language, zone)}` : day
  const values = { amount: formatMoneyInText(amount, currency, language), when }
  return {
    title: translate(STANDING_TEXTS[`${kind}_title`], language, values),
    sentence: translate(STANDING_TEXTS[kind], language, values),
  }
}

/** Standings whose title the message has said by then. */
const SAID_BEFORE: readonly StandingKind[] = ['cancelled', 'approval', 'undecided']

/** Returns the same for running text, after a sentence that already says that it is confirmed or has ended. */
export const standingSaid = (standing: Standing, language: Language, currency: string, zone: string): string => {
  const { title, sentence } = standingWords(standing, language, currency, zone)
  if (standing.kind === 'free') return `${title}.`
  return SAID_BEFORE.includes(standing.kind) ? sentence : `${title}. ${sentence}`
}

export type MoneyMail =
  | 'reservation_changed'
  | 'reservation_cancelled'
  | 'reservation_kept'
  | 'reservation_approved'
  | 'reservation_undecided'
  | 'balance_due'
  | 'balance_waived'
  | 'bed_released'
/** The openings of the messages. The first message about a reservation and the one about a change have three variants. */
export type MoneyText =
  | MoneyMail
  | 'held'
  | 'approval'
  | 'confirmed'
  | 'change_held'
  | 'change_withdrawn'
  | 'change_expired'
  | 'change_overtaken'
  | 'change_reversed'

export const moneyTexts = defineTexts('server/money-mails', {
  held_subject: 'Your place at {event} is held',
  held: 'We have your reservation {code} for {event}.',
  approval_subject: 'We received your request for {event}',
  approval: 'Your reservation {code} for {event} is waiting for approval.',
  confirmed_subject: 'You are coming to {event}',
  confirmed: 'Your reservation {code} for {event} is confirmed.',
  reservation_kept_subject: 'We keep your place at {event}',
  reservation_kept: 'The office keeps your reservation {code} for {event}.',
  reservation_cancelled_subject: 'Your reservation for {event} is cancelled',
  reservation_cancelled: 'Your reservation {code} for {event} is cancelled and the places are free for others.',
  not_paid: 'The rest was due on {day} and was not paid.',
  kept_by_rule: 'Under the event’s refund rule, {amount} of what you paid is not refunded.',
  left_list: 'You are no longer on the waiting list for {what}.',
  reservation_approved_subject: 'Your reservation for {event} is approved',
  reservation_approved: 'Your reservation {code} for {event} is approved.',
  reservation_undecided_subject: 'Your request for {event} was not decided',
  reservation_undecided:
    'Nobody decided about your request {code} before {event} ended, so it has ended with it. We are sorry.',
  reservation_changed_subject: 'Your reservation for {event} was changed',
  reservation_changed: 'Your reservation {code} for {event} was changed.',
  change_held_subject: 'Your change for {event} is not in force yet',
  change_held: 'We have your change of reservation {code} for {event}.',
  change_withdrawn_subject: 'Your change for {event} is taken back',
  change_withdrawn: 'The change of your reservation {code} for {event} is taken back. Everything stays as it was.',
  change_replaced: 'This replaces the earlier change, which was not paid yet.',
  change_expired_subject: 'Your change for {event} was not paid in time',
  change_expired: 'The change of your reservation {code} for {event} was not paid in time. What you had before stays.',
  change_overtaken_subject: 'Your change for {event} cannot be made',
  change_overtaken:
    'The change of your reservation {code} for {event} cannot be made: somebody in it has a place of their own by now. What you had before stays.',
  change_reversed_subject: 'Your change for {event} has ended',
  change_reversed:
    'The change of your reservation {code} for {event} has ended, because a payment for what you had before was reversed.',
  balance_due_subject: 'Please pay the rest for {event}',
  balance_due: 'This is a reminder about your reservation {code} for {event}.',
  balance_waived_subject: 'You pay {amount} less for {event}',
  balance_waived: 'We have waived {amount} of what is still to pay for your reservation {code}, {event}.',
  change_released: 'The change that was not paid yet has ended, too.',
  bed_released_subject: 'Your bed at {event} is released',
  bed_released:
    'The rest for your reservation {code} was not paid in time, so the bed is free for others. Your place at {event} is still yours.',
})
