import type { Translations } from '@shiloh/contract/text/translations'

/**
 * Returns the name of an event as the data of a message: with its translations, because who reads the message decides
 * on its language (see `templates.ts`).
 */
export const eventNamed = ({
  name,
  translations,
}: {
  readonly name: string
  readonly translations: Translations<'name'>
}): { event: string; translations?: Record<string, { event: string }> } => {
  const others = Object.entries(translations).flatMap(([language, texts]) =>
    texts?.name ? [[language, { event: texts.name }] as const] : [],
  )
  return { event: name, ...(others.length > 0 ? { translations: Object.fromEntries(others) } : {}) }
}
