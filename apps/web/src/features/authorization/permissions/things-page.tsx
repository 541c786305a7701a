import { authorizationRoutes } from '@shiloh/contract/authorization'
import { text, useT } from '#platform/i18n'
import { ToneBadge } from '#ui/base/status-badge'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as common } from '../../../ui/list/resource-texts.ts'
import { PermissionTabs } from './tabs.tsx'
import { texts } from './texts.ts'
import { useModelWords } from './words.ts'

const stale = [authorizationRoutes.readPermissionSchema, authorizationRoutes.listPermissions]
const resources = {
  list: authorizationRoutes.listResources,
  create: authorizationRoutes.createResource,
  update: authorizationRoutes.updateResource,
  remove: authorizationRoutes.removeResource,
}
const actions = {
  list: authorizationRoutes.listResourceActions,
  create: authorizationRoutes.createResourceAction,
  update: authorizationRoutes.updateResourceAction,
  remove: authorizationRoutes.removeResourceAction,
}

function Origin({ builtin }: { builtin: boolean }) {
  const t = useT(texts)
  return builtin ? <span className="dim">{t('builtin')}</span> : <ToneBadge tone="ok">{t('own')}</ToneBadge>
}

/** Built-in entries can be described but not renamed. */
const sections = (row: { readonly builtin: boolean } | undefined) => [
  {
    fields: [
      {
        kind: 'text',
        name: 'name',
        label: text(texts, 'code_name'),
        hint: text(texts, row?.builtin ? 'builtin_hint' : 'name_hint'),
        required: true,
        readOnly: row?.builtin === true,
      } as const,
      { kind: 'textarea', name: 'description', label: text(common, 'description'), empty: '' } as const,
    ],
  },
]

/** `/admin/permissions/resources`: the resources of permissions. */
export function ResourcesPage() {
  const t = useT(texts)
  const { ofResource, ofAction } = useModelWords()
  return (
    <ResourcePage
      routes={resources}
      name="resources"
      title={text(texts, 'resources')}
      add={text(texts, 'add_resource')}
      empty={{ title: text(texts, 'no_resources') }}
      rowName={(row) => ofResource(row.name)}
      stale={stale}
      columns={[
        { key: 'label', header: text(common, 'name'), cell: (row) => <b>{ofResource(row.name)}</b> },
        { key: 'name', header: text(texts, 'code_name'), cell: (row) => <code>{row.name}</code>, sort: 'name' },
        {
          key: 'actions',
          header: text(texts, 'actions'),
          cell: (row) => row.actions.map(ofAction).join(', ') || '–',
        },
        {
          key: 'description',
          header: text(common, 'description'),
          cell: (row) => row.description,
          sort: 'description',
        },
        { key: 'builtin', header: text(texts, 'origin'), cell: (row) => <Origin builtin={row.builtin} /> },
      ]}
      phone={{
        title: (row) => ofResource(row.name),
        note: (row) => row.actions.map(ofAction).join(', ') || <code>{row.name}</code>,
        badge: (row) => <Origin builtin={row.builtin} />,
      }}
      kept={(row) =>
        row.builtin
          ? t('kept_builtin')
          : row.actions.length > 0
            ? t('kept_thing', { names: row.actions.map(ofAction).join(', ') })
            : undefined
      }
      schema={authorizationRoutes.createResource.body}
      fresh={{ name: '' }}
      sections={sections}
    >
      <PermissionTabs />
    </ResourcePage>
  )
}

/** `/admin/permissions/resource-action`: the actions on them. */
export function ActionsPage() {
  const t = useT(texts)
  const { ofResource, ofAction } = useModelWords()
  return (
    <ResourcePage
      routes={actions}
      name="resource-actions"
      title={text(texts, 'actions')}
      add={text(texts, 'add_action')}
      empty={{ title: text(texts, 'no_actions') }}
      rowName={(row) => ofAction(row.name)}
      stale={stale}
      columns={[
        { key: 'label', header: text(common, 'name'), cell: (row) => <b>{ofAction(row.name)}</b> },
        { key: 'name', header: text(texts, 'code_name'), cell: (row) => <code>{row.name}</code>, sort: 'name' },
        {
          key: 'resources',
          header: text(texts, 'resources'),
          cell: (row) => row.resources.map(ofResource).join(', ') || '–',
        },
        {
          key: 'description',
          header: text(common, 'description'),
          cell: (row) => row.description,
          sort: 'description',
        },
        { key: 'builtin', header: text(texts, 'origin'), cell: (row) => <Origin builtin={row.builtin} /> },
      ]}
      phone={{
        title: (row) => ofAction(row.name),
        note: (row) =>
          row.resources.length > 4
            ? t('resource_count', { count: row.resources.length })
            : row.resources.map(ofResource).join(', ') || <code>{row.name}</code>,
        badge: (row) => <Origin builtin={row.builtin} />,
      }}
      kept={(row) =>
        row.builtin
          ? t('kept_builtin')
          : row.resources.length > 0
            ? t('kept_thing', { names: row.resources.map(ofResource).join(', ') })
            : undefined
      }
      schema={authorizationRoutes.createResourceAction.body}
      fresh={{ name: '' }}
      sections={sections}
    >
      <PermissionTabs />
    </ResourcePage>
  )
}
