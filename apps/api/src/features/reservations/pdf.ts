import { readFileSync } from 'node:fs'
import { defineTexts, type Language } from '@shiloh/contract/core'
import type { ReservationView } from '@shiloh/contract/reservations'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { formatDate, formatDay, formatMoney, formatTime } from '#platform/format'
import { translate } from '#platform/texts'

const texts = defineTexts({
  title: { en: 'Reservation', de: 'Reservierung', fr: 'Réservation', pt: 'Reserva' },
  code: { en: 'Code', de: 'Code', fr: 'Code', pt: 'Código' },
  state: { en: 'Status', de: 'Status', fr: 'Statut', pt: 'Estado' },
  pending: { en: 'Pending', de: 'Vorgemerkt', fr: 'En attente', pt: 'Pendente' },
  active: { en: 'Active', de: 'Bestätigt', fr: 'Confirmée', pt: 'Ativa' },
  redeemed: { en: 'Redeemed', de: 'Eingelöst', fr: 'Utilisée', pt: 'Utilizada' },
  failed: { en: 'Failed', de: 'Verfallen', fr: 'Échouée', pt: 'Falhada' },
  cancelled: { en: 'Cancelled', de: 'Abgesagt', fr: 'Annulée', pt: 'Cancelada' },
  archived: { en: 'Archived', de: 'Archiviert', fr: 'Archivée', pt: 'Arquivada' },
  when: { en: 'When', de: 'Wann', fr: 'Quand', pt: 'Quando' },
  where: { en: 'Where', de: 'Wo', fr: 'Où', pt: 'Onde' },
  lodging: { en: 'Room', de: 'Zimmer', fr: 'Chambre', pt: 'Quarto' },
  stay: {
    en: '{category}, {from} to {to}',
    de: '{category}, {from} bis {to}',
    fr: '{category}, du {from} au {to}',
    pt: '{category}, de {from} a {to}',
  },
  item: { en: 'Item', de: 'Posten', fr: 'Poste', pt: 'Item' },
  count: { en: 'Quantity', de: 'Menge', fr: 'Quantité', pt: 'Quantidade' },
  price: { en: 'Price', de: 'Preis', fr: 'Prix', pt: 'Preço' },
  amount: { en: 'Amount', de: 'Betrag', fr: 'Montant', pt: 'Valor' },
  total: { en: 'Total', de: 'Summe', fr: 'Total', pt: 'Total' },
  paid: { en: 'Paid', de: 'Bezahlt', fr: 'Payé', pt: 'Pago' },
  waived: { en: 'Waived', de: 'Erlassen', fr: 'Remise', pt: 'Dispensado' },
  balance: { en: 'Balance', de: 'Offen', fr: 'Solde', pt: 'Saldo' },
  show: {
    en: 'Show this code at the entrance. Everybody has their own.',
    de: 'Zeigen Sie diesen Code am Eingang. Jede Person hat ihren eigenen.',
    fr: 'Présentez ce code à l’entrée. Chacun a le sien.',
    pt: 'Mostre este código à entrada. Cada pessoa tem o seu.',
  },
  not_yet: {
    en: 'Admits once the balance is paid.',
    de: 'Gilt, sobald der offene Betrag bezahlt ist.',
    fr: 'Valable une fois le solde payé.',
    pt: 'Válido depois de pago o saldo.',
  },
  made_at: {
    en: 'Printed on {date}, {time}',
    de: 'Erstellt am {date}, {time}',
    fr: 'Établi le {date}, {time}',
    pt: 'Emitido em {date}, {time}',
  },
})

const FONTS = new URL('../../../fonts/', import.meta.url)
const font = (file: string): Buffer => readFileSync(new URL(file, FONTS))

/** Extended Latin (among them the letters of Akan and Ewe) and the cedi sign are in a font of their own. */
const EXTENDED = /[\u0100-\u0151\u0154-\u0177\u0179-\u024f\u0250-\u02af\u1e00-\u1eff₵]+/u
const INK = '#1f2430'
const QUIET = '#666c7a'
const RULE = '#d9dbe1'
const MARGIN = 48
const PAGE_WIDTH = 595.28
const PAGE_HEIGHT = 841.89
const WIDTH = PAGE_WIDTH - 2 * MARGIN

