import { authorizationRoutes } from '@shiloh/contract/authorization'
import { adminEventRoutes } from '@shiloh/contract/events/events'

import { useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { StatusBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { staffStatuses } from '../parts/choices.ts'
import { texts } from '../texts.ts'
import { checkinUserBody, checkinUserSections } from './checkin-user-form.ts'

const routes = {
  list: authorizationRoutes.listCheckinUsers,
  create: authorizationRoutes.createCheckinUser,
  update: authorizationRoutes.updateCheckinUser,
  remove: authorizationRoutes.removeCheckinUser,
  export: authorizationRoutes.exportCheckinUsers,
}

/** `/admin/check-in-users`: the accounts of the gates. */
export function CheckinUsersPage() {
  const t = useT(texts)
  const can = useCan()
  return (
    <ResourcePage
      routes={routes}
      name="checkin-users"
      title={text(texts, 'checkin_users')}
      add={text(texts, 'add_checkin_user')}
      empty={{ title: text(texts, 'no_checkin_users'), hint: text(texts, 'no_checkin_users_hint') }}
      rowName={(row) => row.name}
      filters={[
        { kind: 'choice', key: 'status', label: text(texts, 'status'), choices: staffStatuses },
        { kind: 'pick', key: 'event_id', label: text(texts, 'event'), route: adminEventRoutes.pickEvents },
      ]}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sort: 'name' },
        { key: 'status', header: text(texts, 'status'), cell: (row) => <StatusBadge status={row.status} /> },
        { key: 'email', header: text(texts, 'email'), cell: (row) => row.email, sort: 'email' },
        {
          key: 'events',
          header: text(texts, 'events'),
          cell: (row) => row.events.map((event) => event.name).join(', ') || '–',
        },
        {
          key: 'last_login_at',
          header: text(texts, 'last_login'),
          cell: (row) => (row.last_login_at ? <DateText value={row.last_login_at} weekday={false} time /> : t('never')),
          sort: 'last_login_at',
        },
      ]}
      phone={{
        title: (row) => row.name,
        badge: (row) => <StatusBadge status={row.status} />,
        note: (row) => row.events.map((event) => event.name).join(', ') || row.email,
      }}
      address={({ _id }) => `/admin/check-in-users/${_id}`}
      schema={checkinUserBody}
      fresh={{ event_ids: [] }}
      sections={(row) => checkinUserSections(row, can('payments.take_cash'))}
    />
  )
}
