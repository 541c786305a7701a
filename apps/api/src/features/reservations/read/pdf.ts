import { defineTexts, type Language, type Translate } from '@shiloh/contract/core'
import { markPath } from '@shiloh/contract/events/covers'
import { receiptNumber } from '@shiloh/contract/payments/money'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import { DESK_TEXTS, deskReach } from '@shiloh/contract/reservations/desk'
import { addDays } from '@shiloh/contract/reservations/nights'
import { refundSteps } from '@shiloh/contract/reservations/quote'
import { isLive } from '@shiloh/contract/reservations/states'
import { QR_CORRECTION, qrText } from '@shiloh/contract/reservations/ticket-code'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoneyInText, formatRange, formatTime, formatZone } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { encode } from 'uqr'
import {
  INK,
  openPdf,
  PAGE_HEIGHT,
  PAGE_WIDTH,
  type PdfDoc,
  QUIET,
  RULE,
  rule,
  widthOf,
  write,
} from '#platform/text/pdf'
import { translate, translator } from '#platform/text/texts'
import { standingWords } from '../mails/money-mails.ts'
import type { TicketFacts } from './ticket-facts.ts'

const texts = defineTexts('server/ticket-pdf', {
  title: 'Reservation',
  ticket: 'Ticket {n} of {all}',
  room: 'Room',
  bed: 'Bed {bed}',
  ground_floor: '{block}, ground floor',
  floor: '{block}, floor {floor}',
  together: 'with {names}',
  room_later: 'The room follows when rooms are published.',
  guardian: 'In the care of {name}',
  reserved: 'What you reserved',
  nights_at: '{count, plural, one {# night at {price}} other {# nights at {price}}}',
  days_at: '{count, plural, one {# day at {price}} other {# days at {price}}}',
  times: '{count} × {price}',
  persons_times: '{count} people, {rest}',
  bring: 'What to bring',
  arrive: 'On arrival',
  at: '{day}, {time}, {zone}.',
  change: 'Change or cancel',
  change_until: 'Until {day}, {time}.',
  refund_until: '{percent}% comes back until {day}.',
  refund_always: '{percent}% comes back.',
  refund_then: 'Then {percent}%.',
  help: 'Help',
  payments: 'Payments',
  no_payments: 'Nothing paid yet',
  receipt: 'Receipt {number}',
  reference: 'reference {reference}',
  refund: 'Refund',
  not_sent: 'not sent yet',
  cash: 'Cash',
  sandbox: 'Test payment',
  total: 'Total',
  paid: 'Paid',
  waived: 'Waived',
  reduced: 'Taken off as goodwill',
  retained: 'Kept by the refund rule',
  balance: 'Still to pay',
  elsewhere: 'Prices and payments are on the last page.',
  on_first: 'All prices and payments are on ticket 1.',
  show: 'Show this at the gate, on paper or on your phone. It works without a network.',
  not_yet: 'Valid once the reservation is confirmed.',
  at_desk: 'Show this at the desk and pay {amount} in cash by {when}. Then it is valid.',
  made_at: 'Printed on {date}, {time}',
})

const GOLD = '#7A560F'
const GOLD_LINE = '#A57A22'
const MARGIN = 42
/** The time of creation is printed below this line. */
const BOTTOM = PAGE_HEIGHT - MARGIN - 14
const WIDTH = PAGE_WIDTH - 2 * MARGIN
const GAP = 36
const COLUMN = (WIDTH - GAP) / 2

/** Draws a QR code as vectors: sharp at every print size. */
const drawQr = (doc: PdfDoc, text: string, x: number, y: number, size: number): void => {
  const { data } = encode(qrText(text), { ...QR_CORRECTION, border: 0 })
  const module = size / data.length
  doc.save()
  data.forEach((row, r) => {
    row.forEach((dark, c) => {
      // Slightly wider than the module, so that no white seams show.
      if (dark) doc.rect(x + c * module, y + r * module, module + 0.05, module + 0.05)
    })
  })
  doc.fill('#000000').restore()
}

/** Translates the texts of one language, with their values. */
type Say = Translate<typeof texts>

const BAND = 64
const MARK = 24

/** Draws the middle of the event's picture across the top of the page. */
const drawBand = (doc: PdfDoc, { band }: TicketFacts): void => {
  doc.save().rect(0, 0, PAGE_WIDTH, BAND).clip()
  doc.image(Buffer.from(band.bytes), 0, 0, { cover: [PAGE_WIDTH, BAND], align: 'center', valign: 'center' })
  doc.restore()
}

