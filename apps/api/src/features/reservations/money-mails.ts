import { defineTexts, type Language } from '@shiloh/contract/core'
import { STANDING_TEXTS, type Standing, type StandingKind } from '@shiloh/contract/standing'
import { formatDay, formatMoney, formatTime } from '#platform/format'
import { translate } from '#platform/texts'

/** Dates that count to the minute; of the others the day is enough. */
const TO_THE_MINUTE: readonly StandingKind[] = ['held', 'kept', 'change']

/** The two sentences about a reservation's money, as every page, mail and print says them. */
export const standingWords = (
  { kind, amount, at }: Standing,
  language: Language,
  currency: string,
  zone: string,
): { readonly title: string; readonly sentence: string } => {
  const date = at === null ? null : new Date(at)
  const day = date === null ? '' : formatDay(date, zone, language)
  const when = date !== null && TO_THE_MINUTE.includes(kind) ? `${day}, ${formatTime(date, zone)}` : day
  const values = { amount: formatMoney(amount, currency, language), when }
  return {
    title: translate(STANDING_TEXTS[`${kind}_title`], language, values),
    sentence: translate(STANDING_TEXTS[kind], language, values),
  }
}

export type MoneyMail = 'reservation_changed' | 'balance_due' | 'balance_waived' | 'bed_released'

export const moneyTexts = defineTexts({
  reservation_changed_subject: {
    en: 'Your reservation for {event} was changed',
    de: 'Ihre Reservierung für „{event}“ wurde geändert',
    fr: 'Votre réservation pour {event} a été modifiée',
    pt: 'A sua reserva para {event} foi alterada',
  },
  reservation_changed: {
    en: 'Your reservation {code} for {event} was changed.',
    de: 'Ihre Reservierung {code} für „{event}“ wurde geändert.',
    fr: 'Votre réservation {code} pour {event} a été modifiée.',
    pt: 'A sua reserva {code} para {event} foi alterada.',
  },
  balance_due_subject: {
    en: 'Please pay the rest for {event}',
    de: 'Bitte zahlen Sie den Rest für „{event}“',
    fr: 'Veuillez payer le reste pour {event}',
    pt: 'Pague o resto para {event}',
  },
  balance_due: {
    en: 'This is a reminder about your reservation {code} for {event}.',
    de: 'Wir erinnern Sie an Ihre Reservierung {code} für „{event}“.',
    fr: 'Nous vous rappelons votre réservation {code} pour {event}.',
    pt: 'Lembramos a sua reserva {code} para {event}.',
  },
  balance_waived_subject: {
    en: 'You pay {amount} less for {event}',
    de: 'Sie zahlen {amount} weniger für „{event}“',
    fr: 'Vous payez {amount} de moins pour {event}',
    pt: 'Paga menos {amount} por {event}',
  },
  balance_waived: {
    en: 'We have waived {amount} of what you owe for your reservation {code}, {event}.',
    de: 'Wir haben Ihnen für die Reservierung {code}, „{event}“, {amount} erlassen.',
    fr: 'Nous vous dispensons de payer {amount} pour votre réservation {code}, {event}.',
    pt: 'Dispensámos o pagamento de {amount} da sua reserva {code}, {event}.',
  },
  bed_released_subject: {
    en: 'Your bed at {event} is released',
    de: 'Ihr Bett bei „{event}“ ist freigegeben',
    fr: 'Votre lit pour {event} est libéré',
    pt: 'A sua cama em {event} foi libertada',
  },
  bed_released: {
    en: 'The rest for your reservation {code} was not paid in time, so the bed is free for others. Your place at {event} is still yours.',
    de: 'Der Rest für Ihre Reservierung {code} wurde nicht rechtzeitig bezahlt, daher ist das Bett für andere frei. Ihr Platz bei „{event}“ bleibt Ihnen vorerst.',
    fr: 'Le reste pour votre réservation {code} n’a pas été payé à temps : le lit est libre pour d’autres. Votre place pour {event} vous reste pour l’instant.',
    pt: 'O resto da sua reserva {code} não foi pago a tempo, por isso a cama ficou livre para outros. O seu lugar em {event} continua seu por agora.',
  },
})
