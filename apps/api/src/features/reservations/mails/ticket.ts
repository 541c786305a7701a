import { defineTexts, type Language, type Translate } from '@shiloh/contract/core'
import { receiptNumber } from '@shiloh/contract/payments/money'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import type { Standing } from '@shiloh/contract/reservations/standing'
import { QR_CORRECTION, qrText } from '@shiloh/contract/reservations/ticket-code'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import {
  formatDay,
  formatMoneyInText,
  formatRange,
  formatTime,
  formatZone,
  unbroken,
} from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import sharp from 'sharp'
import { encode } from 'uqr'
import type { Deps } from '#platform/deps'
import { EXAMPLE } from '#platform/messaging/example'
import type { Extras } from '#platform/messaging/templates'
import { escapeHtml } from '#platform/text/html'
import { translator } from '#platform/text/texts'
import { renderPdf } from '../read/pdf-worker.ts'
import { findRecord } from '../read/records.store.ts'
import { type TicketFacts, ticketFacts } from '../read/ticket-facts.ts'
import { reservationView } from '../read/views.ts'
import { standingWords } from './money-mails.ts'

const texts = defineTexts('server/ticket-mail', {
  paid_heading: 'Everything is paid. See you on {day}',
  free_heading: 'You are coming. See you on {day}',
  balance_heading: 'Your place is confirmed, {amount} is still to pay',
  intro: 'Dear {name}, show this code at the gate. It works without a network: keep this e-mail or take a screenshot.',
  qr: 'QR code',
  paid: 'Paid',
  rest: 'Still to pay',
  in_pdf: 'QR code on page {page} of the PDF',
  when: 'When',
  where: 'Where',
  begins: '{day}, {time}, {zone}',
  arrive: 'On arrival',
  bring: 'Bring',
  receipt: 'Receipt {number}',
  reference: 'Reference {reference}',
  room: 'Room',
  bed: '{room}, bed {bed}',
  room_later: 'Follows when rooms are published',
  open: 'Open my reservation',
  calendar: 'Add to calendar',
  directions: 'Directions',
  whatsapp: 'Send to WhatsApp',
  why: 'You get this e-mail because you have a reservation.',
  choose: 'Choose your notifications',
})

/** Pixels per module: sharp on a phone, and a few kilobytes. */
const MODULE = 8
const QUIET_ZONE = 4

/** Returns a QR code as PNG: black on white with a margin of four white modules, even if the mail is dark. */
export const qrPng = (text: string): Promise<Buffer> => {
  const { data, size } = encode(qrText(text), { ...QR_CORRECTION, border: QUIET_ZONE })
  const pixels = Buffer.alloc(size * size)
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      pixels[y * size + x] = dark ? 0 : 255
    })
  })
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * MODULE, size * MODULE, { kernel: 'nearest' })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}

const QR_ID = 'ticket-qr'
const BAND_ID = 'ticket-band'

const LINE = 'border-top:1px solid #E3DED4'

/** The facts of a ticket. */
type Ticket = Pick<
  ReservationView,
  '_id' | 'code' | 'event' | 'participant_type' | 'balance' | 'total' | 'paid' | 'currency' | 'standing' | 'payments'
> & {
  readonly participants: readonly Pick<ReservationView['participants'][number], 'name' | 'participant_type' | 'room'>[]
  readonly accommodation: object | null
}

/** What a mail says of the event and its organisation beside the ticket. */
type Around = Pick<TicketFacts, 'bring' | 'arrival_note' | 'address' | 'map_url'> & {
  readonly organisation: Pick<TicketFacts['organisation'], 'name' | 'address' | 'phone' | 'email'>
}

/**
 * The ticket in the mail: the event's picture, the reader's own code large, the others by code and page of the PDF, then
 * when, where, the room and what to bring.
 */
