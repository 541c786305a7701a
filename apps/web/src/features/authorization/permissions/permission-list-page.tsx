import { authorizationRoutes } from '@shiloh/contract/authorization'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { text, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { PermissionTabs } from './tabs.tsx'
import { texts } from './texts.ts'
import { useModelWords, useRoleWords } from './words.ts'

const routes = {
  list: authorizationRoutes.listPermissions,
  create: authorizationRoutes.createPermission,
  update: authorizationRoutes.updatePermission,
  remove: authorizationRoutes.removePermission,
}
const everything = { query: { page_size: '500' } } as const

/** `/admin/permissions/list`: every permission, as action and resource. */
export function PermissionListPage() {
  const t = useT(texts)
  const { ofResource, ofAction, ofPermission } = useModelWords()
  const { namesOf } = useRoleWords()
  const resources = useQuery(queryOf(authorizationRoutes.listResources, everything)).data?.items ?? []
  const actions = useQuery(queryOf(authorizationRoutes.listResourceActions, everything)).data?.items ?? []
  const model = useQuery(queryOf(authorizationRoutes.readPermissionSchema)).data
  const ofResources = resources.map(({ _id, name }) => ({ value: _id, label: () => ofResource(name) }))
  const ofActions = actions.map(({ _id, name }) => ({ value: _id, label: () => ofAction(name) }))
  return (
    <ResourcePage
      routes={routes}
      name="permissions"
      title={text(texts, 'all_permissions')}
      add={text(texts, 'add_permission')}
      empty={{ title: text(texts, 'no_permissions') }}
      rowName={(row) => ofPermission(row.name)}
      stale={[
        authorizationRoutes.readPermissionSchema,
        authorizationRoutes.listResources,
        authorizationRoutes.listResourceActions,
      ]}
      filters={[
        { kind: 'choice', key: 'resource_id', label: text(texts, 'resource'), choices: ofResources },
        { kind: 'choice', key: 'action_id', label: text(texts, 'action'), choices: ofActions },
      ]}
      columns={[
        { key: 'resource', header: text(texts, 'resource'), cell: (row) => ofResource(row.resource), sort: 'resource' },
        { key: 'action', header: text(texts, 'action'), cell: (row) => <b>{ofAction(row.action)}</b>, sort: 'action' },
        { key: 'name', header: text(texts, 'code_name'), cell: (row) => <code>{row.name}</code> },
        {
          key: 'description',
          header: text(common, 'description'),
          cell: (row) => row.description,
          sort: 'description',
        },
        {
          key: 'acts',
          header: text(texts, 'holders_short'),
          cell: (row) => (
            <Link
              to="/admin/permissions/holders"
              search={{ permission: row.name }}
              onClick={(event) => event.stopPropagation()}
            >
              {t('who_can')}
            </Link>
          ),
        },
      ]}
      phone={{ title: (row) => ofPermission(row.name), note: (row) => <code>{row.name}</code> }}
      kept={(row) => {
        const holding = (model?.policies ?? []).filter(({ permission_ids }) => permission_ids.includes(row._id))
        return row.builtin
          ? t('kept_builtin')
          : holding.length > 0
            ? t('kept_permission', { policies: namesOf(holding) })
            : undefined
      }}
      schema={authorizationRoutes.createPermission.body}
      fresh={{ resource_id: '', action_id: '' }}
      toBody={(body, row) => (row ? { description: body.description } : body)}
      sections={(row) => [
        {
          fields: [
            ...(row
              ? []
              : ([
                  {
                    kind: 'select',
                    name: 'resource_id',
                    label: text(texts, 'resource'),
                    choices: ofResources,
                    required: true,
                  },
                  {
                    kind: 'select',
                    name: 'action_id',
                    label: text(texts, 'action'),
                    choices: ofActions,
                    required: true,
                  },
                ] as const)),
            { kind: 'textarea', name: 'description', label: text(common, 'description'), empty: '' },
          ],
        },
      ]}
    >
      <PermissionTabs />
    </ResourcePage>
  )
}