/** Draws the organisation's logo, or the mark in its colour. Returns the x beside it. */
const drawLogo = (doc: PdfDoc, { logo, organisation }: TicketFacts, y: number): number => {
  if (logo) doc.image(Buffer.from(logo), MARGIN, y, { fit: [MARK * 2, MARK], valign: 'center' })
  else
    doc
      .save()
      .translate(MARGIN, y - 1)
      .path(markPath)
      .lineWidth(1.8)
      .strokeColor(organisation.color)
      .stroke()
      .restore()
  return MARGIN + (logo ? MARK * 2 : MARK) + 10
}

/** Returns how an organisation is reached. */
const reachOf = ({ phone, email }: TicketFacts['organisation']): string[] => [
  ...(phone ? [formatPhone(phone)] : []),
  ...(email ? [email] : []),
]

/** Opens a page with the organisation's header: its name, and how it is reached. Returns the y below it. */
const openPage = (doc: PdfDoc, facts: TicketFacts): number => {
  const { organisation } = facts
  doc.addPage()
  drawBand(doc, facts)
  const top = BAND + 18
  const contact = [
    organisation.address?.split('\n').filter(Boolean).join(', '),
    reachOf(organisation).join(', '),
  ].filter((line) => line)
  const x = drawLogo(doc, facts, top)
  const wide = (contact.length > 0 ? COLUMN : WIDTH) - (x - MARGIN)
  const name = write(doc, organisation.name, x, top + 1, { width: wide, face: 'serif', size: 18 })
  const aside = { width: COLUMN, align: 'right', size: 9, colour: QUIET } as const
  const lines = contact.reduce((y, line) => write(doc, line ?? '', MARGIN + COLUMN + GAP, y, aside) + 1, top + 2)
  const y = Math.max(name, lines) + 12
  rule(doc, 0, y, PAGE_WIDTH)
  return y + 22
}

/** How the texts of a ticket are written, and when. */
interface Voice {
  readonly say: Say
  readonly language: Language
  readonly now: Date
}

/** Returns what comes back of what was paid, and until when: the rules that are still ahead. */
const refundsOf = (view: ReservationView, { refund_rules, deadline }: TicketFacts, { say, language, now }: Voice) =>
  view.total === 0
    ? []
    : refundSteps(refund_rules, deadline, now).map(({ until, percent }, index) => {
        if (until !== null && Date.parse(until) !== deadline?.getTime())
          return say('refund_until', { percent, day: formatDay(until, language, view.event.time_zone) })
        return say(index === 0 ? 'refund_always' : 'refund_then', { percent })
      })

/** What ends a ticket: when and where to arrive, until when to change and what comes back, whom to ask. */
const footOf = (view: ReservationView, facts: TicketFacts, voice: Voice) => {
  const { say, language, now } = voice
  const { organisation, deadline, arrival_note } = facts
  const zone = view.event.time_zone
  const at = (date: Date) => ({
    day: formatDay(date, language, zone),
    time: formatTime(date, language, zone),
    zone: formatZone(zone, language, date),
  })
  const lines = (...words: readonly string[]) => words.filter((one) => one !== '').join(' ')
  const help = reachOf(organisation).join('\n')
  return [
    { heading: say('arrive'), words: lines(say('at', at(new Date(view.event.starts_at))), arrival_note) },
    ...(deadline && deadline > now
      ? [
          {
            heading: say('change'),
            words: lines(say('change_until', at(deadline)), ...refundsOf(view, facts, voice)),
          },
        ]
      : []),
    ...(help ? [{ heading: say('help'), words: help }] : []),
  ]
}

const FOOT_COLUMN = (WIDTH - GAP * 2) / 3
const FOOT_HEADING = 24

/** Draws the foot of a ticket in columns of equal width. Returns the y above it. */
const drawFoot = (doc: PdfDoc, columns: ReturnType<typeof footOf>): number => {
  const text = { width: FOOT_COLUMN, size: 9.5 }
  const highest = Math.max(
    ...columns.map(({ words }) => doc.font('sans').fontSize(text.size).heightOfString(words, { width: FOOT_COLUMN })),
  )
  const top = BOTTOM - FOOT_HEADING - highest
  rule(doc, MARGIN, top, WIDTH, INK)
  for (const [index, { heading, words }] of columns.entries()) {
    const x = MARGIN + index * (FOOT_COLUMN + GAP)
    const y = write(doc, heading, x, top + 10, { ...text, strong: true })
    write(doc, words, x, y + 2, { ...text, colour: QUIET })
  }
  return top
}

