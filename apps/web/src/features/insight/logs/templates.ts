import { useCallback } from 'react'
import { useT } from '#platform/i18n'
import { texts } from './templates-texts.ts'

/** Templates of mails and SMS by name. An SMS shares the name of its mail. */
export const TEMPLATES = [
  'confirm_account',
  'confirm_email_change',
  'account_exists',
  'email_changed',
  'password_reset',
  'password_reset_mfa',
  'password_changed',
  'code',
  'mfa_on',
  'mfa_off',
  'invitation',
  'invitation_member',
  'account_approved',
  'reservation_made',
  'reservation_cancelled',
  'reservation_approved',
  'waiting_offer',
  'payment_received',
  'ticket_answered',
] as const

/** Returns the name of a template. A template without one shows its key. */
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
