import { roomCategoryCreate, roomCategoryRoutes } from '@shiloh/contract/venues'
import { text, useT } from '#platform/i18n'
import { Told, useToldName } from '#ui/base/told'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as languages } from '../../ui/form/languages/languages-texts.ts'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'

export function CategoriesPage() {
  const t = useT(texts)
  return (
    <ResourcePage
      routes={roomCategoryRoutes}
      name="room-categories"
      title={text(texts, 'categories')}
      add={text(texts, 'add_category')}
      empty={{ title: text(texts, 'no_categories'), hint: text(texts, 'category_hint') }}
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
        {
          key: 'description',
          header: text(common, 'description'),
          cell: (row) => <Told row={row} field="description" />,
        },
        { key: 'rooms', header: text(texts, 'rooms'), cell: (row) => row.rooms, numeric: true },
        { key: 'beds', header: text(texts, 'beds'), cell: (row) => row.beds, numeric: true },
      ]}
      phone={{
        title: (row) => <Told row={row} field="name" />,
        note: (row) => <Told row={row} field="description" />,
        value: (row) => t('count_beds', { count: row.beds }),
      }}
      schema={roomCategoryCreate}
      fresh={{}}
      sections={() => [
        {
          fields: [
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            {
              kind: 'textarea',
              name: 'description',
              label: text(common, 'description'),
              hint: text(texts, 'category_hint'),
            },
            {
              kind: 'languages',
              name: 'translations',
              label: text(languages, 'label'),
              fields: [
                { name: 'name', label: text(common, 'name'), max: 120 },
                { name: 'description', label: text(common, 'description'), rows: 3, max: 2000 },
              ],
            },
          ],
        },
      ]}
    />
  )
}