const ticketHtml = (
  view: Ticket,
  { organisation, bring, arrival_note, address, map_url }: Around,
  publicUrl: string,
  language: Language,
): string => {
  const plain = translator(texts, language)
  const say: Translate<typeof texts> = (key, ...values) => escapeHtml(plain(key, ...values))
  const { event } = view
  const zone = event.time_zone
  const starts = new Date(event.starts_at)
  const dates = formatRange(event.starts_at, event.ends_at, language, zone)
  const [main, ...others] = view.participants
  const heading =
    view.balance > 0
      ? say('balance_heading', { amount: formatMoneyInText(view.balance, view.currency, language) })
      : say(view.total > 0 ? 'paid_heading' : 'free_heading', { day: formatDay(starts, language, zone) })
  const rooms = view.participants.flatMap(({ name, room }) =>
    room
      ? [
          `${others.length > 0 ? `${escapeHtml(name)}: ` : ''}${say('bed', { room: `${room.block}, ${unbroken(room.name)}`, bed: bedLetter(room.bed) })}`,
        ]
      : [],
  )
  const row = (label: string, value: string) =>
    `<tr><td class="quiet line" style="${LINE};padding:10px 12px 10px 0;vertical-align:top;width:84px">${label}</td><td class="line" style="${LINE};padding:10px 0">${value}</td></tr>`
  const small = (words: string) => `<br><span class="quiet" style="font-size:13.5px">${words}</span>`
  const companion = ({ name, participant_type }: Ticket['participants'][number], index: number) =>
    `<tr><td class="line" style="${LINE};padding:10px 12px 10px 0">${escapeHtml(name)}${small(escapeHtml(participant_type.name))}</td>` +
    `<td class="line" style="${LINE};padding:10px 0;text-align:right;vertical-align:top"><b class="gold" style="white-space:nowrap;letter-spacing:.05em">${escapeHtml(view.code)}</b>${small(say('in_pdf', { page: index + 2 }))}</td></tr>`
  const table = (...rows: readonly string[]) =>
    `<table role="presentation" style="border-collapse:collapse;width:100%;font-size:15px;line-height:22px;margin:0 0 18px">${rows.join('')}</table>`
  const paid = (view.payments ?? []).map((payment) =>
    [
      escapeHtml(formatMoneyInText(payment.amount, view.currency, language)),
      small(say('receipt', { number: receiptNumber(payment, view.code) })),
      ...(payment.reference === null ? [] : [small(say('reference', { reference: payment.reference }))]),
    ].join(''),
  )
  const message = `${event.name}, ${dates}: ${view.code}`
  const links = [
    [`${publicUrl}/events/${event.slug}/calendar.ics`, say('calendar')],
    ...(map_url ? [[map_url, say('directions')]] : []),
    [`https://wa.me/?text=${encodeURIComponent(`${message}\n${publicUrl}/events/${event.slug}`)}`, say('whatsapp')],
  ] as const
  const contact = [
    organisation.name,
    organisation.address?.split('\n').filter(Boolean).join(', '),
    organisation.phone && formatPhone(organisation.phone),
    organisation.email,
  ].filter((part) => part)
  return [
    `<img src="cid:${BAND_ID}" width="560" alt="" style="display:block;width:100%;height:auto;border:0;border-radius:4px;margin:0 0 20px">`,
    `<p class="serif" style="font-size:19px;line-height:1.2;margin:0 0 18px">${escapeHtml(organisation.name)}</p>`,
    `<h1 style="font-size:28px;line-height:32px;margin:0 0 10px">${heading}</h1>`,
    `<p style="margin:0 0 22px;font-size:16px;line-height:26px">${say('intro', { name: main?.name ?? '' })}</p>`,
    '<div style="text-align:center;margin:0 0 24px">',
    `<div style="display:inline-block;border:2px solid #A57A22;padding:4px;background:#FFFFFF"><img src="cid:${QR_ID}" width="248" height="248" alt="${say('qr')} ${escapeHtml(view.code)}" style="display:block;width:248px;height:248px"></div>`,
    `<p class="gold" style="font-size:27px;font-weight:600;letter-spacing:.09em;margin:12px 0 0">${escapeHtml(view.code)}</p>`,
    `<p style="margin:0;font-size:15px;line-height:22px"><b>${escapeHtml(main?.name ?? '')}</b><br>${escapeHtml(view.participant_type.name)}</p>`,
    '</div>',
    others.length === 0 ? '' : table(...others.map(companion)),
    table(
      paid.length > 0 ? row(say('paid'), paid.join('<br>')) : '',
      view.balance > 0
        ? row(say('rest'), escapeHtml(standingWords(view.standing, language, view.currency, zone).sentence))
        : '',
      row(
        say('when'),
        escapeHtml(dates) +
          small(
            say('begins', {
              day: formatDay(starts, language, zone),
              time: formatTime(starts, language, zone),
              zone: formatZone(zone, language, starts),
            }),
          ),
      ),
      event.place === ''
        ? ''
        : row(say('where'), escapeHtml(event.place) + (address ? small(escapeHtml(address)) : '')),
      arrival_note === '' ? '' : row(say('arrive'), escapeHtml(arrival_note)),
      view.accommodation === null ? '' : row(say('room'), rooms.length > 0 ? rooms.join('<br>') : say('room_later')),
      bring.length === 0 ? '' : row(say('bring'), bring.map(escapeHtml).join('<br>')),
    ),
    `<p style="margin:24px 0 0"><a class="button" href="${publicUrl}/reservations/${view._id}" style="display:block;text-align:center;text-decoration:none;border-radius:6px;padding:13px 20px;font-weight:600;line-height:22px">${say('open')}</a></p>`,
    `<p style="margin:6px 0 0;font-size:14.5px;line-height:44px">${links.map(([to, words]) => `<a href="${escapeHtml(to)}" style="white-space:nowrap;margin-right:12px">${words}</a>`).join(' ')}</p>`,
    `<p class="quiet line" style="${LINE};margin:16px 0 0;padding-top:16px;font-size:13px;line-height:19px">${escapeHtml(contact.join(', '))}. ${say('why')} <a href="${publicUrl}/auth/account">${say('choose')}</a></p>`,
  ].join('')
}

