import type { Payment } from '@shiloh/contract/payments/payments'
import { useT } from '#platform/i18n'
import { type Status, StatusBadge } from '#ui/base/status-badge'
import { texts } from './texts.ts'

const badges: Readonly<Record<Payment['status'], Status>> = {
  created: 'processing',
  started: 'processing',
  paid: 'paid',
  failed: 'failed',
  abandoned: 'closed',
  refund_due: 'refund_due',
  refunded: 'refunded',
  void: 'void',
}

export function PaymentBadge({ payment }: { payment: Pick<Payment, 'status'> }) {
  return <StatusBadge status={badges[payment.status]} />
}

/** Returns why a payment is on the open list. */
export function useOpenReason(): (payment: Pick<Payment, 'mismatch'>) => string {
  const t = useT(texts)
  return ({ mismatch }) => (mismatch ? t(`mismatch_${mismatch}`) : t('owed_back'))
}
