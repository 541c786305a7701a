import { adminEventRoutes } from '@shiloh/contract/events'
import { type PaymentRow, paymentRoutes } from '@shiloh/contract/payments'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { formatMoney } from '#platform/format'
import { text, useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/link-button'
import { ListPage } from '#ui/list-page'
import type { Column, Filter } from '#ui/list-types'
import { DateText, Money } from '#ui/values'
import { keptOf } from './actions.tsx'
import { PaymentDrawer } from './payment-drawer.tsx'
import { texts } from './texts.ts'
import { PaymentBadge, useOpenReason } from './words.tsx'

/** Columns that every list of payments has. */
function useColumns(): Readonly<
  Record<'code' | 'person' | 'event' | 'status' | 'when' | 'amount', Column<PaymentRow>>
> {
  const { organisation } = useAccount()
  const { currency, time_zone: zone } = organisation
  return useMemo(
    () => ({
      code: {
        key: 'reservation_code',
        header: text(texts, 'code'),
        cell: (row) => <span className="code">{row.reservation_code}</span>,
      },
      person: { key: 'person', header: text(texts, 'guest'), cell: (row) => <b>{row.person}</b> },
      event: { key: 'event_name', header: text(texts, 'event'), cell: (row) => row.event_name },
      status: { key: 'status', header: text(texts, 'status'), cell: (row) => <PaymentBadge payment={row} /> },
      when: {
        key: 'created_at',
        header: text(texts, 'when'),
        cell: (row) => <DateText value={row.settled_at ?? row.created_at} zone={zone} time weekday={false} />,
      },
      amount: {
        key: 'amount',
        header: text(texts, 'amount_in', { currency }),
        numeric: true,
        cell: (row) => (
          <Money minor={row.captured || row.amount} {...(row.currency !== currency && { currency: row.currency })} />
        ),
      },
    }),
    [currency, zone],
  )
}

/** The row that is open, as fresh as the list has it. */
function useOpened(route: typeof paymentRoutes.listCashPayments | typeof paymentRoutes.listOpenPayments) {
  const [opened, setOpened] = useState<PaymentRow>()
  const fresh = useQuery({
    ...queryOf(paymentRoutes.listReservationPayments, { params: { id: opened?.reservation_id ?? '' } }),
    enabled: opened !== undefined,
    placeholderData: undefined,
  })
  const now = fresh.data?.find(({ _id }) => _id === opened?._id)
  return { route, open: setOpened, close: () => setOpened(undefined), payment: opened && { ...opened, ...now } }
}

/** `/admin/cash/payments`: every receipt, newest first. */
export function CashPaymentsPage() {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const columns = useColumns()
  const { route, open, close, payment } = useOpened(paymentRoutes.listCashPayments)
  const filters: Filter[] = [
    { kind: 'date', key: 'day', label: text(texts, 'day') },
    ...(can('events.read')
      ? [{ kind: 'pick', key: 'event_id', label: text(texts, 'event'), route: adminEventRoutes.pickEvents } as const]
      : []),
  ]
  return (
    <>
      <ListPage
        route={route}
        name="cash-payments"
        title={text(texts, 'cash_payments')}
        live="payments"
        filters={filters}
        rowName={(row) => t('receipt_number', { number: row.receipt_number ?? 0 })}
        onOpen={open}
        columns={[
          {
            key: 'receipt_number',
            header: text(texts, 'receipt'),
            numeric: true,
            cell: (row) => <b className="code">{row.receipt_number}</b>,
          },
          columns.person,
          columns.code,
          columns.event,
          columns.amount,
          columns.status,
          { key: 'cashier', header: text(texts, 'cashier'), cell: (row) => row.cashier },
          columns.when,
          { key: 'note', header: text(texts, 'note'), cell: (row) => row.note, hidden: true },
        ]}
        phone={{
          title: (row) => row.person,
          badge: (row) => <PaymentBadge payment={row} />,
          note: (row) => t('receipt_number', { number: row.receipt_number ?? 0 }),
          value: (row) => formatMoney(row.amount, row.currency, language),
        }}
        empty={{ title: text(texts, 'no_cash'), hint: text(texts, 'no_cash_hint') }}
        actions={
          <LinkButton variant="default" leftSection={<IconClipboardList size={18} />} to="/admin/cash/closing">
            {t('closing')}
          </LinkButton>
        }
      />
      {payment ? <PaymentDrawer payment={payment} onClose={close} /> : null}
    </>
  )
}

/** `/admin/payments/open`: money that waits for a decision. */
export function OpenPaymentsPage() {
  const t = useT(texts)
  const language = useLanguage()
  const { organisation } = useAccount()
  const columns = useColumns()
  const openReason = useOpenReason()
  const { route, open, close, payment } = useOpened(paymentRoutes.listOpenPayments)
  return (
    <>
      <ListPage
        route={route}
        name="open-payments"
        title={text(texts, 'open_payments')}
        live="payments"
        rowName={(row) => row.person}
        onOpen={open}
        columns={[
          columns.person,
          columns.code,
          columns.event,
          { key: 'why', header: text(texts, 'why'), cell: openReason },
          columns.status,
          columns.amount,
          {
            key: 'kept',
            header: text(texts, 'open_amount', { currency: organisation.currency }),
            numeric: true,
            cell: (row) => (
              <b>
                <Money minor={keptOf(row)} />
              </b>
            ),
          },
          { key: 'provider', header: text(texts, 'paid_through'), cell: (row) => t(`provider_${row.provider}`) },
          columns.when,
          { key: 'reference', header: text(texts, 'reference'), cell: (row) => row.reference, hidden: true },
        ]}
        phone={{
          title: (row) => row.person,
          badge: (row) => <PaymentBadge payment={row} />,
          note: openReason,
          value: (row) => formatMoney(keptOf(row), row.currency, language),
        }}
        empty={{ title: text(texts, 'no_open'), hint: text(texts, 'no_open_hint') }}
      >
        <p className="dim">{t('open_note')}</p>
      </ListPage>
      {payment ? <PaymentDrawer payment={payment} onClose={close} /> : null}
    </>
  )
}