const TYPE = { _id: EXAMPLE.id, name: 'Minister and wife' }
const TICKET: Omit<Ticket, 'balance' | 'total' | 'paid' | 'payments' | 'standing' | 'participants'> = {
  _id: EXAMPLE.id,
  code: EXAMPLE.code,
  event: {
    _id: EXAMPLE.id,
    slug: EXAMPLE.event_slug,
    name: EXAMPLE.event,
    starts_at: EXAMPLE.starts_at,
    ends_at: EXAMPLE.ends_at,
    time_zone: EXAMPLE.time_zone,
    place: 'Gomoa Fetteh',
  },
  currency: EXAMPLE.currency,
  participant_type: TYPE,
  accommodation: {},
}

const AROUND: Around = {
  organisation: { name: EXAMPLE.organisation, address: null, phone: null, email: null },
  bring: ['Bible and notebook', 'A sheet and a towel'],
  arrival_note: 'By gate B. The keys are at the reception of your block.',
  address: 'Winneba Road, Gomoa Fetteh',
  map_url: 'https://www.google.com/maps/search/?api=1&query=Gomoa+Fetteh',
}

/** Returns the ticket of nobody in particular with this standing, as a mail shows it. */
export const exampleTicket = (standing: Standing, language: Language, publicUrl: string): string => {
  const balance = standing.kind === 'secured' ? standing.amount : 0
  const paid = standing.kind === 'free' ? 0 : EXAMPLE.amount
  const room = standing.kind === 'paid' ? { _id: EXAMPLE.id, block: 'Block A', floor: 4, name: '401', bed: 1 } : null
  const participants = [EXAMPLE.full_name, 'Grace Quartey'].map((name) => ({ name, participant_type: TYPE, room }))
  const payment = { _id: EXAMPLE.id, amount: paid, online_number: null, at: EXAMPLE.starts_at }
  const payments =
    paid === 0
      ? []
      : [
          standing.kind === 'paid'
            ? { ...payment, method: 'sandbox', receipt_number: null, reference: `${EXAMPLE.code}-5f2c91d40a7e` }
            : { ...payment, method: 'cash', receipt_number: 482, reference: null },
        ]
  return ticketHtml(
    { ...TICKET, participants, standing, balance, paid, payments, total: paid + balance },
    AROUND,
    publicUrl,
    language,
  )
}

/**
 * Returns the ticket for a mail: the reader's QR code as an inline image, and the PDF. Null if the reservation is not
 * active now.
 */
export const ticketOf = async (deps: Deps, reservationId: string, language: Language): Promise<Extras | null> => {
  const record = await findRecord(deps.db, reservationId, language)
  if (!record) return null
  const now = deps.clock()
  const view = reservationView(deps, record, now, { kind: 'owner' })
  if (view.status !== 'active' && view.status !== 'redeemed') return null
  const facts = await ticketFacts(deps, deps.db, view.event_id, language)
  const [qr, pdf] = await Promise.all([qrPng(view.qr.url), renderPdf(view, facts, language, now)])
  return {
    html: ticketHtml(view, facts, deps.config.publicUrl, language),
    attachments: [
      { name: `${view.code}-qr.png`, mime: 'image/png', bytes: qr, contentId: QR_ID },
      {
        name: `${view.code}-cover.${facts.band.mime === 'image/png' ? 'png' : 'jpg'}`,
        mime: facts.band.mime,
        bytes: facts.band.bytes,
        contentId: BAND_ID,
      },
      { name: `${view.code}.pdf`, mime: 'application/pdf', bytes: pdf },
    ],
  }
}
