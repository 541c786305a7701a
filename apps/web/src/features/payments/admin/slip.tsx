import { cashNumber } from '@shiloh/contract/payments/money'
import type { Payment } from '@shiloh/contract/payments/payments'
import { formatMoney } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { type ReactNode, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { DateText } from '#ui/base/values'
import classes from './slip.module.css'
import { texts } from './texts.ts'

/** Who paid, and for what. */
export interface PaidFor {
  readonly name: string
  readonly code: string
  readonly event: string
}

interface PaperProps {
  title: string
  number: string
  stamp?: string | undefined
  facts: readonly (readonly [string, ReactNode])[]
  /** With its currency. */
  amount: string
  sign: string
  /** Called after the browser's print dialog. */
  onPrinted: () => void
}

/** A narrow paper with a number. Visible on paper only; it prints as soon as it is rendered. */
export function Paper({ title, number, stamp, facts, amount, sign, onPrinted }: PaperProps) {
  const t = useT(texts)
  const { organisation } = useAccount()
  const printed = useRef(onPrinted)
  useEffect(() => {
    printed.current = onPrinted
  }, [onPrinted])
  useEffect(() => {
    // Some browsers report the end of printing before they have captured the page.
    const over = () => {
      leaving = setTimeout(() => printed.current(), 1000)
    }
    let leaving: ReturnType<typeof setTimeout> | undefined
    document.body.dataset.printing = 'slip'
    addEventListener('afterprint', over)
    const timer = setTimeout(() => print())
    return () => {
      clearTimeout(timer)
      clearTimeout(leaving)
      removeEventListener('afterprint', over)
      delete document.body.dataset.printing
    }
  }, [])
  return createPortal(
    <article data-slip className={classes.slip}>
      <b>{organisation.name}</b>
      {organisation.phone ? <p>{formatPhone(organisation.phone)}</p> : null}
      <h1>{title}</h1>
      <p className={classes.number}>{number}</p>
      {stamp ? <p className={classes.void}>{stamp}</p> : null}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className={classes.sum}>
          <dt>{t('amount')}</dt>
          <dd>{amount}</dd>
        </div>
      </dl>
      <p className={classes.sign}>{sign}</p>
    </article>,
    document.body,
  )
}

interface SlipProps {
  payment: Payment
  paidFor: PaidFor
  onPrinted: () => void
}

/** Prints the receipt of a cash payment. */
export function Slip({ payment, paidFor, onPrinted }: SlipProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { organisation } = useAccount()
  return (
    <Paper
      title={t('slip_title')}
      number={t('receipt_number', { number: cashNumber(payment.receipt_number ?? 0) })}
      stamp={payment.status === 'void' ? t('slip_void') : undefined}
      facts={[
        [t('received_from'), paidFor.name],
        [t('slip_for'), paidFor.event],
        [t('code'), paidFor.code],
        [
          t('when'),
          <DateText key="when" value={payment.settled_at ?? payment.created_at} zone={organisation.time_zone} time />,
        ],
        ...(payment.cashier ? [[t('cashier'), payment.cashier] as const] : []),
        ...(payment.note ? [[t('note'), payment.note] as const] : []),
      ]}
      amount={formatMoney(payment.amount, payment.currency, language)}
      sign={t('signature')}
      onPrinted={onPrinted}
    />
  )
}
