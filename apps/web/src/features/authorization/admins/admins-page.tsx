import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useNavigate } from '@tanstack/react-router'
import { text, useT } from '#platform/i18n'
import { StatusBadge, ToneBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { statuses } from '../parts/choices.ts'
import { useRoleWords } from '../permissions/words.ts'
import { texts } from '../texts.ts'
import { adminBody, adminSections, useRoleChoices } from './admin-form.ts'

const routes = {
  list: authorizationRoutes.listAdminUsers,
  create: authorizationRoutes.createAdminUser,
  update: authorizationRoutes.updateAdminUser,
  remove: authorizationRoutes.removeAdminUser,
  export: authorizationRoutes.exportAdminUsers,
}

/** `/admin/admin-users`: the administrators. */
export function AdminsPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const { namesOf } = useRoleWords()
  const roles = useRoleChoices()
  const open = (id: string) => void navigate({ to: '/admin/admin-users/$id', params: { id } })
  return (
    <ResourcePage
      routes={routes}
      name="admin-users"
      title={text(texts, 'admin_users')}
      add={text(texts, 'add_admin')}
      empty={{ title: text(texts, 'no_admins') }}
      rowName={(row) => row.name}
      filters={[
        { kind: 'choice', key: 'status', label: text(texts, 'status'), choices: statuses },
        ...(roles.length > 0
          ? [{ kind: 'choice', key: 'role_id', label: text(texts, 'role'), choices: roles } as const]
          : []),
      ]}
      columns={[
        {
          key: 'name',
          exported: ['first_name', 'last_name'],
          header: text(common, 'name'),
          cell: (row) => <b>{row.name}</b>,
          sort: 'name',
        },
        {
          key: 'status',
          header: text(texts, 'status'),
          cell: (row) =>
            row.invited ? <ToneBadge tone="warn">{t('invited')}</ToneBadge> : <StatusBadge status={row.status} />,
          sort: 'status',
        },
        { key: 'roles', header: text(texts, 'roles'), cell: (row) => namesOf(row.roles) || t('no_roles') },
        { key: 'email', header: text(texts, 'email'), cell: (row) => row.email, sort: 'email' },
        {
          key: 'mfa_methods',
          header: text(texts, 'second_step'),
          cell: (row) => row.mfa_methods.map((method) => t(`mfa_${method}`)).join(', ') || '–',
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
        badge: (row) =>
          row.invited ? <ToneBadge tone="warn">{t('invited')}</ToneBadge> : <StatusBadge status={row.status} />,
        note: (row) => namesOf(row.roles) || t('no_roles'),
      }}
      onOpen={({ _id }) => open(_id)}
      onMade={open}
      kept={(row) => (row.is_last_owner ? t('last_owner_text', { name: row.name }) : undefined)}
      schema={adminBody}
      fresh={{ role_ids: [] }}
      sections={() => adminSections(roles)}
    />
  )
}
