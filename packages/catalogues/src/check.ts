import { type Area, messageId } from '@shiloh/contract/core'
import { lacksFrenchSpace, parseMessage } from './messages.ts'
import type { Entry } from './po.ts'
import type { Declared } from './source.ts'

/** What is wrong with a text, by the name of the rule. */
export interface Problem {
  readonly rule:
    | 'namespace'
    | 'unused'
    | 'area'
    | 'step'
    | 'missing'
    | 'fuzzy'
    | 'syntax'
    | 'arguments'
    | 'cases'
    | 'spacing'
    | 'salutation'
    | 'glossary'
    | 'same'
    | 'avoided'
  /** `en`, or the language of the catalogue. */
  readonly language: string
  /** The text's; of the rule `same` the English. */
  readonly id: string
  readonly says: string
}

/** A settled word: the English term and its translations by language. Several where the term has several meanings. */
export interface Term {
  readonly term: string
  readonly translations: Readonly<Record<string, readonly string[]>>
}

/** English that may be translated in several ways, in one language, and why. */
export interface Exception {
  readonly english: string
  readonly language: string
}

/** Words that no text of one language says. `*` ends a stem: `Gast*` is also `Gastes`. */
export interface Avoided {
  readonly language: string
  readonly words: readonly string[]
  /** What to say instead. */
  readonly say: string
  /** The ids of texts that say them rightly. */
  readonly allowedIn: readonly string[]
}

/** The words of the product. */
export interface Vocabulary {
  readonly terms: readonly Term[]
  readonly exceptions: readonly Exception[]
  readonly avoided: readonly Avoided[]
}

/** The longest text, in words, that says the same thing everywhere. Longer ones depend on what is around them. */
const SHORT = 3

const wordsIn = (text: string) => text.split(/\s+/).length
const plain = (text: string) => text.replace(/[.…:]$/, '').toLowerCase()

/** The categories that whole numbers have by these rules, beside those that have a case of their own such as `=1`. */
const categoriesOf = (rules: Intl.PluralRules, exact: readonly string[]): Set<string> => {
  const counts = Array.from({ length: 201 }, (_, count) => count).filter((count) => !exact.includes(String(count)))
  return new Set(counts.map((count) => rules.select(count)).concat('other'))
}

