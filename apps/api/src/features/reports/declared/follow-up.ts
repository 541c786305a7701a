import { listIncomplete, listRoomless, listUnpaid } from '../people.sql.ts'
import { amounts, counts, days, figure, ownPages, type Report, words } from '../report.ts'

export const followUp: readonly Report[] = [
  {
    name: 'unpaid',
    group: 'follow_up',
    main: ['balance', 'due_at'],
    needs: ['reservations.read', 'payments.read'],
    filters: ['status', 'participant_type', 'unit'],
    statuses: ['pending', 'active', 'redeemed'],
    headline: 'reservations',
    columns: () => [
      ...words('name', 'code', 'phone', 'district', 'assembly', 'status'),
      ...amounts('expected', 'paid', 'balance'),
      ...days('due_at'),
    ],
    rows: listUnpaid,
    links: ownPages,
  },
  {
    name: 'incomplete',
    group: 'follow_up',
    main: ['missing'],
    needs: ['reservations.read'],
    filters: ['status', 'participant_type', 'unit'],
    statuses: ['pending', 'active', 'redeemed'],
    headline: 'reservations',
    columns: () => words('name', 'code', 'phone', 'district', 'assembly', 'missing'),
    rows: listIncomplete,
    links: ownPages,
  },
  {
    name: 'roomless',
    group: 'follow_up',
    main: ['room_category', 'people'],
    needs: ['reservations.read'],
    filters: ['participant_type', 'unit', 'room_category'],
    headline: 'reservations',
    columns: () => [
      ...words('name', 'code', 'phone', 'district', 'assembly', 'room_category'),
      ...counts('people'),
      figure('nights'),
    ],
    rows: listRoomless,
    links: ownPages,
  },
]
