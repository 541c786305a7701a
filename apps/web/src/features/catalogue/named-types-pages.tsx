import { committeeTypeRoutes, type NamedType, namedTypeCreate, participantTypeRoutes } from '@shiloh/contract/catalogue'
import { text } from '#platform/i18n'
import { Told, useToldName } from '#ui/base/told'
import { ResourcePage } from '#ui/list/resource-page'
import { translated } from '../../ui/form/languages/translated.ts'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'

/** The list and the form of types that have a name and a description. */
const shared = {
  columns: [
    {
      key: 'name',
      header: text(common, 'name'),
      cell: (row: NamedType) => (
        <b>
          <Told row={row} field="name" />
        </b>
      ),
      sort: 'name',
    },
    {
      key: 'description',
      header: text(common, 'description'),
      cell: (row: NamedType) => <Told row={row} field="description" />,
    },
  ],
  phone: {
    title: (row: NamedType) => <Told row={row} field="name" />,
    note: (row: NamedType) => <Told row={row} field="description" />,
  },
  schema: namedTypeCreate,
  fresh: {},
  sections: () =>
    [
      {
        fields: [
          { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
          { kind: 'textarea', name: 'description', label: text(common, 'description') },
          translated(
            { name: 'name', label: text(common, 'name'), max: 120 },
            { name: 'description', label: text(common, 'description'), rows: 3, max: 2000 },
          ),
        ],
      },
    ] as const,
} as const

export function CommitteeTypesPage() {
  return (
    <ResourcePage
      {...shared}
      rowName={useToldName()}
      routes={committeeTypeRoutes}
      name="committee-types"
      title={text(texts, 'committee_types')}
      add={text(texts, 'add_committee_type')}
      empty={{ title: text(texts, 'no_committee_types') }}
    />
  )
}

export function ParticipantTypesPage() {
  return (
    <ResourcePage
      {...shared}
      rowName={useToldName()}
      routes={participantTypeRoutes}
      name="participant-types"
      title={text(texts, 'participant_types')}
      add={text(texts, 'add_participant_type')}
      empty={{ title: text(texts, 'no_participant_types') }}
    />
  )
}
