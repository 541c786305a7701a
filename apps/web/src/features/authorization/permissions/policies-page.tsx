import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useQuery } from '@tanstack/react-query'
import { text } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ResourcePage } from '#ui/resource-page'
import { texts as common } from '../../../ui/resource-texts.ts'
import { texts } from './texts.ts'
import { useModelWords } from './words.ts'

const routes = {
  list: authorizationRoutes.listPolicies,
  create: authorizationRoutes.createPolicy,
  update: authorizationRoutes.updatePolicy,
  remove: authorizationRoutes.removePolicy,
}

export function PoliciesPage() {
  const model = useQuery(queryOf(authorizationRoutes.readPermissionSchema))
  const { ofResource, ofAction } = useModelWords()
  const permissions = (model.data?.resources ?? []).flatMap((resource) =>
    resource.actions.map((action) => ({
      value: action.permission_id,
      label: text(texts, 'cell', { resource: ofResource(resource.name), action: ofAction(action.name) }),
    })),
  )
  return (
    <ResourcePage
      routes={routes}
      name="policies"
      title={text(texts, 'policies')}
      add={text(texts, 'add_policy')}
      empty={{ title: text(texts, 'no_policies') }}
      rowName={(row) => row.name}
      stale={[authorizationRoutes.readPermissionSchema, authorizationRoutes.listUserRoles]}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sortable: true },
        { key: 'description', header: text(common, 'description'), cell: (row) => row.description },
        {
          key: 'roles',
          header: text(texts, 'roles'),
          cell: (row) => row.roles.map((role) => role.name).join(', ') || '–',
        },
        { key: 'permissions', header: text(texts, 'allows'), cell: (row) => row.permissions.length, numeric: true },
      ]}
      phone={{ title: (row) => row.name, note: (row) => row.description, value: (row) => row.permissions.length }}
      schema={authorizationRoutes.createPolicy.body}
      fresh={{ permission_ids: [] }}
      sections={() => [
        {
          fields: [
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            { kind: 'textarea', name: 'description', label: text(common, 'description'), empty: '' },
            { kind: 'multiselect', name: 'permission_ids', label: text(texts, 'allows'), choices: permissions },
          ],
        },
      ]}
    />
  )
}
