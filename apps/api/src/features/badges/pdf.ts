import {
  type Badge,
  type BadgeLayout,
  type BadgeWords,
  type Cover,
  drawCard,
  drawCover,
  type Imposition,
  impose,
  LAYOUTS,
  type Paper,
} from '@shiloh/contract/badges/layouts'
import type { Card, Item, Measure } from '@shiloh/contract/badges/paint'
import type { Language } from '@shiloh/contract/core'
import { QR_CORRECTION, qrText } from '@shiloh/contract/reservations/ticket-code'
import { encode } from 'uqr'
import { openPdf, type PdfDoc, QUIET, widthOf, writeOnBaseline } from '#platform/text/pdf'

/** Points of a millimetre. */
const POINTS = 72 / 25.4
/** A size at which the widths of letters are exact enough. */
const PROBE = 100

/** Measures with the fonts of a document. Types, events and assemblies repeat: they are measured once. */
export const measureIn = (doc: PdfDoc): Measure => {
  const known = new Map<string, number>()
  return (text, face, strong) => {
    const key = `${face}${text}`
    const wide = known.get(key) ?? widthOf(doc, text, PROBE, face) / PROBE
    if (known.size > 20_000) known.clear()
    known.set(key, wide)
    return strong ? wide + 0.035 : wide
  }
}

/** A badge with the address in its QR code. */
export interface PrintedBadge extends Badge {
  readonly qr: string
}

/** Draws a QR code in its own units: whole numbers are short, and sharp at every print size. */
const drawQr = (doc: PdfDoc, address: string, x: number, y: number, size: number): void => {
  const { data } = encode(qrText(address), { ...QR_CORRECTION, border: 0 })
  doc
    .save()
    .translate(x, y)
    .scale(size / data.length)
  data.forEach((row, top) => {
    let from = -1
    for (let at = 0; at <= row.length; at += 1) {
      const isDark = row[at] === true
      if (isDark && from < 0) from = at
      if (!isDark && from >= 0) {
        // Slightly higher than the module, so that no white seams show.
        doc.rect(from, top, at - from, 1.02)
        from = -1
      }
    }
  })
  doc.fill('#000000').restore()
}

const drawItem = (doc: PdfDoc, item: Item, qr: string | undefined): void => {
  switch (item.kind) {
    case 'text':
      writeOnBaseline(doc, item.text, item.x * POINTS, item.y * POINTS, { ...item, size: item.size * POINTS })
      return
    case 'qr':
      if (qr !== undefined) drawQr(doc, qr, item.x * POINTS, item.y * POINTS, item.size * POINTS)
      return
    case 'box': {
      const [x, y, width, height] = [item.x, item.y, item.width, item.height].map((one) => one * POINTS)
      if (item.radius > 0) doc.roundedRect(x ?? 0, y ?? 0, width ?? 0, height ?? 0, item.radius * POINTS)
      else doc.rect(x ?? 0, y ?? 0, width ?? 0, height ?? 0)
      doc.fill(item.colour)
      return
    }
    case 'cut':
      doc
        .moveTo(item.x * POINTS, item.y * POINTS)
        .lineTo(item.toX * POINTS, item.toY * POINTS)
        .dash(2.5, { space: 2.5 })
        .lineWidth(0.5)
        .strokeColor(QUIET)
        .stroke()
        .undash()
      return
    case 'mark':
      doc
        .save()
        .translate(item.x * POINTS, item.y * POINTS)
        .scale((item.size * POINTS) / 24)
        .path(item.path)
      if (item.filled) doc.fill(item.colour, 'even-odd')
      else doc.lineWidth(1.9).lineCap('round').lineJoin('round').strokeColor(item.colour).stroke()
      doc.restore()
  }
}

/** Draws a card at a place of the page. `qrs` are the addresses of its codes, in their order. */
const drawOnto = (doc: PdfDoc, card: Card, at: { readonly x: number; readonly y: number }, qrs: readonly string[]) => {
  doc.save().translate(at.x * POINTS, at.y * POINTS)
  let next = 0
  for (const item of card.items) {
    drawItem(doc, item, item.kind === 'qr' ? qrs[next] : undefined)
    if (item.kind === 'qr') next += 1
  }
  doc.restore()
}

/** The persons of a district in their order, with its cover. */
export interface BadgeGroup {
  readonly cover: Cover | null
  /** Each card's persons. */
  readonly cards: readonly (readonly PrintedBadge[])[]
}

export interface BadgeFile {
  readonly layout: BadgeLayout
  readonly paper: Paper
  readonly words: BadgeWords
  /** What a proof says across each card. Null: they are badges. */
  readonly proof: string | null
  readonly title: string
  readonly author: string
  readonly language: Language
  readonly now: Date
}

/** Light enough that everything on it can be read. */
const PROOF = '#E6E1D8'