/** Returns a function that finds the avoided words in the pieces of a text. */
function findAvoided(language: string, avoided: readonly Avoided[] = []) {
  const patterns = avoided
    .filter((one) => one.language === language)
    .map(({ words, say, allowedIn }) => {
      const stems = words.map((word) => word.replace(/\*$/, '\\p{L}*')).join('|')
      return { say, allowedIn, pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${stems})(?![\\p{L}\\p{N}_])`, 'iu') }
    })
  return (id: string, pieces: readonly string[]): string[] =>
    patterns.flatMap(({ say, allowedIn, pattern }) => {
      const [word] = allowedIn.includes(id) ? [] : pieces.flatMap((piece) => pattern.exec(piece)?.[0] ?? [])
      return word === undefined ? [] : [`says "${word}": say "${say}"`]
    })
}

/** Checks the English: its syntax, plurals and words, that namespaces are unique and that the code uses every text. */
export function problemsOfEnglish(
  texts: readonly Declared[],
  isUsed: (key: string) => boolean,
  { avoided }: Partial<Vocabulary> = {},
): Problem[] {
  const problems: Problem[] = []
  const avoidedIn = findAvoided('en', avoided)
  const seen = new Map<string, string>()
  for (const { namespace, rows, file } of texts) {
    const problem = (rule: Problem['rule'], key: string, says: string) =>
      problems.push({ rule, language: 'en', id: messageId(namespace, key), says })
    if (!/^(member|reserving|account|sign-in|vendor|staff|industries|server)\/[a-z0-9-]+$/.test(namespace))
      problem('namespace', '', 'is not area/name')
    const other = seen.get(namespace)
    if (other !== undefined) problem('namespace', '', `is in ${other} and in ${file}`)
    seen.set(namespace, file)
    for (const [key, english] of rows) {
      if (!isUsed(key)) problem('unused', key, 'is used nowhere')
      for (const says of casesOf(english, english, 'en-GB')) problem('cases', key, says)
      for (const says of avoidedIn(messageId(namespace, key), parseMessage(english).pieces))
        problem('avoided', key, says)
    }
  }
  return problems
}

/**
 * Refuses texts of an area that a page without it can load, because its browser has no catalogue with them.
 * @param loaded the files of those pages, each with the files on the way to it
 */
export function problemsOfArea(
  area: Area,
  texts: readonly Declared[],
  loaded: ReadonlyMap<string, readonly string[]>,
): Problem[] {
  return texts.flatMap(({ namespace, file }) => {
    const way = namespace.startsWith(`${area}/`) ? loaded.get(file) : undefined
    if (!way) return []
    const says = `is on pages without texts of "${area}": ${[...way, file].join(' → ')}`
    return [{ rule: 'area', language: 'en', id: namespace, says }]
  })
}

/** Checks the catalogue entries of one language against the code, and each other. */
export function problemsOfLanguage(
  { language, locale, complete }: { language: string; locale: string; complete: boolean },
  wanted: readonly Entry[],
  entries: readonly Entry[],
  { terms = [], exceptions = [], avoided }: Partial<Vocabulary> = {},
): Problem[] {
  const problems: Problem[] = []
  const avoidedIn = findAvoided(language, avoided)
  const found = new Map(entries.map((entry) => [entry.id, entry]))
  const ids = new Set(wanted.map(({ id }) => id))
  const add = (rule: Problem['rule'], id: string, says: string) => problems.push({ rule, language, id, says })
  for (const { id } of entries) if (!ids.has(id)) add('step', id, 'is not in the code any more: run "npm run texts"')
  const settled = new Map(
    terms.flatMap(({ term, translations }) => {
      const words = translations[language]
      return words === undefined ? [] : [[plain(term), words] as const]
    }),
  )
  const free = new Set(exceptions.filter((one) => one.language === language).map(({ english }) => english))
  const ways = new Map<string, Map<string, string[]>>()
  for (const { id, english, reference } of wanted) {
    const entry = found.get(id)
    if (!entry || entry.english !== english || entry.reference !== reference) {
      add('step', id, 'is not in step with the code: run "npm run texts"')
      continue
    }
    const { translation } = entry
    if (translation === '') {
      if (complete) add('missing', id, `"${english}" is not translated`)
      continue
    }
    if (entry.fuzzy) {
      if (complete) add('fuzzy', id, 'the English has changed: look at the translation, and unmark it')
      continue
    }
    const broken = argumentsOf(english, translation)
    if (broken) {
      add(broken.rule, id, broken.says)
      continue
    }
    for (const says of casesOf(english, translation, locale)) add('cases', id, says)
    const { pieces } = parseMessage(translation)
    for (const says of avoidedIn(id, pieces)) add('avoided', id, says)
    if (language === 'fr')
      for (const piece of pieces) {
        const lack = lacksFrenchSpace(piece)
        if (lack !== undefined) add('spacing', id, `"${lack}" lacks a narrow space (U+202F): ${translation}`)
      }
    // German goes on in lower case after the comma of a salutation, and what follows it begins like any other text.
    if (language === 'de' && /^(?:Guten Tag|Hallo|Liebe|Sehr geehrte)\b.*,$/u.test(translation))
      add('salutation', id, `ends with a comma, and a capital follows: end it with "!": ${translation}`)
    const words = settled.get(plain(english))
    if (words?.every((word) => plain(word) !== plain(translation)))
      add('glossary', id, `"${english}" is "${words.join('" or "')}", not "${translation}"`)
    if (wordsIn(english) > SHORT || free.has(english)) continue
    const said = ways.get(english) ?? new Map<string, string[]>()
    ways.set(english, said.set(translation, [...(said.get(translation) ?? []), id]))
  }
  for (const [english, said] of ways)
    if (said.size > 1) add('same', english, [...said].map(([one, ids]) => `"${one}" in ${ids.join(', ')}`).join('; '))
  return problems
}

/** The first thing by which a translation cannot be read like its English. */
function argumentsOf(english: string, translation: string): { rule: 'syntax' | 'arguments'; says: string } | undefined {
  try {
    const named = (message: string) => [...parseMessage(message).names].sort().map((name) => `{${name}}`)
    const [wants, has] = [named(english), named(translation)]
    if (wants.join() === has.join()) return undefined
    return { rule: 'arguments', says: `uses ${has.join(' ') || 'none'}, the English ${wants.join(' ') || 'none'}` }
  } catch (error) {
    return { rule: 'syntax', says: error instanceof Error ? error.message : String(error) }
  }
}

/** Categories of a plural or an ordinal that the language needs and a message lacks, or has and the language does not use, and cases of a select that the English has not. */
function casesOf(english: string, message: string, locale: string): string[] {
  const selects = new Map(
    parseMessage(english)
      .choices.filter(({ kind }) => kind === 'select')
      .map(({ name, cases }) => [name, [...cases].sort().join()]),
  )
  return parseMessage(message).choices.flatMap(({ name, kind, cases }) => {
    if (kind === 'plural' || kind === 'selectordinal') {
      const rules = new Intl.PluralRules(locale, { type: kind === 'plural' ? 'cardinal' : 'ordinal' })
      const known = rules.resolvedOptions().pluralCategories
      return [
        ...[...categoriesOf(rules, cases)]
          .filter((one) => !cases.includes(one))
          .map((one) => `{${name}} lacks "${one} {…}"`),
        ...cases
          .filter((one) => !/^\d+$/.test(one) && !known.some((category) => category === one))
          .map((one) => `{${name}} has "${one} {…}", which ${locale} does not use`),
      ]
    }
    if (kind === 'select' && selects.get(name) !== [...cases].sort().join())
      return [`the cases of {${name}} are ${cases.join(', ')}, in English ${selects.get(name)}`]
    return []
  })
}
