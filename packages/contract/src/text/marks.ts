/** A stretch of a line. */
export interface Stretch {
  readonly text: string
  readonly bold: boolean
}
type Line = readonly Stretch[]

/** A part of a text with marks: lines of one paragraph, or the items of a list. */
export interface Block {
  readonly kind: 'paragraph' | 'list'
  readonly lines: readonly Line[]
}

const BOLD = /\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*/g
const ITEM = /^[-•] +(?=\S)/

const lineOf = (text: string): Line => {
  const line: Stretch[] = []
  let from = 0
  for (const { 0: found, 1: words = '', index } of text.matchAll(BOLD)) {
    if (index > from) line.push({ text: text.slice(from, index), bold: false })
    line.push({ text: words, bold: true })
    from = index + found.length
  }
  if (from < text.length || line.length === 0) line.push({ text: text.slice(from), bold: false })
  return line
}

/**
 * Reads a text with the marks of the office: `**bold**`, and lines that begin with `- ` are the items of a list. An empty line
 * separates paragraphs. Everything else stays as it was typed.
 */
export const readMarks = (text: string): Block[] =>
  text
    .trim()
    .split(/\n[^\S\n]*\n\s*/)
    .flatMap((paragraph) => {
      const blocks: { kind: Block['kind']; lines: Line[] }[] = []
      for (const each of paragraph.split('\n')) {
        const kind = ITEM.test(each) ? 'list' : 'paragraph'
        const line = lineOf(each.replace(ITEM, ''))
        const last = blocks.at(-1)
        if (last?.kind === kind) last.lines.push(line)
        else blocks.push({ kind, lines: [line] })
      }
      return blocks
    })

/** Returns a text with marks as plain text. Lists keep their dashes. */
export const withoutMarks = (text: string): string => text.replace(BOLD, '$1')

/** What a text field has, and the part that is selected in it. */
export interface Selected {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Makes the selection bold, or plain if it is bold. */
export const toggleBold = ({ text, from, to }: Selected): Selected => {
  if (text.slice(from - 2, from) === '**' && text.slice(to, to + 2) === '**')
    return { text: text.slice(0, from - 2) + text.slice(from, to) + text.slice(to + 2), from: from - 2, to: to - 2 }
  return { text: `${text.slice(0, from)}**${text.slice(from, to)}**${text.slice(to)}`, from: from + 2, to: to + 2 }
}

/** Makes the selected lines items of a list, or plain lines if all of them are items. */
export const toggleList = ({ text, from, to }: Selected): Selected => {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next < 0 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const changed = (
    lines.every((line) => ITEM.test(line))
      ? lines.map((line) => line.replace(ITEM, ''))
      : lines.map((line) => (ITEM.test(line) ? line : `- ${line}`))
  ).join('\n')
  return {
    text: text.slice(0, start) + changed + text.slice(end),
    from: start + changed.length,
    to: start + changed.length,
  }
}
