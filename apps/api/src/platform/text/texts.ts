import { type I18n, setupI18n } from '@lingui/core'
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readTranslations } from '@shiloh/catalogues/files'
import {
  type AnyValues,
  type Given,
  LANGUAGES,
  type Language,
  localeOf,
  type Message,
  type Texts,
  type Translate,
} from '@shiloh/contract/core'
import { ERROR_TEXTS, type ErrorCode, FIELD_TEXTS, type FieldCode } from '@shiloh/contract/errors'
import { nameErased } from './erased.ts'
import { giveUp, ownTextOf, withMark } from './own-texts.ts'
import { messageOf } from './placeholders.ts'

const compiled = new Map<string, CompiledMessage>()
const compileOnce = (message: string): CompiledMessage => {
  const known = compiled.get(message) ?? compileMessageOrThrow(message)
  compiled.set(message, known)
  return known
}

const speakers = new Map<Language, I18n>()

const speaker = (language: Language): I18n => {
  const known = speakers.get(language)
  if (known) return known
  const messages = Object.fromEntries(readTranslations(language))
  const made = setupI18n({ locale: language, locales: localeOf(language), messages: { [language]: messages } })
  made.setMessagesCompiler(compileOnce)
  speakers.set(language, made)
  return made
}

/** Reads the catalogues of all languages. Throws when one is missing or unreadable. */
export const loadTexts = (): void => {
  for (const language of LANGUAGES) speaker(language)
}

/** Returns our own text in one language, as a message with its placeholders. */
export const oursIn = ({ id, english }: Message, language: Language): string => {
  const translated = speaker(language).messages[id]
  return typeof translated === 'string' && translated !== '' ? translated : english
}

/** Returns what the office wrote in place of a text. */
const ownWords = (message: Message, language: Language, values?: AnyValues): string | undefined => {
  const own = ownTextOf(message, language)
  if (!own || own.text === '') return own?.text
  try {
    return speaker(language)._('', values, { message: messageOf(own.text) })
  } catch (error) {
    giveUp(own, error)
    return undefined
  }
}

/**
 * Returns one text in one language, with its values: as the office wrote it, otherwise ours. Falls back to English if it
 * is not translated.
 */
export function translate<M extends Message>(message: M, language: Language, ...values: Given<M>): string
export function translate(message: Message, language: Language, values?: AnyValues): string {
  const own = ownWords(message, language, values)
  if (own !== undefined) return withErasedNamed(own, language)
  const { id, english } = message
  return withMark(message, withErasedNamed(speaker(language)._(id, values, { message: english }), language))
}

/** Returns a text, such as JSON, with the names of erased people in the reader's language. */
export const withErasedNamed = (text: string, language: Language): string =>
  nameErased(text, (name) => translate(name, language))

/** Returns the formatter of a subject's texts in one language: `const say = translator(texts, language)`. */
export function translator<T extends Texts>(texts: T, language: Language): Translate<T>
export function translator(texts: Texts, language: Language) {
  return (key: string, values?: AnyValues): string => {
    const message = texts[key]
    return message ? translate(message, language, values) : key
  }
}

export const errorText = (code: ErrorCode, language: Language): string => translate(ERROR_TEXTS[code], language)

/** Returns whether a stored word is a code of errors with a text. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERROR_TEXTS, text)
/** Returns the text of an error that was stored, also by a version with codes that there are no more. */
export const storedErrorText = (code: string, language: Language): string =>
  errorText(isErrorCode(code) ? code : 'internal_error', language)
export const fieldText = (code: FieldCode, language: Language): string => translate(FIELD_TEXTS[code], language)
