import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { text } from '#platform/i18n'
import { staffFields } from '../parts/staff-fields.ts'
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
      ...staffFields,
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
