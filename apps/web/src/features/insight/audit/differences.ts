type Leaf = string | number | boolean | null

/** One value that differs. */
export interface Difference {
  /** Names from the outermost: `participant_types`, `Delegate`, `price`. */
  readonly path: readonly string[]
  readonly before: Leaf
  readonly after: Leaf
}

type Parts = Readonly<Record<string, unknown>>

const isParts = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** Fields that every object has and nobody changes by hand. */
const UNTOLD: ReadonlySet<string> = new Set(['_id', 'created_at', 'updated_at'])

/** Returns the words of a rich text, one line per paragraph. */
const wordsOf = (node: unknown): string => {
  if (!isParts(node)) return ''
  if (typeof node['text'] === 'string') return node['text']
  const inner = isList(node['content']) ? node['content'].map(wordsOf) : []
  return inner.join(node['type'] === 'doc' ? '\n' : '')
}
const isRichText = (value: Parts): boolean => value['type'] === 'doc' && isList(value['content'])

const isPlain = (value: unknown): value is Leaf | undefined =>
  value === undefined || typeof value !== 'object' || value === null

/** Returns a value that is shown as a whole, or undefined if it has parts. */
const leafOf = (value: unknown): Leaf | undefined => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (isList(value)) {
    if (value.length === 0) return null
    return value.every(isPlain) ? value.map(String).join(', ') : undefined
  }
  if (!isParts(value)) return String(value)
  if (Object.keys(value).length === 0) return null
  return isRichText(value) ? wordsOf(value) || null : undefined
}

const NAMES = ['name', 'title', 'label', 'code', 'day', 'date'] as const

/** Returns the name of a list element, or else its position. */
const nameOf = (element: unknown, index: number): string => {
  if (!isParts(element)) return String(index + 1)
  for (const name of NAMES) {
    const own = element[name]
    if (typeof own === 'string' && own !== '') return own
  }
  return String(index + 1)
}

interface Part {
  readonly key: string
  readonly name: string
  readonly value: unknown
}

/** Returns the parts of an object or list. Elements with an id are matched by it, wherever they are. */
const partsOf = (value: unknown): readonly Part[] => {
  if (isList(value))
    return value.map((element, index) => ({
      key: isParts(element) && typeof element['_id'] === 'string' ? element['_id'] : String(index),
      name: nameOf(element, index),
      value: element,
    }))
  if (!isParts(value)) return []
  return Object.entries(value)
    .filter(([key]) => !UNTOLD.has(key))
    .map(([key, inner]) => ({ key, name: key, value: inner }))
}

/**
 * Returns all differences between two versions of an object, field by field. A created or deleted object yields all of
 * its values.
 */
export function differences(before: unknown, after: unknown, path: readonly string[] = []): readonly Difference[] {
  const was = leafOf(before)
  const is = leafOf(after)
  if (was !== undefined && is !== undefined) return was === is ? [] : [{ path, before: was, after: is }]
  // Only one of them has parts: the plain value of the other is listed beside them.
  const whole: readonly Difference[] =
    was !== undefined && was !== null
      ? [{ path, before: was, after: null }]
      : is !== undefined && is !== null
        ? [{ path, before: null, after: is }]
        : []
  const olds = new Map(partsOf(was === undefined ? before : undefined).map((part) => [part.key, part]))
  const news = new Map(partsOf(is === undefined ? after : undefined).map((part) => [part.key, part]))
  const keys = new Set([...news.keys(), ...olds.keys()])
  return [
    ...whole,
    ...[...keys].flatMap((key) => {
      const old = olds.get(key)
      const fresh = news.get(key)
      return differences(old?.value, fresh?.value, [...path, fresh?.name ?? old?.name ?? key])
    }),
  ]
}
