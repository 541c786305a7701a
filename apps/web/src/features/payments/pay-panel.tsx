import { Button, TextInput } from '@mantine/core'
import type { OnlineProviderName } from '@shiloh/contract/payments/payments'
import { formatAmount, formatMoney } from '@shiloh/contract/text/format'
import { useState } from 'react'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { parseAmount } from './amount.ts'
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
}

/** The button that pays and, if the event allows it, other amounts. */
export function PayPanel({ reservationId, balance, dueNow, currency, parts }: PayPanelProps) {
  const t = useT(texts)
  const language = useLanguage()
  const start = useStartPayment()
  const [provider, setProvider] = useState<OnlineProviderName>()
  const [typed, setTyped] = useState<string>()
  const money = (minor: number) => formatMoney(minor, currency, language)
  const least = Math.max(1, Math.min(dueNow, balance))
  const amount = typed === undefined ? null : parseAmount(typed)
  const isWrong = typed !== undefined && typed !== '' && (amount === null || amount < least || amount > balance)
  const pay = (minor: number | undefined) =>
    start.mutate(
      { reservation_id: reservationId, amount: minor, provider },
      { onSuccess: ({ checkout_url }) => checkout_url && location.assign(checkout_url) },
    )
  const refusal = start.error instanceof ApiError ? start.error : undefined
  const isBusy = start.isPending || (start.isSuccess && start.data.checkout_url !== null)
  const hint = t('amount_hint', { from: formatAmount(least, language), to: formatAmount(balance, language) })
  const total = amount !== null && !isWrong ? amount : balance
  return (
    <div className={classes.panel}>
      <ProviderChoice value={provider} onChoose={setProvider} />
      {typed === undefined ? null : (
        <TextInput
          label={t('amount', { currency })}
          description={isWrong ? undefined : hint}
          inputMode="decimal"
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={isWrong ? hint : undefined}
        />
      )}
      <Button
        fullWidth
        className={classes.pay ?? ''}
        aria-busy={isBusy}
        disabled={isWrong}
        onClick={isBusy ? undefined : () => pay(total === balance ? undefined : total)}
      >
        {isBusy ? t('opening') : t('pay_amount', { amount: money(total) })}
      </Button>
      {parts && typed === undefined ? (
        <div className={classes.others}>
          {dueNow > 0 && dueNow < balance ? (
            <Button variant="subtle" onClick={() => pay(dueNow)}>
              {t('pay_deposit', { amount: money(dueNow) })}
            </Button>
          ) : null}
          {balance > least ? (
            <Button variant="subtle" onClick={() => setTyped('')}>
              {t('pay_part')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {refusal ? (
        <p role="alert" className={classes.refusal}>
          {t('not_started')} {refusal.message}
        </p>
      ) : null}
    </div>
  )
}
