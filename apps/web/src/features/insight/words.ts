import { useMemo } from 'react'
import { useT } from '#platform/i18n'
import { useModelWords } from '../authorization/index.ts'
import { ACTIONS, FIELDS, texts } from './words-texts.ts'

const isAction = (name: string): name is (typeof ACTIONS)[number] => ACTIONS.some((action) => action === name)
const isField = (name: string): name is (typeof FIELDS)[number] => FIELDS.some((field) => field === name)

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** `checked_in_at` and `checkedInAt` as a person would write them. */
const plain = (name: string): string =>
  capital(
    name
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase(),
  )

/** The audit trail's names of acts, things and fields in the language of the page. */
export function useAuditWords() {
  const t = useT(texts)
  const { ofResource } = useModelWords()
  return useMemo(
    () => ({
      ofAction: (name: string) => (isAction(name) ? t(`did_${name}`) : plain(name)),
      ofThing: (name: string) => (name === 'sessions' ? t('thing_sessions') : capital(ofResource(name))),
      ofField: (name: string) => (isField(name) ? t(`field_${name}`) : /^[a-z_]+$/.test(name) ? plain(name) : name),
    }),
    [t, ofResource],
  )
}
