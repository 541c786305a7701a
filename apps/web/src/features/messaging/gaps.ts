import { LANGUAGES, type Language } from '@shiloh/contract/core'
import { hasTextFor, languageFor, type MessageChannel, type MessageTexts } from '@shiloh/contract/messaging/fields'

/** Channels without a text in a language, and the language that its readers get instead. Null: they get nothing. */
export interface TextGap {
  readonly channels: readonly MessageChannel[]
  readonly instead: Language | null
}

/**
 * Returns what a language lacks for the chosen channels. E-mail and app share a text, so they are one gap.
 * @param own the language of the church, which is taken before others
 */
export function gapsOf(
  texts: MessageTexts,
  channels: readonly MessageChannel[],
  language: Language,
  own: Language,
): readonly TextGap[] {
  const missing = channels.filter((channel) => !hasTextFor(texts[language], channel))
  return [missing.filter((channel) => channel !== 'sms'), missing.filter((channel) => channel === 'sms')].flatMap(
    (some) => (some[0] ? [{ channels: some, instead: languageFor(texts, some[0], language, own) }] : []),
  )
}

/** Returns whether no chosen channel has a text in any language. */
export const isUnwritten = (texts: MessageTexts, channels: readonly MessageChannel[]): boolean =>
  !channels.some((channel) => LANGUAGES.some((language) => hasTextFor(texts[language], channel)))
