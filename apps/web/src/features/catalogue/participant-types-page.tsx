import { namedTypeCreate, participantTypeRoutes } from '@shiloh/contract/catalogue'
import { text } from '#platform/i18n'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'

export function ParticipantTypesPage() {
  return (
    <ResourcePage
      routes={participantTypeRoutes}
      name="participant-types"
      title={text(texts, 'participant_types')}
      add={text(texts, 'add_participant_type')}
      empty={{ title: text(texts, 'no_participant_types') }}
      rowName={(row) => row.name}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sort: 'name' },
        { key: 'description', header: text(common, 'description'), cell: (row) => row.description },
      ]}
      phone={{ title: (row) => row.name, note: (row) => row.description }}
      schema={namedTypeCreate}
      fresh={{}}
      sections={() => [
        {
          fields: [
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
            { kind: 'textarea', name: 'description', label: text(common, 'description') },
          ],
        },
      ]}
    />
  )
}
