import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { cashNumber, receiptNumber } from '@shiloh/contract/payments/money'
import type { PaymentRow } from '@shiloh/contract/payments/payments'
import { refundRoutes } from '@shiloh/contract/payments/refunds'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useAccount, useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { FactList } from '#ui/base/fact-list'
import { LinkButton } from '#ui/base/link-button'
import { DateText } from '#ui/base/values'
import { PaymentButtons } from './actions.tsx'
import classes from './cash.module.css'
import { texts as refunds } from './refunds/texts.ts'
import { RefundBadge, useWay } from './refunds/words.tsx'
import { texts } from './texts.ts'
import { PaymentBadge, useOpenReason } from './words.tsx'

/** Refunds of a payment. */
function Refunds({ payment, zone }: { payment: PaymentRow; zone: string }) {
  const t = useT(refunds)
  const language = useLanguage()
  const way = useWay()
  const { data } = useQuery(queryOf(refundRoutes.listRefunds, { query: { payment_id: payment._id } }))
  if (!data || data.items.length === 0) return null
  return (
    <section className={classes.panel}>
      <h2>{t('refunds')}</h2>
      <ul className={classes.rows}>
        {data.items.map((refund) => (
          <li key={refund._id}>
            <div>
              <b>{t(`reason_${refund.reason}`)}</b>
              <p>
                <DateText value={refund.settled_at ?? refund.due_at} zone={zone} weekday={false} />
                {refund.way === null ? '' : `, ${way(refund)}`}
              </p>
              <RefundBadge status={refund.status} />
            </div>
            <span className={classes.amount}>{formatMoney(refund.amount, refund.currency, language)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One payment of a list with all its facts. */
export function PaymentDrawer({ payment, onClose }: { payment: PaymentRow; onClose: () => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const { organisation } = useAccount()
  const openReason = useOpenReason()
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const money = (minor: number) => formatMoney(minor, payment.currency, language)
  const facts = [
    [t('guest'), payment.person],
    [
      t('code'),
      <span key="code" className="code">
        {payment.reservation_code}
      </span>,
    ],
    [t('event'), payment.event_name],
    [t('paid_through'), t(`provider_${payment.provider}`)],
    ...(payment.online_number === null
      ? []
      : [[t('receipt'), receiptNumber(payment, payment.reservation_code)] as const]),
    [t('reference'), payment.reference],
    [
      t('when'),
      <DateText key="when" value={payment.settled_at ?? payment.created_at} zone={organisation.time_zone} time />,
    ],
    ...(payment.cashier ? [[t('cashier'), payment.cashier] as const] : []),
    ...(payment.mismatch || payment.status === 'refund_due' ? [[t('why'), openReason(payment)] as const] : []),
    ...(payment.captured !== payment.amount && payment.captured > 0
      ? [[t('amount'), money(payment.amount)] as const]
      : []),
    ...(payment.refunded > 0 ? [[t('refund'), money(payment.refunded)] as const] : []),
    ...(payment.note ? [[t('note'), payment.note] as const] : []),
    ...(payment.void_reason ? [[t('reason'), payment.void_reason] as const] : []),
  ] as const
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 480}
      title={
        payment.receipt_number === null
          ? payment.person
          : t('receipt_number', { number: cashNumber(payment.receipt_number) })
      }
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.drawer}>
        <p className={classes.figure}>
          {money(payment.captured || payment.amount)} <PaymentBadge payment={payment} />
        </p>
        <FactList facts={facts} />
        <Refunds payment={payment} zone={organisation.time_zone} />
        <div className={classes.buttons}>
          <PaymentButtons
            payment={payment}
            paidFor={{ name: payment.person, code: payment.reservation_code, event: payment.event_name }}
          />
          {can('reservations.read') ? (
            <LinkButton variant="default" to="/admin/reservations/$id" params={{ id: payment.reservation_id }}>
              {t('open_reservation')}
            </LinkButton>
          ) : null}
        </div>
      </div>
    </Drawer>
  )
}
