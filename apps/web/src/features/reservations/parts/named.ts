import { formatList } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from './texts.ts'

/** Returns names of an event as a list within a sentence, each in quotation marks: `“Simple” and “T-shirt, XL”`. */
export function useNamed(): (names: readonly string[]) => string {
  const t = useT(texts)
  const language = useLanguage()
  return (names) =>
    formatList(
      names.map((name) => t('named', { name })),
      language,
    )
}
