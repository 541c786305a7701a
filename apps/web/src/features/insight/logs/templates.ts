import { AUTOMATIC_NAMES } from '@shiloh/contract/messaging/automatic-texts'
import { useCallback } from 'react'
import { type TextKey, useT } from '#platform/i18n'

/** Templates of mails and SMS by name. An SMS shares the name of its mail. */
export const TEMPLATES = Object.keys(AUTOMATIC_NAMES).filter(
  (name): name is TextKey<typeof AUTOMATIC_NAMES> => typeof name === 'string',
)

/** Returns the name of a template. A template without one shows its key. */
export function useTemplateName(): (name: string) => string {
  const t = useT(AUTOMATIC_NAMES)
  return useCallback(
    (name) => {
      const known = TEMPLATES.find((template) => template === name.replace(/_sms$/, ''))
      return known ? t(known) : name.replaceAll('_', ' ')
    },
    [t],
  )
}
