import { formatPhone } from '@shiloh/contract/text/phone-text'
import { eventCenterCreate, eventCenterRoutes } from '@shiloh/contract/venues'
import { useCountries } from '#platform/countries'
import { text, useT } from '#platform/i18n'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'

export function CentersPage() {
  const t = useT(texts)
  const countries = useCountries()
  return (
    <ResourcePage
      routes={eventCenterRoutes}
      name="event-centers"
      title={text(texts, 'centers')}
      add={text(texts, 'add_center')}
      empty={{ title: text(texts, 'no_centers'), hint: text(texts, 'no_centers_hint') }}
      rowName={(row) => row.name}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sort: 'name' },
        { key: 'city', header: text(texts, 'city'), cell: (row) => row.city, sort: 'city' },
        { key: 'blocks', header: text(texts, 'blocks'), cell: (row) => row.blocks, numeric: true },
        { key: 'rooms', header: text(texts, 'rooms'), cell: (row) => row.rooms, numeric: true },
        { key: 'beds', header: text(texts, 'beds'), cell: (row) => row.beds, numeric: true },
        {
          key: 'phone',
          header: text(common, 'phone'),
          cell: (row) => row.phone && formatPhone(row.phone),
          hidden: true,
        },
      ]}
      phone={{
        title: (row) => row.name,
        note: (row) => row.city,
        value: (row) => t('count_beds', { count: row.beds }),
      }}
      schema={eventCenterCreate}
      fresh={{ country: 'GH' }}
      sections={() => [
        {
          fields: [
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            { kind: 'text', name: 'address', label: text(texts, 'address') },
            { kind: 'text', name: 'city', label: text(texts, 'city'), half: true },
            {
              kind: 'select',
              name: 'country',
              label: text(texts, 'country'),
              choices: countries.map(({ code, name }) => ({ value: code, label: () => name })),
              half: true,
            },
            { kind: 'text', name: 'phone', label: text(common, 'phone'), inputMode: 'tel', empty: null },
            {
              kind: 'number',
              name: 'latitude',
              label: text(texts, 'latitude'),
              decimals: 6,
              half: true,
              empty: null,
              hint: text(texts, 'map_hint'),
            },
            {
              kind: 'number',
              name: 'longitude',
              label: text(texts, 'longitude'),
              decimals: 6,
              half: true,
              empty: null,
            },
            { kind: 'textarea', name: 'description', label: text(common, 'description') },
          ],
        },
      ]}
    />
  )
}
