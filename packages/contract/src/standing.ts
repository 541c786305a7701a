import { z } from 'zod'
import { defineTexts, money, timestamp } from './core.ts'

/**
 * Where a reservation stands with its money, in one word, and the sentences for it. The page, the list, the mail, the PDF and the
 * receipt all say this, so that they cannot differ.
 */

export const STANDINGS = [
  'held',
  'approval',
  'secured',
  'overdue',
  'change',
  'kept',
  'part_paid',
  'refund',
  'cancelled_refund',
  'too_late',
  'refunded',
  'waived',
  'paid',
  'free',
  'expired',
  'cancelled',
  'archived',
] as const
export type StandingKind = (typeof STANDINGS)[number]

export const standingView = z.object({
  kind: z.enum(STANDINGS),
  /** What the sentence speaks of: what is to be paid, or what goes back. Minor units. */
  amount: money,
  /** Until when. */
  at: timestamp.nullable(),
})
export type Standing = z.output<typeof standingView>

export interface StandingFacts {
  /** The effective one. */
  readonly status: string
  readonly total: number
  readonly paid: number
  readonly waived: number
  readonly balance: number
  /** What is due at once of the balance. */
  readonly dueNow: number
  /** When the rest is due, where the place is secured. */
  readonly dueAt: Date
  readonly holdExpiresAt: Date | null
  readonly keptUntil: Date | null
  readonly waitsForApproval: boolean
  readonly changeOpen: boolean
  /** Money that is still to go back, sent or not. */
  readonly refundDue: number
  /** Money that went back. */
  readonly refunded: number
}

/** The one decision about what is said of a reservation's money. */
export const standingOf = (facts: StandingFacts, now: Date): Standing => {
  const { status, balance, refundDue, refunded, keptUntil, holdExpiresAt, dueAt } = facts
  const say = (kind: StandingKind, amount = 0, at: Date | null = null): Standing => ({
    kind,
    amount,
    at: at?.toISOString() ?? null,
  })
  if (status === 'failed') {
    if (refundDue > 0) return say('too_late', refundDue)
    return refunded > 0 ? say('refunded', refunded) : say('expired')
  }
  if (status === 'cancelled') {
    if (refundDue > 0) return say('cancelled_refund', refundDue)
    return refunded > 0 ? say('refunded', refunded) : say('cancelled')
  }
  if (status === 'archived') return refundDue > 0 ? say('cancelled_refund', refundDue) : say('archived')
  if (status === 'pending') {
    if (facts.waitsForApproval) return say('approval')
    if (facts.paid > 0)
      return keptUntil !== null && keptUntil > now ? say('kept', balance, keptUntil) : say('part_paid', balance)
    return say('held', facts.dueNow, holdExpiresAt)
  }
  if (balance > 0) {
    if (facts.changeOpen) return say('change', facts.dueNow, holdExpiresAt)
    return now < dueAt ? say('secured', balance, dueAt) : say('overdue', balance, dueAt)
  }
  if (refundDue > 0) return say('refund', refundDue)
  if (facts.total === 0) return say('free')
  return facts.waived > 0 ? say('waived', facts.waived) : say('paid')
}

