import { formatMoney } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from '../reserve/texts.ts'

/** A price beside a choice. Free choices say so. */
export function Price({ minor, currency }: { minor: number; currency: string }) {
  const t = useT(texts)
  const language = useLanguage()
  return <>{minor === 0 ? t('free') : formatMoney(minor, currency, language)}</>
}
