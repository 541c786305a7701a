import { insightRoutes, type LogOf } from '@shiloh/contract/insight'
import { cashNumber } from '@shiloh/contract/payments/money'
import { type PaymentRow, paymentRoutes } from '@shiloh/contract/payments/payments'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { AdminReservationRow } from '@shiloh/contract/reservations/views'
import { formatAmount, formatMoney, formatRange } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useCan } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { ALL_EVENTS } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { StatusBadge, ToneBadge } from '#ui/base/status-badge'
import { DateText, RoomName } from '#ui/base/values'
import { useTemplateName } from '../insight/index.ts'
import classes from './person.module.css'
import { Part } from './person-parts.tsx'
import { texts } from './person-texts.ts'

const MOST_ROWS = 8
const reservationPage = (id: string): string => `/admin/reservations/${id}`
const badgesPage: string = '/admin/badges'
const reservationsPage: string = '/admin/reservations'
const logPage = (type: 'mail' | 'sms'): string => `/admin/logs/${type}`

/** Sums amounts by their currency: `GHS 20.00, EUR 5.00`. */
const useSums = () => {
  const language = useLanguage()
  return (rows: readonly { readonly currency: string; readonly minor: number }[]): string =>
    [...Map.groupBy(rows, ({ currency }) => currency)]
      .map(([currency, of]) =>
        formatMoney(
          of.reduce((sum, { minor }) => sum + minor, 0),
          currency,
          language,
        ),
      )
      .join(', ')
}

const waitingPage: string = '/admin/waiting-list'

