import { readFileSync } from 'node:fs'
import { isLanguage, type Language } from '@shiloh/contract/core'
import PDFDocument from 'pdfkit'
import { type FontFile, fontPath } from './fonts.ts'
import { withErasedNamed } from './texts.ts'

/** Text and lines of PDF files: A4, the product's fonts, one look for tickets and reports. */

const font = (file: FontFile): Buffer => readFileSync(fontPath(file))

/** Extended Latin (including the letters of Akan and Ewe) and the cedi sign have a font of their own. */
export const EXTENDED = /[\u0100-\u0151\u0154-\u0177\u0179-\u024f\u0250-\u02af\u1e00-\u1eff₵]+/u
export const INK = '#15171E'
export const QUIET = '#5B5E68'
export const RULE = '#D9D5CB'
/** Points. */
export const PAGE_WIDTH = 595.28
export const PAGE_HEIGHT = 841.89

export type PdfDoc = InstanceType<typeof PDFDocument>
export type Face = 'sans' | 'serif'

interface TextOptions {
  readonly size?: number
  readonly face?: Face
  readonly colour?: string
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
  /** Drawn with an outline, because the fonts have one weight. */
  readonly strong?: boolean
}

/** Opens a document of A4 pages without margins: line and page breaks are the caller's. */
export const openPdf = (about: {
  readonly title: string
  readonly author: string
  readonly language: Language
  readonly now: Date
  readonly landscape?: boolean
}): PdfDoc => {
  const doc = new PDFDocument({
    size: 'A4',
    layout: about.landscape ? 'landscape' : 'portrait',
    margin: 0,
    autoFirstPage: false,
    lang: about.language,
    info: { Title: about.title, Author: about.author, CreationDate: about.now, ModDate: about.now },
  })
  doc.registerFont('sans', font('sans.ttf'))
  doc.registerFont('serif', font('serif.ttf'))
  doc.registerFont('extended', font('sans-extended.ttf'))
  doc.registerFont('serif-whole', font('serif-whole.ttf'))
  doc.registerFont('serif-extended', font('serif-extended.ttf'))
  return doc
}

// French amounts contain a narrow no-break space that the fonts lack.
const printable = (doc: PdfDoc, text: string): string =>
  withErasedNamed(text, isLanguage(doc.options.lang) ? doc.options.lang : 'en').replaceAll('\u202f', '\u00a0')

const PIECES = new RegExp(`(${EXTENDED.source})`, 'u')
const piecesOf = (text: string): string[] =>
  EXTENDED.test(text) ? text.split(PIECES).filter((piece) => piece !== '') : text === '' ? [] : [text]

/** The part of the size at which Noto Serif, whose letters are larger, is set among texts in the serif. */
const WHOLE_SIZE = 0.9

/**
 * Divides a text by the fonts of its letters, each with the part of the size at which it is set. A text has one typeface:
 * the serif lacks the extended letters, so a text with one of them is set in Noto Serif as a whole.
 */
const setIn = (text: string, face: Face): { piece: string; font: string; part: number }[] => {
  const isWhole = face === 'serif' && EXTENDED.test(text)
  const [plain, extended, part] = isWhole ? ['serif-whole', 'serif-extended', WHOLE_SIZE] : [face, 'extended', 1]
  return piecesOf(text).map((piece) => ({ piece, font: EXTENDED.test(piece) ? extended : plain, part }))
}

/** Returns the width of a text on one line. Its letters can come from several fonts. */
export const widthOf = (doc: PdfDoc, raw: string, size: number, face: Face = 'sans'): number =>
  setIn(printable(doc, raw), face).reduce(
    (sum, { piece, font, part }) =>
      sum +
      doc
        .font(font)
        .fontSize(size * part)
        .widthOfString(piece),
    0,
  )

/** Writes a text that fits on one line with its baseline at `y`. */
export const writeOnBaseline = (
  doc: PdfDoc,
  raw: string,
  x: number,
  y: number,
  { size, face, colour, strong }: Required<Pick<TextOptions, 'size' | 'face' | 'colour' | 'strong'>>,
): void => {
  doc.fillColor(colour)
  if (strong) doc.strokeColor(colour).lineWidth(size * 0.035)
  let at = x
  for (const { piece, font, part } of setIn(printable(doc, raw), face)) {
    doc.font(font).fontSize(size * part)
    const wide = doc.widthOfString(piece)
    doc.text(piece, at, y, { lineBreak: false, baseline: 'alphabetic', ...(strong && { fill: true, stroke: true }) })
    at += wide
  }
}

/**
 * Writes a text that fits on one line: faster than `write`, which looks for line breaks. It asks for no features of the
 * font, such as figures of one width: their layout would not be cached, and a long list takes half a minute.
 */
export const writeLine = (
  doc: PdfDoc,
  raw: string,
  x: number,
  y: number,
  { size, width, align, colour, strong }: Required<Pick<TextOptions, 'size' | 'width' | 'align' | 'colour' | 'strong'>>,
): void => {
  const text = printable(doc, raw)
  doc.fontSize(size).fillColor(colour)
  if (strong) doc.strokeColor(colour).lineWidth(size * 0.035)
  const pieces = piecesOf(text).map((piece) => {
    const face = EXTENDED.test(piece) ? 'extended' : 'sans'
    return { piece, face, wide: doc.font(face).widthOfString(piece) }
  })
  let at = align === 'right' ? x + width - pieces.reduce((sum, { wide }) => sum + wide, 0) : x
  for (const { piece, face, wide } of pieces) {
    doc.font(face).text(piece, at, y, { lineBreak: false, ...(strong && { fill: true, stroke: true }) })
    at += wide
  }
}

/** Writes a text whose letters can come from two fonts. Returns the y below it. */
export const write = (doc: PdfDoc, raw: string, x: number, y: number, options: TextOptions = {}): number => {
  const text = printable(doc, raw)
  const { size = 10, face = 'sans', colour = INK, width = PAGE_WIDTH, align = 'left', strong = false } = options
  const pieces = setIn(text, face)
  doc.fillColor(colour).strokeColor(colour)
  const style = strong ? { fill: true, stroke: true } : {}
  pieces.forEach(({ piece, font, part }, index) => {
    doc
      .font(font)
      .fontSize(size * part)
      .lineWidth(size * 0.035)
    const continued = index < pieces.length - 1
    if (index === 0) doc.text(piece, x, y, { width, align: continued ? 'left' : align, continued, ...style })
    else doc.text(piece, { continued, ...style })
  })
  return pieces.length === 0 ? y : doc.y
}

/** Draws a horizontal line. */
export const rule = (doc: PdfDoc, x: number, y: number, width: number, colour = RULE): void => {
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.7)
    .strokeColor(colour)
    .stroke()
}
