import { cashNumber } from '@shiloh/contract/payments/money'
import type { Refund, RefundStatus } from '@shiloh/contract/payments/refunds'
import { useServerTime } from '#platform/clock'
import { useT } from '#platform/i18n'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { texts } from './texts.ts'

const tones: Readonly<Record<RefundStatus, Tone>> = {
  due: 'warn',
  requested: 'warn',
  done: 'ok',
  refused: 'bad',
  withdrawn: 'mute',
}

export function RefundBadge({ status }: { status: RefundStatus }) {
  const t = useT(texts)
  return <ToneBadge tone={tones[status]}>{t(`status_${status}`)}</ToneBadge>
}

/** Says that a refund should be back with its owner by now. */
export function Overdue({ refund: { expected_at } }: { refund: Pick<Refund, 'expected_at'> }) {
  const t = useT(texts)
  const now = useServerTime([expected_at])
  return expected_at !== null && Date.parse(expected_at) < now ? <ToneBadge tone="bad">{t('overdue')}</ToneBadge> : null
}

/** The day by which a refund should be back with its owner, and whether that has passed. */
export function Expected({ refund, zone }: { refund: Pick<Refund, 'expected_at'>; zone: string }) {
  if (refund.expected_at === null) return null
  return (
    <>
      <DateText value={refund.expected_at} zone={zone} weekday={false} /> <Overdue refund={refund} />
    </>
  )
}

/** Returns how money goes back, or the number of its slip. */
export function useWay(): (refund: Pick<Refund, 'way' | 'slip_number'>) => string {
  const t = useT(texts)
  return ({ way, slip_number: number }) =>
    number !== null ? t('slip_number', { number: cashNumber(number) }) : way === null ? '' : t(`way_${way}`)
}
