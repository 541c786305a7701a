import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Language, Translated } from '@shiloh/contract/core'

const speakers = new Map<Language, ReturnType<typeof setupI18n>>()

const speaker = (language: Language) => {
  const known = speakers.get(language)
  if (known) return known
  const made = setupI18n({ locale: language, messages: { [language]: {} } })
  made.setMessagesCompiler(compileMessage)
  speakers.set(language, made)
  return made
}

/** One text in one language, its ICU placeholders filled in. */
export const translate = (
  text: Translated,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): string => speaker(language)._({ id: text[language], message: text[language], values })
