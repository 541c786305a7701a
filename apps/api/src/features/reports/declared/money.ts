import { listRefunds, sumCashiers, sumMethods, sumMoney } from '../money.sql.ts'
import {
  amounts,
  type Column,
  counts,
  days,
  label,
  ownPages,
  type Report,
  reportPage,
  textOf,
  words,
} from '../report.ts'

const MOVED: readonly Column[] = [...counts('receipts'), ...amounts('captured', 'voided', 'refunded', 'remains')]
const IN_TILL: readonly Column[] = [...counts('receipts'), ...amounts('taken', 'voided', 'refunded', 'net')]

export const money: readonly Report[] = [
  {
    name: 'money',
    group: 'money',
    main: ['captured', 'due'],
    groupings: ['participant_type', 'status', 'region', 'area', 'district', 'assembly'],
    filters: ['status', 'participant_type', 'unit'],
    needs: ['payments.read'],
    statuses: ['pending', 'active', 'redeemed', 'cancelled', 'failed'],
    sort: '-expected',
    chart: { kind: 'bars', value: 'captured' },
    headline: 'expected',
    columns: () => [
      label,
      ...counts('reservations'),
      ...amounts('expected', 'captured', 'refunded', 'waived', 'goodwill', 'due', 'to_refund'),
    ],
    rows: sumMoney,
    links: (row, scope) => {
      const id = textOf(row, '_id')
      if (scope.grouping === 'status')
        return { due: reportPage(scope, 'unpaid', { status: textOf(row, 'state') ?? '' }) }
      // Here a reservation counts for the type of the main person; the filter finds the types of everybody.
      if (scope.grouping === 'participant_type' || !id) return {}
      return { due: reportPage(scope, 'unpaid', { unit: id }) }
    },
  },
  {
    name: 'methods',
    group: 'money',
    main: ['method', 'remains'],
    groupings: ['day', 'method'],
    titled: { day: 'methods_by_day', method: 'methods' },
    filters: ['from', 'until'],
    needs: ['payments.read'],
    chart: { kind: 'bars', value: 'remains' },
    columns: ({ grouping }) =>
      grouping === 'day' ? [...days('day'), ...words('method'), ...MOVED] : [label, ...MOVED],
    rows: sumMethods,
  },
  {
    name: 'cashiers',
    group: 'money',
    main: ['day', 'net'],
    groupings: ['event', 'day'],
    titled: { event: 'cashiers', day: 'cashiers_by_day' },
    filters: ['from', 'until'],
    needs: ['payments.read'],
    chart: { kind: 'bars', value: 'net' },
    columns: ({ grouping, say }) => [
      { ...label, name: say('column_cashier') },
      ...(grouping === 'day' ? days('day') : []),
      ...IN_TILL,
      ...counts('slips'),
    ],
    rows: sumCashiers,
  },
  {
    name: 'refunds',
    group: 'money',
    main: ['name', 'amount'],
    groupings: ['status', 'reason', 'each'],
    needs: ['payments.read'],
    headline: 'amount',
    columns: ({ grouping }) =>
      grouping === 'each'
        ? [...days('day'), ...words('code', 'name', 'status', 'reason'), ...amounts('amount')]
        : [label, ...counts('refunds'), ...amounts('amount')],
    rows: listRefunds,
    links: ownPages,
  },
]
