import { CHURCH_LEVELS, organisationRoutes } from '@shiloh/contract/organisation'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { text, useT } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { useRemembered } from '#platform/remembered'
import { Segments } from '#ui/base/segments'
import { EmptyState } from '#ui/feedback/empty-state'
import { ResourcePage } from '#ui/list/resource-page'
import { PageHeader } from '#ui/shell/page-header'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { ChurchTree } from './church-tree.tsx'
import { texts } from './texts.ts'

const routes = {
  list: organisationRoutes.listChurchUnits,
  create: organisationRoutes.createChurchUnit,
  update: organisationRoutes.updateChurchUnit,
  remove: organisationRoutes.removeChurchUnit,
  export: organisationRoutes.exportChurchMap,
  import: organisationRoutes.importChurchMap,
}
const levels = CHURCH_LEVELS.map((level) => ({ value: level, label: text(texts, `level_${level}`) }))

const view = z.enum(['tree', 'list'])
const LIST_ONLY = ['parent_id', 'assembly_type_id', 'level', 'open', 'view'] as const
const MOST_TYPES = 100

/** The church map, as a tree or as a list. The list adds, edits, imports and exports. */
export function ChurchMapPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const [shown, show] = useRemembered('church-map-view', view, 'tree')
  // The palette opens the map at a unit.
  const address = listSearch(useSearch({ strict: false }))
  const { search = '' } = address
  // What uses a record leads to the rows of a filter, or to one row. The tree has neither.
  const isOfList = LIST_ONLY.some((key) => address[key] !== undefined)
  const { data: types } = useQuery({
    ...queryOf(organisationRoutes.listAssemblyTypes, { query: { page_size: MOST_TYPES } }),
    enabled: shown === 'list' || isOfList,
  })
  const views = (
    <Segments
      label={t('view')}
      choices={view.options.map((value) => ({ value, label: t(`view_${value}`) }))}
      value={isOfList ? 'list' : shown}
      onChange={(next) => {
        show(next)
        if (isOfList) void navigate({ to: '.', search: {} })
      }}
    />
  )
  if (shown === 'tree' && !isOfList)
    return (
      <>
        <PageHeader breadcrumbs={false} compact title={t('church_map')} actions={views} />
        <ChurchTree
          key={search}
          search={search}
          empty={<EmptyState title={t('no_units')} hint={t('no_units_hint')} />}
        />
      </>
    )
  return (
    <ResourcePage
      routes={routes}
      name="church-map"
      actions={views}
      title={text(texts, 'church_map')}
      add={text(texts, 'add_unit')}
      empty={{ title: text(texts, 'no_units'), hint: text(texts, 'no_units_hint') }}
      rowName={(row) => row.name}
      filters={[
        { kind: 'choice', key: 'level', label: text(texts, 'level'), choices: levels },
        { kind: 'pick', key: 'parent_id', label: text(texts, 'parent'), route: organisationRoutes.pickChurchUnits },
        {
          kind: 'choice',
          key: 'assembly_type_id',
          label: text(texts, 'assembly_type'),
          choices: (types?.items ?? []).map(({ _id, name }) => ({ value: _id, label: () => name })),
        },
      ]}
      columns={[
        {
          key: 'name',
          exported: ['region', 'area', 'district', 'assembly'],
          header: text(common, 'name'),
          cell: (row) => <b>{row.name}</b>,
          sort: 'name',
        },
        { key: 'level', header: text(texts, 'level'), cell: (row) => t(`level_${row.level}`), sort: 'level' },
        { key: 'parent_name', header: text(texts, 'parent'), cell: (row) => row.parent_name },
        { key: 'code', header: text(common, 'code'), cell: (row) => row.code, sort: 'code' },
        { key: 'assembly_type', header: text(texts, 'assembly_type'), cell: (row) => row.assembly_type },
        { key: 'children', header: text(texts, 'below'), cell: (row) => row.children, numeric: true },
      ]}
      phone={{ title: (row) => row.name, note: (row) => row.parent_name, value: (row) => t(`level_${row.level}`) }}
      schema={organisationRoutes.createChurchUnit.body}
      fresh={{ level: 'assembly', country: 'GH' }}
      sections={(row) => [
        {
          fields: [
            {
              kind: 'select',
              name: 'level',
              label: text(texts, 'level'),
              choices: levels,
              required: true,
              readOnly: row !== undefined,
              half: true,
            },
            { kind: 'text', name: 'code', label: text(common, 'code'), half: true, empty: null },
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            {
              kind: 'pick',
              name: 'parent_id',
              label: text(texts, 'parent'),
              route: organisationRoutes.pickChurchUnits,
              empty: null,
              ...(row?.parent_id && { picked: [{ _id: row.parent_id, name: row.parent_name ?? '' }] }),
            },
          ],
        },
      ]}
    />
  )
}
