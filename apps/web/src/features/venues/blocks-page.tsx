import { eventBlockCreate, eventBlockRoutes, eventCenterRoutes } from '@shiloh/contract/venues'
import { text, useT } from '#platform/i18n'
import { ResourcePage } from '#ui/list/resource-page'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { texts } from './texts.ts'

export function BlocksPage() {
  const t = useT(texts)
  return (
    <ResourcePage
      routes={eventBlockRoutes}
      name="event-blocks"
      title={text(texts, 'blocks')}
      add={text(texts, 'add_block')}
      empty={{ title: text(texts, 'no_blocks') }}
      rowName={(row) => row.name}
      stale={[eventCenterRoutes.list]}
      filters={[{ kind: 'pick', key: 'event_center_id', label: text(texts, 'center'), route: eventCenterRoutes.query }]}
      columns={[
        { key: 'name', header: text(common, 'name'), cell: (row) => <b>{row.name}</b>, sort: 'name' },
        { key: 'code', header: text(common, 'code'), cell: (row) => row.code, sort: 'code' },
        { key: 'event_center', header: text(texts, 'center'), cell: (row) => row.event_center, sort: 'event_center' },
        { key: 'rooms', header: text(texts, 'rooms'), cell: (row) => row.rooms, numeric: true },
        { key: 'beds', header: text(texts, 'beds'), cell: (row) => row.beds, numeric: true },
      ]}
      phone={{
        title: (row) => row.name,
        note: (row) => row.event_center,
        value: (row) => t('count_beds', { count: row.beds }),
      }}
      schema={eventBlockCreate}
      fresh={{}}
      sections={(row) => [
        {
          fields: [
            {
              kind: 'pick',
              name: 'event_center_id',
              label: text(texts, 'center'),
              route: eventCenterRoutes.query,
              required: true,
              ...(row && { picked: [{ _id: row.event_center_id, name: row.event_center }] }),
            },
            { kind: 'text', name: 'name', label: text(common, 'name'), required: true, half: true },
            { kind: 'text', name: 'code', label: text(common, 'code'), half: true },
          ],
        },
      ]}
    />
  )
}
