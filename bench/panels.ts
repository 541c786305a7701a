// Small charts as one SVG, for the documents.

export interface Panel {
  readonly title: string
  readonly lines: readonly { readonly name: string; readonly values: readonly number[] }[]
}

interface Page {
  readonly title: string
  readonly note: string
  /** Seconds at which something happened. */
  readonly marks: readonly { readonly at: number; readonly name: string }[]
}

const COLOURS = ['#2f3a78', '#b4572c', '#2d7a5f', '#8a3a6b', '#6b6b6b', '#a58a1c']
const COLUMNS = 2
const PANEL = { width: 440, height: 170, left: 46, right: 12, top: 44, bottom: 24 }
const HEAD = 64
const GAP = 12
const TICKS = 2

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** Returns a round number at or above the highest value. */
export const roundUp = (value: number): number => {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value * 0.999) ?? 10) * power
}

const short = (value: number): string =>
  value >= 10_000 ? `${Math.round(value / 1000)}k` : String(Number(value.toPrecision(3)))

const paintPanel = ({ title, lines }: Panel, { marks }: Page): string => {
  const { width, height, left, right, top, bottom } = PANEL
  const [across, down] = [width - left - right, height - top - bottom]
  const seconds = Math.max(1, ...lines.map(({ values }) => values.length - 1))
  const most = roundUp(Math.max(...lines.flatMap(({ values }) => values)))
  const x = (second: number) => left + (second / seconds) * across
  const y = (value: number) => top + down - (value / most) * down
  const grid = Array.from({ length: TICKS + 1 }, (_, index) => (most * index) / TICKS)
    .map(
      (value) =>
        `<line x1="${left}" x2="${width - right}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="#e7e2d8"/>` +
        `<text x="${left - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end" class="s">${short(value)}</text>`,
    )
    .join('')
  const every = seconds > 60 ? 20 : 10
  const times = Array.from({ length: Math.floor(seconds / every) + 1 }, (_, index) => index * every)
    .map(
      (second) =>
        `<text x="${x(second).toFixed(1)}" y="${height - 8}" text-anchor="middle" class="s">${second} s</text>`,
    )
    .join('')
  const marked = marks
    .map(
      ({ at, name }) =>
        `<line x1="${x(at).toFixed(1)}" x2="${x(at).toFixed(1)}" y1="${top}" y2="${top + down}" stroke="#8b8690" stroke-dasharray="3 3"/>` +
        `<text x="${(x(at) + 4).toFixed(1)}" y="${top + down - 5}" class="s">${escaped(name)}</text>`,
    )
    .join('')
  const drawn = lines
    .map(({ values }, index) => {
      const points = values.map((value, second) => `${x(second).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
      return `<polyline points="${points}" fill="none" stroke="${COLOURS[index % COLOURS.length]}" stroke-width="1.75" stroke-linejoin="round"/>`
    })
    .join('')
  let at = left
  const legend = lines
    .map(({ name }, index) => {
      const entry = `<rect x="${at}" y="28" width="10" height="3" fill="${COLOURS[index % COLOURS.length]}"/><text x="${at + 14}" y="33" class="s">${escaped(name)}</text>`
      at += 26 + name.length * 6.2
      return entry
    })
    .join('')
  return `<rect width="${width}" height="${height}" rx="6" fill="#fff" stroke="#e3ded4"/><text x="12" y="19" class="h">${escaped(title)}</text>${legend}${grid}${times}${marked}${drawn}`
}

/** Returns the panels as one picture. */
export const paint = (panels: readonly Panel[], page: Page): string => {
  const rows = Math.ceil(panels.length / COLUMNS)
  const width = COLUMNS * PANEL.width + (COLUMNS + 1) * GAP
  const height = HEAD + rows * (PANEL.height + GAP)
  const placed = panels
    .map((panel, index) => {
      const left = GAP + (index % COLUMNS) * (PANEL.width + GAP)
      const top = HEAD + Math.floor(index / COLUMNS) * (PANEL.height + GAP)
      return `<g transform="translate(${left} ${top})">${paintPanel(panel, page)}</g>`
    })
    .join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(page.title)}">
<style>text{font:12px system-ui,sans-serif;fill:#1d1c22}.h{font-weight:600;font-size:13px}.s{fill:#5d5a63;font-size:11px}.t{font-size:17px;font-weight:600}</style>
<rect width="${width}" height="${height}" fill="#faf8f4"/>
<text x="${GAP}" y="28" class="t">${escaped(page.title)}</text><text x="${GAP}" y="48" class="s">${escaped(page.note)}</text>
${placed}
</svg>
`
}
