import type { TicketStatus } from '@shiloh/contract/support'
import { useT } from '#platform/i18n'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { texts } from './texts.ts'

const TONES: Readonly<Record<TicketStatus, Tone>> = {
  open: 'warn',
  pending: 'mute',
  completed: 'ok',
  archived: 'mute',
}

/** How a ticket stands, as the desk says it. */
export function DeskTicketStatus({ status }: { status: TicketStatus }) {
  const t = useT(texts)
  return <ToneBadge tone={TONES[status]}>{t(status)}</ToneBadge>
}
