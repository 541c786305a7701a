import type { Refund, RefundStatus } from '@shiloh/contract/payments/refunds'
import { useT } from '#platform/i18n'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
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

/** Returns how money goes back, or the number of its slip. */
export function useWay(): (refund: Pick<Refund, 'way' | 'slip_number'>) => string {
  const t = useT(texts)
  return ({ way, slip_number: number }) =>
    number !== null ? t('slip_number', { number }) : way === null ? '' : t(`way_${way}`)
}
