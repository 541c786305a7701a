import { adminEventRoutes } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { WAITING_KINDS, WAITING_STATUSES } from '@shiloh/contract/reservations/views'
import { IconMail } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount, useCan } from '#platform/account'
import { useCurrentEvent } from '#platform/current-event'
import { text, useT } from '#platform/i18n'
import { PersonLink } from '#ui/base/person-link'
import { StatusBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { Scaffold } from '#ui/feedback/scaffold'
import { PickSelect } from '#ui/form/pick-select'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import { PageHeader } from '#ui/shell/page-header'
import { texts as messageLinkTexts } from '../../../../ui/list/message-link-texts.ts'
import { texts as common } from '../texts.ts'
import { texts } from './texts.ts'

/** `/admin/waiting-list?event_id=`: the waiting list in order, of the current event unless the address names another. */
export function WaitingPage() {
  const t = useT(texts)
  const say = useT(common)
  const navigate = useNavigate()
  const can = useCan()
  const { organisation } = useAccount()
  const { event_id: chosen } = useSearch({ from: '/admin/waiting-list' })
  const { event: current, isLoading } = useCurrentEvent()
  const eventId = chosen ?? current?._id
  const zone = organisation.time_zone
  const select = (
    <PickSelect
      aria-label={t('choose_event')}
      w={320}
      maw="100%"
      route={adminEventRoutes.pickEvents}
      value={eventId ?? null}
      picked={current ? [current] : []}
      onChange={(event) => void navigate({ to: '/admin/waiting-list', search: { event_id: event._id } })}
    />
  )
  if (!eventId)
    return (
      <>
        <PageHeader breadcrumbs={false} compact title={say('waiting_list')} actions={select} />
        {isLoading ? <Scaffold kind="list" /> : <EmptyState title={t('no_event')} hint={t('no_event_hint')} />}
      </>
    )
  return (
    <ListPage
      key={eventId}
      route={reservationRoutes.listWaiting}
      params={{ id: eventId }}
      name="waiting-list"
      title={text(common, 'waiting_list')}
      live="waiting_list"
      actions={select}
      exportRoute={reservationRoutes.exportWaiting}
      filters={[
        {
          kind: 'choice',
          key: 'kind',
          label: text(texts, 'waits_for'),
          choices: WAITING_KINDS.map((value) => ({ value, label: text(texts, `kind_${value}`) })),
        },
        {
          kind: 'choice',
          key: 'status',
          label: text(common, 'status'),
          choices: WAITING_STATUSES.map((value) => ({ value, label: text(texts, `status_${value}`) })),
        },
      ]}
      rowName={(row) => row.user.name}
      columns={[
        {
          key: 'user',
          header: text(common, 'guest'),
          cell: (row) => <PersonLink id={row.user._id} name={row.user.name} />,
          sort: 'user',
          exported: ['person'],
        },
        {
          key: 'kind',
          header: text(texts, 'waits_for'),
          sort: 'kind',
          exported: ['kind', 'name'],
          cell: ({ kind, name }) => (name ? t('named', { kind: t(`kind_${kind}`), name }) : t(`kind_${kind}`)),
        },
        {
          key: 'status',
          header: text(common, 'status'),
          sort: 'status',
          cell: (row) => <StatusBadge status={row.status} />,
        },
        {
          key: 'created_at',
          header: text(texts, 'since'),
          sort: 'created_at',
          cell: (row) => <DateText value={row.created_at} zone={zone} time />,
        },
        {
          key: 'offer_expires_at',
          header: text(texts, 'offer_until'),
          cell: (row) => (row.offer_expires_at ? <DateText value={row.offer_expires_at} zone={zone} time /> : nothing),
        },
      ]}
      bulk={
        can('users.read')
          ? [
              {
                label: text(messageLinkTexts, 'message_selected'),
                icon: IconMail,
                permission: 'messages.create',
                act: (rows) =>
                  void navigate({
                    to: '/admin/messages/new',
                    search: { to: 'people', ids: [...new Set(rows.map(({ user }) => user._id))].join(',') },
                  }),
              },
            ]
          : []
      }
      phone={{
        title: (row) => row.user.name,
        badge: (row) => <StatusBadge status={row.status} />,
        note: ({ kind, name }) => name || t(`kind_${kind}`),
        value: (row) => <DateText value={row.created_at} zone={zone} weekday={false} />,
      }}
      empty={{ title: text(texts, 'nobody'), hint: text(texts, 'nobody_hint') }}
    />
  )
}
