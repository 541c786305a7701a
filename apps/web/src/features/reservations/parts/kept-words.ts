import type { WaitingView } from '@shiloh/contract/reservations/views'
import { formatDay } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from './texts.ts'

/** Returns which prices an entry keeps, and that lower ones and additions are those of today. Empty: it keeps none. */
export function useKeptWords(
  entry: Pick<WaitingView, 'keeps_prices' | 'created_at' | 'name' | 'reservation'> | undefined,
  zone: string,
): string {
  const t = useT(texts)
  const language = useLanguage()
  if (!entry?.keeps_prices) return ''
  const day = formatDay(entry.created_at, language, zone)
  return entry.reservation ? t('kept_of', { day, name: entry.name }) : t('kept', { day })
}