/** Writes across a card, below what is on it, that it is only a proof. */
const drawProof = (
  doc: PdfDoc,
  text: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void => {
  const [middle, centre] = [(x + width / 2) * POINTS, (y + height / 2) * POINTS]
  const angle = (Math.atan2(height, width) * 180) / Math.PI
  const length = 0.7 * Math.hypot(width, height) * POINTS
  const size = Math.min(height * 0.8 * POINTS, length / widthOf(doc, text, 1))
  doc.save().rotate(-angle, { origin: [middle, centre] })
  writeOnBaseline(doc, text, middle - widthOf(doc, text, size) / 2, centre + size / 3, {
    size,
    face: 'sans',
    colour: PROOF,
    strong: false,
  })
  doc.restore()
}

/** How much of a code's height the word covers. More than its error correction restores: nobody gets in with a proof. */
const COVERED = 0.4

/** Writes over the codes of a card that it is only a proof. */
const spoilCodes = (doc: PdfDoc, text: string, card: Card, at: { readonly x: number; readonly y: number }): void => {
  for (const item of card.items) {
    if (item.kind !== 'qr') continue
    const high = item.size * COVERED
    const [left, top] = [at.x + item.x, at.y + item.y + (item.size - high) / 2]
    doc.rect(left * POINTS, top * POINTS, item.size * POINTS, high * POINTS).fill('#FFFFFF')
    const size = Math.min(high * 0.7 * POINTS, (item.size * 0.9 * POINTS) / widthOf(doc, text, 1))
    const from = (left + item.size / 2) * POINTS - widthOf(doc, text, size) / 2
    const style = { size, face: 'sans', colour: QUIET, strong: false } as const
    writeOnBaseline(doc, text, from, (top + high / 2) * POINTS + size * 0.36, style)
  }
}

/** Draws where to cut the cards of a page. */
const drawCuts = (
  doc: PdfDoc,
  { width, height, places }: Imposition,
  card: { width: number; height: number },
): void => {
  const lines = (of: readonly number[]) => [...new Set(of.map((one) => Math.round(one * 100) / 100))]
  const cut = (x: number, y: number, toX: number, toY: number) =>
    drawItem(doc, { kind: 'cut', x, y, toX, toY }, undefined)
  for (const x of lines(places.flatMap((place) => [place.x, place.x + card.width])))
    if (x > 1 && x < width - 1) cut(x, 0, x, height)
  for (const y of lines(places.flatMap((place) => [place.y, place.y + card.height])))
    if (y > 1 && y < height - 1) cut(0, y, width, y)
}

/**
 * Draws badges page by page. A group with a cover begins on a new page behind it; on sheets of labels, which are dear, the
 * cover is one label and the next group follows at once (`pagesOf` counts them).
 *
 * @param onPage is awaited after each page, with the number of persons drawn so far: the reader takes it, and others get
 *   their turn
 */
export const drawBadges = async (
  file: BadgeFile,
  groups: Iterable<BadgeGroup>,
  { begin, onPage }: { readonly begin: (doc: PdfDoc) => void; readonly onPage: (persons: number) => Promise<void> },
): Promise<void> => {
  const { layout, paper, words, proof } = file
  const doc = openPdf(file)
  begin(doc)
  const measure = measureIn(doc)
  const page = impose(layout, paper)
  const size = LAYOUTS[layout]
  const isRunning = layout === 'sheet'
  let free: { x: number; y: number }[] = []
  let persons = 0
  const turn = async () => {
    await onPage(persons)
    doc.addPage({ size: [page.width * POINTS, page.height * POINTS], margin: 0 })
    if (page.places.length > 1 && !isRunning) drawCuts(doc, page, size)
    free = [...page.places]
  }
  const next = async () => {
    if (free.length === 0) await turn()
    return free.shift() ?? { x: 0, y: 0 }
  }
  for (const { cover, cards } of groups) {
    if (cover && !isRunning) free = []
    if (cover && isRunning) drawOnto(doc, drawCover(size, cover, measure), await next(), [])
    else if (cover) {
      await onPage(persons)
      doc.addPage({ size: [page.width * POINTS, page.height * POINTS], margin: 0 })
      drawOnto(doc, drawCover(page, cover, measure), { x: 0, y: 0 }, [])
    }
    for (const badges of cards) {
      const place = await next()
      const card = drawCard(layout, badges, words, measure)
      if (proof !== null) drawProof(doc, proof, { x: place.x, y: place.y, width: size.width, height: size.height })
      drawOnto(
        doc,
        card,
        place,
        badges.map(({ qr }) => qr),
      )
      if (proof !== null) spoilCodes(doc, proof, card, place)
      persons += badges.length
    }
  }
  doc.end()
  await onPage(persons)
}
