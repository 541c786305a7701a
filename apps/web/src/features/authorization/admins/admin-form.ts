import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '#platform/account'
import { text } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { staffFields } from '../parts/staff-fields.ts'
import { useRoleWords } from '../permissions/words.ts'
import { texts } from '../texts.ts'

/** The fields that the form edits. Exceptions are on the person's own page. */
export const adminBody = authorizationRoutes.createAdminUser.body.omit({ special_allow: true, special_deny: true })

/** Returns the model if the user can read it. */
export function useModel() {
  const can = useCan()
  return useQuery({ ...queryOf(authorizationRoutes.readPermissionSchema), enabled: can('permissions.read') }).data
}

/** Returns the roles to choose from, or none if the user cannot read the model. */
export function useRoleChoices() {
  const { nameOf } = useRoleWords()
  const model = useModel()
  return useMemo(
    () => (model?.roles ?? []).map((role) => ({ value: role._id, label: () => nameOf(role) })),
    [model, nameOf],
  )
}

/** The form of an administrator. */
export const adminSections = (roles: ReturnType<typeof useRoleChoices>) => [
  {
    fields: [
      ...staffFields,
      // Without the model there are no choices, and the current ones stay.
      ...(roles.length > 0
        ? [
            {
              kind: 'multiselect',
              name: 'role_ids',
              label: text(texts, 'roles'),
              hint: text(texts, 'roles_hint'),
              choices: roles,
            } as const,
          ]
        : []),
    ],
  },
]
