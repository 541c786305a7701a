import { listEaters, listGate, listPeople } from '../people.sql.ts'
import { amounts, cellOf, type Known, ownPages, type Report, type ReportRow, words } from '../report.ts'

/** Returns whether somebody is inside, or has left. */
const whereNow = (row: ReportRow): Known | null => {
  const [came, left] = [cellOf(row, 'checked_in_at'), cellOf(row, 'checked_out_at')]
  if (left instanceof Date) return { what: 'left', at: left }
  return came instanceof Date ? { what: 'inside', at: came } : null
}

/** Lists that are printed: their rows are in sections. */
export const wall: readonly Report[] = [
  {
    name: 'people',
    group: 'wall',
    main: ['room', 'bed'],
    needs: ['reservations.read'],
    filters: ['status', 'participant_type', 'unit'],
    sections: true,
    headline: 'people',
    columns: () => words('section', 'name', 'title', 'participant_type', 'room', 'bed'),
    rows: listPeople,
    links: ownPages,
  },
  {
    name: 'caterer_sheet',
    group: 'wall',
    main: ['participant_type', 'room'],
    needs: ['reservations.read'],
    filters: ['status', 'caterer', 'participant_type', 'unit'],
    sections: true,
    headline: 'people',
    columns: () => words('section', 'name', 'participant_type', 'code', 'room'),
    rows: listEaters,
    links: ownPages,
  },
  {
    name: 'gate_list',
    group: 'wall',
    main: ['code', 'balance'],
    needs: ['reservations.read'],
    filters: ['status', 'participant_type', 'unit'],
    statuses: ['pending', 'active', 'redeemed'],
    groupings: ['name', 'district'],
    sections: true,
    titled: { name: 'gate_list_by_name', district: 'gate_list_by_district' },
    byHand: { explained: 'by_hand', lines: [['time_by_hand', 76]], known: whereNow },
    headline: 'people',
    columns: ({ grouping, say }) => [
      { key: 'section', kind: 'text', ...(grouping === 'district' && { name: say('grouping_district') }) },
      ...words('name', 'code', 'participant_type', 'room', 'bed'),
      ...amounts('balance'),
    ],
    rows: listGate,
    links: ownPages,
  },
]
