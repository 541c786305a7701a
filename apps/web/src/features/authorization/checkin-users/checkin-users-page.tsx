import { authorizationRoutes } from '@shiloh/contract/authorization'
import { adminEventRoutes } from '@shiloh/contract/events'
import { text, useT } from '#platform/i18n'
import { ResourcePage } from '#ui/resource-page'
import { StatusBadge } from '#ui/status-badge'
import { DateText } from '#ui/values'
import { texts as common } from '../../../ui/resource-texts.ts'
import { languages, staffStatuses } from '../parts/choices.ts'
import { texts } from '../texts.ts'
import { CheckinUserDrawer } from './checkin-user-drawer.tsx'

const routes = {
  list: authorizationRoutes.listCheckinUsers,
  create: authorizationRoutes.createCheckinUser,
  update: authorizationRoutes.updateCheckinUser,
  remove: authorizationRoutes.removeCheckinUser,
}
/** Only a new account brings its password along; the server asks for it. */
const schema = authorizationRoutes.createCheckinUser.body.partial({ password: true })

export function CheckinUsersPage() {
  const t = useT(texts)
  return (
    <ResourcePage
      routes={routes}
      name="checkin-users"
      title={text(texts, 'checkin_users')}
      add={text(texts, 'add_checkin_user')}
      empty={{ title: text(texts, 'no_checkin_users'), hint: text(texts, 'no_checkin_users_hint') }}
      rowName={(row) => row.name}
      stale={[authorizationRoutes.getCheckinUser]}
      filters={[
        { kind: 'choice', key: 'status', label: text(texts, 'status'), choices: staffStatuses },
        { kind: 'pick', key: 'event_id', label: text(texts, 'event'), route: adminEventRoutes.pickEvents },
      ]}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sortable: true },
        { key: 'status', header: text(texts, 'status'), cell: (row) => <StatusBadge status={row.status} /> },
        { key: 'email', header: text(texts, 'email'), cell: (row) => row.email, sortable: true },
        {
          key: 'events',
          header: text(texts, 'events'),
          cell: (row) => row.events.map((event) => event.name).join(', ') || '–',
        },
        {
          key: 'last_login_at',
          header: text(texts, 'last_login'),
          cell: (row) => (row.last_login_at ? <DateText value={row.last_login_at} weekday={false} time /> : t('never')),
          sortable: true,
        },
      ]}
      phone={{
        title: (row) => row.name,
        badge: (row) => <StatusBadge status={row.status} />,
        note: (row) => row.events.map((event) => event.name).join(', ') || row.email,
      }}
      detail={(row, { edit, close }) => <CheckinUserDrawer row={row} onEdit={edit} onClose={close} />}
      schema={schema}
      fresh={{ event_ids: [] }}
      sections={(row) => [
        {
          fields: [
            { kind: 'text', name: 'first_name', label: text(texts, 'first_name'), required: true, half: true },
            { kind: 'text', name: 'last_name', label: text(texts, 'last_name'), required: true, half: true },
            {
              kind: 'text',
              name: 'email',
              label: text(texts, 'email'),
              type: 'email',
              inputMode: 'email',
              required: true,
            },
            { kind: 'text', name: 'phone', label: text(common, 'phone'), inputMode: 'tel', half: true },
            {
              kind: 'select',
              name: 'language',
              label: text(texts, 'language'),
              choices: languages,
              half: true,
              empty: undefined,
            },
            {
              kind: 'multipick',
              name: 'event_ids',
              label: text(texts, 'events'),
              hint: text(texts, 'events_hint'),
              route: adminEventRoutes.pickEvents,
              ...(row && { picked: row.events }),
            },
            ...(row
              ? []
              : [
                  {
                    kind: 'password',
                    name: 'password',
                    label: text(texts, 'password'),
                    hint: text(texts, 'password_hint'),
                    autoComplete: 'new-password',
                    required: true,
                  } as const,
                ]),
          ],
        },
      ]}
    />
  )
}
