import { cashNumber } from '@shiloh/contract/payments/money'
import { paymentRoutes } from '@shiloh/contract/payments/payments'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { TimeText } from '#ui/base/values'
import { PaymentMenu } from '../actions.tsx'
import cash from '../cash.module.css'
import { texts as payments } from '../texts.ts'
import { PaymentBadge } from '../words.tsx'
import { texts } from './texts.ts'

const shown = 8

/** The receipts of the day, newest first, to print again or to void. */
export function LatestReceipts({ day }: { day: string }) {
  const t = useT(texts)
  const say = useT(payments)
  const language = useLanguage()
  const { organisation } = useAccount()
  const { data } = useQuery(queryOf(paymentRoutes.listCashPayments, { query: { day } }))
  if (!data || data.items.length === 0) return null
  return (
    <section className={cash.panel}>
      <h2>{t('latest')}</h2>
      <ul className={cash.rows}>
        {data.items.slice(0, shown).map((payment) => {
          const name = say('receipt_number', { number: cashNumber(payment.receipt_number ?? 0) })
          return (
            <li key={payment._id} data-gone={payment.status === 'void' || undefined}>
              <div>
                <b>{payment.person}</b>
                <p>
                  {name}, <TimeText value={payment.created_at} zone={organisation.time_zone} />
                </p>
                {payment.status === 'paid' ? null : <PaymentBadge payment={payment} />}
              </div>
              <span className={cash.amount}>{formatMoney(payment.amount, payment.currency, language)}</span>
              <PaymentMenu
                payment={payment}
                name={name}
                paidFor={{ name: payment.person, code: payment.reservation_code, event: payment.event_name }}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
