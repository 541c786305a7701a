import type { SeededRole } from '@shiloh/contract/authorization'
import { RESOURCES, type Resource } from '@shiloh/contract/permissions'
import { useCallback, useMemo } from 'react'
import { useT } from '#platform/i18n'
import { texts } from './model-texts.ts'
import { texts as roleTexts } from './role-texts.ts'
import { texts as pageTexts } from './texts.ts'

type Action = (typeof RESOURCES)[Resource][number]

const isResource = (name: string): name is Resource => Object.hasOwn(RESOURCES, name)
const actions: ReadonlySet<string> = new Set(Object.values(RESOURCES).flat())
const isAction = (name: string): name is Action => actions.has(name)

/** Makes an identifier readable, for entries that an administrator added. */
const plain = (name: string) => name.replaceAll('_', ' ')

/** Returns the names of resources, actions and permissions in the language of the page. */
export function useModelWords() {
  const t = useT(texts)
  const say = useT(pageTexts)
  const ofResource = useCallback((name: string) => (isResource(name) ? t(`resource_${name}`) : plain(name)), [t])
  const ofAction = useCallback((name: string) => (isAction(name) ? t(`action_${name}`) : plain(name)), [t])
  /** Of `resource.action`: "Payments: Refund". */
  const ofPermission = useCallback(
    (permission: string) => {
      const dot = permission.indexOf('.')
      return say('cell', {
        resource: ofResource(permission.slice(0, dot)),
        action: ofAction(permission.slice(dot + 1)),
      })
    },
    [say, ofResource, ofAction],
  )
  return { ofResource, ofAction, ofPermission }
}

/** A role or policy. A key marks a built-in one with translated texts. */
interface Keyed {
  readonly name: string
  readonly key: SeededRole | null
}

/** Returns the names of roles and policies: built-in ones in the language of the page, others as typed. */
export function useRoleWords() {
  const t = useT(roleTexts)
  return useMemo(() => {
    const nameOf = ({ key, name }: Keyed) => (key ? t(`role_${key}`) : name)
    return {
      nameOf,
      namesOf: (roles: readonly Keyed[]) => roles.map(nameOf).join(', '),
      aboutOf: ({ key, description }: Keyed & { readonly description: string }) =>
        key ? t(`about_${key}`) : description,
    }
  }, [t])
}
