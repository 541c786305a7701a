import { organisationRoutes } from '@shiloh/contract/organisation'
import { text } from '#platform/i18n'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'

const routes = {
  list: organisationRoutes.listCountries,
  create: organisationRoutes.createCountry,
  update: organisationRoutes.updateCountry,
  remove: organisationRoutes.removeCountry,
  export: organisationRoutes.exportCountries,
  import: organisationRoutes.importCountries,
}

export function CountriesPage() {
  return (
    <ResourcePage
      routes={routes}
      name="countries"
      title={text(texts, 'countries')}
      add={text(texts, 'add_country')}
      empty={{ title: text(texts, 'no_countries') }}
      rowName={(row) => row.name}
      filters={[{ kind: 'flag', key: 'enabled', label: text(texts, 'enabled') }]}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sort: 'name' },
        { key: 'code', header: text(common, 'code'), cell: (row) => row.code, sort: 'code' },
        { key: 'dial_code', header: text(texts, 'dial_code'), cell: (row) => row.dial_code },
        { key: 'enabled', header: text(texts, 'enabled'), cell: (row) => (row.enabled ? '✓' : '–') },
      ]}
      phone={{ title: (row) => row.name, note: (row) => row.code, value: (row) => row.dial_code }}
      schema={organisationRoutes.createCountry.body}
      fresh={{ enabled: true }}
      sections={() => [
        {
          fields: [
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            { kind: 'text', name: 'code', label: text(common, 'code'), required: true, half: true },
            { kind: 'text', name: 'dial_code', label: text(texts, 'dial_code'), required: true, half: true },
            { kind: 'switch', name: 'enabled', label: text(texts, 'enabled') },
          ],
        },
      ]}
    />
  )
}
