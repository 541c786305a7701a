import { ActionIcon, Button } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { addDays } from '@shiloh/contract/nights'
import { type DailyClosing, paymentRoutes } from '@shiloh/contract/payments'
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useAccount } from '#platform/account'
import { formatAmount, formatCount, formatMoney } from '#platform/format'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { parseDay } from '#platform/zone'
import { DateSetup } from '#ui/date-setup'
import { EmptyState } from '#ui/empty-state'
import { PageHeader } from '#ui/page-header'
import { LoadFailed } from '#ui/page-states'
import { Scaffold } from '#ui/scaffold'
import { DateText, TimeText } from '#ui/values'
import { texts as payments } from '../texts.ts'
import classes from './closing.module.css'
import { texts } from './texts.ts'
import { isDay, todayIn } from './today.ts'

/** A day at the desk has fewer receipts than the longest page; what is beyond is on the list. */
const mostReceipts = 500

function Figures({ closing }: { closing: DailyClosing }) {
  const t = useT(texts)
  const language = useLanguage()
  const money = (minor: number) => formatMoney(minor, closing.currency, language)
  const figures = [
    [t('net'), money(closing.net)],
    [t('taken'), money(closing.taken)],
    [t('voided'), money(closing.voided)],
    [t('receipts'), formatCount(closing.receipts, language)],
  ] as const
  return (
    <dl className={classes.figures}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {closing.first_receipt !== null && closing.last_receipt !== null ? (
        <div>
          <dt>{t('numbers')}</dt>
          <dd>{t('number_range', { from: closing.first_receipt, to: closing.last_receipt })}</dd>
        </div>
      ) : null}
    </dl>
  )
}

function ByCashier({ closing }: { closing: DailyClosing }) {
  const t = useT(texts)
  const say = useT(payments)
  const language = useLanguage()
  return (
    <section className={classes.part}>
      <h2>{t('by_cashier')}</h2>
      <table>
        <thead>
          <tr>
            <th>{say('cashier')}</th>
            <th data-number data-wide>
              {t('receipts')}
            </th>
            <th data-number>{t('taken')}</th>
            <th data-number>{t('voided')}</th>
            <th data-number>{t('net')}</th>
          </tr>
        </thead>
        <tbody>
          {closing.by_cashier.map((row) => (
            <tr key={row.cashier_id}>
              <th scope="row">{row.name}</th>
              <td data-number data-wide>
                {formatCount(row.receipts, language)}
              </td>
              <td data-number>{formatAmount(row.taken, language)}</td>
              <td data-number>{formatAmount(row.voided, language)}</td>
              <td data-number>
                <b>{formatAmount(row.net, language)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function EveryReceipt({ day, zone }: { day: string; zone: string }) {
  const t = useT(texts)
  const say = useT(payments)
  const language = useLanguage()
  const { data } = useQuery(queryOf(paymentRoutes.listCashPayments, { query: { day, page_size: mostReceipts } }))
  if (!data) return <Scaffold kind="list" rows={4} />
  return (
    <section className={classes.part}>
      <h2>{t('every_receipt')}</h2>
      <table>
        <thead>
          <tr>
            <th data-number>{say('receipt')}</th>
            <th>{say('when')}</th>
            <th>{say('guest')}</th>
            <th data-wide>{say('code')}</th>
            <th data-wide>{say('cashier')}</th>
            <th data-number>{say('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {[...data.items].reverse().map((payment) => (
            <tr key={payment._id} data-void={payment.status === 'void' || undefined}>
              <td data-number>{payment.receipt_number}</td>
              <td>
                <TimeText value={payment.created_at} zone={zone} />
              </td>
              <th scope="row">{payment.person}</th>
              <td data-wide>
                <span className="code">{payment.reservation_code}</span>
              </td>
              <td data-wide>{payment.cashier}</td>
              <td data-number>
                {payment.status === 'void' ? `${t('voided')}: ` : ''}
                <span>{formatAmount(payment.amount, language)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** `/admin/cash/closing?day=`: what was taken in one day, to count, print and sign. */
export function ClosingPage() {
  const t = useT(texts)
  const say = useT(payments)
  const navigate = useNavigate()
  const { organisation } = useAccount()
  const { time_zone: zone, name } = organisation
  const today = todayIn(zone)
  const { day: wanted } = useSearch({ from: '/admin/cash/closing' })
  const day = isDay(wanted) ? wanted : today
  const { data, error, refetch } = useQuery({
    ...queryOf(paymentRoutes.cashClosing, { query: { day } }),
    staleTime: 0,
  })
  const go = (to: string) => void navigate({ to: '/admin/cash/closing', search: to === today ? {} : { day: to } })
  return (
    <div className={classes.page}>
      <PageHeader
        breadcrumbs={false}
        compact
        title={say('closing')}
        note={
          <span>
            <span className={classes.onPaper}>{name}, </span>
            <DateText value={day} />
          </span>
        }
        actions={
          <div className={classes.tools} data-no-print>
            <ActionIcon
              variant="default"
              size="var(--control)"
              aria-label={t('previous_day')}
              onClick={() => go(addDays(day, -1))}
            >
              <IconChevronLeft size={18} />
            </ActionIcon>
            <DateSetup>
              <DateInput
                aria-label={say('day')}
                valueFormat="DD-MM-YYYY"
                dateParser={parseDay}
                maxDate={today}
                value={day}
                onChange={(next) => next && go(next)}
              />
            </DateSetup>
            <ActionIcon
              variant="default"
              size="var(--control)"
              aria-label={t('next_day')}
              disabled={day >= today}
              onClick={() => go(addDays(day, 1))}
            >
              <IconChevronRight size={18} />
            </ActionIcon>
            <Button leftSection={<IconPrinter size={18} />} onClick={() => print()}>
              {t('print')}
            </Button>
          </div>
        }
      />
      {!data ? (
        error ? (
          <LoadFailed message={error.message} onRetry={() => void refetch()} />
        ) : (
          <Scaffold rows={5} />
        )
      ) : data.receipts === 0 ? (
        <EmptyState
          title={t('no_receipts')}
          action={
            day === today ? undefined : (
              <Button variant="default" onClick={() => go(today)}>
                {t('to_today')}
              </Button>
            )
          }
        />
      ) : (
        <>
          <Figures closing={data} />
          <ByCashier closing={data} />
          <EveryReceipt day={day} zone={zone} />
          <div className={classes.signatures}>
            <p>{t('counted_by')}</p>
            <p>{t('received_by')}</p>
          </div>
        </>
      )}
    </div>
  )
}