/** What is said: `{kind}_title` and `{kind}`. `{amount}` and `{when}` are formatted where it is shown. */
export const STANDING_TEXTS = defineTexts({
  held_title: {
    en: 'Your place is held until {when}',
    de: 'Ihr Platz ist vorgemerkt bis {when}',
    fr: 'Votre place est retenue jusqu’au {when}',
    pt: 'O seu lugar está guardado até {when}',
  },
  held: {
    en: 'Pay {amount} by then to confirm it.',
    de: 'Zahlen Sie bis dahin {amount}, um ihn zu bestätigen.',
    fr: 'Payez {amount} d’ici là pour la confirmer.',
    pt: 'Pague {amount} até lá para o confirmar.',
  },
  approval_title: {
    en: 'Your request is with the office',
    de: 'Ihre Anfrage liegt beim Büro',
    fr: 'Votre demande est au secrétariat',
    pt: 'O seu pedido está na secretaria',
  },
  approval: {
    en: 'There is nothing to pay yet. We write to you when it is decided.',
    de: 'Noch ist nichts zu zahlen. Wir schreiben Ihnen, sobald entschieden ist.',
    fr: 'Il n’y a encore rien à payer. Nous vous écrirons dès la décision.',
    pt: 'Ainda não há nada a pagar. Escrevemos-lhe quando for decidido.',
  },
  secured_title: {
    en: 'Your place is secured',
    de: 'Ihr Platz ist gesichert',
    fr: 'Votre place est assurée',
    pt: 'O seu lugar está garantido',
  },
  secured: {
    en: 'Pay the rest, {amount}, by {when}.',
    de: 'Zahlen Sie den Rest, {amount}, bis {when}.',
    fr: 'Payez le reste, {amount}, avant le {when}.',
    pt: 'Pague o resto, {amount}, até {when}.',
  },
  overdue_title: {
    en: 'The rest is overdue',
    de: 'Der Rest ist überfällig',
    fr: 'Le reste n’est pas encore payé',
    pt: 'O resto está em atraso',
  },
  overdue: {
    en: 'Your {amount} was due on {when}. Please pay now.',
    de: 'Der Betrag von {amount} war am {when} fällig. Bitte zahlen Sie jetzt.',
    fr: 'Le montant de {amount} était dû le {when}. Veuillez payer maintenant.',
    pt: 'O valor de {amount} venceu em {when}. Pague agora.',
  },
  change_title: {
    en: 'Your change is not paid yet',
    de: 'Ihre Änderung ist noch nicht bezahlt',
    fr: 'Votre modification n’est pas encore payée',
    pt: 'A sua alteração ainda não está paga',
  },
  change: {
    en: 'Pay {amount} by {when}. Until then your old choice counts.',
    de: 'Zahlen Sie {amount} bis {when}. Bis dahin gilt Ihre alte Auswahl.',
    fr: 'Payez {amount} avant le {when}. Jusque-là, votre ancien choix reste valable.',
    pt: 'Pague {amount} até {when}. Até lá vale a sua escolha anterior.',
  },
  kept_title: {
    en: 'Your place is kept until {when}',
    de: 'Ihr Platz wird gehalten bis {when}',
    fr: 'Votre place est gardée jusqu’au {when}',
    pt: 'O seu lugar é guardado até {when}',
  },
  kept: {
    en: 'Pay the rest, {amount}, by then: here or at the desk.',
    de: 'Zahlen Sie den Rest, {amount}, bis dahin: hier oder am Schalter.',
    fr: 'Payez le reste, {amount}, d’ici là : ici ou au guichet.',
    pt: 'Pague o resto, {amount}, até lá: aqui ou ao balcão.',
  },
  part_paid_title: {
    en: 'A part is paid',
    de: 'Ein Teil ist bezahlt',
    fr: 'Une partie est payée',
    pt: 'Uma parte está paga',
  },
  part_paid: {
    en: 'Pay the rest, {amount}, to confirm your place. Your money is safe.',
    de: 'Zahlen Sie den Rest, {amount}, um Ihren Platz zu bestätigen. Ihr Geld ist sicher.',
    fr: 'Payez le reste, {amount}, pour confirmer votre place. Votre argent est en sécurité.',
    pt: 'Pague o resto, {amount}, para confirmar o seu lugar. O seu dinheiro está seguro.',
  },
  refund_title: {
    en: 'You get {amount} back',
    de: 'Sie erhalten {amount} zurück',
    fr: '{amount} vous seront remboursés',
    pt: 'Vai receber {amount} de volta',
  },
  refund: {
    en: 'Your ticket stays valid. The money goes back the way you paid.',
    de: 'Ihr Ticket bleibt gültig. Das Geld geht auf dem Weg zurück, auf dem Sie gezahlt haben.',
    fr: 'Votre billet reste valable. L’argent revient par le moyen de paiement utilisé.',
    pt: 'O seu bilhete continua válido. O dinheiro volta pela via em que pagou.',
  },
  cancelled_refund_title: {
    en: 'You get {amount} back',
    de: 'Sie erhalten {amount} zurück',
    fr: '{amount} vous seront remboursés',
    pt: 'Vai receber {amount} de volta',
  },
  cancelled_refund: {
    en: 'Your place is given up. The money goes back the way you paid.',
    de: 'Ihr Platz ist aufgegeben. Das Geld geht auf dem Weg zurück, auf dem Sie gezahlt haben.',
    fr: 'Votre place est libérée. L’argent revient par le moyen de paiement utilisé.',
    pt: 'O seu lugar foi libertado. O dinheiro volta pela via em que pagou.',
  },
  too_late_title: {
    en: 'Your payment came too late',
    de: 'Ihre Zahlung kam zu spät',
    fr: 'Votre paiement est arrivé trop tard',
    pt: 'O seu pagamento chegou tarde demais',
  },
  too_late: {
    en: 'The hold had ended and the place is no longer yours. You get {amount} back.',
    de: 'Die Vormerkung war beendet und der Platz ist nicht mehr frei. Sie erhalten {amount} zurück.',
    fr: 'La réservation provisoire avait expiré. {amount} vous seront remboursés.',
    pt: 'A reserva provisória tinha terminado. Vai receber {amount} de volta.',
  },
  refunded_title: {
    en: 'Your money is back',
    de: 'Ihr Geld ist zurück',
    fr: 'Votre argent est remboursé',
    pt: 'O seu dinheiro foi devolvido',
  },
  refunded: {
    en: '{amount} was sent back.',
    de: '{amount} wurden zurückgezahlt.',
    fr: '{amount} ont été remboursés.',
    pt: 'Foram devolvidos {amount}.',
  },
  waived_title: {
    en: 'Nothing more to pay',
    de: 'Nichts mehr zu zahlen',
    fr: 'Plus rien à payer',
    pt: 'Nada mais a pagar',
  },
  waived: {
    en: 'The church pays {amount} for you.',
    de: 'Die Kirche zahlt {amount} für Sie.',
    fr: 'L’église paie {amount} pour vous.',
    pt: 'A igreja paga {amount} por si.',
  },
  paid_title: {
    en: 'Nothing more to pay',
    de: 'Nichts mehr zu zahlen',
    fr: 'Plus rien à payer',
    pt: 'Nada mais a pagar',
  },
  paid: {
    en: 'Everything is paid.',
    de: 'Alles ist bezahlt.',
    fr: 'Tout est payé.',
    pt: 'Está tudo pago.',
  },
  free_title: { en: 'Nothing to pay', de: 'Nichts zu zahlen', fr: 'Rien à payer', pt: 'Nada a pagar' },
  free: {
    en: 'Your place is confirmed.',
    de: 'Ihr Platz ist bestätigt.',
    fr: 'Votre place est confirmée.',
    pt: 'O seu lugar está confirmado.',
  },
  expired_title: {
    en: 'The hold has ended',
    de: 'Die Vormerkung ist beendet',
    fr: 'La réservation provisoire a expiré',
    pt: 'A reserva provisória terminou',
  },
  expired: {
    en: 'Nothing was paid, and nothing is owed.',
    de: 'Es wurde nichts bezahlt und es ist nichts offen.',
    fr: 'Rien n’a été payé et rien n’est dû.',
    pt: 'Nada foi pago e nada está em dívida.',
  },
  cancelled_title: {
    en: 'The reservation is cancelled',
    de: 'Die Reservierung ist storniert',
    fr: 'La réservation est annulée',
    pt: 'A reserva está cancelada',
  },
  cancelled: {
    en: 'Nothing is owed.',
    de: 'Es ist nichts offen.',
    fr: 'Rien n’est dû.',
    pt: 'Nada está em dívida.',
  },
  archived_title: {
    en: 'This event is in the archive',
    de: 'Diese Veranstaltung ist im Archiv',
    fr: 'Cet événement est archivé',
    pt: 'Este evento está no arquivo',
  },
  archived: { en: 'Nothing is owed.', de: 'Es ist nichts offen.', fr: 'Rien n’est dû.', pt: 'Nada está em dívida.' },
})
