import { cashNumber } from '@shiloh/contract/payments/money'
import type { Refund } from '@shiloh/contract/payments/refunds'
import { formatMoney } from '@shiloh/contract/text/format'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { DateText } from '#ui/base/values'
import { Paper } from '../slip.tsx'
import { texts as payments } from '../texts.ts'
import { texts } from './texts.ts'

/** Prints the slip of cash given back, for the person to sign. */
export function RefundSlip({ refund, onPrinted }: { refund: Refund; onPrinted: () => void }) {
  const t = useT(texts)
  const say = useT(payments)
  const language = useLanguage()
  const { organisation } = useAccount()
  return (
    <Paper
      title={t('slip_title')}
      number={t('slip_number', { number: cashNumber(refund.slip_number ?? 0) })}
      facts={[
        [t('slip_to'), refund.paid_to ?? refund.person],
        [say('slip_for'), refund.event_name],
        [say('code'), refund.reservation_code],
        [t('why'), t(`reason_${refund.reason}`)],
        [
          say('when'),
          <DateText key="when" value={refund.settled_at ?? refund.due_at} zone={organisation.time_zone} time />,
        ],
        ...(refund.settled_by ? [[say('cashier'), refund.settled_by] as const] : []),
      ]}
      amount={formatMoney(refund.amount, refund.currency, language)}
      sign={t('slip_sign')}
      onPrinted={onPrinted}
    />
  )
}
