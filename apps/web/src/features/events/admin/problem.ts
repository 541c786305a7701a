import { FIELD_TEXTS as texts } from '@shiloh/contract/errors'
import { isCode } from '#platform/form-errors'
import { type TextKey, useT } from '#platform/i18n'

/** In the browser's build the texts are in the catalogue, not here: the form of a code decides. */
const isKnown = (message: string): message is TextKey<typeof texts> => isCode(message)

/** Returns the text of a problem: of a contract code, or the server's own sentence. */
export function useProblems(): (message: string) => string {
  const t = useT(texts)
  return (message) => (isKnown(message) ? t(message) : message)
}

/** The same as `useProblems`, for a problem that may be absent. */
export function useProblem(message: string | undefined): string | undefined {
  const say = useProblems()
  return message ? say(message) : undefined
}
