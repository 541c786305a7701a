/** A part of a style sheet: a rule, a block of rules such as `@media`, or a statement that is kept as it is. */
type Part =
  | { readonly kind: 'rule'; readonly selectors: readonly Selector[]; readonly body: string }
  | { readonly kind: 'block'; readonly head: string; readonly parts: readonly Part[] }
  | { readonly kind: 'statement'; readonly text: string }

interface Selector {
  readonly text: string
  /** An element needs all of these classes to be meant. */
  readonly classes: readonly string[]
}

/** Blocks that contain rules. What is in any other belongs together. */
const BLOCKS = /^@(?:media|supports|layer|container)\b/
/** Attributes, and functions, whose meaning is not as simple as having a class. */
const BESIDES = /\[[^\]]*\]|:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g
const COMMENT = /\/\*[\s\S]*?\*\//g
const CLASS = /\.([\w-]+)/g

/** Returns the place after the string or comment at a place, or the place itself if there is none. */
const afterText = (css: string, at: number): number => {
  if (css.startsWith('/*', at)) return css.indexOf('*/', at) + 2
  const quote = css[at]
  if (quote !== '"' && quote !== "'") return at
  let end = at + 1
  while (end < css.length && css[end] !== quote) end += css[end] === '\\' ? 2 : 1
  return end + 1
}

/** Returns the place of the first of some signs that is in no string, comment or bracket. */
const find = (css: string, from: number, signs: string): number => {
  let depth = 0
  let at = from
  while (at < css.length) {
    const after = afterText(css, at)
    if (after > at) {
      at = after
      continue
    }
    const sign = css[at] ?? ''
    if (depth === 0 && signs.includes(sign)) return at
    if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) depth -= 1
    at += sign === '\\' ? 2 : 1
  }
  return css.length
}

const selectorsIn = (head: string): readonly Selector[] => {
  const selectors: Selector[] = []
  for (let at = 0; at < head.length; ) {
    const end = find(head, at, ',')
    const text = head.slice(at, end)
    const classes = [...text.replace(BESIDES, '').matchAll(CLASS)].map(([, name = '']) => name)
    selectors.push({ text, classes })
    at = end + 1
  }
  return selectors
}

/** Reads a style sheet once, to write what is used of it for several pages. */
export const readStyles = (css: string): readonly Part[] => {
  const parts: Part[] = []
  for (let at = 0; at < css.length; ) {
    const end = find(css, at, '{;')
    const head = css.slice(at, end).replace(COMMENT, '').trim()
    if (css[end] !== '{') {
      if (head !== '') parts.push({ kind: 'statement', text: `${head};` })
      at = end + 1
      continue
    }
    const close = find(css, end + 1, '}')
    const body = css.slice(end + 1, close)
    if (BLOCKS.test(head)) parts.push({ kind: 'block', head, parts: readStyles(body) })
    else if (head.startsWith('@')) parts.push({ kind: 'statement', text: `${head}{${body}}` })
    else parts.push({ kind: 'rule', selectors: selectorsIn(head), body })
    at = close + 1
  }
  return parts
}

/** Returns the classes of a markup. */
export const classesIn = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)))

/**
 * Returns the part of a style sheet that can mean a page with these classes. A rule for an element, an attribute or a
 * state stays, because a script can change those.
 */
export const usedStyles = (parts: readonly Part[], classes: ReadonlySet<string>): string =>
  parts
    .map((part) => {
      if (part.kind === 'statement') return part.text
      if (part.kind === 'block') {
        const inner = usedStyles(part.parts, classes)
        // The first mention of a layer decides its place.
        return inner === '' && !part.head.startsWith('@layer') ? '' : `${part.head}{${inner}}`
      }
      const used = part.selectors.filter((selector) => selector.classes.every((name) => classes.has(name)))
      return used.length === 0 ? '' : `${used.map(({ text }) => text).join(',')}{${part.body}}`
    })
    .join('')
