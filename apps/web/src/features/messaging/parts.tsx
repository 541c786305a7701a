import type { MessageStatus } from '@shiloh/contract/messaging/bulk'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { TabLinks } from '#ui/shell/tab-links'
import { texts as announcementTexts } from './announcement-texts.ts'
import { automaticTexts } from './automatic-texts.ts'
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
