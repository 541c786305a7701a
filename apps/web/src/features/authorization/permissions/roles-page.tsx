import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useQuery } from '@tanstack/react-query'
import { text } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ResourcePage } from '#ui/resource-page'
import { texts as common } from '../../../ui/resource-texts.ts'
import { texts } from './texts.ts'

const routes = {
  list: authorizationRoutes.listUserRoles,
  create: authorizationRoutes.createUserRole,
  update: authorizationRoutes.updateUserRole,
  remove: authorizationRoutes.removeUserRole,
}

export function RolesPage() {
  const model = useQuery(queryOf(authorizationRoutes.readPermissionSchema))
  const policies = (model.data?.policies ?? []).map(({ _id, name }) => ({ value: _id, label: () => name }))
  return (
    <ResourcePage
      routes={routes}
      name="user-roles"
      title={text(texts, 'roles')}
      add={text(texts, 'add_role')}
      empty={{ title: text(texts, 'no_roles') }}
      rowName={(row) => row.name}
      stale={[authorizationRoutes.readPermissionSchema]}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sortable: true },
        { key: 'description', header: text(common, 'description'), cell: (row) => row.description },
        {
          key: 'policies',
          header: text(texts, 'policies'),
          cell: (row) => row.policies.map((policy) => policy.name).join(', ') || '–',
        },
        { key: 'permissions', header: text(texts, 'allows'), cell: (row) => row.permissions.length, numeric: true },
        { key: 'users', header: text(texts, 'members'), cell: (row) => row.users, numeric: true },
      ]}
      phone={{ title: (row) => row.name, note: (row) => row.description, value: (row) => row.users }}
      schema={authorizationRoutes.createUserRole.body}
      fresh={{ policy_ids: [] }}
      sections={() => [
        {
          fields: [
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            { kind: 'textarea', name: 'description', label: text(common, 'description'), empty: '' },
            {
              kind: 'multiselect',
              name: 'policy_ids',
              label: text(texts, 'policies'),
              hint: text(texts, 'policies_hint'),
              choices: policies,
            },
          ],
        },
      ]}
    />
  )
}
