import { defineTexts, type Language } from '@shiloh/contract/core'
import type { ReservationView, SendAgain, SendAgainTo } from '@shiloh/contract/reservations/views'
import { formatMoneyInText } from '@shiloh/contract/text/format'
import { z } from 'zod'
import type { WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { sqlIn } from '#platform/db/sql.store'
import { AppError, invalid } from '#platform/errors'
import { EXAMPLE } from '#platform/messaging/example'
import { gsm } from '#platform/messaging/gsm'
import { eventNamed } from '#platform/messaging/named'
import { type Templates, template } from '#platform/messaging/templates'
import { phoneField } from '#platform/text/phone'
import { translate } from '#platform/text/texts'
import { currentOffer } from '../event-offer/event-offer.ts'
import { findOrganisation, findReach } from '../people/people.store.ts'
import { exampleTicket, ticketOf } from './ticket.ts'

const texts = defineTexts('server/ticket-again', {
  hello: 'Dear {name},',
  ticket: 'Your ticket: {event}',
  confirmation: 'Your reservation: {event}',
  receipt: 'Your receipt: {event}',
  again: 'Here is your reservation {code} again.',
  paid: 'Paid so far: {amount}.',
})

const facts = z.object({
  what: z.enum(['confirmation', 'ticket', 'receipt']),
  name: z.string(),
  code: z.string(),
  event: z.string(),
  reservation_id: z.string(),
  paid: z.number(),
  currency: z.string(),
})
type Facts = z.output<typeof facts>

const write = (data: Facts, language: Language, publicUrl: string) => {
  const values = { name: data.name, code: data.code, event: data.event }
  return {
    subject: translate(texts[data.what], language, values),
    said: [
      translate(texts.again, language, values),
      ...(data.what === 'receipt'
        ? [translate(texts.paid, language, { amount: formatMoneyInText(data.paid, data.currency, language) })]
        : []),
    ].join(' '),
    link: `${publicUrl}/reservations/${data.reservation_id}`,
    hello: translate(texts.hello, language, values),
  }
}

const PAID = { kind: 'paid', amount: 0, at: null } as const
/** What staff see of it: one example of each kind. */
const again = {
  group: 'reservations' as const,
  examples: facts.shape.what.options.map((what) => ({
    what,
    name: EXAMPLE.name,
    code: EXAMPLE.code,
    event: EXAMPLE.event,
    reservation_id: EXAMPLE.id,
    paid: EXAMPLE.amount,
    currency: EXAMPLE.currency,
  })),
}

/** Messages that are sent again, to the requested address. */
export const sendAgainTemplates: Templates = {
  reservation_again: {
    ...template(
      facts,
      (data, language, { publicUrl }) => {
        const { subject, said, link, hello } = write(data, language, publicUrl)
        return { subject, text: [hello, said, link].join('\n\n') }
      },
      { ...again, html: (_, language, { publicUrl }) => exampleTicket(PAID, language, publicUrl) },
    ),
    attach: (data, language, deps) => ticketOf(deps, facts.parse(data).reservation_id, language),
  },
  reservation_again_sms: template(
    facts,
    (data, language, { publicUrl }) => {
      const { said, link } = write(data, language, publicUrl)
      return { subject: '', text: gsm(`${said} ${link}`) }
    },
    again,
  ),
}

/**
 * Sends the confirmation, the ticket or the receipt again. Staff can enter a corrected address or number. Owners reach
 * only confirmed ones. Recorded in the audit trail and in the message log.
 * @throws illegal_transition when there is nothing to send now; invalid_input when the channel reaches nobody
 */
export const sendAgain = async (
  ctx: WriteContext,
  view: ReservationView,
  asked: SendAgain & SendAgainTo,
  by: 'owner' | 'staff',
): Promise<void> => {
  const { what, channel } = asked
  if (what === 'ticket' && view.status !== 'active' && view.status !== 'redeemed')
    throw new AppError('illegal_transition')
  if (what === 'receipt' && view.paid <= 0) throw new AppError('illegal_transition')
  const person = found(await findReach(ctx.tx, view.user._id))
  const known = channel === 'mail' ? person.email : person.phone
  const isConfirmed = channel === 'mail' ? person.email_confirmed : person.phone_confirmed
  const given =
    asked.to && (channel === 'mail' ? asked.to : phoneField(asked.to, (await findOrganisation(ctx.tx)).country, 'to'))
  if (given && channel === 'mail' && !z.email().safeParse(given).success)
    throw invalid([{ field: 'to', code: 'email' }])
  const to = by === 'staff' ? (given ?? known) : isConfirmed ? known : null
  if (!to) throw invalid([{ field: 'channel', code: 'not_found' }])
  await ctx.send({
    template: channel === 'mail' ? 'reservation_again' : 'reservation_again_sms',
    channel,
    to,
    userId: view.user._id,
    language: person.language,
    data: {
      what,
      name: view.user.name,
      code: view.code,
      ...eventNamed(found(await currentOffer(sqlIn(ctx.tx), ctx.deps, view.event_id))),
      reservation_id: view._id,
      paid: view.paid,
      currency: view.currency,
    },
  })
  ctx.audit({
    action: 'send_again',
    resource: 'reservations',
    objectId: view._id,
    after: { what, channel, corrected: to !== known },
  })
}
