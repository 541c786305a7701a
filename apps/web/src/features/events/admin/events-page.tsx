import { ActionIcon, Menu } from '@mantine/core'
import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { adminEventRoutes, EVENT_KINDS, EVENT_STATUSES, type EventRow } from '@shiloh/contract/events/events'
import { eventCenterRoutes } from '@shiloh/contract/venues'
import { IconArchive, IconDots, IconWorld, IconWorldOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { text, useT } from '#platform/i18n'
import { Share, useShareText } from '#ui/base/figures'
import { StatusBadge } from '#ui/base/status-badge'
import { DateRange, DateText } from '#ui/base/values'
import { ListPage } from '#ui/list/list-page'
import { texts as statusTexts } from '../../../ui/base/texts.ts'
import { type Act, ActDialog, useActs } from './event-acts.tsx'
import { texts } from './texts.ts'

/** Places taken of the total. */
function Places({ event: { claimed, capacity } }: { event: EventRow }) {
  return <>{useShareText()(claimed, capacity)}</>
}

/** The actions on one event of the list. */
function RowMenu({ event, phone, onAct }: { event: EventRow; phone: boolean; onAct: (act: Act) => void }) {
  const t = useT(texts)
  const acts = useActs()
  const navigate = useNavigate()
  return (
    // The row itself opens the event; a click on its menu does not.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks and keys of the menu from the row
    <span role="presentation" onClick={(click) => click.stopPropagation()} onKeyDown={(key) => key.stopPropagation()}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={phone ? 44 : 36} aria-label={t('actions_of', { name: event.name })}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void navigate({ to: '/admin/events/$id', params: { id: event._id } })}>
            {t('edit')}
          </Menu.Item>
          <Menu.Item onClick={() => void navigate({ to: '/admin/events/$id/stats', params: { id: event._id } })}>
            {t('statistics')}
          </Menu.Item>
          {event.status === 'published' ? (
            <Menu.Item component="a" href={`/events/${event.slug}`} target="_blank">
              {t('public_page')}
            </Menu.Item>
          ) : null}
          <Menu.Divider />
          {acts(event).map((act) => (
            <Menu.Item
              key={act}
              {...((act === 'archive' || act === 'remove') && { color: 'red' })}
              onClick={() => onAct(act)}
            >
              {t(act)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}

/** All events, in all states. */
export function EventsPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const [acting, setActing] = useState<{ act: Act; event: EventRow }>()
  const menu = (event: EventRow, phone: boolean) => (
    <RowMenu event={event} phone={phone} onAct={(act) => setActing({ act, event })} />
  )
  return (
    <>
      <ListPage
        route={adminEventRoutes.listAdminEvents}
        name="events"
        title={text(texts, 'events')}
        rowName={(row) => row.name}
        address={(row) => `/admin/events/${row._id}`}
        create={{
          label: text(texts, 'add_event'),
          permission: 'events.create',
          onCreate: () => void navigate({ to: '/admin/events/new' }),
        }}
        bulk={[
          {
            label: text(texts, 'publish'),
            icon: IconWorld,
            permission: 'events.publish',
            many: { route: bulkEditRoutes.publishEvents, consequence: text(texts, 'publish_many_text') },
          },
          {
            label: text(texts, 'unpublish'),
            icon: IconWorldOff,
            permission: 'events.publish',
            many: { route: bulkEditRoutes.unpublishEvents, consequence: text(texts, 'unpublish_many_text') },
          },
          {
            label: text(texts, 'archive'),
            icon: IconArchive,
            permission: 'events.archive',
            many: { route: bulkEditRoutes.archiveEvents, consequence: text(texts, 'archive_many_text'), danger: true },
          },
        ]}
        exportRoute={adminEventRoutes.exportEvents}
        exportPermission="events.export"
        empty={{ title: text(texts, 'no_events'), hint: text(texts, 'no_events_hint') }}
        filters={[
          {
            kind: 'choice',
            key: 'status',
            label: text(texts, 'status'),
            choices: EVENT_STATUSES.map((status) => ({ value: status, label: text(statusTexts, `status_${status}`) })),
          },
          {
            kind: 'choice',
            key: 'when',
            label: text(texts, 'when'),
            choices: [
              { value: 'upcoming', label: text(texts, 'when_upcoming') },
              { value: 'past', label: text(texts, 'when_past') },
            ],
          },
          {
            kind: 'choice',
            key: 'kind',
            label: text(texts, 'kind'),
            choices: EVENT_KINDS.map((kind) => ({ value: kind, label: text(texts, `kind_${kind}`) })),
          },
          { kind: 'pick', key: 'event_center_id', label: text(texts, 'venue'), route: eventCenterRoutes.query },
        ]}
        columns={[
          { key: 'name', header: text(texts, 'name'), cell: (row) => <b>{row.name}</b>, sort: 'name' },
          {
            key: 'status',
            header: text(texts, 'status'),
            cell: (row) => <StatusBadge status={row.status} />,
            sort: 'status',
          },
          {
            key: 'starts_at',
            header: text(texts, 'when'),
            cell: (row) => <DateRange from={row.starts_at} to={row.ends_at} zone={row.time_zone} />,
            sort: 'starts_at',
            wraps: true,
          },
          {
            key: 'event_center',
            header: text(texts, 'venue'),
            cell: (row) => row.event_center ?? t('online'),
            sort: 'event_center',
            wraps: true,
          },
          {
            key: 'capacity',
            header: text(texts, 'places'),
            cell: (row) => (
              <>
                <Places event={row} />
                <Share claimed={row.claimed} limit={row.capacity} />
              </>
            ),
            sort: 'capacity',
            numeric: true,
          },
          {
            key: 'kind',
            header: text(texts, 'kind'),
            cell: (row) => t(`kind_${row.kind}`),
            sort: 'kind',
            hidden: true,
          },
          {
            key: 'published_at',
            header: text(texts, 'published_at'),
            cell: (row) => (row.published_at ? <DateText value={row.published_at} time /> : '–'),
            sort: 'published_at',
            hidden: true,
          },
          {
            key: 'updated_at',
            header: text(texts, 'changed'),
            cell: (row) => <DateText value={row.updated_at} time />,
            sort: 'updated_at',
            hidden: true,
          },
          {
            key: 'acts',
            header: text(texts, 'actions'),
            acts: true,
            cell: (row) => menu(row, false),
            numeric: true,
          },
        ]}
        phone={{
          title: (row) => row.name,
          badge: (row) => <StatusBadge status={row.status} />,
          note: (row) => (
            <>
              <DateRange from={row.starts_at} to={row.ends_at} zone={row.time_zone} /> · <Places event={row} />
            </>
          ),
          value: (row) => menu(row, true),
        }}
      />
      {acting ? <ActDialog act={acting.act} event={acting.event} onClose={() => setActing(undefined)} /> : null}
    </>
  )
}