type Participant = ReservationView['participants'][number]

const FRAME = 198
const CORNER = 18
const QR_SIZE = 150
const LEFT = WIDTH - FRAME - 24

/** Returns what the code is for: the gate, or the desk as long as cash is awaited. */
const hintOf = (
  { status, standing, currency, event }: ReservationView,
  { organisation }: TicketFacts,
  { say, language }: Voice,
): string => {
  if (standing.kind !== 'held_cash' || standing.at === null) return say(status === 'pending' ? 'not_yet' : 'show')
  const day = formatDay(standing.at, language, event.time_zone)
  const pay = say('at_desk', {
    amount: formatMoneyInText(standing.amount, currency, language),
    when: `${day}, ${formatTime(standing.at, language, event.time_zone)}`,
  })
  return `${pay}\n\n${translate(DESK_TEXTS.where, language, { reach: deskReach(organisation) })}`
}

/** Draws the QR code in a frame of four corners, and the code to type. Returns the y below it. */
const drawCode = (
  doc: PdfDoc,
  view: ReservationView,
  facts: TicketFacts,
  participant: Participant,
  voice: Voice,
  top: number,
): number => {
  const x = MARGIN + WIDTH - FRAME
  doc.lineWidth(1.4).strokeColor(GOLD_LINE)
  for (const [cx, dx] of [
    [x, CORNER],
    [x + FRAME, -CORNER],
  ] as const)
    for (const [cy, dy] of [
      [top, CORNER],
      [top + FRAME, -CORNER],
    ] as const)
      doc
        .moveTo(cx + dx, cy)
        .lineTo(cx, cy)
        .lineTo(cx, cy + dy)
        .stroke()
  const inset = (FRAME - QR_SIZE) / 2
  drawQr(doc, participant.qr.url, x + inset, top + inset, QR_SIZE)
  const centred = { width: FRAME, align: 'center' } as const
  const below = write(doc, view.code, x, top + FRAME + 12, { ...centred, size: 20, colour: GOLD, strong: true })
  const hint = hintOf(view, facts, voice)
  return write(doc, hint, x, below + 4, { ...centred, size: 9.5, colour: QUIET })
}

const ROOM_BOX = { width: 116, height: 84 }

/** Returns the largest size at which a room's name fits its box on one line. */
const roomSize = (doc: PdfDoc, name: string): number => {
  const sizes = [58, 46, 36, 28, 22, 17, 13]
  return sizes.find((size) => widthOf(doc, name, size, 'serif') <= ROOM_BOX.width - 16) ?? 10
}

/** Draws where the person sleeps: the number large, bed and building beside it, and the roommates. */
const drawRoom = (
  doc: PdfDoc,
  view: ReservationView,
  participant: Participant,
  { say, language }: Voice,
  top: number,
): number => {
  const { room } = participant
  const stay = view.accommodation
  if (!stay) return top
  const nights = formatRange(stay.check_in, stay.check_out, language)
  if (!room) {
    const y = write(doc, `${stay.name}, ${nights}`, MARGIN, top, { size: 11, width: LEFT })
    return write(doc, say('room_later'), MARGIN, y + 2, { size: 10, colour: QUIET, width: LEFT })
  }
  doc.roundedRect(MARGIN, top, ROOM_BOX.width, ROOM_BOX.height, 3).lineWidth(0.9).strokeColor(GOLD_LINE).stroke()
  const size = roomSize(doc, room.name)
  write(doc, room.name, MARGIN, top + ROOM_BOX.height / 2 - size * 0.42, {
    face: 'serif',
    size,
    colour: GOLD,
    width: ROOM_BOX.width,
    align: 'center',
  })
  const x = MARGIN + ROOM_BOX.width + 15
  const width = LEFT - ROOM_BOX.width - 15
  const others = view.participants.filter((other) => other !== participant && other.room?._id === room._id)
  const place =
    room.floor === 0
      ? say('ground_floor', { block: room.block })
      : say('floor', { block: room.block, floor: String(room.floor) })
  let y = write(doc, say('room'), x, top + 2, { size: 9.5, colour: QUIET, width })
  // The first bed of a room is A.
  y = write(doc, say('bed', { bed: bedLetter(room.bed) }), x, y + 1, { size: 17, strong: true, width })
  y = write(doc, place, x, y + 3, { size: 10, colour: QUIET, width })
  y = write(doc, nights, x, y + 1, { size: 10, colour: QUIET, width })
  if (others.length > 0)
    y = write(doc, say('together', { names: others.map(({ name }) => name).join(', ') }), x, y + 1, {
      size: 10,
      colour: QUIET,
      width,
    })
  return Math.max(y, top + ROOM_BOX.height)
}

