import { Button } from '@mantine/core'
import { bulkMessageRoutes, MESSAGE_STATUSES } from '@shiloh/contract/messaging/bulk'
import { IconPencilPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAccount, useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { DateText } from '#ui/base/values'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import { MessageBadge, MessagingTabs } from './parts.tsx'
import { texts } from './texts.ts'

/** `/admin/messages`: messages to many people. */
export function MessagesPage() {
  const t = useT(texts)
  const can = useCan()
  const zone = useAccount().organisation.time_zone
  const canWrite = can('reservations.email') && can('reservations.read')
  const canWriteToPeople = can('messages.create') && can('users.read')
  return (
    <ListPage
      route={bulkMessageRoutes.listBulkMessages}
      name="bulk-messages"
      exportRoute={bulkMessageRoutes.exportBulkMessages}
      title={text(texts, 'messages')}
      live="bulk-messages"
      rowName={(row) => row.name || t('unnamed')}
      address={(row) =>
        row.status === 'draft' ? `/admin/messages/new?draft=${row._id}` : `/admin/messages/${row._id}`
      }
      actions={
        canWrite || canWriteToPeople ? (
          <Button
            renderRoot={(props) => (
              <Link to="/admin/messages/new" search={canWrite ? {} : { to: 'people' }} {...props} />
            )}
            leftSection={<IconPencilPlus size={18} />}
          >
            {t('new_message')}
          </Button>
        ) : null
      }
      filters={[
        {
          kind: 'choice',
          key: 'status',
          label: text(texts, 'status'),
          choices: MESSAGE_STATUSES.map((value) => ({ value, label: text(texts, `status_${value}`) })),
        },
        { kind: 'days', key: 'starts_at', label: text(texts, 'starts') },
      ]}
      columns={[
        { key: 'name', header: text(texts, 'name'), cell: (row) => <b>{row.name || t('unnamed')}</b>, sort: 'name' },
        { key: 'event', header: text(texts, 'audience'), cell: (row) => row.event?.name ?? t('everybody_list') },
        {
          key: 'channels',
          header: text(texts, 'channels'),
          cell: (row) => row.channels.map((channel) => t(`channel_${channel}`)).join(', '),
        },
        { key: 'status', header: text(texts, 'status'), cell: (row) => <MessageBadge status={row.status} /> },
        {
          key: 'people',
          exported: ['told', 'people'],
          header: text(texts, 'people'),
          numeric: true,
          sort: 'people',
          cell: (row) =>
            row.started_at === null ? (
              row.expected === null ? (
                nothing
              ) : (
                <span className="dim">{t('expected_short', { count: row.expected })}</span>
              )
            ) : (
              <span className="num">{t('told_of', { told: row.told, people: row.people })}</span>
            ),
        },
        {
          key: 'starts_at',
          header: text(texts, 'starts'),
          sort: 'starts_at',
          cell: (row) =>
            row.starts_at === null ? nothing : <DateText value={row.starts_at} zone={zone} time weekday={false} />,
        },
        { key: 'author', header: text(texts, 'author'), cell: (row) => row.author ?? nothing, yields: true },
      ]}
      phone={{
        title: (row) => row.name || t('unnamed'),
        badge: (row) => <MessageBadge status={row.status} />,
        note: (row) => row.event?.name ?? t('everybody_list'),
        value: (row) =>
          row.started_at === null ? (
            row.starts_at === null ? null : (
              <DateText value={row.starts_at} zone={zone} weekday={false} />
            )
          ) : (
            <span className="num">{t('told_of', { told: row.told, people: row.people })}</span>
          ),
      }}
      empty={{ title: text(texts, 'none'), hint: text(texts, 'none_hint') }}
    >
      <MessagingTabs />
    </ListPage>
  )
}
