import { useCallback } from 'react'
import { useT } from '#platform/i18n'
import { TEMPLATES, texts } from './templates-texts.ts'

/** What a template is called; one that is new to the list shows by its name. */
export function useTemplateName(): (name: string) => string {
  const t = useT(texts)
  return useCallback(
    (name) => {
      const known = TEMPLATES.find((template) => template === name.replace(/_sms$/, ''))
      return known ? t(known) : name.replaceAll('_', ' ')
    },
    [t],
  )
}
