import { defineTexts, type Language } from '@shiloh/contract/core'
import { REFUND_WAYS, refundExpectedAt } from '@shiloh/contract/payments/refunds'
import { z } from 'zod'
import type { Notice } from '#platform/messaging/messages.store'
import { noticeTemplate, type Templates, type WrittenNotice } from '#platform/messaging/templates'
import { formatDay, formatMoney } from '#platform/text/format'
import { translate } from '#platform/text/texts'
import type { StoredRefund } from './refunds.store.ts'
import type { PayableReservation } from './store.ts'

const texts = defineTexts({
  hello: { en: 'Dear {name},', de: 'Guten Tag {name},', fr: 'Bonjour {name},', pt: 'Olá {name},' },
  due_subject: {
    en: 'You get {amount} back: {event}',
    de: 'Sie erhalten {amount} zurück: {event}',
    fr: '{amount} vous seront remboursés : {event}',
    pt: 'Vai receber {amount} de volta: {event}',
  },
  due: {
    en: '{amount} of what you paid for your reservation {code}, {event}, goes back to you.',
    de: 'Von Ihrer Zahlung für die Reservierung {code}, {event}, erhalten Sie {amount} zurück.',
    fr: 'Sur ce que vous avez payé pour votre réservation {code}, {event}, {amount} vous seront remboursés.',
    pt: 'Do que pagou pela sua reserva {code}, {event}, vai receber {amount} de volta.',
  },
  due_way: {
    en: 'It goes back the way you paid, by {day}. You need not do anything. We write to you when it is sent.',
    de: 'Das Geld geht bis {day} auf demselben Weg zurück, auf dem Sie gezahlt haben. Sie müssen nichts tun. Wir schreiben Ihnen, sobald es unterwegs ist.',
    fr: 'Le remboursement se fait par le même moyen que votre paiement, au plus tard le {day}. Vous n’avez rien à faire. Nous vous écrirons dès qu’il sera envoyé.',
    pt: 'O dinheiro volta pelo mesmo meio por que pagou, até {day}. Não precisa de fazer nada. Escrevemos-lhe quando for enviado.',
  },
  due_cash: {
    en: 'You paid in cash: ask for it at the registration desk or the office, or wait until we contact you.',
    de: 'Sie haben bar gezahlt: Holen Sie das Geld am Anmeldetisch oder im Büro ab, oder warten Sie, bis wir uns melden.',
    fr: 'Vous avez payé en espèces : demandez votre argent à l’accueil ou au secrétariat, ou attendez que nous vous contactions.',
    pt: 'Pagou em dinheiro: peça-o no balcão de inscrições ou na secretaria, ou aguarde o nosso contacto.',
  },
  sent_subject: {
    en: 'We sent you {amount}: {event}',
    de: 'Wir haben Ihnen {amount} erstattet: {event}',
    fr: 'Nous vous avons remboursé {amount} : {event}',
    pt: 'Devolvemos-lhe {amount}: {event}',
  },
  sent_provider: {
    en: 'On {day} we sent {amount} back to you for your reservation {code}, {event}, the way you paid. Banks and networks may take some days to show it.',
    de: 'Am {day} haben wir Ihnen für die Reservierung {code}, {event}, {amount} auf dem Weg erstattet, auf dem Sie gezahlt haben. Bei Banken und Netzbetreibern kann es einige Tage dauern, bis der Betrag erscheint.',
    fr: 'Le {day}, nous vous avons remboursé {amount} pour votre réservation {code}, {event}, par le moyen que vous aviez utilisé. Les banques et les opérateurs peuvent mettre quelques jours à l’afficher.',
    pt: 'Em {day} devolvemos-lhe {amount} da sua reserva {code}, {event}, pelo meio por que pagou. Os bancos e as operadoras podem demorar alguns dias a mostrar o valor.',
  },
  sent_cash: {
    en: 'On {day} you were given {amount} in cash for your reservation {code}, {event}. Slip number {slip}.',
    de: 'Am {day} wurden Ihnen für die Reservierung {code}, {event}, {amount} bar ausgezahlt. Beleg Nummer {slip}.',
    fr: 'Le {day}, {amount} vous ont été remis en espèces pour votre réservation {code}, {event}. Bon numéro {slip}.',
    pt: 'Em {day} foram-lhe entregues {amount} em dinheiro da sua reserva {code}, {event}. Talão número {slip}.',
  },
  sent_outside: {
    en: 'On {day} we gave {amount} back to you for your reservation {code}, {event}.',
    de: 'Am {day} haben wir Ihnen für die Reservierung {code}, {event}, {amount} zurückgegeben.',
    fr: 'Le {day}, nous vous avons rendu {amount} pour votre réservation {code}, {event}.',
    pt: 'Em {day} devolvemos-lhe {amount} da sua reserva {code}, {event}.',
  },
  not_you: {
    en: 'If you did not get it, please tell us.',
    de: 'Falls Sie das Geld nicht erhalten haben, melden Sie sich bitte.',
    fr: 'Si vous ne l’avez pas reçu, dites-le-nous.',
    pt: 'Se não o recebeu, diga-nos, por favor.',
  },
  refused_subject: {
    en: 'Your refund of {amount} is delayed: {event}',
    de: 'Ihre Erstattung von {amount} verzögert sich: {event}',
    fr: 'Votre remboursement de {amount} est retardé : {event}',
    pt: 'O seu reembolso de {amount} está atrasado: {event}',
  },
  refused: {
    en: 'The payment service could not send {amount} back for your reservation {code}, {event}. The money is safe with us. We will send it another way or contact you.',
    de: 'Der Zahlungsdienst konnte {amount} für Ihre Reservierung {code}, {event}, nicht erstatten. Das Geld ist bei uns sicher. Wir schicken es auf anderem Weg oder melden uns bei Ihnen.',
    fr: 'Le service de paiement n’a pas pu vous rembourser {amount} pour votre réservation {code}, {event}. L’argent est en sécurité chez nous. Nous l’enverrons autrement ou vous contacterons.',
    pt: 'O serviço de pagamento não conseguiu devolver {amount} da sua reserva {code}, {event}. O dinheiro está seguro connosco. Vamos enviá-lo de outra forma ou contactá-lo.',
  },
  withdrawn_subject: {
    en: 'Your refund of {amount} is not sent: {event}',
    de: 'Ihre Erstattung von {amount} entfällt: {event}',
    fr: 'Votre remboursement de {amount} est annulé : {event}',
    pt: 'O seu reembolso de {amount} foi anulado: {event}',
  },
  withdrawn: {
    en: 'The refund of {amount} for your reservation {code}, {event}, was withdrawn: the organiser keeps the money. If this is not what was agreed, please tell us.',
    de: 'Die Erstattung von {amount} für Ihre Reservierung {code}, {event}, wurde zurückgenommen: Der Veranstalter behält das Geld. Falls das nicht so vereinbart war, melden Sie sich bitte.',
    fr: 'Le remboursement de {amount} pour votre réservation {code}, {event}, a été annulé : l’organisateur garde l’argent. Si ce n’est pas ce qui était convenu, dites-le-nous.',
    pt: 'O reembolso de {amount} da sua reserva {code}, {event}, foi anulado: a organização fica com o dinheiro. Se não foi isto o combinado, diga-nos, por favor.',
  },
  open: { en: 'Your reservation:', de: 'Ihre Reservierung:', fr: 'Votre réservation :', pt: 'A sua reserva:' },
})

