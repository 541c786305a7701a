import { speakerCreate, speakerRoutes } from '@shiloh/contract/catalogue'
import { text } from '#platform/i18n'
import { ResourcePage } from '#ui/list/resource-page'
import { translated } from '../../ui/form/languages/translated.ts'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'

export function SpeakersPage() {
  return (
    <ResourcePage
      routes={speakerRoutes}
      name="speakers"
      title={text(texts, 'speakers')}
      add={text(texts, 'add_speaker')}
      empty={{ title: text(texts, 'no_speakers') }}
      rowName={(row) => row.name}
      columns={[
        {
          key: 'name',
          exported: ['honorific', 'name'],
          header: text(common, 'name'),
          cell: (row) => <b>{[row.honorific, row.name].filter(Boolean).join(' ')}</b>,
          sort: 'name',
        },
        { key: 'role', header: text(texts, 'role'), cell: (row) => row.role },
        { key: 'events', header: text(texts, 'events'), cell: (row) => row.events, numeric: true },
      ]}
      phone={{ title: (row) => row.name, note: (row) => row.role }}
      schema={speakerCreate}
      fresh={{}}
      sections={() => [
        {
          fields: [
            { kind: 'text', name: 'honorific', label: text(texts, 'honorific'), half: true },
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true, half: true },
            { kind: 'text', name: 'role', label: text(texts, 'role') },
            { kind: 'textarea', name: 'bio', label: text(texts, 'bio'), rows: 6 },
            translated(
              { name: 'honorific', label: text(texts, 'honorific'), max: 40 },
              { name: 'role', label: text(texts, 'role'), max: 160 },
              { name: 'bio', label: text(texts, 'bio'), rows: 6, max: 5000 },
            ),
          ],
        },
      ]}
    />
  )
}
