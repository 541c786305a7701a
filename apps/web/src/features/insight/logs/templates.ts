import { AUTOMATIC_KEYS, AUTOMATIC_NAMES } from '@shiloh/contract/messaging/automatic-texts'
import { useCallback } from 'react'
import { useT } from '#platform/i18n'

/** Templates of mails and SMS by name. An SMS shares the name of its mail. */
export const TEMPLATES = AUTOMATIC_KEYS

/** What is not automatic, and goes through the same outbox. */
const OTHERS = { office_mail: 'office', office_sms: 'office', automatic_trial: 'trial' } as const
const isOther = (name: string): name is keyof typeof OTHERS => Object.hasOwn(OTHERS, name)

/** Returns the name of a template. A template without one shows its key. */
export function useTemplateName(): (name: string) => string {
  const t = useT(AUTOMATIC_NAMES)
  return useCallback(
    (name) => {
      if (isOther(name)) return t(OTHERS[name])
      const known = TEMPLATES.find((template) => template === name.replace(/_sms$/, ''))
      return known ? t(known) : name.replaceAll('_', ' ')
    },
    [t],
  )
}
