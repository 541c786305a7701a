import { listEaters, listGate, listPeople } from '../people.sql.ts'
import { amounts, cellOf, ownPages, type Report, words } from '../report.ts'

/** Lists that are printed: their rows are in sections. */
export const wall: readonly Report[] = [
  {
    name: 'people',
    group: 'wall',
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
    needs: ['reservations.read'],
    filters: ['status', 'participant_type', 'unit'],
    statuses: ['pending', 'active', 'redeemed'],
    groupings: ['name', 'district'],
    sections: true,
    ticked: (row) => cellOf(row, 'inside') === 1,
    headline: 'people',
    columns: () => [...words('section', 'name', 'code', 'participant_type', 'room', 'bed'), ...amounts('balance')],
    rows: listGate,
    links: ownPages,
  },
]
