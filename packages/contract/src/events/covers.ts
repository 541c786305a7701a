/**
 * Generated images: event covers, speakers' initials and the mark. Pure and deterministic: the same seed gives the same
 * bytes in the browser, on the server and in a PDF.
 */

export interface CoverPalette {
  readonly ground: string
  readonly deep: string
  readonly mid: string
  readonly light: string
  readonly spark: string
}

export const coverPalettes = {
  night: { ground: '#262F66', deep: '#1A2149', mid: '#46528F', light: '#E9E4D8', spark: '#D2A94E' },
  bottle: { ground: '#1F4A3D', deep: '#12302A', mid: '#3D7261', light: '#EAE5D6', spark: '#D2A94E' },
  clay: { ground: '#A14B31', deep: '#712E1F', mid: '#C77A58', light: '#F4E7D6', spark: '#E6BE6A' },
  harvest: { ground: '#D9A441', deep: '#8A4B1E', mid: '#EBC678', light: '#FBF3E0', spark: '#7A2E22' },
  plum: { ground: '#562A4A', deep: '#381A31', mid: '#845276', light: '#F0E4E2', spark: '#D8AE5A' },
  dawn: { ground: '#EAD9BF', deep: '#2E4A5C', mid: '#C98A5E', light: '#FBF5E9', spark: '#B4532F' },
} as const satisfies Record<string, CoverPalette>

export type CoverPaletteName = keyof typeof coverPalettes

type Random = () => number
type Motif = (palette: CoverPalette, random: Random, prefix: string) => string

const width = 1200
const height = 675

function hash(text: string): number {
  let value = 2166136261
  for (const char of text) {
    value ^= char.codePointAt(0) ?? 0
    value = Math.imul(value, 16777619)
  }
  return value >>> 0
}

/** mulberry32: small, and random enough for drawings. */
function seeded(text: string): Random {
  let state = hash(text)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function pick<const T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}

const n = (value: number) => String(Math.round(value))

