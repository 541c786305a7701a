import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { catererCreate, catererRoutes } from '@shiloh/contract/catalogue'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { text } from '#platform/i18n'
import { ResourcePage } from '#ui/list/resource-page'
import { translated } from '../../ui/form/languages/translated.ts'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'
import { editMany, vendorField, vendorFilter } from './vendor-field.ts'

export function CaterersPage() {
  return (
    <ResourcePage
      routes={catererRoutes}
      name="caterers"
      title={text(texts, 'caterers')}
      add={text(texts, 'add_caterer')}
      empty={{ title: text(texts, 'no_caterers') }}
      rowName={(row) => row.name}
      filters={[vendorFilter]}
      bulk={[editMany(bulkEditRoutes.editCaterers)]}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sort: 'name' },
        { key: 'description', header: text(common, 'description'), cell: (row) => row.description },
        { key: 'phone', header: text(common, 'phone'), cell: (row) => row.phone && formatPhone(row.phone) },
        { key: 'vendor', header: text(texts, 'vendor'), cell: (row) => row.vendor, sort: 'vendor' },
      ]}
      phone={{ title: (row) => row.name, note: (row) => row.vendor ?? row.description }}
      schema={catererCreate}
      fresh={{}}
      sections={(row) => [
        {
          fields: [
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            { kind: 'textarea', name: 'description', label: text(common, 'description') },
            translated({ name: 'description', label: text(common, 'description'), rows: 3, max: 2000 }),
            { kind: 'text', name: 'phone', label: text(common, 'phone'), inputMode: 'tel', empty: null },
            vendorField(row),
          ],
        },
      ]}
    />
  )
}
