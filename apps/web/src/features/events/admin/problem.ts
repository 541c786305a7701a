import { isCode } from '#platform/form-errors'
import { type TextKey, useT } from '#platform/i18n'
import { texts } from '../../../platform/field-texts.ts'

/** Codes are the contract's own; in the browser's build the rows themselves are elsewhere, so that their form decides. */
const isKnown = (message: string): message is TextKey<typeof texts> => isCode(message)

/** What is wrong in words: a code of the contract, or the server's own sentence. */
export function useProblems(): (message: string) => string {
  const t = useT(texts)
  return (message) => (isKnown(message) ? t(message) : message)
}

/** As `useProblems`, of one that may not be there. */
export function useProblem(message: string | undefined): string | undefined {
  const say = useProblems()
  return message ? say(message) : undefined
}
