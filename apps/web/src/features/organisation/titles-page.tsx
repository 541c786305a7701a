import { organisationRoutes } from '@shiloh/contract/organisation'
import { text, useT } from '#platform/i18n'
import { Told, useToldName } from '#ui/base/told'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as languages } from '../../ui/form/languages/languages-texts.ts'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'

const routes = {
  list: organisationRoutes.listTitles,
  create: organisationRoutes.createTitle,
  update: organisationRoutes.updateTitle,
  remove: organisationRoutes.removeTitle,
  export: organisationRoutes.exportTitles,
  import: organisationRoutes.importTitles,
}

export function TitlesPage() {
  const t = useT(texts)
  return (
    <ResourcePage
      routes={routes}
      name="titles"
      title={text(texts, 'titles')}
      add={text(texts, 'add_title')}
      empty={{ title: text(texts, 'no_titles') }}
      rowName={useToldName()}
      columns={[
        {
          key: 'name',
          header: text(common, 'name'),
          cell: (row) => (
            <b>
              <Told row={row} field="name" />
            </b>
          ),
          sort: 'name',
        },
        { key: 'rank', header: text(texts, 'rank'), cell: (row) => row.rank, sort: 'rank', numeric: true },
        { key: 'minister', header: text(texts, 'minister'), cell: (row) => (row.minister ? '✓' : '–') },
        {
          key: 'needs_confirmation',
          header: text(texts, 'needs_confirmation'),
          cell: (row) => (row.needs_confirmation ? '✓' : '–'),
        },
      ]}
      phone={{
        title: (row) => <Told row={row} field="name" />,
        note: (row) => t('at_rank', { rank: String(row.rank) }),
      }}
      schema={organisationRoutes.createTitle.body}
      fresh={{ rank: 0, minister: false, needs_confirmation: false }}
      sections={() => [
        {
          fields: [
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            {
              kind: 'languages',
              name: 'translations',
              label: text(languages, 'label'),
              fields: [{ name: 'name', label: text(common, 'name'), max: 80 }],
            },
            { kind: 'number', name: 'rank', label: text(texts, 'rank'), hint: text(texts, 'rank_hint'), min: 0 },
            { kind: 'switch', name: 'minister', label: text(texts, 'minister') },
            {
              kind: 'switch',
              name: 'needs_confirmation',
              label: text(texts, 'needs_confirmation'),
              hint: text(texts, 'needs_confirmation_hint'),
            },
          ],
        },
      ]}
    />
  )
}
