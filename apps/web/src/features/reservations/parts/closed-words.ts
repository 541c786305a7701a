import type { OwnWaiting } from '@shiloh/contract/reservations/views'
import { useT } from '#platform/i18n'
import { texts } from './texts.ts'

/** Returns which participant types of a wish are not open to somebody any more. Empty: all are open. */
export function useClosedWords(closed: OwnWaiting['closed_types']): string {
  const t = useT(texts)
  const words = closed.map(({ name, person: who }) =>
    who === null ? t('closed', { name }) : t('closed_to', { name, who }),
  )
  return [...new Set(words)].join(' ')
}
