import { tillRoutes } from '@shiloh/contract/payments/till'
import { formatAmount } from '@shiloh/contract/text/format'
import { IconClipboardList } from '@tabler/icons-react'
import { useAccount } from '#platform/account'
import { formatDate } from '#platform/dates'
import { text, useLanguage, useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { PersonLink } from '#ui/base/person-link'
import { DateText } from '#ui/base/values'
import { ListPage } from '#ui/list/list-page'
import type { ColumnOf, FilterOf } from '#ui/list/list-types'
import { texts as payments } from '../../texts.ts'
import { useSigned } from './books.tsx'
import { texts } from './texts.ts'

const filters: readonly FilterOf<typeof tillRoutes.listClosings>[] = [
  { kind: 'pick', key: 'cashier_id', label: text(payments, 'cashier'), route: tillRoutes.pickCashiers },
  { kind: 'date', key: 'from', label: text(texts, 'from_day') },
  { kind: 'date', key: 'to', label: text(texts, 'to_day') },
  { kind: 'flag', key: 'off', label: text(texts, 'has_difference') },
]

/** `/admin/cash/closings`: every signed closing. Each opens as its document. */
export function ClosingsPage() {
  const t = useT(payments)
  const language = useLanguage()
  const signed = useSigned()
  const { currency, time_zone: zone } = useAccount().organisation
  const columns: readonly ColumnOf<typeof tillRoutes.listClosings>[] = [
    { key: 'number', header: text(texts, 'closing_no'), sort: 'number', cell: (row) => <b>{row.number}</b> },
    { key: 'day', header: text(payments, 'day'), sort: 'day', cell: (row) => <DateText value={row.day} /> },
    {
      key: 'cashier',
      header: text(payments, 'cashier'),
      sort: 'cashier',
      cell: (row) => <PersonLink id={row.cashier_id} name={row.cashier} type="admin" />,
    },
    {
      key: 'expected',
      header: text(texts, 'expected_in'),
      numeric: true,
      cell: (row) => signed(row.expected),
    },
    {
      key: 'counted',
      header: text(texts, 'counted_in', { currency }),
      numeric: true,
      sort: 'counted',
      cell: (row) => (row.currency === currency ? '' : `${row.currency} `) + formatAmount(row.counted, language),
    },
    {
      key: 'difference',
      header: text(texts, 'difference'),
      numeric: true,
      sort: 'difference',
      cell: (row) =>
        row.difference === 0 ? <span className="dim">{signed(0)}</span> : <b>{signed(row.difference)}</b>,
    },
    { key: 'reason', header: text(texts, 'why'), cell: (row) => row.reason },
    { key: 'signed_by', header: text(texts, 'signed_by_name'), cell: (row) => row.signed_by },
    {
      key: 'signed_at',
      header: text(payments, 'when'),
      hidden: true,
      cell: (row) => <DateText value={row.signed_at} zone={zone} time weekday={false} />,
    },
  ]
  return (
    <ListPage
      route={tillRoutes.listClosings}
      name="closings"
      exportRoute={tillRoutes.exportClosings}
      title={text(texts, 'closings')}
      live="payments"
      filters={filters}
      columns={columns}
      rowName={(row) => `${row.number} ${row.cashier}`}
      address={({ day, cashier_id }) => `/admin/cash/closing?${new URLSearchParams({ day, cashier_id })}`}
      phone={{
        title: (row) => row.cashier,
        badge: (row) => (row.difference === 0 ? null : <b>{signed(row.difference)}</b>),
        note: (row) => formatDate(row.day, language),
        value: (row) => formatAmount(row.counted, language),
      }}
      empty={{ title: text(texts, 'no_closings'), hint: text(texts, 'no_closings_hint') }}
      actions={
        <LinkButton variant="default" leftSection={<IconClipboardList size={18} />} to="/admin/cash/closing">
          {t('closing')}
        </LinkButton>
      }
    />
  )
}