/** The y below what a ticket has in each of its two columns. */
type Below = readonly [left: number, right: number]

/** Draws everything of a ticket except the money. */
const drawTicket = (
  doc: PdfDoc,
  view: ReservationView,
  facts: TicketFacts,
  participant: Participant,
  voice: Voice,
  top: number,
): Below => {
  const { event, participants } = view
  const { say, language } = voice
  const quiet = { size: 11, colour: QUIET, width: LEFT }
  const n = String(participants.indexOf(participant) + 1)
  const code = drawCode(doc, view, facts, participant, voice, top)
  let y = top
  if (participants.length > 1)
    y = write(doc, say('ticket', { n, all: String(participants.length) }), MARGIN, y, { ...quiet, size: 9.5 })
  y = write(doc, event.name, MARGIN, y + 5, { face: 'serif', size: 26, width: LEFT }) + 6
  y = write(doc, formatRange(event.starts_at, event.ends_at, language, event.time_zone), MARGIN, y, quiet)
  if (event.place !== '') y = write(doc, event.place, MARGIN, y + 1, quiet)
  y = write(doc, participant.name, MARGIN, y + 18, { face: 'serif', size: 19, width: LEFT })
  const bearing = [participant.participant_type, participant.title, participant.designation]
  const kind = bearing.flatMap((one) => (one ? [one.name] : [])).filter((name, i, all) => all.indexOf(name) === i)
  y = write(doc, kind.join(', '), MARGIN, y + 3, { size: 11.5, width: LEFT })
  if (participant.guardian)
    y = write(doc, say('guardian', { name: participant.guardian.name }), MARGIN, y + 1, { ...quiet, size: 10 })
  if (participant.caterer) y = write(doc, participant.caterer.name, MARGIN, y + 1, { ...quiet, size: 10 })
  return [drawRoom(doc, view, participant, voice, y + 16), code]
}

/** One row of a table of amounts. */
interface Row {
  readonly label: string
  readonly amount: string
  readonly note?: string
  readonly strong?: boolean
}

interface Table {
  readonly heading: string
  readonly rows: readonly Row[]
}

const AMOUNT = 92

/** Points above and below the words of a row, together. The smaller one is for what would need a page of its own. */
const AIRS = { wide: 13, tight: 7 } as const
type Air = (typeof AIRS)[keyof typeof AIRS]

/** A row without an amount uses the full width for its text. */
const wordsWidth = ({ amount }: Row, width: number): number => (amount === '' ? width : width - AMOUNT)

const rowHeight = (doc: PdfDoc, row: Row, width: number, air: Air): number => {
  const { label, note } = row
  const high = (text: string, size: number, wide: number) =>
    doc.font('sans').fontSize(size).heightOfString(text, { width: wide })
  // A note is below the amount.
  return high(label, 10, wordsWidth(row, width)) + (note ? high(note, 9, width) + 2 : 0) + air
}

const HEADING = 17
/** Between what is on a ticket and a note below it. */
const BETWEEN = 18
/** Below a table. */
const apart = (air: Air): number => air + 5
const tableHeight = (doc: PdfDoc, { rows }: Table, width: number, air: Air): number =>
  HEADING + air + rows.reduce((sum, row) => sum + rowHeight(doc, row, width, air), 0)

const drawRow = (doc: PdfDoc, row: Row, x: number, y: number, width: number, air: Air): number => {
  const { label, amount, note, strong = false } = row
  const top = y + (air - 1) / 2
  rule(doc, x, y, width, strong ? INK : RULE)
  write(doc, amount, x + width - AMOUNT, top, { width: AMOUNT, align: 'right', strong })
  const below = write(doc, label, x, top, { width: wordsWidth(row, width), strong })
  if (note) write(doc, note, x, below + 1, { size: 9, colour: QUIET, width })
  return y + rowHeight(doc, row, width, air)
}

