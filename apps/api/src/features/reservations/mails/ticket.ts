import { defineTexts, type Language, type Translate } from '@shiloh/contract/core'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import type { Standing } from '@shiloh/contract/reservations/standing'
import { QR_CORRECTION, qrText } from '@shiloh/contract/reservations/ticket-code'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoneyInText, formatTime } from '@shiloh/contract/text/format'
import sharp from 'sharp'
import { encode } from 'uqr'
import type { Deps } from '#platform/deps'
import { EXAMPLE } from '#platform/messaging/example'
import type { Extras } from '#platform/messaging/templates'
import { escapeHtml } from '#platform/text/html'
import { translator } from '#platform/text/texts'
import { findTicketFacts } from '../people/people.store.ts'
import { renderPdf } from '../read/pdf-worker.ts'
import { findRecord } from '../read/records.store.ts'
import { reservationView } from '../read/views.ts'
import { standingWords } from './money-mails.ts'

const texts = defineTexts('server/ticket-mail', {
  paid_heading: 'Everything is paid. See you on {day}',
  free_heading: 'You are coming. See you on {day}',
  balance_heading: 'Your place is confirmed, {amount} is still to pay',
  intro: 'Dear {name}, show this code at the gate. It works without a network: keep this e-mail or take a screenshot.',
  qr: 'QR code',
  with_you: 'With you',
  paid: 'Paid',
  rest: 'Still to pay',
  in_pdf: 'QR code in the PDF',
  when: 'When',
  where: 'Where',
  room: 'Room',
  bed: '{room}, bed {bed}',
  room_later: 'Follows when rooms are published',
  open: 'Open my reservation',
  calendar: 'Add to calendar',
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

const LINE = 'border-top:1px solid #E3DED4'

/** The facts of a ticket. */
type Ticket = Pick<
  ReservationView,
  '_id' | 'code' | 'event' | 'participant_type' | 'balance' | 'total' | 'paid' | 'currency' | 'standing'
> & {
  readonly participants: readonly Pick<ReservationView['participants'][number], 'name' | 'participant_type' | 'room'>[]
  readonly accommodation: object | null
}

/** The ticket in the mail: the reader's own code large, the others by name, then when, where and the room. */
const ticketHtml = (view: Ticket, organisation: string, publicUrl: string, language: Language): string => {
  const plain = translator(texts, language)
  const say: Translate<typeof texts> = (key, ...values) => escapeHtml(plain(key, ...values))
  const { event } = view
  const starts = new Date(event.starts_at)
  const ends = new Date(event.ends_at)
  const day = (date: Date) => formatDay(date, language, event.time_zone)
  const [main, ...others] = view.participants
  const heading =
    view.balance > 0
      ? say('balance_heading', { amount: formatMoneyInText(view.balance, view.currency, language) })
      : say(view.total > 0 ? 'paid_heading' : 'free_heading', { day: day(starts) })
  const rooms = view.participants.flatMap(({ name, room }) =>
    room
      ? [
          `${others.length > 0 ? `${escapeHtml(name)}: ` : ''}${say('bed', { room: `${room.block}, ${room.name}`, bed: bedLetter(room.bed) })}`,
        ]
      : [],
  )
  const row = (label: string, value: string) =>
    `<tr><td class="quiet line" style="${LINE};padding:10px 12px 10px 0;vertical-align:top;width:76px">${label}</td><td class="line" style="${LINE};padding:10px 0">${value}</td></tr>`
  return [
    `<p class="serif" style="font-size:19px;line-height:1.2;margin:0 0 18px">${escapeHtml(organisation)}</p>`,
    `<h1 style="font-size:28px;line-height:32px;margin:0 0 10px">${heading}</h1>`,
    `<p style="margin:0 0 22px;font-size:16px;line-height:26px">${say('intro', { name: main?.name ?? '' })}</p>`,
    '<div style="text-align:center;margin:0 0 24px">',
    `<div style="display:inline-block;border:2px solid #A57A22;padding:4px;background:#FFFFFF"><img src="cid:${QR_ID}" width="248" height="248" alt="${say('qr')} ${escapeHtml(view.code)}" style="display:block;width:248px;height:248px"></div>`,
    `<p class="gold" style="font-size:27px;font-weight:600;letter-spacing:.09em;margin:12px 0 0">${escapeHtml(view.code)}</p>`,
    `<p style="margin:0;font-size:15px;line-height:22px"><b>${escapeHtml(main?.name ?? '')}</b><br>${escapeHtml(view.participant_type.name)}</p>`,
    '</div>',
    '<table role="presentation" style="border-collapse:collapse;width:100%;font-size:15px;line-height:22px">',
    ...others.map(({ name, participant_type }, index) =>
      row(
        index === 0 ? say('with_you') : '',
        `<b>${escapeHtml(name)}</b>, ${escapeHtml(participant_type.name)}<br><span class="quiet" style="font-size:13.5px">${say('in_pdf')}</span>`,
      ),
    ),
    view.paid > 0 ? row(say('paid'), escapeHtml(formatMoneyInText(view.paid, view.currency, language))) : '',
    view.balance > 0
      ? row(say('rest'), escapeHtml(standingWords(view.standing, language, view.currency, event.time_zone).sentence))
      : '',
    row(
      say('when'),
      `${escapeHtml(day(starts))}, ${formatTime(starts, language, event.time_zone)} –<br>${escapeHtml(day(ends))}, ${formatTime(ends, language, event.time_zone)}<br><span class="quiet" style="font-size:13.5px">${escapeHtml(event.time_zone)}</span>`,
    ),
    event.place === '' ? '' : row(say('where'), escapeHtml(event.place)),
    view.accommodation === null ? '' : row(say('room'), rooms.length > 0 ? rooms.join('<br>') : say('room_later')),
    '</table>',
    `<p style="margin:24px 0 0"><a class="button" href="${publicUrl}/reservations/${view._id}" style="display:block;text-align:center;text-decoration:none;border-radius:6px;padding:13px 20px;font-weight:600;line-height:22px">${say('open')}</a></p>`,
    `<p style="margin:6px 0 0;font-size:15px;line-height:44px"><a href="${publicUrl}/events/${escapeHtml(event.slug)}/calendar.ics">${say('calendar')}</a></p>`,
    `<p class="quiet line" style="${LINE};margin:16px 0 0;padding-top:16px;font-size:13px;line-height:19px">${escapeHtml(organisation)}. ${say('why')} <a href="${publicUrl}/auth/account">${say('choose')}</a></p>`,
  ].join('')
}

const TYPE = { _id: EXAMPLE.id, name: 'Minister and wife' }
const TICKET: Omit<Ticket, 'balance' | 'total' | 'paid' | 'standing' | 'participants'> = {
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

/** Returns the ticket of nobody in particular with this standing, as a mail shows it. */
export const exampleTicket = (standing: Standing, language: Language, publicUrl: string): string => {
  const balance = standing.kind === 'secured' ? standing.amount : 0
  const paid = standing.kind === 'free' ? 0 : EXAMPLE.amount
  const room = standing.kind === 'paid' ? { _id: EXAMPLE.id, block: 'Block A', floor: 4, name: '401', bed: 1 } : null
  const participants = [EXAMPLE.full_name, 'Grace Quartey'].map((name) => ({ name, participant_type: TYPE, room }))
  return ticketHtml(
    { ...TICKET, participants, standing, balance, paid, total: paid + balance },
    EXAMPLE.organisation,
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
  const facts = await findTicketFacts(deps.db, view.event_id)
  const [qr, pdf] = await Promise.all([qrPng(view.qr.url), renderPdf(view, facts, language, now)])
  return {
    html: ticketHtml(view, facts.organisation.name, deps.config.publicUrl, language),
    attachments: [
      { name: `${view.code}-qr.png`, mime: 'image/png', bytes: qr, contentId: QR_ID },
      { name: `${view.code}.pdf`, mime: 'application/pdf', bytes: pdf },
    ],
  }
}
