import { z } from 'zod'
import { language } from '../core.ts'
import { LANGUAGES, type Language } from './language.ts'

/**
 * What the church writes, in several languages. The fields of a row hold the church's own language, `translations` the
 * others. A reader gets their language, and the church's own where a translation is missing
 * (docs/adr/0076-the-church-in-every-language.md).
 */

/**
 * Texts by language and by field. An absent or empty text is missing. Beside a text whose original has changed since,
 * `{field}_translates` has the words that it was written for (docs/adr/0119-a-translation-can-be-outdated.md).
 */
export type Translations<K extends string = string> = {
  readonly [L in Language]?: { readonly [F in K | Translates<K>]?: string | undefined } | undefined
}

/** The name of what a translation translates, beside it. */
export type Translates<K extends string> = `${K}_translates`
/** Returns the name under which the earlier words of a field are kept beside its translation. */
export const translatesOf = <K extends string>(field: K): Translates<K> => `${field}_translates`

type Texts = Readonly<Record<string, z.ZodType<string, string>>>
type NamesIn<S extends Texts> = Extract<keyof S, string>

const withoutEmpty = <K extends string>(checked: object): Translations<K> => {
  const kept = Object.entries(checked).map(([of, fields]: [string, object]) => [
    of,
    Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== undefined && text !== '')),
  ])
  // Entries of a checked value are left out, and every entry of the type is optional.
  return Object.fromEntries(kept.filter(([, fields]) => Object.keys(fields ?? {}).length > 0)) as Translations<K>
}

/** A line of a translation: trimmed, NFC, without control characters. Unlike `line`, it can be empty, which is missing. */
export const translatedLine = (max: number) =>
  z
    .string()
    .transform((value) => value.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(max)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
        .regex(/^[^\u0000-\u001f\u007f]*$/, { error: 'control_characters' }),
    )

/** Adds what the translation of each field translates. */
export const withTranslates = <K extends string, T>(fields: Readonly<Record<K, T>>): Record<K | Translates<K>, T> =>
  // Object.fromEntries loses the names.
  Object.fromEntries(
    Object.entries<T>(fields).flatMap(([name, schema]) => [
      [name, schema],
      [translatesOf(name), schema],
    ]),
  ) as Record<K | Translates<K>, T>

/**
 * Declares the field `translations` of a record: in the answer for editors (`item`) and in the body (`write`), where it
 * replaces all translations. Takes the fields that can be translated, each with the limit that the field itself has:
 * `translatedLine(120)` for a line, `paragraphs(2000)` for a text. Other fields are refused, empty texts are left out.
 * A writer who says in `{field}_translates` that a text translates the field's words of today confirms it.
 */
export const translationsOf = <S extends Texts>(fields: S) => ({
  item: z.partialRecord(
    language,
    z
      .object(
        withTranslates(
          // Object.fromEntries loses the names.
          Object.fromEntries(Object.keys(fields).map((name) => [name, z.string()])) as Record<NamesIn<S>, z.ZodString>,
        ),
      )
      .partial(),
  ),
  write: z
    .partialRecord(language, z.strictObject(withTranslates<NamesIn<S>, S[NamesIn<S>]>(fields)).partial())
    .transform(withoutEmpty<NamesIn<S>>)
    .optional(),
})

/**
 * The church's own language when the texts of a record were read. A change that names another one is refused: the texts
 * have changed places since.
 */
export const textsLanguage = { item: language, write: language.optional() }

/** Returns one text in the language of a reader, or the church's own. */
export const textIn = <K extends string>(
  row: { readonly translations: Translations<K> } & { readonly [F in K]: string },
  field: K,
  reader: Language,
): string => row.translations[reader]?.[field] || row[field]

/** Returns a row with its texts in the language of a reader. What is missing stays in the church's own language. */
export const inLanguage = <R extends { readonly translations: Translations }>(
  row: R,
  reader: Language,
): Omit<R, 'translations'> => {
  const { translations, ...own } = row
  const texts = Object.entries(translations[reader] ?? {}).filter(([field, text]) => Boolean(text) && field in own)
  return { ...own, ...Object.fromEntries(texts) }
}

