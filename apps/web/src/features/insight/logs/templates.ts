import { useCallback } from 'react'
import { useT } from '#platform/i18n'
import { texts } from './templates-texts.ts'

/** Templates of mails and SMS, by name; those of an SMS share the name of their mail. */
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
