import { adminEventRoutes } from '@shiloh/contract/events/events'
import { cashNumber } from '@shiloh/contract/payments/money'
import { PROVIDERS, paymentRoutes } from '@shiloh/contract/payments/payments'
import { type MoneyEntry, TILL_KINDS, type TillEntry, tillRoutes } from '@shiloh/contract/payments/till'
import { formatMoney } from '@shiloh/contract/text/format'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { text, useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { PersonLink } from '#ui/base/person-link'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { DateText, Money } from '#ui/base/values'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import type { FilterOf } from '#ui/list/list-types'
import { useMessageSelected } from '#ui/list/message-link'
import { PaymentDrawer } from './payment-drawer.tsx'
import { RefundDrawer } from './refunds/refund-drawer.tsx'
import { texts as refunds } from './refunds/texts.ts'
import { texts } from './texts.ts'

const tones: Readonly<Record<TillEntry['kind'], Tone>> = {
  capture: 'ok',
  void: 'bad',
  refund: 'mute',
  refund_returned: 'warn',
  chargeback: 'bad',
  chargeback_returned: 'ok',
  loss: 'bad',
}

function EntryBadge({ entry }: { entry: Pick<TillEntry, 'kind'> }) {
  const t = useT(refunds)
  return <ToneBadge tone={tones[entry.kind]}>{t(`entry_${entry.kind}`)}</ToneBadge>
}

/** The payment of a receipt, always current. */
function ReceiptDrawer({ entry, onClose }: { entry: TillEntry; onClose: () => void }) {
  const { data } = useQuery({
    ...queryOf(paymentRoutes.listReservationPayments, { params: { id: entry.reservation_id } }),
    placeholderData: undefined,
  })
  const payment = data?.find(({ _id }) => _id === entry.payment_id)
  if (!payment) return null
  const { reservation_code, event_name, person, person_id } = entry
  return <PaymentDrawer payment={{ ...payment, reservation_code, event_name, person, person_id }} onClose={onClose} />
}

const personOf = ({ person_id }: { person_id: string }): string => person_id

/** `/admin/cash/payments`: every receipt, void and slip, newest first. */
export function CashPaymentsPage() {
  const t = useT(texts)
  const say = useT(refunds)
  const language = useLanguage()
  const can = useCan()
  const { organisation } = useAccount()
  const { currency, time_zone: zone } = organisation
  const [opened, setOpened] = useState<TillEntry>()
  const close = () => setOpened(undefined)
  const message = useMessageSelected<TillEntry>(personOf)
  const numberOf = (entry: TillEntry): string =>
    entry.kind === 'capture' || entry.kind === 'void'
      ? t('receipt_number', { number: cashNumber(entry.number ?? 0) })
      : say('slip_number', { number: cashNumber(entry.number ?? 0) })
  const filters: FilterOf<typeof tillRoutes.listTillEntries>[] = [
    {
      kind: 'choice',
      key: 'kind',
      label: text(refunds, 'kind_of_entry'),
      choices: TILL_KINDS.map((value) => ({ value, label: text(refunds, `entry_${value}`) })),
    },
    { kind: 'days', key: 'at', label: text(texts, 'when') },
    { kind: 'date', key: 'day', label: text(refunds, 'business_day') },
    { kind: 'amounts', key: 'amount', label: text(texts, 'amount') },
    ...(can('events.read')
      ? [{ kind: 'event', key: 'event_id', label: text(texts, 'event'), route: adminEventRoutes.pickEvents } as const]
      : []),
  ]
  return (
    <>
      <ListPage
        route={tillRoutes.listTillEntries}
        name="cash-entries"
        exportRoute={tillRoutes.exportTillEntries}
        title={text(texts, 'cash_payments')}
        live="payments"
        filters={filters}
        rowName={numberOf}
        bulk={message}
        onOpen={setOpened}
        columns={[
          { key: 'number', header: text(refunds, 'number'), cell: (row) => <b>{numberOf(row)}</b> },
          {
            key: 'person',
            header: text(texts, 'guest'),
            sort: 'person',
            cell: (row) => <PersonLink id={row.person_id} name={row.person} />,
          },
          {
            key: 'reservation_code',
            exported: ['code'],
            header: text(texts, 'code'),
            sort: 'reservation_code',
            cell: (row) => <span className="code">{row.reservation_code}</span>,
          },
          {
            key: 'event_name',
            exported: ['event'],
            header: text(texts, 'event'),
            cell: (row) => row.event_name,
            wraps: true,
          },
          {
            key: 'amount',
            exported: ['amount', 'currency'],
            header: text(texts, 'amount_in', { currency }),
            numeric: true,
            sort: 'amount',
            sum: { key: 'amount', of: (row) => row.amount },
            cell: (row) => <Money minor={row.amount} {...(row.currency !== currency && { currency: row.currency })} />,
          },
          { key: 'kind', header: text(refunds, 'kind_of_entry'), cell: (row) => <EntryBadge entry={row} /> },
          {
            key: 'cashier',
            header: text(texts, 'cashier'),
            cell: (row) => <PersonLink id={row.cashier_id} name={row.cashier} type="admin" />,
            yields: true,
          },
          {
            key: 'at',
            header: text(texts, 'when'),
            sort: 'at',
            cell: (row) => <DateText value={row.at} zone={zone} time weekday={false} />,
          },
          {
            key: 'day',
            header: text(refunds, 'business_day'),
            sort: 'day',
            hidden: true,
            cell: (row) => <DateText value={row.day} weekday={false} />,
          },
          { key: 'reason', header: text(texts, 'reason'), cell: (row) => row.reason, hidden: true },
        ]}
        phone={{
          title: (row) => row.person,
          badge: (row) => <EntryBadge entry={row} />,
          note: numberOf,
          value: (row) => formatMoney(row.amount, row.currency, language),
        }}
        empty={{ title: text(texts, 'no_cash'), hint: text(texts, 'no_cash_hint') }}
        actions={
          <LinkButton variant="default" leftSection={<IconClipboardList size={18} />} to="/admin/cash/closing">
            {t('closing')}
          </LinkButton>
        }
      />
      {opened?.refund_id ? (
        <RefundDrawer id={opened.refund_id} reservationId={opened.reservation_id} onClose={close} />
      ) : opened ? (
        <ReceiptDrawer entry={opened} onClose={close} />
      ) : null}
    </>
  )
}

/** `/admin/payments`: every movement of money by any method. The sums of the dashboard are sums of these. */
export function PaymentsPage() {
  const t = useT(texts)
  const language = useLanguage()
  const can = useCan()
  const message = useMessageSelected<MoneyEntry>(personOf)
  const { organisation } = useAccount()
  const { currency, time_zone: zone } = organisation
  return (
    <ListPage
      route={tillRoutes.listMoney}
      name="money"
      exportRoute={tillRoutes.exportMoney}
      title={text(texts, 'payments')}
      live="payments"
      filters={[
        {
          kind: 'choice',
          key: 'method',
          label: text(texts, 'paid_through'),
          choices: PROVIDERS.map((value) => ({ value, label: text(texts, `provider_${value}`) })),
        },
        {
          kind: 'choice',
          key: 'kind',
          label: text(refunds, 'kind_of_entry'),
          choices: TILL_KINDS.map((value) => ({ value, label: text(refunds, `entry_${value}`) })),
        },
        { kind: 'days', key: 'at', label: text(texts, 'when') },
        { kind: 'amounts', key: 'amount', label: text(texts, 'amount') },
        ...(can('events.read')
          ? [
              {
                kind: 'event',
                key: 'event_id',
                label: text(texts, 'event'),
                route: adminEventRoutes.pickEvents,
              } as const,
            ]
          : []),
      ]}
      rowName={(row) => `${row.person} ${row.reservation_code}`}
      bulk={message}
      address={(row) => `/admin/reservations/${row.reservation_id}`}
      columns={[
        {
          key: 'person',
          header: text(texts, 'guest'),
          cell: (row) => <PersonLink id={row.person_id} name={row.person} />,
        },
        {
          key: 'reservation_code',
          links: true,
          exported: ['code'],
          header: text(texts, 'code'),
          cell: (row) => <span className="code">{row.reservation_code}</span>,
        },
        {
          key: 'event_name',
          exported: ['event'],
          header: text(texts, 'event'),
          cell: (row) => row.event_name,
          yields: true,
        },
        { key: 'method', header: text(texts, 'paid_through'), cell: (row) => t(`provider_${row.method}`) },
        { key: 'receipt', header: text(texts, 'receipt'), cell: (row) => row.receipt ?? nothing, yields: true },
        { key: 'reference', header: text(texts, 'reference'), cell: (row) => row.reference ?? nothing, hidden: true },
        { key: 'kind', header: text(refunds, 'kind_of_entry'), cell: (row) => <EntryBadge entry={row} /> },
        {
          key: 'amount',
          exported: ['amount', 'currency'],
          header: text(texts, 'amount_in', { currency }),
          numeric: true,
          sort: 'amount',
          sum: { key: 'amount', of: (row) => row.amount },
          cell: (row) => <Money minor={row.amount} {...(row.currency !== currency && { currency: row.currency })} />,
        },
        {
          key: 'at',
          header: text(texts, 'when'),
          sort: 'at',
          cell: (row) => <DateText value={row.at} zone={zone} time weekday={false} />,
        },
        {
          key: 'cashier',
          header: text(texts, 'cashier'),
          cell: (row) =>
            row.cashier_id === null ? (
              nothing
            ) : (
              <PersonLink id={row.cashier_id} name={row.cashier ?? ''} type="admin" />
            ),
          hidden: true,
        },
        { key: 'reason', header: text(texts, 'why'), cell: (row) => row.reason, hidden: true },
      ]}
      phone={{
        title: (row) => row.person,
        badge: (row) => <EntryBadge entry={row} />,
        note: (row) => `${row.reservation_code}, ${t(`provider_${row.method}`)}`,
        value: (row) => formatMoney(row.amount, row.currency, language),
      }}
      empty={{ title: text(texts, 'no_money'), hint: text(texts, 'no_money_hint') }}
    />
  )
}
