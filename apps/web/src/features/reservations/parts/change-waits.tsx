import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney, formatTime } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from '../reserve/texts.ts'

interface ChangeWaitsProps {
  reservation: Pick<ReservationView, 'pending_change' | 'due_now' | 'currency' | 'event'>
  by?: 'staff' | 'owner'
  className: string
}

/** Says in a change that it starts from one that waits for its payment. Nothing, if none waits. */
export function ChangeWaits({ reservation, by = 'owner', className }: ChangeWaitsProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { pending_change, due_now, currency, event } = reservation
  if (!pending_change) return null
  const { expires_at } = pending_change
  const when = `${formatDay(expires_at, language, event.time_zone)}, ${formatTime(expires_at, language, event.time_zone)}`
  return (
    <p className={className}>{t('change_waits', { by, amount: formatMoney(due_now, currency, language), when })}</p>
  )
}
