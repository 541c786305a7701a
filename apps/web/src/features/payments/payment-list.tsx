import { type Payment, paymentRoutes } from '@shiloh/contract/payments'
import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#platform/format'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { DateText } from '#ui/values'
import classes from './payments.module.css'
import { texts } from './texts.ts'

/** Attempts that came to nothing are not worth a line; a refusal by the provider is. */
type Told = Exclude<Payment['status'], 'created' | 'started' | 'abandoned'>
const isTold = (status: Payment['status']): status is Told =>
  status !== 'created' && status !== 'started' && status !== 'abandoned'

/** What was paid, refused and given back for a reservation. */
export function PaymentList({ reservationId, zone }: { reservationId: string; zone: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const { data } = useQuery(queryOf(paymentRoutes.listOwnPayments, { params: { id: reservationId } }))
  const told = (data ?? []).flatMap((payment) =>
    isTold(payment.status) ? [{ ...payment, status: payment.status }] : [],
  )
  if (told.length === 0) return null
  return (
    <section>
      <h2>{t('payments')}</h2>
      <ul className={classes.list}>
        {told.map((payment) => (
          <li key={payment._id}>
            <div>
              <b>{t(`state_${payment.status}`)}</b>
              <span>{formatMoney(payment.captured || payment.amount, payment.currency, language)}</span>
            </div>
            <p className="dim small">
              {t(payment.provider)}, <DateText value={payment.settled_at ?? payment.created_at} zone={zone} time />
              {payment.receipt_number !== null ? `, ${t('receipt', { number: payment.receipt_number })}` : ''}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
