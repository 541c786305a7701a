import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ResourcePage } from '#ui/resource-page'
import { StatusBadge, ToneBadge } from '#ui/status-badge'
import { DateText } from '#ui/values'
import { texts as common } from '../../../ui/resource-texts.ts'
import { languages, statuses } from '../parts/choices.ts'
import { useModelWords } from '../permissions/words.ts'
import { texts } from '../texts.ts'
import { AdminDrawer } from './admin-drawer.tsx'

const routes = {
  list: authorizationRoutes.listAdminUsers,
  create: authorizationRoutes.createAdminUser,
  update: authorizationRoutes.updateAdminUser,
  remove: authorizationRoutes.removeAdminUser,
  export: authorizationRoutes.exportAdminUsers,
}

/** The roles, and the resources with their actions, as choices; empty for who may not read the model. */
function useModelChoices() {
  const can = useCan()
  const { ofResource, ofAction } = useModelWords()
  const { data } = useQuery({
    ...queryOf(authorizationRoutes.readPermissionSchema),
    enabled: can('permissions.read'),
  })
  return useMemo(() => {
    const actions = new Set(data?.resources.flatMap((resource) => resource.actions.map((action) => action.name)))
    return {
      roles: (data?.roles ?? []).map(({ _id, name }) => ({ value: _id, label: () => name })),
      resources: (data?.resources ?? []).map(({ name }) => ({ value: name, label: () => ofResource(name) })),
      actions: [...actions].map((name) => ({ value: name, label: () => ofAction(name) })),
    }
  }, [data, ofResource, ofAction])
}

export function AdminsPage() {
  const t = useT(texts)
  const { roles, resources, actions } = useModelChoices()
  const exceptions = (name: 'special_allow' | 'special_deny') =>
    ({
      kind: 'rows',
      name,
      label: text(texts, name),
      rowName: text(texts, 'exception'),
      fresh: () => ({ resource: '', actions: [] }),
      fields: [
        { kind: 'select', name: 'resource', label: text(texts, 'resource'), choices: resources, required: true },
        { kind: 'multiselect', name: 'actions', label: text(texts, 'actions'), choices: actions, required: true },
        { kind: 'text', name: '_id', label: text(texts, 'object') },
      ],
    }) as const
  return (
    <ResourcePage
      routes={routes}
      name="admin-users"
      title={text(texts, 'admin_users')}
      add={text(texts, 'add_admin')}
      empty={{ title: text(texts, 'no_admins') }}
      rowName={(row) => row.name}
      stale={[authorizationRoutes.getAdminUser, authorizationRoutes.explainAdminUser]}
      filters={[
        { kind: 'choice', key: 'status', label: text(texts, 'status'), choices: statuses },
        { kind: 'choice', key: 'role_id', label: text(texts, 'role'), choices: roles },
      ]}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sortable: true },
        {
          key: 'status',
          header: text(texts, 'status'),
          cell: (row) =>
            row.invited ? <ToneBadge tone="warn">{t('invited')}</ToneBadge> : <StatusBadge status={row.status} />,
        },
        {
          key: 'roles',
          header: text(texts, 'roles'),
          cell: (row) => row.roles.map((role) => role.name).join(', ') || t('no_roles'),
        },
        { key: 'email', header: text(texts, 'email'), cell: (row) => row.email, sortable: true },
        {
          key: 'mfa_methods',
          header: text(texts, 'second_step'),
          cell: (row) => row.mfa_methods.map((method) => t(`mfa_${method}`)).join(', ') || '–',
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
        badge: (row) =>
          row.invited ? <ToneBadge tone="warn">{t('invited')}</ToneBadge> : <StatusBadge status={row.status} />,
        note: (row) => row.roles.map((role) => role.name).join(', ') || t('no_roles'),
      }}
      detail={(row, { edit, close }) => <AdminDrawer row={row} onEdit={edit} onClose={close} />}
      schema={authorizationRoutes.createAdminUser.body}
      fresh={{ role_ids: [], special_allow: [], special_deny: [] }}
      sections={() => [
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
            // Without the model there is nothing to choose from, and what is chosen stays as it is.
            ...(roles.length > 0
              ? [
                  {
                    kind: 'multiselect',
                    name: 'role_ids',
                    label: text(texts, 'roles'),
                    hint: text(texts, 'roles_hint'),
                    choices: roles,
                  } as const,
                ]
              : []),
          ],
        },
        ...(resources.length > 0
          ? [
              {
                title: text(texts, 'exception'),
                hint: text(texts, 'special_hint'),
                fields: [exceptions('special_allow'), exceptions('special_deny')],
              },
            ]
          : []),
      ]}
    />
  )
}
