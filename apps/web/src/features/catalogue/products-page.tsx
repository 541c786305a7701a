import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { productCreate, productOptionRoutes, productRoutes } from '@shiloh/contract/catalogue'
import { text } from '#platform/i18n'
import { Told, useToldName } from '#ui/base/told'
import { ResourcePage } from '#ui/list/resource-page'
import { translated } from '../../ui/form/languages/translated.ts'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'
import { editMany, vendorField, vendorFilter } from './vendor-field.ts'

export function ProductsPage() {
  return (
    <ResourcePage
      routes={productRoutes}
      name="products"
      title={text(texts, 'products')}
      add={text(texts, 'add_product')}
      empty={{ title: text(texts, 'no_products'), hint: text(texts, 'products_hint') }}
      rowName={useToldName()}
      stale={[productOptionRoutes.list]}
      filters={[vendorFilter]}
      bulk={[editMany(bulkEditRoutes.editProducts)]}
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
        {
          key: 'options',
          header: text(texts, 'options'),
          cell: (row) => row.options.map((option) => option.name).join(', '),
        },
        { key: 'vendor', header: text(texts, 'vendor'), cell: (row) => row.vendor, sort: 'vendor' },
      ]}
      phone={{
        title: (row) => <Told row={row} field="name" />,
        note: (row) => row.options.map((option) => option.name).join(', '),
      }}
      schema={productCreate}
      fresh={{}}
      sections={(row) => [
        {
          fields: [
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            { kind: 'textarea', name: 'description', label: text(common, 'description') },
            translated(
              { name: 'name', label: text(common, 'name'), max: 120 },
              { name: 'description', label: text(common, 'description'), rows: 3, max: 2000 },
            ),
            vendorField(row),
          ],
        },
      ]}
    />
  )
}
