import { type Payment, PROVIDERS, paymentRoutes } from '@shiloh/contract/payments/payments'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { DateText } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import classes from './payments.module.css'
import { texts } from './texts.ts'

/** Unfinished attempts are not listed; a rejection by the provider is. */
type Told = Exclude<Payment['status'], 'created' | 'started' | 'abandoned'>
const isTold = (status: Payment['status']): status is Told =>
  status !== 'created' && status !== 'started' && status !== 'abandoned'

/** Money that was or will be refunded. */
export interface Back {
  readonly _id: string
  readonly amount: number
  readonly method: string
  readonly created_at: string
  readonly settled_at: string | null
}

interface PaymentListProps {
  reservationId: string
  zone: string
  currency: string
  refunds: readonly Back[]
}

const isBack = (status: Told) => status === 'refunded' || status === 'refund_due'

/** Payments, rejections and refunds of a reservation, each in a row with its time. */
export function PaymentList({ reservationId, zone, currency, refunds }: PaymentListProps) {
  const t = useT(texts)
  const language = useLanguage()
  const payments = useQuery(queryOf(paymentRoutes.listOwnPayments, { params: { id: reservationId } }))
  if (payments.isLoadingError) {
    return <LoadFailed message={payments.error.message} onRetry={() => void payments.refetch()} />
  }
  const told = (payments.data ?? []).flatMap((payment) =>
    isTold(payment.status) ? [{ ...payment, status: payment.status }] : [],
  )
  if (told.length === 0) return null
  const nameOf = (method: string) => {
    const known = PROVIDERS.find((one) => one === method)
    return known ? t(known) : method
  }
  return (
    <section>
      <h2>{t('payments')}</h2>
      <ul className={classes.list}>
        {told.map((payment) => (
          <li key={payment._id}>
            <div>
              <b>{t(isBack(payment.status) ? 'state_paid' : `state_${payment.status}`)}</b>
              <span>{formatMoney(payment.captured || payment.amount, payment.currency, language)}</span>
            </div>
            <p className="dim small">
              {t(payment.provider)}, <DateText value={payment.settled_at ?? payment.created_at} zone={zone} time />
              {payment.receipt_number !== null ? `, ${t('receipt', { number: payment.receipt_number })}` : ''}
            </p>
          </li>
        ))}
        {refunds.map(({ _id, amount, method, created_at, settled_at }) => (
          <li key={_id}>
            <div>
              <b>{t(settled_at === null ? 'state_refund_due' : 'state_refunded')}</b>
              <span>{formatMoney(amount, currency, language)}</span>
            </div>
            <p className="dim small">
              {nameOf(method)}, <DateText value={settled_at ?? created_at} zone={zone} time />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
