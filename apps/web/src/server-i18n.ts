import type { I18n } from '@lingui/core'
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage'
import type { Language } from '@shiloh/contract/core'
import { createI18n } from './platform/i18n.ts'

const compiled = new Map<string, CompiledMessage>()
const compileOnce = (message: string) => {
  const known = compiled.get(message) ?? compileMessage(message)
  compiled.set(message, known)
  return known
}

const instances = new Map<Language, I18n>()
/** Returns the instance of a language, for pages that the server writes. */
export function serverI18n(language: Language): I18n {
  const i18n = instances.get(language) ?? createI18n(language).setMessagesCompiler(compileOnce)
  instances.set(language, i18n)
  return i18n
}
