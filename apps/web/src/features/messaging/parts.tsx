import type { Announcement } from '@shiloh/contract/messaging/announcements'
import type { MessageStatus, Recipient } from '@shiloh/contract/messaging/bulk'
import type { MessageChannel } from '@shiloh/contract/messaging/fields'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { nothing } from '#ui/list/list-table'
import { TabLinks } from '#ui/shell/tab-links'
import { texts as announcementTexts } from './announcement-texts.ts'
import { automaticTexts } from './automatic-texts.ts'
import classes from './compose.module.css'
import { texts } from './texts.ts'

const tones = {
  draft: 'mute',
  scheduled: 'mute',
  sending: 'warn',
  paused: 'warn',
  done: 'ok',
  stopped: 'bad',
} as const satisfies Record<MessageStatus, Tone>

export function MessageBadge({ status }: { status: MessageStatus }) {
  const t = useT(texts)
  return <ToneBadge tone={tones[status]}>{t(`status_${status}`)}</ToneBadge>
}

const stateTones = { planned: 'mute', live: 'ok', ended: 'mute', called_off: 'mute' } as const satisfies Record<
  Announcement['state'],
  Tone
>

/** One that was stopped before anybody got it was never shown. */
export function AnnouncementBadge({
  of: { state, error, people },
}: {
  of: Pick<Announcement, 'state' | 'error' | 'people'>
}) {
  const t = useT(announcementTexts)
  if (error !== null && people === 0) return <ToneBadge tone="bad">{t('not_sent')}</ToneBadge>
  return <ToneBadge tone={stateTones[state]}>{t(`state_${state}`)}</ToneBadge>
}

/** Returns the text of what became of a message over one channel: an SMS has no address. */
export const outcomeKey = (channel: MessageChannel, value: NonNullable<Recipient['mail']>) =>
  channel === 'sms' && value === 'no_address' ? 'outcome_no_number' : (`outcome_${value}` as const)

interface OutcomeProps {
  channel: MessageChannel
  value: Recipient['mail']
  error?: string | null
}

/** What became of a message over one channel. */
export function Outcome({ channel, value, error }: OutcomeProps) {
  const t = useT(texts)
  if (value === null) return nothing
  const tone = value === 'failed' ? classes.bad : value === 'delivered' ? classes.ok : 'dim'
  return (
    <span className={tone} title={error ?? undefined}>
      {t(outcomeKey(channel, value))}
    </span>
  )
}

/** The pages of what the office writes. Only those that the user can open. */
export function MessagingTabs() {
  const t = useT(texts)
  const words = useT(announcementTexts)
  const automatic = useT(automaticTexts)
  const can = useCan()
  const tabs = [
    ...(can('messages.read')
      ? [
          { to: '/admin/messages', label: t('messages') },
          { to: '/admin/message-templates', label: t('templates') },
          { to: '/admin/automatic-messages', label: automatic('automatic') },
        ]
      : []),
    ...(can('notifications.read') ? [{ to: '/admin/announcements', label: words('announcements') }] : []),
  ]
  return <TabLinks label={t('parts')} tabs={tabs} />
}
