import type { DataOf } from '@shiloh/contract/core'
import type { supportRoutes, TicketStatus } from '@shiloh/contract/support'
import { useT } from '#platform/i18n'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { texts } from './texts.ts'

const TONES: Readonly<Record<TicketStatus, Tone>> = {
  open: 'warn',
  pending: 'ok',
  completed: 'mute',
  archived: 'mute',
}

/** How a question stands, as its owner sees it. An unread answer says so. */
export function TicketState({
  ticket,
}: {
  ticket: Pick<DataOf<typeof supportRoutes.listOwnTickets>, 'status' | 'unread'>
}) {
  const t = useT(texts)
  return ticket.unread ? (
    <ToneBadge tone="ok">{t('new_answer')}</ToneBadge>
  ) : (
    <ToneBadge tone={TONES[ticket.status]}>{t(`state_${ticket.status}`)}</ToneBadge>
  )
}
