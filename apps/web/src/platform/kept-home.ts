import { keptHomeKey } from './session.ts'

/** An element of the home as this phone saw it last: its name, what it looks like by, and what is in it. */
export type KeptNode = string | readonly [name: string, look: Readonly<Record<string, string>>, ...within: KeptNode[]]

/** What is one's own on the home. `app/early.ts` shows it until the app does. */
export interface KeptHome {
  /** The account that it belongs to. Nobody else sees it. */
  readonly owner: string
  /** The script of the app that showed it: another release has other styles. */
  readonly entry: string
  readonly language: string
  /** Milliseconds since 1970. */
  readonly seen: number
  readonly nodes: readonly KeptNode[]
}

/** Elements that have words in them or hold some together. */
const NAMES = [
  'section',
  'article',
  'div',
  'p',
  'span',
  'ul',
  'li',
  'dl',
  'dt',
  'dd',
  'h2',
  'h3',
  'time',
  'b',
  'strong',
  'em',
]
/** They can be clicked before the app is there: it does what was clicked. */
const ACTING = ['a', 'button']
/** Of these only the place is kept. The cover of an event is an image, which the app draws as a text. */
const PICTURES = ['svg', 'canvas']
const OWN_ADDRESS = /^\/(?!\/)/
const DRAWN = /^data:image\/svg\+xml[,;]/
/** A home of more characters is not kept. */
const MOST = 40_000

const look = (element: Element): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const { name, value } of element.attributes) {
    const isLook = ['class', 'style', 'lang', 'aria-hidden', 'aria-label'].includes(name) || name.startsWith('data-')
    if (isLook || (name === 'href' && OWN_ADDRESS.test(value)) || (name === 'src' && DRAWN.test(value)))
      found[name] = value
  }
  return found
}

/** Returns an element as it can be kept: words and boxes. Of a picture, only its place is. */
const nodeOf = (node: Node): KeptNode | undefined => {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element)) return undefined
  const name = node.localName
  if (name === 'script' || name === 'style') return undefined
  if (name === 'img' && DRAWN.test(node.getAttribute('src') ?? '')) return ['img', { ...look(node), alt: '' }]
  if (name === 'img' || PICTURES.includes(name)) {
    const { width, height } = node.getBoundingClientRect()
    const size = `display:inline-block;width:${width}px;height:${height}px`
    return ['span', { class: node.getAttribute('class') ?? '', style: size }]
  }
  return [NAMES.includes(name) || ACTING.includes(name) ? name : 'div', look(node), ...nodesIn(node)]
}

const nodesIn = (place: Element): readonly KeptNode[] =>
  [...place.childNodes].map(nodeOf).filter((node) => node !== undefined)

/** Keeps what an account sees of its own on the home, for the next time that this phone opens it. */
export function keepHome(owner: string, place: Element): void {
  const entry = document.querySelector('head script[type="module"][src]')?.getAttribute('src') ?? ''
  const kept: KeptHome = {
    owner,
    entry,
    language: document.documentElement.lang,
    seen: Date.now(),
    nodes: nodesIn(place),
  }
  const text = JSON.stringify(kept)
  try {
    if (text.length > MOST || place.textContent === '') localStorage.removeItem(keptHomeKey)
    else localStorage.setItem(keptHomeKey, text)
  } catch {
    // Without storage, or with a full one, the next home waits for the app.
  }
}