function mix(from: string, to: string, share: number): string {
  const channel = (at: number) => {
    const a = Number.parseInt(from.slice(at, at + 2), 16)
    const b = Number.parseInt(to.slice(at, at + 2), 16)
    return Math.round(a * (1 - share) + b * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}

/** Draws semicircular arches one radius apart. Each passes over its right neighbour and under its left one. */
const arches: Motif = (palette, random, prefix) => {
  const radius = pick(random, [200, 240, 300])
  const spring = radius + (radius > 250 ? 82 : 120)
  const start = -radius * (0.5 + random() * 0.5)
  const count = Math.ceil(width / radius) + 2
  const lit = Math.floor(count / 2) - 1 + Math.floor(random() * 2)
  let windows = ''
  let left = ''
  let right = ''
  for (let i = -1; i <= count; i++) {
    const x = start + i * radius
    const tone = i === lit ? palette.spark : [palette.deep, palette.mid, undefined][(i + 3) % 3]
    if (tone) {
      const arc = `A${radius} ${radius} 0 0 1 `
      windows += `<path fill="${tone}" d="M${n(x)} ${height}V${n(spring)}${arc}${n(x + radius / 2)} ${n(spring - radius * 0.866)}${arc}${n(x + radius)} ${n(spring)}V${height}z"/>`
    }
    const half = (side: -1 | 1) =>
      `M${n(x - side * 3)} ${n(spring - radius)}H${n(x)}A${radius} ${radius} 0 0 ${side < 0 ? 0 : 1} ${n(x + side * radius)} ${n(spring)}V${height}`
    left += half(-1)
    right += half(1)
  }
  const rib = radius * 0.12
  const band = (id: string) =>
    [
      [palette.ground, rib * 1.7],
      [palette.light, rib],
      [palette.ground, rib * 0.52],
      [palette.light, rib * 0.14],
    ]
      .map(([stroke, size]) => `<use href="#${id}" stroke="${stroke}" stroke-width="${n(Number(size))}"/>`)
      .join('')
  return `<defs><path id="${prefix}l" d="${left}"/><path id="${prefix}r" d="${right}"/></defs>${windows}<g fill="none">${band(`${prefix}l`)}${band(`${prefix}r`)}</g>`
}

/** Draws narrow strips side by side. Packed weft blocks and plain warp blocks alternate like a draughtboard. */
const weave: Motif = (palette, random, prefix) => {
  const strips = pick(random, [6, 7, 8])
  const strip = width / strips
  const block = height / pick(random, [3, 3, 4])
  const first = Math.floor(random() * 3)
  const second = (first + 1 + Math.floor(random() * 2)) % 3
  const bar = (y: number, size: number, fill: string) =>
    `<path fill="${fill}" d="M0 ${n(y)}h${n(strip)}v${n(size)}H0z"/>`
  const edge = block / 24
  const edges =
    bar(0, edge * 2, palette.light) +
    bar(edge * 3, edge, palette.spark) +
    bar(block - edge * 4, edge, palette.spark) +
    bar(block - edge * 2, edge * 2, palette.light)
  const top = edge * 5
  const core = block - edge * 10
  const unit = strip / 10
  const step = core / 9
  const steps = (halves: readonly number[], from: number, scale: number) =>
    halves
      .map((half, i) => {
        const reach = half * unit * scale
        return `M${n(strip / 2 - reach)} ${n(top + (from + i) * step)}h${n(reach * 2)}v${n(step + 0.4)}h${n(-reach * 2)}z`
      })
      .join('')
  const diamond = `${bar(0, block, palette.deep)}${bar(top, core, palette.mid)}${edges}<path fill="${palette.deep}" d="${steps([1, 2, 3, 4, 4, 4, 3, 2, 1], 0, 1)}"/><path fill="${palette.spark}" d="${steps([1, 2, 1], 3, 0.9)}"/>`
  let squares = ''
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      if ((row + column) % 2) {
        squares += `M${n((column * strip) / 4)} ${n(top + (row * core) / 4)}h${n(strip / 4)}v${n(core / 4)}h${n(-strip / 4)}z`
      }
    }
  }
  const checks = `${bar(0, block, palette.deep)}${edges}<path fill="${palette.mid}" d="${squares}"/>`
  const wave = (y: number) => {
    const up = `${n(strip / 4)} ${n(-core * 0.26)}`
    const down = `${n(strip / 4)} ${n(core * 0.26)}`
    return `M0 ${n(top + core * y)}l${up} ${down} ${up} ${down}`
  }
  const zigzag = `${bar(0, block, palette.deep)}${edges}<g fill="none" stroke-width="${n(unit * 0.7)}"><path stroke="${palette.light}" d="${wave(0.4)}${wave(0.86)}"/><path stroke="${palette.spark}" d="${wave(0.63)}"/></g>`
  const thread = (at: number, size: number) => `M${n(strip * at)} 0h${n(strip * size)}v${n(block)}h${n(-strip * size)}z`
  const warp = `${bar(0, block, palette.ground)}<path fill="${palette.mid}" d="${thread(0.12, 0.05)}${thread(0.83, 0.05)}"/><path fill="${palette.deep}" d="${thread(0.22, 0.03)}${thread(0.75, 0.03)}"/>`
  const blocks = [diamond, zigzag, checks]
  let cloth = ''
  for (let i = 0; i < strips; i++) {
    for (let row = 0; row * block < height - 1; row++) {
      const kind = (i + row) % 2 ? 'w' : ((i + row) / 2 + (i % 2)) % 2 ? 'y' : 'x'
      cloth += `<use href="#${prefix}${kind}" x="${n(i * strip)}" y="${n(row * block)}"/>`
    }
  }
  let seams = ''
  for (let i = 1; i < strips; i++) seams += `M${n(i * strip)} 0V${height}`
  return `<defs><g id="${prefix}x">${blocks[first]}</g><g id="${prefix}y">${blocks[second]}</g><g id="${prefix}w">${warp}</g></defs>${cloth}<path d="${seams}" stroke="${palette.deep}" stroke-width="3"/>`
}

