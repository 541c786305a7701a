import { Button, Group } from '@mantine/core'
import { OPEN_REFUND_STATUSES } from '@shiloh/contract/payments/refunds'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney } from '@shiloh/contract/text/format'
import { Suspense, useState } from 'react'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { RefundDrawer } from '../../../payments/index.ts'
import { IS_SAFE, MoneyBlock } from '../../parts/money-block.tsx'
import { GiveBackDialog, KeepDialog } from './acts.tsx'
import { texts } from './texts.ts'

const OPEN: ReadonlySet<string> = new Set(OPEN_REFUND_STATUSES)

/** The standing of its money as the guest sees it, with what the office can do about it. */
export function Money({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const [doing, setDoing] = useState<'keep' | 'give_back' | { readonly refund: string }>()
  const { _id: id, standing, currency, allowed, event, paid } = reservation
  const money = (minor: number) => formatMoney(minor, currency, language)
  const close = () => setDoing(undefined)
  const refunds = (reservation.refunds ?? []).filter(({ status }) => OPEN.has(status))
  const isPartPaid = IS_SAFE.includes(standing.kind)
  const refundWords = () => {
    const [first] = refunds
      .filter(({ expected_at }) => expected_at !== null)
      .sort((a, b) => (a.expected_at ?? '').localeCompare(b.expected_at ?? ''))
    const day = first?.expected_at ? `${formatDay(first.expected_at, language, event.time_zone)}` : undefined
    if (day !== undefined && Date.parse(first?.expected_at ?? '') < Date.now()) return t('refund_late', { day })
    return day !== undefined && refunds.every(({ status }) => status === 'requested')
      ? t('refund_on_its_way', { day })
      : t('refund_to_send')
  }
  const foot = () => {
    if (refunds.length > 0) return refundWords()
    if (isPartPaid) return t('rest_to_come', { amount: money(paid) })
    return standing.kind === 'secured' ? t('rest_reminders') : null
  }
  const canKeep = isPartPaid && allowed.includes('keep')
  const canGiveBack = isPartPaid && allowed.includes('cancel')
  const opened = can('payments.read') ? refunds : []
  return (
    <>
      <MoneyBlock reservation={reservation} foot={foot()}>
        {canKeep || canGiveBack || opened.length > 0 ? (
          <Group gap="sm">
            {opened.map(({ _id, amount }) => (
              <Button key={_id} variant="default" onClick={() => setDoing({ refund: _id })}>
                {t('open_refund', { amount: money(amount) })}
              </Button>
            ))}
            {canKeep ? (
              <Button variant="default" onClick={() => setDoing('keep')}>
                {t('keep')}
              </Button>
            ) : null}
            {canGiveBack ? (
              <Button variant="default" onClick={() => setDoing('give_back')}>
                {t('give_back_all')}
              </Button>
            ) : null}
          </Group>
        ) : null}
      </MoneyBlock>
      {doing === 'keep' ? <KeepDialog reservation={reservation} onClose={close} /> : null}
      {doing === 'give_back' ? <GiveBackDialog reservation={reservation} onClose={close} /> : null}
      {typeof doing === 'object' ? (
        <Suspense>
          <RefundDrawer id={doing.refund} reservationId={id} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}