/** Returns the fields that are written in the church's own language and missing in another. */
export const missingTexts = <K extends string>(
  own: { readonly [F in K]?: string | null | undefined },
  translations: Translations<K> | undefined,
  fields: readonly K[],
  reader: Language,
): K[] => fields.filter((field) => Boolean(own[field]?.trim()) && !translations?.[reader]?.[field]?.trim())

/**
 * Returns the words that a translation was written for, if the church's own have changed since; then it may be outdated.
 */
const earlierWords = <K extends string>(
  own: string | null | undefined,
  translations: Translations<K> | undefined,
  field: K,
  reader: Language,
): string | undefined => {
  const earlier = translations?.[reader]?.[translatesOf(field)]
  return earlier && own?.trim() && translations?.[reader]?.[field] && earlier !== own ? earlier : undefined
}

/** Returns the fields whose translation may be outdated. */
export const outdatedTexts = <K extends string>(
  own: { readonly [F in K]?: string | null | undefined },
  translations: Translations<K> | undefined,
  fields: readonly K[],
  reader: Language,
): K[] => fields.filter((field) => earlierWords(own[field], translations, field, reader) !== undefined)

/** Returns translations without what they translate, for readers. */
export const undatedTranslations = (translations: Translations): Translations =>
  Object.fromEntries(
    Object.entries(translations).map(([of, fields]) => [
      of,
      Object.fromEntries(Object.entries(fields ?? {}).filter(([name]) => !name.endsWith(translatesOf('')))),
    ]),
  )

/** Declares `languages` of a record: the language of texts whose translation into the reader's is missing. Omitted: all are in theirs. */
export const languagesOf = <const F extends readonly string[]>(fields: F) =>
  z.partialRecord(z.enum(fields), language).optional()

/** The language of a reader, and the church's own, which its texts are written in. */
export interface Reading {
  readonly reader: Language
  readonly own: Language
}

/**
 * Returns the language of a row's own text: the church's, or the one that it is still in after the church changed its
 * language, where an empty translation says that it only stands in.
 */
const ownLanguageOf = (words: string, translations: Translations, field: string, own: Language): Language =>
  translations[own]?.[field] === ''
    ? (LANGUAGES.find((one) => one !== own && translations[one]?.[field] === words) ?? own)
    : own

/**
 * Returns a row whose own texts are in one language with those in another, as `exchanged_texts` of the database does when
 * the church changes its language: each text that there is in the new language takes its field, and another stands in.
 */
export const exchangedTexts = <
  K extends string,
  R extends { readonly translations: Translations } & { readonly [F in K]: string },
>(
  row: R,
  fields: readonly K[],
  former: Language,
  own: Language,
): R => {
  const written = former === own ? [] : fields.filter((field) => row[field] !== '')
  if (written.length === 0) return row
  const there = (field: K) => row.translations[own]?.[field] ?? ''
  const took = written.filter((field) => there(field) !== '')
  const stayed = written.filter((field) => ownLanguageOf(row[field], row.translations, field, former) === former)
  const rest = (of: Language) =>
    Object.entries(row.translations[of] ?? {}).filter(([field]) => !written.some((one) => one === field))
  return {
    ...row,
    ...Object.fromEntries(took.map((field) => [field, there(field)])),
    translations: {
      ...row.translations,
      [former]: Object.fromEntries([...rest(former), ...stayed.map((field) => [field, row[field]])]),
      [own]: Object.fromEntries([
        ...rest(own),
        ...written.filter((field) => there(field) === '').map((field) => [field, '']),
      ]),
    },
  }
}

/**
 * Returns a row with its texts in the language of a reader, as `inLanguage` does. `languages` says which language those of
 * the fields are in whose translation is missing, so that a page can mark them (WCAG 3.1.2).
 */
export const markedIn = <
  K extends string,
  R extends { readonly translations: Translations } & { readonly [F in K]: string },
>(
  row: R,
  fields: readonly K[],
  { reader, own }: Reading,
): Omit<R, 'translations'> & { languages?: Record<string, Language> } => {
  const marks = missingTexts(row, row.translations, fields, reader).flatMap((field) => {
    const language = ownLanguageOf(row[field], row.translations, field, own)
    return language === reader ? [] : [[field, language] as const]
  })
  return { ...inLanguage(row, reader), ...(marks.length > 0 && { languages: Object.fromEntries(marks) }) }
}
