import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/** The placeholders of a message: `{name}` is plain, `{count, plural, …}` has a kind. */
type Placeholders = ReadonlyMap<string, 'plain' | 'formatted'>

const collect = (compiled: CompiledMessage, found: Map<string, 'plain' | 'formatted'>): void => {
  if (typeof compiled === 'string') return
  for (const token of compiled) {
    if (typeof token === 'string') continue
    const [name, kind, format] = token
    if (found.get(name) !== 'formatted') found.set(name, kind === undefined ? 'plain' : 'formatted')
    if (typeof format !== 'object' || format === null) continue
    for (const inside of Object.values(format)) if (Array.isArray(inside)) collect(inside, found)
  }
}

/** Returns the placeholders of a message, in their order. @throws when it is not a message */
export const placeholdersOf = (message: string): Placeholders => {
  const found = new Map<string, 'plain' | 'formatted'>()
  collect(compileMessageOrThrow(message), found)
  return found
}

/** A text is useless without these: the code that somebody waits for, the way to go on, and how much money it is about. */
const REQUIRED: readonly string[] = ['code', 'link', 'amount']

/** Returns whether our text has to keep this placeholder. */
export const isRequired = (name: string): boolean => REQUIRED.includes(name)

/** Makes a message of what a person typed. An apostrophe is one, and quotes nothing. */
export const messageOf = (typed: string): string => typed.replaceAll("'", "''")

export interface TextProblem {
  readonly code: 'malformed_text' | 'unknown_placeholder' | 'missing_placeholder'
  /** The placeholder. Empty where the text as a whole cannot be read. */
  readonly name: string
}

/** Returns why a text cannot replace ours. Null if it can. */
export const problemOf = (typed: string, ours: string): TextProblem | null => {
  const known = placeholdersOf(ours)
  let used: Placeholders
  try {
    used = placeholdersOf(messageOf(typed))
  } catch {
    return { code: 'malformed_text', name: '' }
  }
  for (const [name, kind] of used)
    if (!known.has(name) || (kind === 'formatted' && known.get(name) === 'plain'))
      return { code: 'unknown_placeholder', name }
  for (const name of known.keys()) if (isRequired(name) && !used.has(name)) return { code: 'missing_placeholder', name }
  return null
}
