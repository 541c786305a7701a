import { organisationRoutes } from '@shiloh/contract/organisation'
import { text, useT } from '#platform/i18n'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'

const routes = {
  list: organisationRoutes.listAssemblyTypes,
  create: organisationRoutes.createAssemblyType,
  update: organisationRoutes.updateAssemblyType,
  remove: organisationRoutes.removeAssemblyType,
}

export function AssemblyTypesPage() {
  const t = useT(texts)
  return (
    <ResourcePage
      routes={routes}
      name="assembly-types"
      title={text(texts, 'assembly_types')}
      add={text(texts, 'add_assembly_type')}
      empty={{ title: text(texts, 'no_assembly_types') }}
      rowName={(row) => row.name}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sort: 'name' },
        { key: 'assemblies', header: text(texts, 'assemblies'), cell: (row) => row.assemblies, numeric: true },
      ]}
      phone={{ title: (row) => row.name, note: (row) => t('count_assemblies', { count: row.assemblies }) }}
      schema={organisationRoutes.createAssemblyType.body}
      fresh={{}}
      sections={() => [{ fields: [{ kind: 'text', name: 'name', label: text(common, 'name'), required: true }] }]}
    />
  )
}
