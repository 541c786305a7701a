import type { Language } from './language.ts'

/**
 * The readers of a text: members and guests in the app, staff in the app, or readers of what the server writes (mails,
 * PDF, public pages, errors). A browser loads the texts of `member`, adds those of `staff` on a staff page, and never
 * loads those of `server`. Some pages load more (`texts` of their route): those of making and showing a reservation (`reserving`), of a
 * vendor, of one's account, of the way in (`sign-in`), and `industries`, which are 155 names.
 */
export type Area = 'member' | 'reserving' | 'account' | 'sign-in' | 'vendor' | 'staff' | 'industries' | 'server'

/** One text: its English wording, and the id of its translations in the catalogues. */
export interface Message<English extends string = string> {
  readonly id: string
  readonly english: English
  /** Only in the renderer of the public pages and in tests, which include their translations. */
  readonly translations?: Readonly<Partial<Record<Language, string>>>
}

/** The key of `Texts` that holds their namespace. */
export const NAMESPACE = Symbol('namespace')

/** The texts of one subject. The browser's build keeps only the namespace; the rest is in the catalogue. */
export type Texts<Rows extends Rowlike = Rowlike> = { readonly [Key in keyof Rows]: Message<Rows[Key]> } & {
  readonly [NAMESPACE]: string
}

export type TextKey<T extends Texts> = Extract<keyof T, string>

type Rowlike = Readonly<Record<string, string>>

/** Returns the id of a text in the catalogues: `staff/events.save`. */
export const messageId = (namespace: string, key: string): string => `${namespace}.${key}`

/**
 * Declares texts in English, as ICU MessageFormat: `defineTexts('staff/events', { save: 'Save' })`. Translations are in
 * `locales/`. The namespace is unique. It and the texts must be literals, because tools read them from the source.
 */
export function defineTexts<const Rows extends Rowlike>(
  namespace: `${Area}/${string}`,
  english: Rows,
  /** Filled in by the build if translations are bundled with the code. */
  translations: Readonly<Partial<Record<Language, Rowlike>>> = {},
): Texts<Rows> {
  const messages: Record<string, Message> = {}
  for (const [key, text] of Object.entries(english)) {
    const translated = Object.entries(translations).flatMap(([language, rows]) =>
      rows[key] === undefined ? [] : [[language, rows[key]]],
    )
    messages[key] = { id: messageId(namespace, key), english: text, translations: Object.fromEntries(translated) }
  }
  // The loop has created exactly the keys of `english`, which the compiler cannot infer.
  return Object.assign(messages, { [NAMESPACE]: namespace }) as Texts<Rows>
}

/** Values of a text whose arguments the compiler does not know. */
export type AnyValues = Readonly<Record<string, string | number | Date>>

/** The context inside a message: text with arguments, or the cases of a plural or select. */
type Inside = 'text' | 'cases'

/** An argument with a format: `{count, number}`, `{day, date, short}`. */
type Formatted<Kind extends string> = Kind extends `${'date' | 'time'}${string}` ? Date | string : number

type TrimLeft<S extends string> = S extends ` ${infer Rest}` ? TrimLeft<Rest> : S
type Trim<S extends string> = S extends `${infer Rest} ` ? Trim<Rest> : TrimLeft<S>

/** Parses an ICU message brace by brace. `Stack` holds the contexts of the open braces, innermost first. */
type ArgumentsIn<S extends string, Stack extends readonly Inside[], Found> = S extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? S extends `${string}}${infer Rest}`
      ? ArgumentsIn<Rest, Stack extends readonly [Inside, ...infer Outer extends Inside[]] ? Outer : [], Found>
      : never
    : Stack extends readonly ['cases', ...Inside[]]
      ? ArgumentsIn<After, ['text', ...Stack], Found>
      : After extends `${infer Head}}${infer Rest}`
        ? Head extends `${infer Name},${infer Kind}`
          ? TrimLeft<Kind> extends `${'plural' | 'selectordinal'}${string}`
            ? After extends `${string},${string},${infer Cases}`
              ? ArgumentsIn<Cases, ['cases', ...Stack], Found & { readonly [K in Trim<Name>]: number }>
              : never
            : TrimLeft<Kind> extends `select${string}`
              ? After extends `${string},${string},${infer Cases}`
                ? ArgumentsIn<Cases, ['cases', ...Stack], Found & { readonly [K in Trim<Name>]: string | number }>
                : never
              : ArgumentsIn<Rest, Stack, Found & { readonly [K in Trim<Name>]: Formatted<TrimLeft<Kind>> }>
          : ArgumentsIn<Rest, Stack, Found & { readonly [K in Trim<Head>]: string | number }>
        : never
  : Found

/** The combined arguments of all texts of a union. */
type ArgumentsOfAll<English extends string> = (
  English extends string
    ? (found: ArgumentsIn<English, [], unknown>) => void
    : never
) extends (found: infer All) => void
  ? All
  : never

/**
 * The values that a call must give beside the text: its arguments, or nothing if it has none. A union of texts needs
 * the arguments of all of them. If the compiler does not know the English text, values are optional and unchecked.
 */
export type Given<M extends Message> = string extends M['english']
  ? [values?: AnyValues]
  : unknown extends ArgumentsOfAll<M['english']>
    ? []
    : [values: Flat<ArgumentsOfAll<M['english']>>]

/** Formats the texts of one subject in one language. A text with arguments requires its values. */
export type Translate<T extends Texts> = <Key extends TextKey<T>>(key: Key, ...values: Given<T[Key]>) => string

/** Flattens an intersection into one object type, for readable error messages. */
type Flat<T> = { readonly [Key in keyof T]: T[Key] }
