import type { BedReason } from '@shiloh/contract/reservations/beds'
import { useT } from '#platform/i18n'
import { texts } from './bed-reasons-texts.ts'

/** Returns the function that says why a room is not possible, a sentence for each reason. */
export function useBedReasons(): (reasons: readonly BedReason[]) => string {
  const t = useT(texts)
  return (reasons) => reasons.map((reason) => t(reason)).join(' ')
}