type Doc = InstanceType<typeof PDFDocument>
type Face = 'sans' | 'serif'

interface TextOptions {
  readonly size?: number
  readonly face?: Face
  readonly colour?: string
  readonly width?: number
  readonly align?: 'left' | 'right'
}

/** Writes a text whose letters may come from two fonts; answers the y below it. */
const write = (doc: Doc, text: string, x: number, y: number, options: TextOptions = {}): number => {
  const { size = 10, face = 'sans', colour = INK, width = WIDTH, align = 'left' } = options
  // The serif has no extended letters, and two designs on one line would not share a baseline.
  const plain = EXTENDED.test(text) ? 'sans' : face
  const pieces = text.split(new RegExp(`(${EXTENDED.source})`, 'u')).filter((piece) => piece !== '')
  doc.fontSize(size).fillColor(colour)
  pieces.forEach((piece, index) => {
    doc.font(EXTENDED.test(piece) ? 'extended' : plain)
    const continued = index < pieces.length - 1
    if (index === 0) doc.text(piece, x, y, { width, align: continued ? 'left' : align, continued })
    else doc.text(piece, { continued })
  })
  return pieces.length === 0 ? y : doc.y
}

/** A QR code of vectors: sharp at every size of print. */
const drawQr = (doc: Doc, text: string, x: number, y: number, size: number): void => {
  const { data } = encode(text, { ecc: 'M', border: 0 })
  const module = size / data.length
  doc.save()
  data.forEach((row, r) => {
    row.forEach((dark, c) => {
      // A hair wider than the module, so that no white seams show between them.
      if (dark) doc.rect(x + c * module, y + r * module, module + 0.05, module + 0.05)
    })
  })
  doc.fill('#000000').restore()
}

const rule = (doc: Doc, y: number): void => {
  doc
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + WIDTH, y)
    .lineWidth(0.6)
    .strokeColor(RULE)
    .stroke()
}

const LABEL_WIDTH = 110

const labelled = (doc: Doc, label: string, value: string, y: number): number => {
  write(doc, label, MARGIN, y, { colour: QUIET, width: LABEL_WIDTH })
  return write(doc, value, MARGIN + LABEL_WIDTH, y, { width: WIDTH - LABEL_WIDTH }) + 4
}

/** The texts of one language, with their values. */
type Say = (key: keyof typeof texts, values?: Record<string, string>) => string

const drawHead = (doc: Doc, view: ReservationView, organisation: string, say: Say, language: Language): number => {
  const zone = view.event.time_zone
  const starts = new Date(view.event.starts_at)
  const ends = new Date(view.event.ends_at)
  let y = write(doc, organisation, MARGIN, MARGIN, { colour: QUIET })
  y = write(doc, view.event.name, MARGIN, y + 10, { face: 'serif', size: 24 }) + 12
  y = labelled(doc, say('code'), view.code, y)
  y = labelled(doc, say('state'), say(view.status), y)
  y = labelled(
    doc,
    say('when'),
    `${formatDay(starts, zone, language)}, ${formatTime(starts, zone)} – ${formatDay(ends, zone, language)}, ${formatTime(ends, zone)} (${zone})`,
    y,
  )
  if (view.event.place !== '') y = labelled(doc, say('where'), view.event.place, y)
  const stay = view.accommodation
  const short = (day: string) => formatDate(new Date(`${day}T00:00:00Z`), 'UTC')
  if (stay)
    y = labelled(
      doc,
      say('lodging'),
      say('stay', { category: stay.name, from: short(stay.check_in), to: short(stay.check_out) }),
      y,
    )
  return y + 8
}

const COLUMNS = [
  { x: 0, width: 250, align: 'left' },
  { x: 255, width: 70, align: 'right' },
  { x: 325, width: 85, align: 'right' },
  { x: 410, width: WIDTH - 410, align: 'right' },
] as const

