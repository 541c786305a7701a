import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts({
  total: { en: 'Total', de: 'Gesamtbetrag', fr: 'Total', pt: 'Total' },
  paid: { en: 'Paid', de: 'Bezahlt', fr: 'Payé', pt: 'Pago' },
  by_cash: { en: 'In cash', de: 'Bar', fr: 'En espèces', pt: 'Em dinheiro' },
  by_paystack: {
    en: 'Mobile money or card',
    de: 'Mobile Money oder Karte',
    fr: 'Mobile money ou carte',
    pt: 'Mobile money ou cartão',
  },
  by_stripe: { en: 'Card', de: 'Karte', fr: 'Carte', pt: 'Cartão' },
  by_sandbox: { en: 'Test payment', de: 'Testzahlung', fr: 'Paiement d’essai', pt: 'Pagamento de teste' },
  receipt: { en: 'receipt {number}', de: 'Quittung {number}', fr: 'reçu {number}', pt: 'recibo {number}' },
  waived: { en: 'Waived', de: 'Erlassen', fr: 'Remis', pt: 'Perdoado' },
  reduced: { en: 'Given back to you', de: 'Ihnen erlassen', fr: 'Geste de l’église', pt: 'Oferecido a si' },
  retained: {
    en: 'Kept by the refund rule',
    de: 'Nach der Erstattungsregel einbehalten',
    fr: 'Retenu selon la règle de remboursement',
    pt: 'Retido pela regra de reembolso',
  },
  waived_by: { en: 'By {name}', de: 'Von {name}', fr: 'Par {name}', pt: 'Por {name}' },
  expected_by: {
    en: 'expected by {day}',
    de: 'erwartet bis {day}',
    fr: 'attendu d’ici le {day}',
    pt: 'previsto até {day}',
  },
  still_to_pay: { en: 'Still to pay', de: 'Noch zu zahlen', fr: 'Reste à payer', pt: 'Falta pagar' },
  refund: { en: 'Refund', de: 'Erstattung', fr: 'Remboursement', pt: 'Reembolso' },
  refund_due: { en: 'Not sent yet', de: 'Noch nicht gesendet', fr: 'Pas encore envoyé', pt: 'Ainda não enviado' },
  refund_requested: { en: 'On its way', de: 'Unterwegs', fr: 'En cours', pt: 'A caminho' },
  refund_sent: { en: 'Sent', de: 'Gesendet', fr: 'Envoyé', pt: 'Enviado' },
  refund_foot: {
    en: 'You need not do anything. We write to you when it is sent.',
    de: 'Sie müssen nichts tun. Wir schreiben Ihnen, wenn es gesendet ist.',
    fr: 'Vous n’avez rien à faire. Nous vous écrirons à l’envoi.',
    pt: 'Não precisa de fazer nada. Escrevemos-lhe quando for enviado.',
  },
  reminder_foot: {
    en: 'We remind you 7 and 2 days before. Your ticket is valid now.',
    de: 'Wir erinnern Sie 7 und 2 Tage vorher. Ihr Ticket ist schon gültig.',
    fr: 'Nous vous rappelons 7 et 2 jours avant. Votre billet est déjà valable.',
    pt: 'Lembramos 7 e 2 dias antes. O seu bilhete já é válido.',
  },
  kept_foot: {
    en: 'If you cannot pay by then, your {amount} is safe. Ask the desk for more time or for the money back.',
    de: 'Können Sie bis dahin nicht zahlen, ist Ihr Geld ({amount}) sicher. Bitten Sie am Schalter um mehr Zeit oder um Rückzahlung.',
    fr: 'Si vous ne pouvez pas payer d’ici là, vos {amount} sont en sécurité. Demandez au guichet un délai ou un remboursement.',
    pt: 'Se não puder pagar até lá, os seus {amount} estão seguros. Peça ao balcão mais tempo ou a devolução.',
  },
})