interface Frond {
  readonly x: number
  readonly y: number
  readonly turn: number
  readonly length: number
  readonly bend: number
}

/** Returns one frond as a single path in its own frame: leaves in pairs along a bent rib, longest in the middle. */
function frondPath({ length, bend }: Frond): string {
  const pairs = 13
  let path = `M0-5Q${n(length / 2)}-4 ${n(length)} ${n(bend)}Q${n(length / 2)} 4 0 5z`
  for (let i = 1; i <= pairs; i++) {
    const along = i / pairs
    const x = length * along
    const y = bend * along * along
    const tangent = Math.atan2(2 * bend * along, length)
    const leaf = length * 0.5 * Math.sin(Math.PI * (0.14 + 0.8 * along)) + length * 0.05
    const thick = leaf * 0.085
    for (const side of [-1, 1]) {
      const angle = tangent + (((62 - 40 * along) * Math.PI) / 180) * side
      const at = (dx: number, dy: number) =>
        `${n(x + dx * Math.cos(angle) - dy * Math.sin(angle))} ${n(y + dx * Math.sin(angle) + dy * Math.cos(angle))}`
      path += `M${n(x)} ${n(y)}Q${at(leaf * 0.45, -thick * 2)} ${at(leaf, 0)}Q${at(leaf * 0.45, thick)} ${n(x)} ${n(y)}z`
    }
  }
  return path
}

/** Draws three fronds that enter from the edges and frame a calm middle with one disc above a horizon. */
const palms: Motif = (palette, random) => {
  const mirrored = random() > 0.5
  const x = mirrored ? 430 : 770
  const y = 290 + random() * 70
  const sway = (random() - 0.5) * 12
  const fronds: readonly Frond[] = [
    { x: -70, y: 560, turn: -52 + sway, length: 640, bend: 150 },
    { x: -80, y: 700, turn: -18 + sway, length: 720, bend: -70 },
    { x: 1290, y: 110, turn: 158 - sway, length: 600, bend: -120 },
  ]
  const drawn = fronds
    .map(
      (frond) => `<path transform="translate(${frond.x} ${frond.y})rotate(${n(frond.turn)})" d="${frondPath(frond)}"/>`,
    )
    .join('')
  const horizon = n(y + 96)
  const flip = mirrored ? ' transform="matrix(-1 0 0 1 1200 0)"' : ''
  return `<circle cx="${x}" cy="${n(y)}" r="150" fill="${palette.spark}"/><path d="M0 ${horizon}H${width}V${height}H0z" fill="${palette.mid}"/><path d="M0 ${horizon}H${width}" stroke="${palette.light}" stroke-width="3"/><g fill="${palette.deep}"${flip}>${drawn}</g>`
}

/** Draws four ridges, one disc, and ruled rays of two lengths. */
const hills: Motif = (palette, random) => {
  const x = 340 + random() * 520
  const y = 372
  const phase = random() * 6
  let rays = ''
  for (let i = 0; i <= 36; i++) {
    const angle = Math.PI * (1 + i / 36)
    const end = i % 2 ? 1000 : 262
    rays += `M${n(x + Math.cos(angle) * 176)} ${n(y + Math.sin(angle) * 176)}L${n(x + Math.cos(angle) * end)} ${n(y + Math.sin(angle) * end)}`
  }
  const ridge = (level: number, swing: number, shift: number, fill: string) => {
    const at = (i: number) => n(level + Math.sin(phase + shift + i * 1.7) * swing)
    let path = `M0 ${at(0)}`
    for (let i = 0; i < 4; i++)
      path += `C${300 * i + 130} ${at(i)} ${300 * i + 170} ${at(i + 1)} ${300 * i + 300} ${at(i + 1)}`
    return `<path fill="${fill}" d="${path}V${height}H0z"/>`
  }
  return `<path d="${rays}" stroke="${mix(palette.ground, palette.light, 0.5)}" stroke-width="2.5"/><circle cx="${n(x)}" cy="${y}" r="150" fill="${palette.spark}"/>${ridge(392, 34, 0, mix(palette.ground, palette.mid, 0.85))}${ridge(452, 40, 1.9, palette.mid)}${ridge(520, 36, 4.1, mix(palette.mid, palette.deep, 0.6))}${ridge(596, 26, 5.6, palette.deep)}`
}

