import type { Language } from '@shiloh/contract/core'
import { coverSvg, markPath } from '@shiloh/contract/events/covers'
import type { PublicEventView } from '@shiloh/contract/events/events'
import { formatRange } from '@shiloh/contract/text/format'
import sharp, { type OverlayOptions } from 'sharp'
import { sha256 } from '#platform/auth/crypto'
import type { Files } from '#platform/files/files'
import { rasterOf } from '#platform/files/raster'
import { type FontFile, fontPath } from '#platform/text/fonts'
import { escapeHtml } from '#platform/text/html'
import { EXTENDED } from '#platform/text/pdf'

/** The picture that messengers show of an event: its cover, and on paper below its name, date, place and church. */

/** Pixels, as messengers ask for. */
const SIZE = { width: 1200, height: 630 }
const COVER = 240
const MARGIN = 64
const WIDTH = SIZE.width - 2 * MARGIN
const PAPER = '#FAF8F4'
const INK = '#1D1C22'
const QUIET = '#4F4C55'

/** Family names as the files say them. A text with letters that the serif lacks is set in the other one as a whole. */
const SERIF = { file: 'serif.ttf', family: 'Newsreader 16pt' } as const
const WHOLE = { file: 'serif-whole.ttf', family: 'Noto Serif' } as const
const serifFor = (words: string) => (EXTENDED.test(words) ? WHOLE : SERIF)
const SANS = { file: 'sans.ttf', family: 'Inter' } as const

interface Line {
  readonly bytes: Buffer
  readonly height: number
}

const draw = async (
  words: string,
  { file, family }: { readonly file: FontFile; readonly family: string },
  size: number,
  colour: string,
): Promise<Line> => {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${escapeHtml(words)}</span>`,
      font: `${family}, ${size}`,
      fontfile: fontPath(file),
      width: WIDTH,
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, height: info.height }
}

let fonts: Promise<unknown> | undefined
/** A font is known to the library of texts from its first use on. */
const loadFonts = () => {
  fonts ??= Promise.all(
    (['serif-extended.ttf', 'sans-extended.ttf'] as const).map((file) => draw('ɛ', { file, family: 'Inter' }, 10, INK)),
  )
  return fonts
}

/** Sizes of the name, the largest that stays on two lines. */
const NAME_SIZES = [66, 54, 44, 34] as const
const NAME_HEIGHT = 160

const drawName = async (name: string): Promise<Line> => {
  let line: Line | undefined
  for (const size of NAME_SIZES) {
    line = await draw(name, serifFor(name), size, INK)
    if (line.height <= NAME_HEIGHT) return line
  }
  return line ?? draw(name, serifFor(name), 36, INK)
}

const at = (line: Line, top: number, left = MARGIN): OverlayOptions => ({
  input: line.bytes,
  top: Math.round(top),
  left,
})

interface Shared {
  readonly event: Pick<PublicEventView, '_id' | 'name' | 'starts_at' | 'ends_at' | 'time_zone' | 'place'>
  /** Where its uploaded picture is. */
  readonly storageKey: string | null
  readonly organisation: { readonly name: string; readonly color: string }
  readonly language: Language
}

const render = async (files: Files, { event, storageKey, organisation }: Shared, facts: string): Promise<Buffer> => {
  await loadFonts()
  const [cover, name, church, when] = await Promise.all([
    rasterOf(files, { storageKey, drawn: coverSvg(event._id), width: SIZE.width, height: COVER }),
    drawName(event.name),
    draw(organisation.name, serifFor(organisation.name), 30, QUIET),
    draw(facts, SANS, 30, QUIET),
  ])
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" viewBox="0 0 24 24" fill="none" stroke="${organisation.color}" stroke-width="1.8"><path d="${markPath}"/></svg>`
  const top = COVER + 36
  return sharp({ create: { ...SIZE, channels: 3, background: PAPER } })
    .composite([
      { input: cover.bytes, top: 0, left: 0 },
      at(name, top),
      at(when, top + name.height + 22),
      { input: Buffer.from(mark), top: SIZE.height - 76, left: MARGIN },
      at(church, SIZE.height - 56 - church.height / 2, MARGIN + 54),
    ])
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Pictures of one process: some events, in four languages. */
const MOST = 200
const made = new Map<string, Promise<Buffer>>()

/** Returns the picture of an event, and the tag that changes with what it shows. It is drawn when somebody needs it. */
export const shareImage = (
  files: Files,
  shared: Shared,
): { readonly etag: string; readonly bytes: () => Promise<Buffer> } => {
  const { event, storageKey, organisation, language } = shared
  const when = formatRange(event.starts_at, event.ends_at, language, event.time_zone)
  const facts = event.place ? `${when}\n${event.place}` : when
  const key = sha256(JSON.stringify([event._id, event.name, facts, organisation.name, organisation.color, storageKey]))
  return {
    etag: `"${key.slice(0, 32)}"`,
    bytes: () => {
      const known = made.get(key)
      if (known) return known
      const [oldest] = made.keys()
      if (made.size >= MOST && oldest !== undefined) made.delete(oldest)
      const bytes = render(files, shared, facts)
      made.set(key, bytes)
      bytes.catch(() => made.delete(key))
      return bytes
    },
  }
}
