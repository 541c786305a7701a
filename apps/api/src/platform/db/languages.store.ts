import type { Language } from '@shiloh/contract/core'
import type { Translations } from '@shiloh/contract/text/translations'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Queryable, Tx } from './db.ts'

/**
 * The columns of a table that hold what the church writes, in several languages
 * (docs/adr/0076-the-church-in-every-language.md). A table is named by its alias in the query.
 */

/** The translations of a row, for editors and for `inLanguage`. */
export const translationsIn = <K extends string>(alias: string): RawBuilder<Translations<K>> =>
  sql<Translations<K>>`${sql.ref(`${alias}.translations`)}`

/** The church's own language, for a record whose form sends it back. */
export const textsLanguage = sql<Language>`(select language from client_groups limit 1)`

/** A text in the language of its reader, or in the church's own where the translation is missing. */
export const toldIn = (language: Language, alias: string, column: string): RawBuilder<string> =>
  sql<string>`in_language(${sql.ref(`${alias}.${column}`)}, ${sql.ref(`${alias}.translations`)}, ${sql.lit(column)}, ${language})`

/** The same in the language of an account, for a message to that person. */
export const toldTo = (account: string, alias: string, column: string): RawBuilder<string> =>
  sql<string>`in_language(${sql.ref(`${alias}.${column}`)}, ${sql.ref(`${alias}.translations`)}, ${sql.lit(column)}, ${sql.ref(`${account}.language`)})`

/**
 * The `languages` of a record for readers: what language each text is in whose translation is missing, or null if none
 * is. The counterpart of `markedIn`.
 */
export const languagesTold = <F extends string>(
  reader: Language,
  alias: string,
  fields: readonly F[],
): RawBuilder<{ [K in F]?: Language } | null> =>
  sql<{ [K in F]?: Language } | null>`
    (select json_object_agg(f.field, o.language) from client_groups g,
      (values ${sql.join(fields.map((field) => sql`(${sql.lit(field)}, ${sql.ref(`${alias}.${field}`)})`))}) f(field, words),
      language_of_own(f.words, ${sql.ref(`${alias}.translations`)}, f.field, g.language) o(language)
      where o.language <> ${reader} and coalesce(${sql.ref(`${alias}.translations`)} -> ${reader} ->> f.field, '') = ''
        and btrim(f.words) <> '')`

/** The language of what `toldIn` returns, for rows that say in a column what language their own texts are in. */
export const languageTold = (language: Language, alias: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`case when ${sql.ref(`${alias}.translations`)} ? ${language} then ${language} else ${sql.ref(`${alias}.language`)} end`

/** A text in all other languages, for `contains` beside its column. */
export const inOthers = (alias: string, column: string): RawBuilder<unknown> =>
  sql`other_languages(${sql.ref(`${alias}.translations`)}, ${sql.lit(column)})`

/** Returns the church's own language. */
export const readOwnLanguage = async (db: Queryable): Promise<Language> => {
  const { rows } = await sql<{ language: Language }>`select language from client_groups`.execute(db)
  const [group] = rows
  if (!group) throw new Error('there is no organisation')
  return group.language
}

/** Returns the church's own language, which stays until the transaction ends. */
export const holdOwnLanguage = async (tx: Tx): Promise<Language> => {
  const held = tx.selectFrom('client_groups').select(sql<Language>`language`.as('language')).forShare()
  return (await held.executeTakeFirstOrThrow()).language
}

/**
 * Refuses texts that were read before the church changed its language: they have changed places. The language stays until
 * the transaction ends. A request without it (a script) is accepted.
 * @throws texts_language_changed
 */
export const requireTextsLanguage = async (tx: Tx, given: unknown): Promise<void> => {
  if (given !== undefined && given !== (await holdOwnLanguage(tx))) throw new AppError('texts_language_changed')
}
