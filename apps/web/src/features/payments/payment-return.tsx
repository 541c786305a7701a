import { ActionIcon, Button } from '@mantine/core'
import { type PaymentStatus, paymentRoutes } from '@shiloh/contract/payments/payments'
import { formatMoney } from '@shiloh/contract/text/format'
import { IconCircleCheck, IconCircleX, IconClock, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import classes from './payments.module.css'
import { texts } from './texts.ts'

const open: readonly PaymentStatus[] = ['created', 'started']
/** What of a payment no longer matters once its reservation is over. */
const overtaken: readonly PaymentStatus[] = ['paid', 'failed', 'abandoned']
const firstWait = 1500
const longestWait = 10_000
/** After this the page says that it takes long. */
const patience = 8

interface NoteProps {
  tone: 'ok' | 'warn' | 'bad'
  title: string
  children?: ReactNode
  onClose?: (() => void) | undefined
}

function Note({ tone, title, children, onClose }: NoteProps) {
  const t = useT(texts)
  const Icon = { ok: IconCircleCheck, warn: IconClock, bad: IconCircleX }[tone]
  return (
    <div className={classes.note} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={22} aria-hidden />
      <div>
        <b>{title}</b>
        {children}
      </div>
      {onClose ? (
        <ActionIcon size={44} aria-label={t('dismiss')} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      ) : null}
    </div>
  )
}

interface PaymentReturnProps {
  /** The reference in the address after the provider's checkout. */
  reference: string
  /** The reservation waits for its money, for a time that the page shows. */
  isHeld: boolean
  /** The reservation is cancelled or has expired. */
  isOver: boolean
  /** Called once the payment has ended in any way. */
  onSettled: () => void
  /** Removes the note and the reference in the address. */
  onClose: () => void
}

/** After the checkout: asks the provider until the payment is settled, and shows the result. */
export function PaymentReturn({ reference, isHeld, isOver, onSettled, onClose }: PaymentReturnProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { data, error, refetch, isFetching, dataUpdatedAt, errorUpdateCount } = useQuery({
    ...queryOf(paymentRoutes.verifyPayment, { params: { id: reference } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && !open.includes(state.data.status)
        ? false
        : Math.min(longestWait, firstWait * 1.5 ** (state.dataUpdateCount + state.errorUpdateCount)),
  })
  const asked = useRef(0)
  useEffect(() => {
    if (dataUpdatedAt > 0) asked.current += 1
  }, [dataUpdatedAt])
  const isSettled = data !== undefined && !open.includes(data.status)
  const told = useRef(false)
  useEffect(() => {
    if (!isSettled || told.current) return
    told.current = true
    onSettled()
  }, [isSettled, onSettled])

  if (!data && error)
    return (
      <Note tone="bad" title={t('unknown_title')}>
        <p>{error.message}</p>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t('ask_again')}
        </Button>
      </Note>
    )
  // Nothing is to be paid any more, and the page says what became of the money.
  if (isOver && data && overtaken.includes(data.status)) return null
  const money = (minor: number) => formatMoney(minor, data?.reservation.currency ?? '', language)
  switch (data?.status) {
    case 'paid':
      return (
        <Note tone="ok" title={t('paid_title')} onClose={onClose}>
          <p>
            {data.reservation.balance > 0
              ? t('paid_rest', { amount: money(data.reservation.balance) })
              : t('paid_all', { amount: money(data.reservation.paid) })}
          </p>
        </Note>
      )
    case 'failed':
      return (
        <Note tone="bad" title={t('failed_title')} onClose={onClose}>
          <p>{t('failed_hint')}</p>
        </Note>
      )
    case 'abandoned':
      return (
        <Note tone="warn" title={t('abandoned_title')} onClose={onClose}>
          <p>{t(isHeld ? 'abandoned_hint' : 'nothing_taken')}</p>
        </Note>
      )
    case 'refund_due':
      return (
        <Note tone="bad" title={t('refund_title')} onClose={onClose}>
          <p>{t('refund_hint')}</p>
        </Note>
      )
    case 'refunded':
    case 'void':
      return <Note tone="warn" title={t('refunded_title')} onClose={onClose} />
    default: {
      const isSlow = asked.current + errorUpdateCount >= patience
      return (
        <Note tone="warn" title={t(isSlow ? 'slow_title' : 'checking_title')}>
          <p>{t(isSlow ? 'slow_hint' : 'checking_hint')}</p>
          {isSlow ? (
            <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
              {t('ask_again')}
            </Button>
          ) : null}
        </Note>
      )
    }
  }
}
