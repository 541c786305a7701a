import { RESOURCES, type Resource } from '@shiloh/contract/permissions'
import { useCallback } from 'react'
import { useT } from '#platform/i18n'
import { texts } from './model-texts.ts'

type Action = (typeof RESOURCES)[Resource][number]

const isResource = (name: string): name is Resource => Object.hasOwn(RESOURCES, name)
const actions: ReadonlySet<string> = new Set(Object.values(RESOURCES).flat())
const isAction = (name: string): name is Action => actions.has(name)

/** As it is written in code, made readable: for what an administrator added. */
const plain = (name: string) => name.replaceAll('_', ' ')

/** The names of resources and actions in the language of the page. */
export function useModelWords() {
  const t = useT(texts)
  const ofResource = useCallback((name: string) => (isResource(name) ? t(`resource_${name}`) : plain(name)), [t])
  const ofAction = useCallback((name: string) => (isAction(name) ? t(`action_${name}`) : plain(name)), [t])
  return { ofResource, ofAction }
}
