import { Button, TextInput } from '@mantine/core'
import {
  isOnlineProvider,
  type OnlineProviderName,
  type Payment,
  paymentRoutes,
} from '@shiloh/contract/payments/payments'
import { formatAmount, formatMoney } from '@shiloh/contract/text/format'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { parseAmount } from '../../ui/form/amount.ts'
import { usePayWays } from './pay-ways.ts'
import classes from './payments.module.css'
import { ProviderChoice } from './provider-choice.tsx'
import { useStartPayment } from './start.ts'
import { texts } from './texts.ts'

interface PayPanelProps {
  reservationId: string
  balance: number
  /** The part that is due immediately. */
  dueNow: number
  currency: string
  /** The event allows part payments. */
  parts: boolean
  /** There is another way that comes first: cash at the desk. */
  second?: boolean
}

/** Returns the last attempt if no money came of it: what was chosen for it is still what the person wants. */
const unpaidAttempt = (payments: readonly Payment[]) => {
  const last = [...payments].sort((a, b) => a.created_at.localeCompare(b.created_at)).at(-1)
  const isOpen = last && ['created', 'started', 'failed', 'abandoned'].includes(last.status)
  return isOpen && isOnlineProvider(last.provider) ? { amount: last.amount, provider: last.provider } : undefined
}

/** The button that pays and, if the event allows it, other amounts. */
export function PayPanel({ reservationId, balance, dueNow, currency, parts, second = false }: PayPanelProps) {
  const t = useT(texts)
  const language = useLanguage()
  const start = useStartPayment()
  const ways = usePayWays()
  const { data: payments = [] } = useQuery(queryOf(paymentRoutes.listOwnPayments, { params: { id: reservationId } }))
  const [chosen, setChosen] = useState<OnlineProviderName>()
  const [typed, setTyped] = useState<string>()
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const money = (minor: number) => formatMoney(minor, currency, language)
  const least = Math.max(1, Math.min(dueNow, balance))
  const amount = typed === undefined ? null : parseAmount(typed, language)
  const isPayable = amount !== null && amount >= least && amount <= balance
  const isWrong = typed !== undefined && !isPayable && (tried || typed !== '')
  const before = unpaidAttempt(payments)
  const provider = chosen ?? before?.provider
  // What is due now, unless something else was chosen for an attempt that brought no money.
  const due = parts && dueNow > 0 && dueNow < balance ? dueNow : balance
  const wanted = parts && before && before.amount >= least && before.amount <= balance ? before.amount : due
  const pay = (minor: number) =>
    start.mutate(
      { reservation_id: reservationId, amount: minor === balance ? undefined : minor, provider },
      { onSuccess: ({ checkout_url }) => checkout_url && location.assign(checkout_url) },
    )
  const refusal = start.error instanceof ApiError ? start.error : undefined
  const isBusy = start.isPending || (start.isSuccess && start.data.checkout_url !== null)
  const hint = t('amount_hint', { from: formatAmount(least, language), to: formatAmount(balance, language) })
  const total = typed === undefined ? wanted : isPayable ? amount : undefined
  const act = () => {
    if (isBusy) return
    if (total !== undefined) return pay(total)
    setTried(true)
    field.current?.focus()
  }
  const type = (next: string | undefined) => {
    setTyped(next)
    setTried(false)
  }
  const others = [
    ...(balance !== wanted ? [{ key: 'pay_whole', amount: balance } as const] : []),
    ...(dueNow > 0 && dueNow < balance && dueNow !== wanted ? [{ key: 'pay_deposit', amount: dueNow } as const] : []),
  ]
  return (
    <div className={classes.panel}>
      <ProviderChoice value={provider} onChoose={setChosen} />
      {typed === undefined ? null : (
        <TextInput
          ref={field}
          label={t('amount', { currency })}
          description={isWrong ? undefined : hint}
          inputMode="decimal"
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          error={
            isWrong ? (
              <span className={classes.wrong}>
                <IconAlertCircle size={15} aria-hidden />
                {hint}
              </span>
            ) : undefined
          }
        />
      )}
      <Button
        fullWidth
        className={classes.pay ?? ''}
        {...(second && { variant: 'default' })}
        aria-busy={isBusy}
        onClick={act}
      >
        {isBusy ? t('opening') : total === undefined ? t('pay') : t('pay_amount', { amount: money(total) })}
      </Button>
      {ways ? <p className={classes.ways}>{ways}</p> : null}
      {parts && typed === undefined ? (
        <div className={classes.others}>
          {others.map((other) => (
            <Button key={other.key} variant="subtle" onClick={() => pay(other.amount)}>
              {t(other.key, { amount: money(other.amount) })}
            </Button>
          ))}
          {balance > least ? (
            <Button variant="subtle" onClick={() => type('')}>
              {t('pay_part')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {typed === undefined ? null : (
        <div className={classes.others}>
          <Button variant="subtle" onClick={() => type(undefined)}>
            {t('pay_part_back')}
          </Button>
        </div>
      )}
      {refusal ? (
        <p role="alert" className={classes.refusal}>
          {t('not_started')} {refusal.message}
        </p>
      ) : null}
    </div>
  )
}