const drawRow = (doc: Doc, cells: readonly string[], y: number, colour = INK): number =>
  Math.max(
    ...COLUMNS.map(({ x, width, align }, index) =>
      write(doc, cells[index] ?? '', MARGIN + x, y, { width, align, colour }),
    ),
  ) + 5

/** Starts a new page when less than `height` is left. */
const room = (doc: Doc, y: number, height: number): number => {
  if (y + height <= PAGE_HEIGHT - MARGIN) return y
  doc.addPage()
  return MARGIN
}

const drawLines = (doc: Doc, view: ReservationView, say: Say, language: Language, from: number): number => {
  const money = (minor: number) => formatMoney(minor, view.currency, language)
  rule(doc, from)
  let y = drawRow(doc, [say('item'), say('count'), say('price'), say('amount')], from + 8, QUIET)
  for (const { label, quantity, units, unit_price, amount } of view.lines) {
    y = room(doc, y, 40)
    y = drawRow(
      doc,
      [label, units > 1 ? `${quantity} × ${units}` : String(quantity), money(unit_price), money(amount)],
      y,
    )
  }
  rule(doc, y + 2)
  y = drawRow(doc, [say('total'), '', '', money(view.total)], y + 10)
  y = drawRow(doc, [say('paid'), '', '', money(view.paid)], y)
  if (view.waived > 0) y = drawRow(doc, [say('waived'), '', '', money(view.waived)], y)
  if (view.balance > 0) y = drawRow(doc, [say('balance'), '', '', money(view.balance)], y)
  return y
}

const QR_SIZE = 130

const drawTickets = (doc: Doc, view: ReservationView, say: Say, from: number): number => {
  let y = room(doc, from + 14, QR_SIZE + 60)
  y = write(doc, say('show'), MARGIN, y, { colour: QUIET }) + 10
  for (const participant of view.participants) {
    y = room(doc, y, QR_SIZE + 20)
    drawQr(doc, participant.qr.url, MARGIN, y, QR_SIZE)
    const x = MARGIN + QR_SIZE + 20
    const width = WIDTH - QR_SIZE - 20
    let below = write(doc, participant.name, x, y + 8, { face: 'serif', size: 16, width })
    below = write(doc, participant.participant_type.name, x, below + 4, { width })
    if (participant.room)
      below = write(doc, `${participant.room.block}, ${participant.room.name}`, x, below + 4, { width })
    below = write(doc, view.code, x, below + 4, { colour: QUIET, width })
    if (view.status === 'pending') write(doc, say('not_yet'), x, below + 4, { colour: QUIET, width })
    y += QR_SIZE + 18
  }
  return y
}

/** Receipt and tickets of a reservation: one PDF, a QR code for each person. */
export const reservationPdf = async (
  view: ReservationView,
  organisation: string,
  language: Language,
  now: Date,
): Promise<Buffer> => {
  const say: Say = (key, values = {}) => translate(texts[key], language, values)
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang: language,
    info: { Title: `${say('title')} ${view.code}`, Author: organisation, CreationDate: now, ModDate: now },
  })
  doc.registerFont('sans', font('sans.ttf'))
  doc.registerFont('serif', font('serif.ttf'))
  doc.registerFont('extended', font('sans-extended.ttf'))
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  let y = drawHead(doc, view, organisation, say, language)
  y = drawLines(doc, view, say, language, y)
  y = drawTickets(doc, view, say, y)
  const zone = view.event.time_zone
  write(
    doc,
    say('made_at', { date: formatDate(now, zone), time: formatTime(now, zone) }),
    MARGIN,
    room(doc, y + 6, 20),
    {
      size: 8,
      colour: QUIET,
    },
  )
  doc.end()
  return finished
}

/** What the thread that draws PDFs is asked for. */
export interface PdfRequest {
  readonly id: number
  readonly view: ReservationView
  readonly organisation: string
  readonly language: Language
  readonly now: Date
}