const motifs = { arches, weave, palms, hills }
export type CoverMotif = keyof typeof motifs

const motifNames: readonly [CoverMotif, ...CoverMotif[]] = ['arches', 'weave', 'palms', 'hills']
const paletteNames: readonly [CoverPaletteName, ...CoverPaletteName[]] = [
  'night',
  'bottle',
  'clay',
  'harvest',
  'plum',
  'dawn',
]

/**
 * Draws the cover of an event that has no picture.
 * @param seed the event's id; it alone decides motif, palette and proportions unless they are given
 */
export function coverSvg(seed: string, fixed: { motif?: CoverMotif; palette?: CoverPaletteName } = {}): string {
  const random = seeded(seed)
  // Both values are always drawn from the generator, so that fixing one does not change the rest of the image.
  const drawnMotif = pick(random, motifNames)
  const drawnPalette = pick(random, paletteNames)
  const palette = coverPalettes[fixed.palette ?? drawnPalette]
  const body = motifs[fixed.motif ?? drawnMotif](palette, random, `c${hash(seed).toString(36)}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path fill="${palette.ground}" d="M0 0h${width}v${height}H0z"/>${body}</svg>`
}

/** Titles that are written without a full stop. */
const TITLES = new Set(
  'rev reverend dr prof mr mrs ms apostle prophet pastor evangelist elder deacon deaconess bishop overseer'.split(' '),
)
const isTitle = (word: string): boolean => word.endsWith('.') || TITLES.has(word.toLowerCase())

/** Returns the first letters of the first and last word of a name. Titles before it, such as "Rev." or "Apostle", are skipped. */
export function initials(name: string): string {
  const all = name.split(/\s+/).filter(Boolean)
  const first = all.findIndex((word) => !isTitle(word))
  // Somebody can be called Bishop or Deacon.
  const words = all.slice(first < 0 ? -1 : first).filter((word) => !word.endsWith('.'))
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : undefined]
  return letters
    .map((word) => (word ? String.fromCodePoint(word.codePointAt(0) ?? 32) : ''))
    .join('')
    .toLocaleUpperCase('en')
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Draws the initials of a person without a photograph in an arch. The seed decides the colour. */
export function initialsArchSvg(seed: string, name: string): string {
  const palette = coverPalettes[pick(seeded(seed), ['night', 'clay', 'bottle', 'plum'])]
  const text = initials(name).replace(/[&<>"]/g, (char) => escapes[char] ?? '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 88" width="72" height="88" aria-hidden="true"><path d="M0 88V36a36 36 0 0 1 72 0v52z" fill="${palette.ground}"/><path d="M6 88V36a30 30 0 0 1 60 0v52" fill="none" stroke="${palette.mid}"/><text x="36" y="58" text-anchor="middle" font-family="Georgia,serif" font-size="22" fill="${palette.light}">${text}</text></svg>`
}

/** The path of the Shiloh mark, two interlaced arches, in a 24 × 24 box, to be stroked at 1.8. */
export const markPath = 'M2 21V11a6.5 6.5 0 0 1 13 0v10M9 21V11a6.5 6.5 0 0 1 13 0v10'
