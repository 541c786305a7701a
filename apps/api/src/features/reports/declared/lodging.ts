import { countCovers, countDiets, countProducts } from '../lodging.sql.ts'
import { amounts, counts, days, figure, label, type Report, reportPage, textOf, words } from '../report.ts'

export const lodging: readonly Report[] = [
  {
    name: 'caterers',
    group: 'lodging',
    main: ['day', 'people'],
    groupings: ['caterer', 'day'],
    titled: { caterer: 'meals_by_caterer', day: 'meals_by_day' },
    filters: ['status', 'caterer', 'unit'],
    chart: { kind: 'bars', value: 'people' },
    columns: ({ grouping }) => [
      label,
      ...(grouping === 'day' ? days('day') : []),
      figure('people'),
      figure('places'),
      figure('women'),
      figure('men'),
      figure('children'),
    ],
    rows: countCovers,
    links: (row, scope) => ({ people: reportPage(scope, 'caterer_sheet', { caterer: textOf(row, '_id') ?? '' }) }),
  },
  {
    name: 'diets',
    group: 'lodging',
    main: ['diet', 'people'],
    groupings: ['event', 'caterer'],
    chart: { kind: 'bars', value: 'people' },
    columns: ({ grouping }) => [
      grouping === 'caterer' ? label : { key: 'label', kind: 'text', name: '' },
      ...(grouping === 'caterer' ? words('diet') : []),
      figure('people'),
    ],
    rows: countDiets,
  },
  {
    name: 'products',
    group: 'lodging',
    main: ['option', 'ordered'],
    filters: ['status', 'participant_type', 'unit'],
    statuses: ['pending', 'active', 'redeemed'],
    chart: { kind: 'bars', value: 'ordered' },
    columns: () => [
      ...words('product', 'option'),
      ...counts('ordered', 'paid', 'unpaid', 'to_hand_over', 'delivered'),
      ...amounts('expected'),
    ],
    rows: countProducts,
  },
]
