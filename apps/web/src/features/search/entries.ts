import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import { hasSearchWords, searchKey, searchWords, typedFor, typedText } from '@shiloh/contract/text/search'
import type { NavPlace } from '#platform/routing'

/** What an entry opens. Everything but acts is remembered when it is opened. */
export const KINDS = ['person', 'reservation', 'event', 'room', 'screen', 'act'] as const

/** One row of the palette. */
export interface Entry {
  readonly kind: (typeof KINDS)[number]
  readonly icon: NavPlace['icon']
  readonly title: string
  /** Other words by which it is found. */
  readonly words?: string | undefined
  /** The code of a reservation, before the note. */
  readonly code?: string | undefined
  readonly note?: string | undefined
  /** At the right edge. */
  readonly end?: string | undefined
  readonly status?: ReservationStatus | undefined
  /** The page it opens, also its key. */
  readonly href: string
  /** Written into the field instead of opening a page: the beginning of an act, which then asks for whom. */
  readonly fill?: string | undefined
  /** Done at once instead of opening a page. Its `href` is only its key. */
  readonly run?: (() => void) | undefined
  /** Shows the whole group instead of opening a page. */
  readonly expands?: string | undefined
  /** What the panel beside the list tells about it. By default the object of its page. */
  readonly about?: About | undefined
}

const ABOUT_KINDS = ['person', 'reservation', 'event'] as const
export interface About {
  readonly kind: (typeof ABOUT_KINDS)[number]
  readonly id: string
}

/** Returns what an entry is about. The id of an object is the last part of its page's path. */
export function aboutOf({ about, kind, href }: Entry): About | undefined {
  const known = ABOUT_KINDS.find((one) => one === kind)
  const id = href.split('?')[0]?.split('/').at(-1)
  return about ?? (known && id ? { kind: known, id } : undefined)
}

/** Takes entries of several lists in turn, so that each is among the first. */
export const inTurn = (...lists: readonly (readonly Entry[])[]): Entry[] =>
  Array.from({ length: Math.max(0, ...lists.map((list) => list.length)) }, (_, i) =>
    lists.flatMap((list) => list[i] ?? []),
  ).flat()

/** As people type it, and as long as the text: what follows a phrase begins at the phrase's own length. */
const fold = (text: string): string =>
  Array.from(text.normalize('NFC'), (character) => typedFor(character).slice(0, 1) || "'").join('')

/** Whether a text of the browser's own, such as the title of a screen, has all words of a search. */
export const hasWords = (text: string, search: string): boolean => hasSearchWords(searchKey(text), search)

/**
 * The same for a question: "who has not paid" asks for "not paid".
 * @param fillers words that say nothing about the subject, separated by blanks
 */
export const answersTo = (text: string, question: string, fillers: string): boolean => {
  const ignored = new Set(searchWords(fillers))
  // "to-do" is no filler, though both of its words are.
  const asked = question.split(/\s+/).filter((word) => !ignored.has(typedText(word)))
  const words = asked.join(' ')
  return searchWords(words).length > 0 && hasWords(text, words)
}

export const ACTS = ['cash', 'reserve', 'message', 'publish', 'cancel', 'letter'] as const
export type ActName = (typeof ACTS)[number]
/** The words of each action, separated by `|`. */
type Phrases = Readonly<Record<ActName, string>>
/** The fewest letters that begin the words of an action. */
const SHORTEST_BEGINNING = 2

/** What was typed: what is searched for, and which results are asked for. */
export interface Asked {
  readonly search: string
  /** Only this action, after its words; or only actions, after `>`. */
  readonly only?: ActName | 'acts' | 'codes' | undefined
  /** The words of the action came last. They can be the end of a name as well: "Johnny Cash". */
  readonly after?: true
}

/** Reads what was typed: `#` asks for codes, `>` for actions, and the words of an action, first or last, for that action. */
export function readAsked(typed: string, phrases: Phrases): Asked {
  const text = typed.trimStart()
  if (text.startsWith('#')) return { search: text.slice(1).trim(), only: 'codes' }
  const only = text.startsWith('>') ? 'acts' : undefined
  const rest = only ? text.slice(1).trimStart() : text
  // The longest words first: "bar" begins "bar annehmen" too.
  const known = ACTS.flatMap((act) => phrases[act].split('|').map((phrase) => ({ act, phrase })))
  known.sort((a, b) => b.phrase.length - a.phrase.length)
  for (const { act, phrase } of known)
    if (fold(rest).startsWith(`${fold(phrase)} `)) return { search: rest.slice(phrase.length).trim(), only: act }
  const whole = rest.trimEnd()
  // "take cash" ends with "cash", and still lacks a name.
  if (known.some(({ phrase }) => fold(phrase).startsWith(fold(whole)))) return { search: whole, only }
  for (const { act, phrase } of known)
    if (fold(whole).endsWith(` ${fold(phrase)}`))
      return { search: whole.slice(0, -phrase.length).trim(), only: act, after: true }
  return { search: whole, only }
}

/** Takes the word of a kind of object, such as "room", from before a name. The words are separated by `|`. */
export function withoutKind(search: string, kinds: string): string {
  const kind = kinds.split('|').find((word) => fold(search).startsWith(`${fold(word)} `))
  return kind === undefined ? search : search.slice(kind.length).trim()
}

/** Returns the actions whose words begin with what was typed, and that still lack a name. After `>`, all of them. */
export function begunActs({ search, only }: Asked, phrases: Phrases): { act: ActName; phrase: string }[] {
  if (only !== undefined && only !== 'acts') return []
  const begins = (phrase: string) => fold(phrase).startsWith(fold(search))
  if (search.length < SHORTEST_BEGINNING && !(only === 'acts' && search === '')) return []
  return ACTS.flatMap((act) => {
    const [first = '', ...others] = phrases[act].split('|')
    return [first, ...others].some(begins) ? [{ act, phrase: first }] : []
  })
}

/** Moves the entries that were opened lately to the front, the last one first. */
export function recentFirst(entries: readonly Entry[], recent: readonly string[]): Entry[] {
  const rank = ({ href }: Entry) => (recent.includes(href) ? recent.indexOf(href) : recent.length)
  return [...entries].sort((a, b) => rank(a) - rank(b))
}
