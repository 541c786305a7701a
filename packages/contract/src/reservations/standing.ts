import { z } from 'zod'
import { defineTexts, money, timestamp } from '../core.ts'

/**
 * Where a reservation stands with its money, in one word, and the sentences for it. The page, the list, the mail, the PDF and the
 * receipt all say this, so that they cannot differ. The guest and the office read the same words: no sentence speaks to one of them.
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
    en: 'The place is held until {when}',
    de: 'Der Platz ist vorgemerkt bis {when}',
    fr: 'La place est retenue jusqu’au {when}',
    pt: 'O lugar está guardado até {when}',
  },
  held: {
    en: '{amount} is due by then to confirm it.',
    de: 'Bis dahin sind {amount} zu zahlen, um ihn zu bestätigen.',
    fr: '{amount} à payer d’ici là pour la confirmer.',
    pt: '{amount} a pagar até lá para o confirmar.',
  },
  approval_title: {
    en: 'The request is with the office',
    de: 'Die Anfrage liegt beim Büro',
    fr: 'La demande est au secrétariat',
    pt: 'O pedido está na secretaria',
  },
  approval: {
    en: 'There is nothing to pay yet. The answer comes by message.',
    de: 'Noch ist nichts zu zahlen. Die Antwort kommt als Nachricht.',
    fr: 'Il n’y a encore rien à payer. La réponse viendra par message.',
    pt: 'Ainda não há nada a pagar. A resposta chega por mensagem.',
  },
  secured_title: {
    en: 'The place is secured',
    de: 'Der Platz ist gesichert',
    fr: 'La place est assurée',
    pt: 'O lugar está garantido',
  },
  secured: {
    en: 'The rest, {amount}, is due by {when}.',
    de: 'Der Rest, {amount}, ist bis {when} zu zahlen.',
    fr: 'Le reste, {amount}, est à payer avant le {when}.',
    pt: 'O resto, {amount}, deve ser pago até {when}.',
  },
  overdue_title: {
    en: 'The rest is overdue',
    de: 'Der Rest ist überfällig',
    fr: 'Le reste n’est pas encore payé',
    pt: 'O resto está em atraso',
  },
  overdue: {
    en: '{amount} was due on {when} and is to be paid now.',
    de: 'Der Betrag von {amount} war am {when} fällig und ist jetzt zu zahlen.',
    fr: 'Le montant de {amount} était dû le {when} et doit être payé maintenant.',
    pt: 'O valor de {amount} venceu em {when} e deve ser pago agora.',
  },
  change_title: {
    en: 'The change is not paid yet',
    de: 'Die Änderung ist noch nicht bezahlt',
    fr: 'La modification n’est pas encore payée',
    pt: 'A alteração ainda não está paga',
  },
  change: {
    en: '{amount} is due by {when}. Until then the old choice counts.',
    de: 'Bis {when} sind {amount} zu zahlen. Bis dahin gilt die alte Auswahl.',
    fr: '{amount} à payer avant le {when}. Jusque-là, l’ancien choix reste valable.',
    pt: '{amount} a pagar até {when}. Até lá vale a escolha anterior.',
  },
  kept_title: {
    en: 'The place is kept until {when}',
    de: 'Der Platz wird gehalten bis {when}',
    fr: 'La place est gardée jusqu’au {when}',
    pt: 'O lugar é guardado até {when}',
  },
  kept: {
    en: 'The rest, {amount}, is due by then: online or at the desk.',
    de: 'Der Rest, {amount}, ist bis dahin zu zahlen: online oder am Schalter.',
    fr: 'Le reste, {amount}, est à payer d’ici là : en ligne ou au guichet.',
    pt: 'O resto, {amount}, deve ser pago até lá: online ou ao balcão.',
  },
  part_paid_title: {
    en: 'A part is paid',
    de: 'Ein Teil ist bezahlt',
    fr: 'Une partie est payée',
    pt: 'Uma parte está paga',
  },
  part_paid: {
    en: 'The rest, {amount}, is due to confirm the place. The money paid is safe.',
    de: 'Der Rest, {amount}, ist zu zahlen, um den Platz zu bestätigen. Das gezahlte Geld ist sicher.',
    fr: 'Le reste, {amount}, est à payer pour confirmer la place. L’argent versé est en sécurité.',
    pt: 'O resto, {amount}, deve ser pago para confirmar o lugar. O dinheiro pago está seguro.',
  },
  refund_title: {
    en: '{amount} goes back',
    de: '{amount} gehen zurück',
    fr: '{amount} à rembourser',
    pt: '{amount} a devolver',
  },
  refund: {
    en: 'The ticket stays valid. The money goes back the way it was paid.',
    de: 'Das Ticket bleibt gültig. Das Geld geht auf dem Weg zurück, auf dem es kam.',
    fr: 'Le billet reste valable. L’argent revient par le moyen de paiement utilisé.',
    pt: 'O bilhete continua válido. O dinheiro volta pela via em que foi pago.',
  },
  cancelled_refund_title: {
    en: '{amount} goes back',
    de: '{amount} gehen zurück',
    fr: '{amount} à rembourser',
    pt: '{amount} a devolver',
  },
  cancelled_refund: {
    en: 'The place is given up. The money goes back the way it was paid.',
    de: 'Der Platz ist aufgegeben. Das Geld geht auf dem Weg zurück, auf dem es kam.',
    fr: 'La place est libérée. L’argent revient par le moyen de paiement utilisé.',
    pt: 'O lugar foi libertado. O dinheiro volta pela via em que foi pago.',
  },
  too_late_title: {
    en: 'The payment came too late',
    de: 'Die Zahlung kam zu spät',
    fr: 'Le paiement est arrivé trop tard',
    pt: 'O pagamento chegou tarde demais',
  },
  too_late: {
    en: 'The hold had ended and the place is no longer free. {amount} goes back.',
    de: 'Die Vormerkung war beendet und der Platz ist nicht mehr frei. {amount} gehen zurück.',
    fr: 'La réservation provisoire avait expiré et la place n’est plus libre. {amount} seront remboursés.',
    pt: 'A reserva provisória tinha terminado e o lugar já não está livre. {amount} serão devolvidos.',
  },
  refunded_title: {
    en: 'The money is back',
    de: 'Das Geld ist zurück',
    fr: 'L’argent est remboursé',
    pt: 'O dinheiro foi devolvido',
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
    en: 'The church pays {amount}.',
    de: 'Die Kirche zahlt {amount}.',
    fr: 'L’église paie {amount}.',
    pt: 'A igreja paga {amount}.',
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
    en: 'The place is confirmed.',
    de: 'Der Platz ist bestätigt.',
    fr: 'La place est confirmée.',
    pt: 'O lugar está confirmado.',
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
