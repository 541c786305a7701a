import { cellOf, counts, days, figure, label, ownPages, type Report, reportPage, textOf, words } from '../report.ts'
import { countBeds, listKeys, listRoomGuests, listSigns, listStays, signOf } from '../rooms.sql.ts'

const GUESTS = ['status', 'participant_type', 'unit', 'room_category', 'block'] as const

/** Who sleeps where, on paper: for the doors, the keys and the two days on which everybody comes and goes. */
export const rooms: readonly Report[] = [
  {
    name: 'rooms',
    group: 'rooms',
    main: ['occupied', 'free'],
    groupings: ['night', 'category', 'block', 'floor'],
    filters: ['room_category', 'block'],
    chart: { kind: 'bars', value: 'occupied' },
    columns: ({ grouping }) => [
      ...(grouping === 'night' ? [] : [label]),
      ...days('night'),
      figure('beds'),
      figure('occupied'),
      figure('with_room'),
      figure('free'),
      figure('share', 'percent'),
    ],
    rows: countBeds,
    links: (row, scope) => ({
      with_room: reportPage(scope, 'rooming', {
        block: textOf(row, 'block_id') ?? scope.filters.block?.join(',') ?? '',
      }),
    }),
  },
  {
    name: 'rooming',
    group: 'rooms',
    main: ['name', 'room', 'bed'],
    needs: ['reservations.read'],
    groupings: ['floor', 'name', 'district'],
    titled: { floor: 'rooming_by_floor', name: 'rooming_by_name', district: 'rooming_by_district' },
    filters: GUESTS,
    sections: true,
    headline: 'people',
    columns: ({ grouping }) => [
      ...words('section'),
      ...(grouping === 'floor' ? words('room', 'bed', 'name') : words('name', 'room', 'bed')),
      ...words('participant_type', 'code'),
      ...days('arrival', 'departure'),
      figure('nights'),
    ],
    rows: listRoomGuests,
    links: ownPages,
  },
  {
    name: 'door_signs',
    group: 'rooms',
    main: ['guests'],
    needs: ['reservations.read'],
    filters: GUESTS,
    sections: true,
    sign: signOf,
    headline: 'rooms',
    columns: () => [...words('section', 'room', 'guests'), ...counts('people')],
    rows: listSigns,
  },
  {
    name: 'keys',
    group: 'rooms',
    main: ['guests'],
    needs: ['reservations.read'],
    filters: GUESTS,
    sections: true,
    byHand: {
      explained: 'by_hand_keys',
      lines: [
        ['key_number_by_hand', 44],
        ['signature_by_hand', 104],
      ],
      known: (row) => (cellOf(row, 'inside') === 1 ? { what: 'room', at: null } : null),
    },
    headline: 'rooms',
    columns: () => [...words('section', 'room', 'guests'), ...days('arrival', 'departure')],
    rows: listKeys,
  },
  {
    name: 'arrivals',
    group: 'rooms',
    main: ['name', 'room'],
    needs: ['reservations.read'],
    filters: [...GUESTS, 'from', 'until'],
    sections: true,
    headline: 'people',
    columns: () => [
      ...words('section', 'time', 'name', 'code', 'participant_type', 'district', 'room', 'bed'),
      figure('nights'),
    ],
    rows: (scope) => listStays(scope, 'arrival'),
    links: ownPages,
  },
  {
    name: 'departures',
    group: 'rooms',
    main: ['name', 'room'],
    needs: ['reservations.read'],
    filters: [...GUESTS, 'from', 'until'],
    sections: true,
    headline: 'people',
    columns: () => words('section', 'time', 'name', 'code', 'participant_type', 'district', 'room', 'bed'),
    rows: (scope) => listStays(scope, 'departure'),
    links: ownPages,
  },
]
