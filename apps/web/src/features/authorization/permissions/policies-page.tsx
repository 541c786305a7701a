import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { text, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { PermissionTabs } from './tabs.tsx'
import { texts } from './texts.ts'
import { useRoleWords } from './words.ts'

const routes = {
  list: authorizationRoutes.listPolicies,
  create: authorizationRoutes.createPolicy,
  update: authorizationRoutes.updatePolicy,
  remove: authorizationRoutes.removePolicy,
  export: authorizationRoutes.exportPolicies,
}

/** `/admin/permissions/policy`: the policies that roles consist of. */
export function PoliciesPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const { nameOf, namesOf, aboutOf } = useRoleWords()
  const model = useQuery(queryOf(authorizationRoutes.readPermissionSchema))
  const roles = (model.data?.roles ?? []).map((role) => ({ value: role._id, label: () => nameOf(role) }))
  const open = (id: string) => void navigate({ to: '/admin/permissions/policy/$id', params: { id } })
  return (
    <ResourcePage
      routes={routes}
      name="policies"
      title={text(texts, 'policies')}
      add={text(texts, 'add_policy')}
      empty={{ title: text(texts, 'no_policies') }}
      rowName={nameOf}
      stale={[authorizationRoutes.readPermissionSchema, authorizationRoutes.listUserRoles]}
      filters={[{ kind: 'choice', key: 'role_id', label: text(texts, 'role'), choices: roles }]}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{nameOf(row)}</b>, sort: 'name' },
        { key: 'description', header: text(common, 'description'), cell: aboutOf },
        { key: 'roles', header: text(texts, 'in_roles'), cell: (row) => namesOf(row.roles) || '–' },
        { key: 'permissions', header: text(texts, 'allows'), cell: (row) => row.permissions.length, numeric: true },
      ]}
      phone={{
        title: nameOf,
        note: aboutOf,
        value: (row) => t('permission_count', { count: row.permissions.length }),
      }}
      onOpen={(row) => open(row._id)}
      onMade={open}
      kept={(row) => (row.roles.length > 0 ? t('kept_policy', { roles: namesOf(row.roles) }) : undefined)}
      schema={authorizationRoutes.createPolicy.body}
      fresh={{ permission_ids: [] }}
      sections={() => [
        {
          fields: [
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            {
              kind: 'textarea',
              name: 'description',
              label: text(common, 'description'),
              hint: text(texts, 'policy_next'),
              empty: '',
            },
          ],
        },
      ]}
    >
      <PermissionTabs />
    </ResourcePage>
  )
}
