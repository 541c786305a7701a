import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/** The placeholders of a message: `{name}` is plain, `{count, plural, …}` has a kind. */
type Placeholders = ReadonlyMap<string, Kind>
type Kind = 'plain' | (string & {})

const isMessage = (part: unknown): part is CompiledMessage => Array.isArray(part)

/** Returns the cases of a token, by name: `one`, `other`. */
const casesOf = (format: unknown): [string, CompiledMessage][] =>
  typeof format === 'object' && format !== null
    ? Object.entries(format).flatMap(([name, inside]): [string, CompiledMessage][] =>
        isMessage(inside) ? [[name, inside]] : [],
      )
    : []

const collect = (compiled: CompiledMessage, found: Map<string, Kind>): void => {
  for (const token of compiled) {
    if (typeof token === 'string') continue
    const [name, kind = 'plain', format] = token
    if (kind !== 'plain' || !found.has(name)) found.set(name, kind)
    for (const [, inside] of casesOf(format)) collect(inside, found)
  }
}

/** Returns whether a message says nothing in one of its cases. */
const canBeEmpty = (compiled: CompiledMessage): boolean =>
  compiled.every((token) => {
    if (typeof token === 'string') return token.trim() === ''
    const cases = casesOf(token[2])
    return cases.length > 0 && cases.some(([, inside]) => canBeEmpty(inside))
  })

/** Returns whether cases lack `other`, which covers what no case names. */
const lacksOther = (compiled: CompiledMessage): boolean =>
  compiled.some((token) => {
    if (typeof token === 'string') return false
    const cases = casesOf(token[2])
    return (
      (cases.length > 0 && !cases.some(([name]) => name === 'other')) || cases.some(([, inside]) => lacksOther(inside))
    )
  })

/** Returns the placeholders of a message, in their order. @throws when it is not a message */
export const placeholdersOf = (message: string): Placeholders => {
  const found = new Map<string, Kind>()
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
  readonly code: 'malformed_text' | 'wrong_cases' | 'empty_case' | 'unknown_placeholder' | 'missing_placeholder'
  /** The placeholder. Empty where the text as a whole cannot be read. */
  readonly name: string
}

/** Returns why a text cannot replace ours. Null if it can. */
export const problemOf = (typed: string, ours: string): TextProblem | null => {
  const known = placeholdersOf(ours)
  let compiled: CompiledMessage
  try {
    compiled = compileMessageOrThrow(messageOf(typed))
  } catch {
    return { code: 'malformed_text', name: '' }
  }
  const used = new Map<string, Kind>()
  collect(compiled, used)
  for (const [name, kind] of used) {
    if (!known.has(name)) return { code: 'unknown_placeholder', name }
    // A value has the cases that ours has: another format would fail when the message is sent.
    if (kind !== 'plain' && kind !== known.get(name)) return { code: 'wrong_cases', name }
  }
  if (lacksOther(compiled)) return { code: 'wrong_cases', name: [...used.keys()][0] ?? '' }
  if (typed.trim() !== '' && canBeEmpty(compiled)) return { code: 'empty_case', name: '' }
  for (const name of known.keys()) if (isRequired(name) && !used.has(name)) return { code: 'missing_placeholder', name }
  return null
}
