import { Button } from '@mantine/core'
import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import {
  bulkRooms,
  type EventRoom,
  eventBlockRoutes,
  eventCenterRoutes,
  eventRoomForm,
  eventRoomRoutes,
  roomCategoryRoutes,
} from '@shiloh/contract/venues'
import { IconEdit, IconStack2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { text, useT } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import { toastDone } from '#ui/feedback/toast'
import { RecordForm } from '#ui/form/record-form'
import { ResourcePage } from '#ui/list/resource-page'
import { filtersOf } from '../../ui/list/field-filters.ts'
import { texts as common } from '../../ui/list/resource-texts.ts'
import { changeForm, changeSections, floors, sharedRoomFields, toRoomChange } from './room-fields.ts'
import { texts } from './texts.ts'

/** The number of guests tonight, with a link to them and to people without a bed. */
function Occupied({ room, of = false }: { room: EventRoom; of?: boolean }) {
  const t = useT(texts)
  const can = useCan()
  const count = of ? `${room.occupied} / ${room.beds}` : room.occupied
  if (!can('reservations.assign_rooms')) return count
  return (
    <Link
      to="/admin/event-rooms/$id"
      params={{ id: room._id }}
      aria-label={t('beds_of', { room: room.name, occupied: room.occupied, beds: room.beds })}
      // A click on the row itself would open the room's form.
      onClick={(event) => event.stopPropagation()}
    >
      {count}
    </Link>
  )
}

export function RoomsPage() {
  const t = useT(texts)
  const can = useCan()
  const queries = useQueryClient()
  const [many, setMany] = useState(false)
  return (
    <>
      <ResourcePage
        routes={eventRoomRoutes}
        name="event-rooms"
        title={text(texts, 'rooms')}
        add={text(texts, 'add_room')}
        empty={{ title: text(texts, 'no_rooms'), hint: text(texts, 'no_rooms_hint') }}
        rowName={(row) => row.name}
        stale={[eventCenterRoutes.list, eventBlockRoutes.list, roomCategoryRoutes.list]}
        filters={[
          { kind: 'pick', key: 'event_center_id', label: text(texts, 'center'), route: eventCenterRoutes.query },
          { kind: 'choice', key: 'floor', label: text(texts, 'floor'), choices: floors },
          ...filtersOf(sharedRoomFields()),
        ]}
        columns={[
          {
            key: 'name',
            header: text(texts, 'room'),
            cell: (row) => <b className="gold">{row.name}</b>,
            sort: 'name',
          },
          { key: 'event_block', header: text(texts, 'block'), cell: (row) => row.event_block, sort: 'event_block' },
          { key: 'event_center', header: text(texts, 'center'), cell: (row) => row.event_center, hidden: true },
          { key: 'floor', header: text(texts, 'floor'), cell: (row) => row.floor, sort: 'floor', numeric: true },
          {
            key: 'room_category',
            header: text(texts, 'category'),
            cell: (row) => row.room_category,
            sort: 'room_category',
          },
          { key: 'beds', header: text(texts, 'beds'), cell: (row) => row.beds, sort: 'beds', numeric: true },
          { key: 'occupied', header: text(texts, 'occupied'), cell: (row) => <Occupied room={row} />, numeric: true },
          {
            key: 'gender_rule',
            header: text(texts, 'gender'),
            cell: (row) => (row.gender_rule ? t(`gender_${row.gender_rule}`) : '–'),
          },
          { key: 'note', header: text(texts, 'note'), cell: (row) => row.note, hidden: true },
        ]}
        phone={{
          title: (row) => row.name,
          note: (row) => `${row.event_block}, ${row.room_category}`,
          value: (row) => <Occupied room={row} of />,
        }}
        schema={eventRoomForm}
        toBody={({ force, ...body }, row) => (row && force ? { ...body, force } : body)}
        fresh={{
          floor: 0,
          beds: 2,
          accessible: false,
          quiet: false,
          kept_for_title_ids: [],
          kept_for_designation_ids: [],
          maintenance: [],
        }}
        sections={(row) => [
          {
            fields: [
              { kind: 'text', name: 'name', label: text(common, 'name'), required: true },
              ...sharedRoomFields(row),
              ...(row
                ? [
                    {
                      kind: 'switch',
                      name: 'force',
                      label: text(texts, 'force'),
                      hint: text(texts, 'force_hint'),
                    } as const,
                  ]
                : []),
            ],
          },
          {
            title: text(texts, 'maintenance'),
            fields: [
              {
                kind: 'rows',
                name: 'maintenance',
                label: text(texts, 'maintenance'),
                rowName: text(texts, 'maintenance'),
                fresh: () => ({ from: '', until: '', reason: '' }),
                fields: [
                  { kind: 'date', name: 'from', label: text(texts, 'maintenance_from'), required: true, half: true },
                  { kind: 'date', name: 'until', label: text(texts, 'maintenance_until'), required: true, half: true },
                  { kind: 'text', name: 'reason', label: text(texts, 'reason'), required: true },
                ],
              },
            ],
          },
        ]}
        bulk={[
          {
            label: text(texts, 'edit_many'),
            icon: IconEdit,
            permission: 'event_rooms.update',
            many: {
              route: bulkEditRoutes.editRooms,
              consequence: text(texts, 'edit_many'),
              form: { schema: changeForm, sections: changeSections, toChange: toRoomChange },
            },
          },
        ]}
        actions={
          can('event_rooms.create') ? (
            <Button variant="default" leftSection={<IconStack2 size={18} />} onClick={() => setMany(true)}>
              {t('add_rooms')}
            </Button>
          ) : null
        }
      />
      {many ? (
        <RecordForm
          schema={bulkRooms}
          title={t('add_rooms')}
          values={{
            floor: 0,
            beds: 2,
            accessible: false,
            quiet: false,
            kept_for_title_ids: [],
            kept_for_designation_ids: [],
            pattern: '#',
          }}
          sections={[
            {
              fields: [
                {
                  kind: 'text',
                  name: 'pattern',
                  label: text(texts, 'pattern'),
                  hint: text(texts, 'pattern_hint'),
                  required: true,
                },
                { kind: 'number', name: 'from', label: text(texts, 'from_number'), min: 0, required: true, half: true },
                { kind: 'number', name: 'to', label: text(texts, 'to_number'), min: 0, required: true, half: true },
                ...sharedRoomFields(),
              ],
            },
          ]}
          onSave={async (body) => {
            const { created } = await call(eventRoomRoutes.createMany, { body })
            toastDone({ message: t('rooms_added', { count: created }) })
            await queries.invalidateQueries({ queryKey: keyOf(eventRoomRoutes.list) })
          }}
          onDone={() => setMany(false)}
        />
      ) : null}
    </>
  )
}
