import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useNavigate } from '@tanstack/react-router'
import { text, useT } from '#platform/i18n'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { roleSections, usePolicyChoices } from './role-form.ts'
import { PermissionTabs } from './tabs.tsx'
import { texts } from './texts.ts'
import { useRoleWords } from './words.ts'

const routes = {
  list: authorizationRoutes.listUserRoles,
  create: authorizationRoutes.createUserRole,
  update: authorizationRoutes.updateUserRole,
  remove: authorizationRoutes.removeUserRole,
  export: authorizationRoutes.exportUserRoles,
}

/** `/admin/permissions/user-role`: the roles. Each opens with its permissions. */
export function RolesPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const { nameOf, namesOf, aboutOf } = useRoleWords()
  const policies = usePolicyChoices()
  const open = (role: string) => void navigate({ to: '/admin/permissions', search: { role } })
  return (
    <ResourcePage
      routes={routes}
      name="user-roles"
      title={text(texts, 'roles')}
      add={text(texts, 'add_role')}
      empty={{ title: text(texts, 'no_roles') }}
      rowName={nameOf}
      stale={[authorizationRoutes.readPermissionSchema]}
      filters={[{ kind: 'choice', key: 'policy_id', label: text(texts, 'policy'), choices: policies }]}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{nameOf(row)}</b>, sort: 'name' },
        { key: 'description', header: text(common, 'description'), cell: aboutOf },
        { key: 'policies', header: text(texts, 'policies'), cell: (row) => namesOf(row.policies) || '–' },
        { key: 'permissions', header: text(texts, 'allows'), cell: (row) => row.permissions.length, numeric: true },
        { key: 'users', header: text(texts, 'members'), cell: (row) => row.users, numeric: true },
      ]}
      phone={{ title: nameOf, note: aboutOf, value: (row) => t('people', { count: row.users }) }}
      onOpen={(row) => open(row._id)}
      onMade={open}
      kept={(row) =>
        row.is_owner ? t('kept_owner') : row.users > 0 ? t('kept_role', { count: row.users }) : undefined
      }
      schema={authorizationRoutes.createUserRole.body}
      fresh={{ policy_ids: [] }}
      sections={() => roleSections(policies)}
    >
      <PermissionTabs />
    </ResourcePage>
  )
}
