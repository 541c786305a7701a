import { productOptionCreate, productOptionRoutes, productRoutes } from '@shiloh/contract/catalogue'
import { text } from '#platform/i18n'
import { Told, useToldName } from '#ui/base/told'
import { ResourcePage } from '#ui/list/resource-page'
import { translated } from '../../ui/form/languages/translated.ts'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'

export function ProductOptionsPage() {
  return (
    <ResourcePage
      routes={productOptionRoutes}
      name="product-options"
      title={text(texts, 'product_options')}
      add={text(texts, 'add_product_option')}
      empty={{ title: text(texts, 'no_product_options') }}
      rowName={useToldName()}
      stale={[productRoutes.list]}
      filters={[{ kind: 'pick', key: 'product_id', label: text(texts, 'product'), route: productRoutes.query }]}
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
        { key: 'product', header: text(texts, 'product'), cell: (row) => row.product, sort: 'product' },
      ]}
      phone={{ title: (row) => <Told row={row} field="name" />, note: (row) => row.product }}
      schema={productOptionCreate}
      fresh={{}}
      sections={(row) => [
        {
          fields: [
            {
              kind: 'pick',
              name: 'product_id',
              label: text(texts, 'product'),
              route: productRoutes.query,
              required: true,
              ...(row && { picked: [{ _id: row.product_id, name: row.product }] }),
            },
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            translated({ name: 'name', label: text(common, 'name'), max: 120 }),
          ],
        },
      ]}
    />
  )
}