/** What a person waits for and waited for. Nothing where they never did. */
export function WaitingFor({ id }: { id: string }) {
  const t = useT(texts)
  const query = useQuery({
    ...queryOf(reservationRoutes.listWaitingOf, { params: { id } }),
    placeholderData: undefined,
  })
  if (query.data?.length === 0) return null
  return (
    <Part title={t('waiting_list')} query={query} isEmpty={(rows) => rows.length === 0} empty="">
      {(rows) => (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <li key={row._id}>
              <div>
                <Link to={waitingPage} search={{ event_id: row.event._id }}>
                  {row.name ? t('waits_for', { event: row.event.name, name: row.name }) : row.event.name}
                </Link>
                <p>
                  {row.offer_expires_at ? (
                    <>
                      {t('offer_until')}{' '}
                      <DateText value={row.offer_expires_at} zone={row.event.time_zone} time weekday={false} />
                    </>
                  ) : row.place === null ? (
                    <DateText value={row.created_at} zone={row.event.time_zone} weekday={false} />
                  ) : (
                    t('waiting_place', { place: row.place })
                  )}
                  {row.by ? ` · ${row.reason ? t('by_hand', { name: row.by, reason: row.reason }) : row.by}` : ''}
                </p>
              </div>
              <StatusBadge status={row.status} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

/** The reservations of a person, the latest event first. */
export function Reservations({ id }: { id: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const sums = useSums()
  const can = useCan()
  const mayPrint = can('reservations.print_badges')
  const mayWrite = can('reservations.email')
  const mayOpenEvents = can('events.read')
  const query = useQuery({
    ...queryOf(reservationRoutes.listReservations, { query: { user_id: id } }),
    placeholderData: undefined,
  })
  // One currency is named once, in the head.
  const isOne = (rows: readonly AdminReservationRow[]) => new Set(rows.map(({ currency }) => currency)).size === 1
  const head = (key: 'total' | 'balance', rows: readonly AdminReservationRow[]) =>
    isOne(rows) ? `${t(key)} (${rows[0]?.currency})` : t(key)
  const money = (minor: number, currency: string, rows: readonly AdminReservationRow[]) =>
    isOne(rows) ? formatAmount(minor, language) : formatMoney(minor, currency, language)
  const latest = (rows: readonly AdminReservationRow[]) =>
    [...rows].sort((a, b) => b.event.starts_at.localeCompare(a.event.starts_at))
  return (
    <Part
      title={t('reservations')}
      query={query}
      isEmpty={({ items }) => items.length === 0}
      empty={t('no_reservations')}
      note={({ items, meta }) => {
        const due = items.filter(({ balance, status }) => balance > 0 && (status === 'pending' || status === 'active'))
        return (
          <>
            {t('reservations_note', { count: meta.total })}
            {due.length > 0
              ? `, ${t('due', { amount: sums(due.map(({ balance, currency }) => ({ minor: balance, currency }))) })}`
              : ''}
          </>
        )
      }}
    >
      {({ items, meta }) => (
        <>
          <table className={classes.table}>
            <thead>
              <tr>
                <th>{t('event')}</th>
                <th>{t('code')}</th>
                <th data-roomy>{t('type')}</th>
                <th>{t('room')}</th>
                <th>{t('status')}</th>
                <th data-end>{head('total', items)}</th>
                <th data-end>{head('balance', items)}</th>
              </tr>
            </thead>
            <tbody>
              {latest(items).map((row) => (
                <tr key={row._id}>
                  <th scope="row" data-at="title">
                    {mayOpenEvents ? (
                      <Link to="/admin/events/$id/stats" params={{ id: row.event_id }} className="personName">
                        {row.event.name}
                      </Link>
                    ) : (
                      row.event.name
                    )}{' '}
                    <span className={`dim small ${classes.dates}`}>
                      {formatRange(row.event.starts_at, row.event.ends_at, language, row.event.time_zone, {
                        weekdays: false,
                      })}
                    </span>
                  </th>
                  <td data-at="note">
                    <Link className="code" to={reservationPage(row._id)}>
                      {row.code}
                    </Link>
                  </td>
                  <td data-wide data-roomy>
                    {row.participant_type.name}
                  </td>
                  <td data-wide>
                    {row.room === null ? (
                      '–'
                    ) : (
                      <Link className={classes.room} to={reservationPage(row._id)}>
                        <RoomName name={row.room} />
                      </Link>
                    )}
                  </td>
                  <td data-at="badge">
                    <StatusBadge status={row.status} />
                    {mayPrint && (row.status === 'active' || row.status === 'redeemed') ? (
                      <>
                        {' '}
                        <Link
                          to={badgesPage}
                          search={{ event_id: row.event_id, ids: row._id }}
                          aria-label={t('badge_for', { event: row.event.name })}
                        >
                          {t('badge')}
                        </Link>
                      </>
                    ) : null}
                    {mayWrite && (row.status === 'active' || row.status === 'redeemed') ? (
                      <>
                        {' '}
                        <Link
                          to={reservationPage(row._id)}
                          search={{ letter: 'write' }}
                          aria-label={t('letter_for', { event: row.event.name })}
                        >
                          {t('letter')}
                        </Link>
                      </>
                    ) : null}
                  </td>
                  <td data-wide data-end>
                    {money(row.total, row.currency, items)}
                  </td>
                  <td data-at="value" data-end className={row.balance > 0 ? classes.owed : 'dim'}>
                    {money(row.balance, row.currency, items)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {meta.total > items.length ? (
            <p>
              <Link to={reservationsPage} search={{ user_id: id, event_id: ALL_EVENTS }}>
                {t('all_reservations')}
              </Link>
            </p>
          ) : null}
        </>
      )}
    </Part>
  )
}

function Method({ payment: { provider, cashier } }: { payment: PaymentRow }) {
  const t = useT(texts)
  return provider === 'cash' && cashier ? t('method_cash_by', { cashier }) : t(`method_${provider}`)
}

/** What a payment is worth: what arrived and was not given back. */
const isReceived = ({ captured, status }: PaymentRow) => captured > 0 && status !== 'void'

function PaymentStatus({ status }: { status: PaymentRow['status'] }) {
  if (status === 'paid' || status === 'created' || status === 'abandoned') return null
  return <StatusBadge status={status === 'started' ? 'processing' : status} />
}

/** The receipt of a payment, on the page of its reservation: by its number, if it was cash. */
function Receipt({ payment: { reservation_id: id, receipt_number } }: { payment: PaymentRow }) {
  const t = useT(texts)
  return <Link to={reservationPage(id)}>{receipt_number === null ? t('receipt') : cashNumber(receipt_number)}</Link>
}

/** The payments of all reservations of a person, with their receipts. */
export function Payments({ id }: { id: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const sums = useSums()
  const { time_zone: zone } = useAccount().organisation
  const query = useQuery({
    ...queryOf(paymentRoutes.listPersonPayments, { params: { id } }),
    placeholderData: undefined,
  })
  return (
    <Part
      title={t('payments')}
      query={query}
      isEmpty={(rows) => rows.length === 0}
      empty={t('no_payments')}
      note={(rows) => {
        const received = rows.filter(isReceived)
        const back = received.filter(({ refunded }) => refunded > 0)
        if (received.length === 0) return null
        return [
          t('payments_note', {
            count: received.length,
            amount: sums(received.map(({ captured, currency }) => ({ minor: captured, currency }))),
          }),
          ...(back.length > 0
            ? [t('given_back', { amount: sums(back.map(({ refunded, currency }) => ({ minor: refunded, currency }))) })]
            : []),
        ].join(', ')
      }}
    >
      {(rows) => (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('when')}</th>
              <th>{t('reservation')}</th>
              <th>{t('method')}</th>
              <th>{t('receipt')}</th>
              <th data-end>{t('amount')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((payment) => (
              <tr key={payment._id}>
                <td data-at="note">
                  <DateText value={payment.settled_at ?? payment.created_at} zone={zone} time weekday={false} />
                </td>
                <td data-wide>
                  <Link className="code" to={reservationPage(payment.reservation_id)}>
                    {payment.reservation_code}
                  </Link>
                </td>
                <td data-at="title">
                  <Method payment={payment} /> <PaymentStatus status={payment.status} />
                </td>
                <td data-at="value">
                  {payment.captured === 0 || payment.status === 'void' ? (
                    <span className="dim">–</span>
                  ) : (
                    <Receipt payment={payment} />
                  )}
                </td>
                <td data-at="badge" data-end>
                  {formatMoney(payment.captured || payment.amount, payment.currency, language)}
                  {payment.refunded > 0 ? (
                    <div className="dim small">
                      {t('given_back', { amount: formatMoney(payment.refunded, payment.currency, language) })}
                    </div>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  )
}

type Sent = LogOf<'mail'> | LogOf<'sms'>
const MESSAGE_TONES = { queued: 'warn', sent: 'ok', failed: 'bad' } as const

const useMessages = (type: 'mail' | 'sms', id: string) =>
  useQuery({
    ...queryOf(insightRoutes.listLog, { params: { type }, query: { user_id: id } }),
    placeholderData: undefined,
  })

/** The mails and SMS that were sent to a person, the latest first. */
export function Messages({ id }: { id: string }) {
  const t = useT(texts)
  const can = useCan()
  const template = useTemplateName()
  const { time_zone: zone } = useAccount().organisation
  const mails = useMessages('mail', id)
  const sms = useMessages('sms', id)
  const isSent = (entry: { type: string }): entry is Sent => entry.type === 'mail' || entry.type === 'sms'
  const rows = [...(mails.data?.items ?? []), ...(sms.data?.items ?? [])]
    .filter(isSent)
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, MOST_ROWS)
  if (!can('logs.read') || !can('messages.read')) return null
  return (
    <Part
      title={t('messages')}
      query={sms.data === undefined ? sms : mails}
      isEmpty={() => rows.length === 0}
      empty={t('no_messages')}
      note={() =>
        (mails.data?.meta.total ?? 0) + (sms.data?.meta.total ?? 0) > rows.length ? (
          <Link to={logPage('mail')} search={{ user_id: id }}>
            {t('all_messages')}
          </Link>
        ) : null
      }
    >
      {() => (
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('when')}</th>
              <th>{t('message')}</th>
              <th>{t('way')}</th>
              <th data-end>{t('status')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row._id}>
                <td data-at="note">
                  <DateText value={row.at} zone={zone} time weekday={false} />
                </td>
                <td data-at="title">
                  {row.message_id === null ? (
                    <Link to={logPage(row.type)} search={{ user_id: id, template: row.template }}>
                      {template(row.template)}
                    </Link>
                  ) : (
                    <Link to="/admin/messages/$id" params={{ id: row.message_id }}>
                      {template(row.template)}
                    </Link>
                  )}
                </td>
                <td data-at="value">{t(`way_${row.type}`)}</td>
                <td data-at="badge" data-end>
                  <ToneBadge tone={MESSAGE_TONES[row.status]}>{t(`message_${row.status}`)}</ToneBadge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  )
}

/** `Born 09-05-1978`, for the head of the page. */
export function Born({ date }: { date: string }) {
  const t = useT(texts)
  return <span>{t('born', { date: formatDate(date, useLanguage()) })}</span>
}
