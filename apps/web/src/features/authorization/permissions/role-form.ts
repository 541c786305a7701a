import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type TextRef, text } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import type { FormSection } from '#ui/form/record-form'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'
import { useRoleWords } from './words.ts'

type Choices = readonly { readonly value: string; readonly label: TextRef }[]

/** Returns the policies to choose from. */
export function usePolicyChoices(): Choices {
  const { nameOf } = useRoleWords()
  const { data } = useQuery(queryOf(authorizationRoutes.readPermissionSchema))
  return useMemo(
    () => (data?.policies ?? []).map((policy) => ({ value: policy._id, label: () => nameOf(policy) })),
    [data, nameOf],
  )
}

/** The form of a role. */
export const roleSections = (policies: Choices): readonly FormSection<'name' | 'description' | 'policy_ids'>[] => [
  {
    fields: [
      { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
      { kind: 'textarea', name: 'description', label: text(common, 'description'), empty: '' },
      {
        kind: 'multiselect',
        name: 'policy_ids',
        label: text(texts, 'policies'),
        hint: text(texts, 'policies_hint'),
        choices: policies,
      },
    ],
  },
]

interface Worded {
  readonly name: string
  readonly description: string
}

/**
 * Returns the changed texts of a form. A built-in role or policy that is only viewed in another language does not count
 * as renamed.
 */
export const rewording = <B extends { readonly name: string; readonly description?: string | undefined }>(
  body: B,
  shown: Worded,
): Omit<B, 'name' | 'description'> & Partial<Worded> => {
  const { name, description = '', ...rest } = body
  return {
    ...rest,
    ...(name !== shown.name && { name }),
    ...(description !== shown.description && { description }),
  }
}
