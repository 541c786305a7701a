import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { text } from '#platform/i18n'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { languages } from '../parts/choices.ts'
import { texts } from '../texts.ts'

export type CheckinUser = DataOf<typeof authorizationRoutes.getCheckinUser>

/** Only a new account includes its password; the server requires it. */
export const checkinUserBody = authorizationRoutes.createCheckinUser.body.partial({ password: true })

/** A password that staff set and pass on themselves. */
export const passwordField = {
  kind: 'password',
  name: 'password',
  label: text(texts, 'password'),
  hint: text(texts, 'password_hint'),
  autoComplete: 'new-password',
  required: true,
} as const

/** The form of an account for the gates. */
export const checkinUserSections = (row: CheckinUser | undefined, mayTakeCash: boolean) => [
  {
    fields: [
      { kind: 'text', name: 'first_name', label: text(texts, 'first_name'), required: true, half: true } as const,
      { kind: 'text', name: 'last_name', label: text(texts, 'last_name'), required: true, half: true } as const,
      {
        kind: 'text',
        name: 'email',
        label: text(texts, 'email'),
        type: 'email',
        inputMode: 'email',
        required: true,
      } as const,
      { kind: 'text', name: 'phone', label: text(common, 'phone'), inputMode: 'tel', half: true } as const,
      {
        kind: 'select',
        name: 'language',
        label: text(texts, 'language'),
        choices: languages,
        half: true,
        empty: undefined,
      } as const,
      {
        kind: 'multipick',
        name: 'event_ids',
        label: text(texts, 'events'),
        hint: text(texts, 'events_hint'),
        route: adminEventRoutes.pickEvents,
        ...(row && { picked: row.events }),
      } as const,
      // Nobody gives a right that they lack.
      ...(mayTakeCash
        ? [
            {
              kind: 'switch',
              name: 'takes_payments',
              label: text(texts, 'takes_payments'),
              hint: text(texts, 'takes_payments_hint'),
            } as const,
          ]
        : []),
      ...(row ? [] : [passwordField]),
    ],
  },
]
