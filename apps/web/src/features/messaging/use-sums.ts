import type { MessagePreview } from '@shiloh/contract/messaging/bulk'
import type { MessageChannel } from '@shiloh/contract/messaging/fields'
import { formatCount, formatMoney } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from './texts.ts'

/** Says what a message would send: SMS with their parts and price, e-mails, and notices in the app. */
export function useSums() {
  const t = useT(texts)
  const language = useLanguage()
  return (preview: MessagePreview | undefined, channels: readonly MessageChannel[]): string[] =>
    preview
      ? [
          ...(channels.includes('sms')
            ? [t('sum_sms', { count: formatCount(preview.channels.sms, language), parts: preview.sms_parts })]
            : []),
          ...(preview.sms_cost && channels.includes('sms')
            ? [t('sum_cost', { amount: formatMoney(preview.sms_cost.amount, preview.sms_cost.currency, language) })]
            : []),
          ...(channels.includes('mail') ? [t('sum_mail', { count: preview.channels.mail })] : []),
          ...(channels.includes('app') ? [t('sum_app', { count: formatCount(preview.channels.app, language) })] : []),
        ]
      : []
}