const facts = z.object({
  name: z.string(),
  code: z.string(),
  reservation_id: z.string(),
  event: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** Of the payment that it is a part of. */
  paid_in_cash: z.boolean(),
  way: z.enum(REFUND_WAYS).nullable(),
  slip: z.number().nullable(),
  /** When it is expected, or was sent. */
  at: z.coerce.date(),
  time_zone: z.string(),
})
type Facts = z.output<typeof facts>

/** What is told about a refund. */
export type RefundNews = 'due' | 'sent' | 'refused' | 'withdrawn'

const write = (kind: RefundNews, data: Facts, language: Language, publicUrl: string): WrittenNotice => {
  const say = (key: keyof typeof texts): string =>
    translate(texts[key], language, {
      name: data.name,
      code: data.code,
      event: data.event.slice(0, 100),
      amount: formatMoney(data.amount, data.currency, language),
      day: formatDay(data.at, data.time_zone, language),
      slip: data.slip ?? '',
    })
  const said = {
    due: () => [say('due'), say(data.paid_in_cash ? 'due_cash' : 'due_way')],
    sent: () => [say(`sent_${data.way ?? 'outside'}`), say('not_you')],
    refused: () => [say('refused')],
    withdrawn: () => [say('withdrawn')],
  }[kind]()
  const subject = say(`${kind}_subject`)
  const link = `/reservations/${data.reservation_id}`
  return {
    subject,
    body: said.join(' '),
    link,
    sms: `${subject} ${publicUrl}${link}`,
    text: [say('hello'), said.join('\n'), `${say('open')}\n${publicUrl}${link}`].join('\n\n'),
  }
}

const about = (kind: RefundNews) =>
  noticeTemplate('payment', facts, (data, language, { publicUrl }) => write(kind, data, language, publicUrl))

export const refundTemplates: Templates = {
  refund_due: about('due'),
  refund_sent: about('sent'),
  refund_refused: about('refused'),
  refund_withdrawn: about('withdrawn'),
}

/** What the owner of a reservation is told about money that goes back, in the app and by the channels they chose. */
export const refundMail = (kind: RefundNews, reservation: PayableReservation, refund: StoredRefund): Notice[] => {
  const expected = refundExpectedAt({
    status: refund.status,
    dueAt: refund.created_at,
    requestedAt: refund.requested_at,
  })
  const data: z.input<typeof facts> = {
    name: reservation.name,
    code: reservation.code,
    reservation_id: reservation.id,
    event: reservation.eventName,
    amount: refund.amount,
    currency: refund.currency,
    paid_in_cash: refund.provider === 'cash',
    way: refund.way,
    slip: refund.slip_number,
    at: (refund.settled_at ?? expected ?? refund.created_at).toISOString(),
    time_zone: reservation.timeZone,
  }
  return [{ channel: 'notice', template: `refund_${kind}`, userId: reservation.userId, data }]
}
