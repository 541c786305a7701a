import { LANGUAGES, type Language, languageName, localeOf } from '@shiloh/contract/core'
import { getCountries } from 'libphonenumber-js'
import { z } from 'zod'
import { translate } from '../text/texts.ts'
import { texts } from './choice-texts.ts'
import { wordLabel } from './word-texts.ts'

/** The values that a column takes. Files name them in any of the languages. */
export interface Choices<V extends string = string> {
  readonly values: readonly V[]
  /** Returns what the files of the product call a value. */
  label(value: V, language: Language): string
  /** What other files call it. */
  readonly words: Readonly<Partial<Record<V, readonly string[]>>>
}

/** Two spellings of a word are the same without case, accents, spaces and signs. */
export const wordKey = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Returns every word of a value: its own, those of our files in each language, and those of others. */
export const namesOfChoice = <V extends string>(choices: Choices<V>, value: V): string[] => [
  value,
  ...LANGUAGES.map((language) => choices.label(value, language)),
  ...(choices.words[value] ?? []),
]

/** Returns a reader of what is made at its first use: naming a value reads the catalogues of all languages. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Returns a schema that reads a value in any language. It refuses other texts with `unknown_choice`. */
export const choice = <V extends string>(choices: Choices<V>) => {
  const known = once(
    () =>
      new Map(
        choices.values.flatMap((value) =>
          namesOfChoice(choices, value).map((name): [string, V] => [wordKey(name), value]),
        ),
      ),
  )
  return z.string().transform((text, check): V => {
    const value = known().get(wordKey(text))
    if (value !== undefined) return value
    check.addIssue({ code: 'custom', message: 'unknown_choice' })
    return z.NEVER
  })
}

/** Says which values a column takes, in the reader's language. */
export const allowedText = (choices: Choices, language: Language): string =>
  translate(texts.allowed, language, {
    choices: choices.values.map((value) => choices.label(value, language)).join(', '),
  })

const MALE = [
  ...['m', 'man', 'men', 'males', 'boy', 'boys', 'gents', 'gentlemen', 'mann', 'männer', 'maenner', 'herr', 'herren'],
  ...['junge', 'jungen', 'buben', 'h', 'homme', 'hommes', 'masculin', 'garçon', 'garçons', 'messieurs'],
  ...['homem', 'homens', 'masculino', 'rapaz', 'rapazes', 'menino', 'meninos'],
]
const FEMALE = [
  ...['f', 'w', 'woman', 'women', 'females', 'girl', 'girls', 'ladies', 'lady', 'frau', 'frauen', 'dame', 'damen'],
  ...['mädchen', 'maedchen', 'femme', 'femmes', 'féminin', 'fille', 'filles', 'dames'],
  ...['mulher', 'mulheres', 'feminino', 'senhora', 'senhoras', 'menina', 'meninas'],
]
/** `men` is also written as `men only`. */
const only = (words: readonly string[]): string[] =>
  words.flatMap((word) => (word.length < 3 ? word : [word, `${word} only`, `only ${word}`, `nur ${word}`]))

export const GENDER: Choices<'male' | 'female'> = {
  values: ['male', 'female'],
  label: wordLabel,
  words: { male: MALE, female: FEMALE },
}

/** What rooms of each rule are called in files. */
export const ROOM_RULE_WORDS = { male: 'men', female: 'women', family: 'family', mixed: 'mixed' } as const

/** Whom a room takes. A mixed one has no rule. */
export const ROOM_RULE: Choices<keyof typeof ROOM_RULE_WORDS> = {
  values: ['male', 'female', 'family', 'mixed'],
  label: (value, language) => wordLabel(ROOM_RULE_WORDS[value], language),
  words: {
    male: only(MALE),
    female: only(FEMALE),
    family: [
      ...['families', 'family room', 'couple', 'couples', 'married couples', 'familien', 'familienzimmer', 'ehepaar'],
      ...['ehepaare', 'paare', 'familles', 'chambre familiale', 'couples', 'famílias', 'casal', 'casais'],
    ],
    mixed: [
      ...['mixed gender', 'anybody', 'anyone', 'any', 'all', 'everybody', 'both', 'unisex', 'men and women'],
      ...['gemischt', 'alle', 'beide', 'egal', 'männer und frauen', 'frauen und männer'],
      ...['mixte', 'tous', 'hommes et femmes', 'femmes et hommes', 'misto', 'mista', 'todos', 'homens e mulheres'],
    ],
  },
}

const YES_OR_NO: Choices<'true' | 'false'> = {
  values: ['true', 'false'],
  label: (value, language) => wordLabel(value === 'true' ? 'yes' : 'no', language),
  words: {
    true: ['y', '1', 'on', 'x', 'enabled', 'j', 'wahr', 'o', 'vrai', 's', 'verdadeiro'],
    false: ['n', '0', 'off', 'disabled', 'falsch', 'faux', 'falso', 'nao'],
  },
}

const languageNames = new Map(
  LANGUAGES.map((language) => [language, new Intl.DisplayNames(localeOf(language), { type: 'language' })]),
)

export const LANGUAGE: Choices<Language> = {
  values: LANGUAGES,
  label: (value, language) => `${value}, ${languageNames.get(language)?.of(value) ?? value}`,
  words: Object.fromEntries(
    LANGUAGES.map((value) => [
      value,
      [languageName(value), ...[...languageNames.values()].map((names) => names.of(value) ?? value)],
    ]),
  ),
}

const regionNames = new Map(
  LANGUAGES.map((language) => [language, new Intl.DisplayNames(localeOf(language), { type: 'region' })]),
)

/** Returns the name of a country, by its code. */
export const countryName = (code: string, language: Language): string => regionNames.get(language)?.of(code) ?? code

/** Returns the names of a country in every language, and what else lists call it. */
export const countryNames = (code: string): string[] => [
  ...LANGUAGES.map((language) => countryName(code, language)),
  ...(SPOKEN_COUNTRIES[code] ?? []),
]

const SPOKEN_COUNTRIES: Readonly<Record<string, readonly string[]>> = {
  CI: ['Ivory Coast', 'Elfenbeinküste'],
  GB: ['UK', 'Great Britain', 'England', 'Großbritannien', 'Grande-Bretagne', 'Grã-Bretanha'],
  US: ['USA', 'United States of America', 'Amerika', 'EUA'],
}

const codeOfCountry = once(
  () =>
    new Map(
      // The countries with which the church's own list begins.
      getCountries().flatMap((code) =>
        [code, ...countryNames(code)].map((name): [string, string] => [wordKey(name), code]),
      ),
    ),
)

/** Reads a country: its code, or its name in any language. It refuses other texts with `unknown_choice`. */
export const countryCell = z.string().transform((text, check): string => {
  const code = codeOfCountry().get(wordKey(text))
  if (code !== undefined) return code
  check.addIssue({ code: 'custom', message: 'unknown_choice' })
  return z.NEVER
})

/** Reads yes or no. */
const flagCell = choice(YES_OR_NO).transform((value) => value === 'true')

/** Columns that take some values only. */
export const choiceCell = {
  gender: { choices: GENDER, read: choice(GENDER) },
  language: { choices: LANGUAGE, read: choice(LANGUAGE) },
  flag: { choices: YES_OR_NO, read: flagCell },
} as const
