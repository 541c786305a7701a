import { cashNumber, receiptNumber } from '@shiloh/contract/payments/money'
import { type Payment, paymentRoutes } from '@shiloh/contract/payments/payments'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { DateText } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PaymentMenu } from './actions.tsx'
import classes from './cash.module.css'
import type { PaidFor } from './slip.tsx'
import { texts } from './texts.ts'
import { PaymentBadge, useOpenReason } from './words.tsx'

const gone: readonly Payment['status'][] = ['void', 'failed', 'abandoned']

function Row({ payment, paidFor }: { payment: Payment; paidFor: PaidFor }) {
  const t = useT(texts)
  const language = useLanguage()
  const { organisation } = useAccount()
  const openReason = useOpenReason()
  const money = (minor: number) => formatMoney(minor, payment.currency, language)
  const how = t(`provider_${payment.provider}`)
  const name =
    payment.receipt_number === null ? how : t('receipt_number', { number: cashNumber(payment.receipt_number) })
  return (
    <li data-gone={gone.includes(payment.status) || undefined}>
      <div>
        <b>{name}</b>
        <p>
          {payment.receipt_number === null ? '' : `${how}, `}
          {payment.online_number === null
            ? ''
            : `${t('receipt_number', { number: receiptNumber(payment, paidFor.code) })}, `}
          <DateText
            value={payment.settled_at ?? payment.created_at}
            zone={organisation.time_zone}
            time
            weekday={false}
          />
          {payment.cashier ? `, ${payment.cashier}` : ''}
        </p>
        {payment.refunded > 0 ? <p>{t('refunded_part', { amount: money(payment.refunded) })}</p> : null}
        {payment.mismatch ? <p>{openReason(payment)}</p> : null}
        {payment.void_reason ? <p>{t('voided', { reason: payment.void_reason })}</p> : null}
        {payment.note ? <p>{payment.note}</p> : null}
        {payment.status === 'paid' ? null : <PaymentBadge payment={payment} />}
      </div>
      <span className={classes.amount}>{money(payment.captured || payment.amount)}</span>
      <PaymentMenu payment={payment} paidFor={paidFor} name={name} />
    </li>
  )
}

/** The payments of a reservation for staff: how, when, by whom, and their actions. */
export function PaymentsPanel({ reservationId, paidFor }: { reservationId: string; paidFor: PaidFor }) {
  const t = useT(texts)
  const { data, error, refetch } = useQuery({
    ...queryOf(paymentRoutes.listReservationPayments, { params: { id: reservationId } }),
    placeholderData: undefined,
  })
  return (
    <section className={classes.panel}>
      <h2>{t('payments')}</h2>
      {data ? (
        data.length === 0 ? (
          <p className="dim">{t('no_payments')}</p>
        ) : (
          <ul className={classes.rows}>
            {data.map((payment) => (
              <Row key={payment._id} payment={payment} paidFor={paidFor} />
            ))}
          </ul>
        )
      ) : error ? (
        <LoadFailed message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Scaffold rows={3} kind="list" />
      )}
    </section>
  )
}
