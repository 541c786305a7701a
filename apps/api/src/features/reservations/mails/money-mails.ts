import { defineTexts, type Language } from '@shiloh/contract/core'
import { STANDING_TEXTS, type Standing, type StandingKind } from '@shiloh/contract/reservations/standing'
import { formatDay, formatMoney, formatTime } from '#platform/text/format'
import { translate } from '#platform/text/texts'

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

/** The same in running text, after a sentence of the message that says itself that it is confirmed or cancelled. */
export const standingSaid = (standing: Standing, language: Language, currency: string, zone: string): string => {
  const { title, sentence } = standingWords(standing, language, currency, zone)
  if (standing.kind === 'free') return `${title}.`
  return standing.kind === 'cancelled' || standing.kind === 'approval' ? sentence : `${title}. ${sentence}`
}

export type MoneyMail =
  | 'reservation_changed'
  | 'reservation_cancelled'
  | 'reservation_kept'
  | 'reservation_approved'
  | 'balance_due'
  | 'balance_waived'
  | 'bed_released'
/** What the messages begin with: of the first one about a reservation there are three. */
export type MoneyText = MoneyMail | 'held' | 'approval' | 'confirmed'

export const moneyTexts = defineTexts({
  held_subject: {
    en: 'Your place at {event} is held',
    de: 'Ihr Platz bei „{event}“ ist vorgemerkt',
    fr: 'Votre place pour {event} est retenue',
    pt: 'O seu lugar em {event} está guardado',
  },
  held: {
    en: 'We have your reservation {code} for {event}.',
    de: 'Ihre Reservierung {code} für „{event}“ ist angekommen.',
    fr: 'Nous avons reçu votre réservation {code} pour {event}.',
    pt: 'Recebemos a sua reserva {code} para {event}.',
  },
  approval_subject: {
    en: 'We received your request for {event}',
    de: 'Ihre Anfrage für „{event}“ ist angekommen',
    fr: 'Nous avons reçu votre demande pour {event}',
    pt: 'Recebemos o seu pedido para {event}',
  },
  approval: {
    en: 'Your reservation {code} for {event} waits for approval.',
    de: 'Ihre Reservierung {code} für „{event}“ wartet auf die Freigabe.',
    fr: 'Votre réservation {code} pour {event} attend une approbation.',
    pt: 'A sua reserva {code} para {event} aguarda aprovação.',
  },
  confirmed_subject: {
    en: 'You are coming to {event}',
    de: 'Sie sind dabei: {event}',
    fr: 'Votre place pour {event} est confirmée',
    pt: 'O seu lugar em {event} está confirmado',
  },
  confirmed: {
    en: 'Your reservation {code} for {event} is confirmed.',
    de: 'Ihre Reservierung {code} für „{event}“ ist bestätigt.',
    fr: 'Votre réservation {code} pour {event} est confirmée.',
    pt: 'A sua reserva {code} para {event} está confirmada.',
  },
  reservation_kept_subject: {
    en: 'We keep your place at {event}',
    de: 'Wir halten Ihren Platz bei „{event}“',
    fr: 'Nous gardons votre place pour {event}',
    pt: 'Guardamos o seu lugar em {event}',
  },
  reservation_kept: {
    en: 'The office keeps your reservation {code} for {event}.',
    de: 'Das Büro hält Ihre Reservierung {code} für „{event}“.',
    fr: 'Le secrétariat garde votre réservation {code} pour {event}.',
    pt: 'A secretaria guarda a sua reserva {code} para {event}.',
  },
  reservation_cancelled_subject: {
    en: 'Your reservation for {event} is cancelled',
    de: 'Ihre Reservierung für „{event}“ ist storniert',
    fr: 'Votre réservation pour {event} est annulée',
    pt: 'A sua reserva para {event} foi cancelada',
  },
  reservation_cancelled: {
    en: 'Your reservation {code} for {event} is cancelled and the places are free for others.',
    de: 'Ihre Reservierung {code} für „{event}“ ist storniert, die Plätze sind für andere frei.',
    fr: 'Votre réservation {code} pour {event} est annulée et les places sont libérées.',
    pt: 'A sua reserva {code} para {event} foi cancelada e os lugares ficaram livres para outros.',
  },
  not_paid: {
    en: 'The rest was due on {day} and was not paid.',
    de: 'Der Rest war am {day} fällig und wurde nicht bezahlt.',
    fr: 'Le reste était dû le {day} et n’a pas été payé.',
    pt: 'O resto vencia em {day} e não foi pago.',
  },
  kept_by_rule: {
    en: 'By the refund rule of the event, {amount} of what you paid is not given back.',
    de: 'Nach der Erstattungsregel der Veranstaltung werden {amount} Ihrer Zahlung nicht erstattet.',
    fr: 'Selon la règle de remboursement de l’événement, {amount} de votre paiement ne sont pas remboursés.',
    pt: 'Pela regra de reembolso do evento, {amount} do que pagou não são devolvidos.',
  },
  reservation_approved_subject: {
    en: 'Your reservation for {event} is approved',
    de: 'Ihre Reservierung für „{event}“ ist freigegeben',
    fr: 'Votre réservation pour {event} est approuvée',
    pt: 'A sua reserva para {event} foi aprovada',
  },
  reservation_approved: {
    en: 'Your reservation {code} for {event} is approved.',
    de: 'Ihre Reservierung {code} für „{event}“ ist freigegeben.',
    fr: 'Votre réservation {code} pour {event} est approuvée.',
    pt: 'A sua reserva {code} para {event} foi aprovada.',
  },
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
