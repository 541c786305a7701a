import type { Language, Message } from '@shiloh/contract/core'
import { problemOf } from './placeholders.ts'

/** A text that the office wrote in place of ours (docs/adr/0033-the-office-words-our-messages.md). */
export interface OwnText {
  readonly id: string
  readonly language: string
  readonly text: string
}

type OnBroken = (own: OwnText, reason: unknown) => void

let own: ReadonlyMap<string, OwnText> = new Map()
let onBroken: OnBroken = () => undefined
/** The result of each check against our text, which is known where it is used. */
const usable = new WeakMap<OwnText, boolean>()
/** The messages used while they are traced. */
let traced: Message[] | null = null

const keyOf = (language: string, id: string): string => `${language} ${id}`
const byKey = (texts: readonly OwnText[]) => new Map(texts.map((each) => [keyOf(each.language, each.id), each]))

/** Replaces all texts of the office. `report` is told once about each that cannot be used. */
export const setOwnTexts = (texts: readonly OwnText[], report: OnBroken): void => {
  const next = byKey(texts)
  // What stays keeps the result of its check.
  for (const [key, each] of next) {
    const known = own.get(key)
    if (known?.text === each.text) next.set(key, known)
  }
  own = next
  onBroken = report
}

/** Runs synchronous work with these texts, or ours where one is null, in place of those in effect. */
export const withOwnTexts = <R>(
  texts: readonly (Omit<OwnText, 'text'> & { readonly text: string | null })[],
  work: () => R,
): R => {
  const kept = own
  const tried = new Map(kept)
  for (const { text, ...each } of texts) {
    if (text === null) tried.delete(keyOf(each.language, each.id))
    else tried.set(keyOf(each.language, each.id), { ...each, text })
  }
  own = tried
  try {
    return work()
  } finally {
    own = kept
  }
}

/** Marks a text that cannot be used, and reports it. A message goes out with our text rather than not at all. */
export const giveUp = (broken: OwnText, reason: unknown): void => {
  usable.set(broken, false)
  onBroken(broken, reason)
}

/** Returns the office's text for a message. Undefined if there is none that works. */
export const ownTextOf = ({ id, english }: Message, language: Language): OwnText | undefined => {
  if (own.size === 0) return undefined
  const found = own.get(keyOf(language, id))
  if (!found || usable.get(found) === false) return undefined
  if (!usable.has(found)) {
    const problem = problemOf(found.text, english)
    if (problem) {
      giveUp(found, problem)
      return undefined
    }
    usable.set(found, true)
  }
  return found
}

/** The characters that mark a text in traced output: a private area of Unicode. */
const FIRST_MARK = 0xe000

interface Traced<R> {
  readonly result: R
  /** Returns the messages of which a part of the result is made, in the order in which they are read. */
  readonly messagesIn: (part: string) => Message[]
  /** Returns where a part begins with a message, or -1. */
  readonly placeOf: (part: string, message: Message) => number
}

/** Runs synchronous work with our own texts, each preceded by a mark, and tells which messages it used where. */
export const traceTexts = <R>(work: () => R): Traced<R> => {
  const kept = own
  const messages: Message[] = []
  own = new Map()
  traced = messages
  try {
    const result = work()
    return {
      result,
      messagesIn: (part) => {
        const marks = [...part].flatMap((letter) => messages[letter.charCodeAt(0) - FIRST_MARK] ?? [])
        return [...new Set(marks)]
      },
      placeOf: (part, { id }) =>
        part.indexOf(String.fromCharCode(FIRST_MARK + messages.findIndex((each) => each.id === id))),
    }
  } finally {
    own = kept
    traced = null
  }
}

/** Marks a text while texts are traced. */
export const withMark = (message: Message, text: string): string => {
  if (!traced) return text
  const known = traced.findIndex(({ id }) => id === message.id)
  return `${String.fromCharCode(FIRST_MARK + (known >= 0 ? known : traced.push(message) - 1))}${text}`
}