/** Draws a heading with its rows, continued on another page if necessary. Returns the y below it. */
const drawTable = (
  doc: PdfDoc,
  table: Table,
  { x, top, width, air }: { readonly x: number; readonly top: number; readonly width: number; readonly air: Air },
  turn: () => number,
): number => {
  let y = write(doc, table.heading, x, top, { face: 'serif', size: 16, width })
  y = top + HEADING + air
  for (const row of table.rows) {
    if (y + rowHeight(doc, row, width, air) > BOTTOM) y = turn()
    y = drawRow(doc, row, x, y, width, air)
  }
  return y
}

/** Returns the days of a line in words: a stay to the day on which it ends, meals to their last. */
const daysOf = ({ kind, from_day, until_day }: ReservationView['lines'][number], language: Language): string => {
  if (!from_day || !until_day) return ''
  const last = kind === 'caterer' ? addDays(until_day, -1) : until_day
  return formatRange(from_day, last, language, 'UTC', { weekdays: false })
}

/** Returns how the amount of a line is composed, as on the screen: `2 people, 5 nights at GHS 90.00`. Empty: it is one price. */
const madeOf = (
  { kind, ref_id, quantity, units, unit_price }: ReservationView['lines'][number],
  lines: ReservationView['lines'],
  say: Say,
  money: (minor: number) => string,
): string => {
  const price = money(unit_price)
  if (kind === 'accommodation' || kind === 'caterer') {
    const rest = say(kind === 'caterer' ? 'days_at' : 'nights_at', { count: units, price })
    return quantity > 1 ? say('persons_times', { count: quantity, rest }) : rest
  }
  // Pieces that were ordered at different prices have a line each.
  const isSplit = kind !== 'participant_type' && lines.filter((one) => one.ref_id === ref_id).length > 1
  return quantity > 1 || isSplit ? say('times', { count: quantity, price }) : ''
}

const reservedTable = (
  view: ReservationView,
  say: Say,
  money: (minor: number) => string,
  language: Language,
): Table => ({
  heading: say('reserved'),
  rows: [
    ...view.lines.map((line): Row => {
      const { label, amount, person } = line
      const owner = person === null ? undefined : view.participants[person]?.name
      const note = [owner, madeOf(line, view.lines, say, money), daysOf(line, language)].filter(Boolean).join(', ')
      return { label, amount: money(amount), note }
    }),
    { label: say('total'), amount: money(view.total), strong: true },
  ],
})

