import { Button } from '@mantine/core'
import type { AdminEvent } from '@shiloh/contract/events/events'
import { IconChartBar, IconCopy, IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useT } from '#platform/i18n'
import { StatusBadge } from '#ui/base/status-badge'
import { DateRange } from '#ui/base/values'
import { HistoryLink } from '#ui/shell/history-link'
import { PageHeader } from '#ui/shell/page-header'
import { type Act, useActs } from './event-acts.tsx'
import { texts } from './texts.ts'

/** The head of an event's page: name, status, dates, and links to related pages. */
export function EditorHead({ event, onAct }: { event: AdminEvent | undefined; onAct: (act: Act) => void }) {
  const t = useT(texts)
  const acts = useActs()
  if (!event) return <PageHeader breadcrumbs={false} compact title={t('new_event')} actions={null} />
  return (
    <PageHeader
      breadcrumbs={false}
      compact
      title={event.name}
      note={
        <>
          <StatusBadge status={event.status} />{' '}
          <DateRange from={event.starts_at} to={event.ends_at} zone={event.time_zone} />
        </>
      }
      actions={
        <>
          {event.status === 'published' ? (
            <Button
              component="a"
              href={`/events/${event.slug}`}
              target="_blank"
              variant="default"
              leftSection={<IconExternalLink size={17} />}
            >
              {t('public_page')}
            </Button>
          ) : null}
          <HistoryLink id={event._id} />
          <Button
            component={Link}
            to={`/admin/events/${event._id}/stats`}
            variant="default"
            leftSection={<IconChartBar size={17} />}
          >
            {t('statistics')}
          </Button>
          {acts(event).includes('copy') ? (
            <Button variant="default" leftSection={<IconCopy size={17} />} onClick={() => onAct('copy')}>
              {t('copy')}
            </Button>
          ) : null}
        </>
      }
    />
  )
}