const paymentsTable = (
  view: ReservationView,
  say: Say,
  money: (minor: number) => string,
  language: Language,
): Table => {
  const method = (name: string): string =>
    name === 'cash' || name === 'sandbox' ? say(name) : `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const day = (at: string) => formatDay(new Date(at), language, view.event.time_zone)
  const { title, sentence } = standingWords(view.standing, language, view.currency, view.event.time_zone)
  return {
    heading: say('payments'),
    rows: [
      ...(view.payments?.length === 0 && view.total > 0 ? [{ label: say('no_payments'), amount: '' }] : []),
      ...(view.payments ?? []).map((payment): Row => {
        const { method: name, amount, reference, at } = payment
        return {
          label: say('receipt', { number: receiptNumber(payment, view.code) }),
          amount: money(amount),
          // On a line of its own: it is compared letter by letter, and a line break inside it reads as a space.
          note: [`${method(name)}, ${day(at)}`, ...(reference === null ? [] : [say('reference', { reference })])].join(
            '\n',
          ),
        }
      }),
      ...(view.refunds ?? [])
        .filter(({ status }) => status !== 'refused' && status !== 'withdrawn')
        .map(
          ({ method: name, amount, status, settled_at, created_at }): Row => ({
            label: say('refund'),
            amount: `− ${money(amount)}`,
            note: `${method(name)}, ${status === 'done' ? day(settled_at ?? created_at) : say('not_sent')}`,
          }),
        ),
      { label: say('paid'), amount: money(view.paid), strong: true },
      ...(view.waived > 0 ? [{ label: say('waived'), amount: money(view.waived) }] : []),
      // What is over owes nothing anyway.
      ...(view.reduced > 0 && isLive(view.status) ? [{ label: say('reduced'), amount: money(view.reduced) }] : []),
      ...(view.retained > 0 ? [{ label: say('retained'), amount: money(view.retained) }] : []),
      { label: say('balance'), amount: money(view.balance) },
      { label: title, amount: '', note: sentence, strong: true },
    ],
  }
}

const bringTable = ({ bring }: TicketFacts, say: Say): Table[] =>
  bring.length === 0 ? [] : [{ heading: say('bring'), rows: bring.map((label) => ({ label, amount: '' })) }]

/**
 * Renders the tickets and receipt of a reservation: one page per person. The order and all payments are on the first
 * page, or on separate pages at the end if they are too long for it.
 */
export const reservationPdf = async (
  view: ReservationView,
  facts: TicketFacts,
  language: Language,
  now: Date,
): Promise<Buffer> => {
  const say = translator(texts, language)
  const doc = openPdf({ title: `${say('title')} ${view.code}`, author: facts.organisation.name, language, now })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const zone = view.event.time_zone
  const money = (minor: number) => formatMoneyInText(minor, view.currency, language)
  const made = say('made_at', { date: formatDay(now, language, zone), time: formatTime(now, language, zone) })
  const voice: Voice = { say, language, now }
  const foot = footOf(view, facts, voice)
  const open = () => {
    const y = openPage(doc, facts)
    write(doc, `${view.code}   ${made}`, MARGIN, PAGE_HEIGHT - MARGIN + 6, { size: 8, colour: QUIET })
    return y
  }
  const bring = bringTable(facts, say)
  const [reserved, payments] = [reservedTable(view, say, money, language), paymentsTable(view, say, money, language)]
  /** Draws tables below each other. Returns whether they fit, else draws none. */
  const drawColumns = (columns: readonly (readonly Table[])[], tops: Below, end: number, air: Air): boolean => {
    const heightOf = (tables: readonly Table[]) =>
      tables.reduce((sum, table) => sum + tableHeight(doc, table, COLUMN, air) + apart(air), -apart(air))
    const placed = columns.map((tables, i) => ({
      tables,
      x: MARGIN + i * (COLUMN + GAP),
      y: tops[i === 0 ? 0 : 1],
    }))
    if (placed.some(({ tables, y }) => y + heightOf(tables) > end - 8)) return false
    for (const { tables, x, y } of placed)
      tables.reduce((top, table) => drawTable(doc, table, { x, top, width: COLUMN, air }, open) + apart(air), y)
    return true
  }
  let fits = false
  view.participants.forEach((participant, index) => {
    const [left, right] = drawTicket(doc, view, facts, participant, voice, open())
    const y = Math.max(left, right) + 16
    const end = drawFoot(doc, foot)
    if (index > 0) {
      const below = write(doc, say(fits ? 'on_first' : 'elsewhere'), MARGIN, y, { size: 9.5, colour: QUIET })
      drawColumns([bring], [below + BETWEEN, y], end, AIRS.wide)
      return
    }
    // Beside each other if they fit. A long note below the code leaves less room on its side than on the other.
    const ways = [
      { tops: [y, y], air: AIRS.wide },
      { tops: [y, y], air: AIRS.tight },
      { tops: [left + 16, right + 16], air: AIRS.tight },
    ] as const
    fits =
      ways.some(
        ({ tops, air }) =>
          drawColumns([[reserved], [payments, ...bring]], tops, end, air) ||
          drawColumns([[reserved, ...bring], [payments]], tops, end, air),
      ) ||
      // What to bring is on the other tickets.
      (view.participants.length > 1 &&
        ways.some(({ tops, air }) => drawColumns([[reserved], [payments]], tops, end, air)))
    if (fits) return
    const below = write(doc, say('elsewhere'), MARGIN, y, { size: 9.5, colour: QUIET })
    drawColumns([bring], [below + BETWEEN, y], end, AIRS.wide)
  })
  if (!fits) {
    let y = open()
    for (const table of [reserved, payments]) {
      if (y + (HEADING + AIRS.wide) * 2 > BOTTOM) y = open()
      y = drawTable(doc, table, { x: MARGIN, top: y, width: WIDTH, air: AIRS.wide }, open) + 24
    }
  }
  doc.end()
  return finished
}

/** A request to the thread that renders PDFs. */
export interface PdfRequest {
  readonly id: number
  readonly view: ReservationView
  readonly facts: TicketFacts
  readonly language: Language
  readonly now: Date
}
