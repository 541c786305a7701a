import type { EventStats } from '@shiloh/contract/events/events'
import { addDays } from '@shiloh/contract/reservations/nights'
import { formatAmount, formatCount, formatWeekday } from '@shiloh/contract/text/format'
import { Link } from '@tanstack/react-router'
import { useCan } from '#platform/account'
import { formatDate, formatDayAndMonth } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { Bars, type Figure, Panel, Share, Strip, useShareText } from '#ui/base/figures'
import { isStatus, StatusBadge } from '#ui/base/status-badge'
import { Money } from '#ui/base/values'
import { ChartPanel } from '#ui/charts/chart-panel'
import { LineChart } from '#ui/charts/line-chart'
import type { ChartData, ChartPoint } from '#ui/charts/points'
import classes from './overview.module.css'
import { texts } from './texts.ts'

interface StatsProps {
  stats: EventStats
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The five numbers of an event. Who may not see money has four. */
export function EventStrip({ stats }: StatsProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { places, reservations, money, people, waiting, currency } = stats
  const count = (value: number) => formatCount(value, language)
  const pending = reservations['pending'] ?? 0
  const figures: readonly Figure[] = [
    {
      label: t('stat_places'),
      value: count(places.claimed),
      of: places.limit === null ? undefined : t('stat_of', { limit: count(places.limit) }),
      note: `${places.limit === null ? t('no_limit') : t('stat_left', { left: Math.max(0, places.limit - places.claimed) })}${t('stat_held', { held: places.held })}`,
    },
    {
      label: t('stat_pending'),
      value: count(pending),
      note: t('stat_pending_note', {
        active: count((reservations['active'] ?? 0) + (reservations['redeemed'] ?? 0)),
      }),
    },
    ...(money === null
      ? []
      : [
          {
            label: t('stat_paid', { currency }),
            value: formatAmount(money.paid, language),
            note:
              money.total === 0
                ? t('stat_free')
                : t('stat_paid_note', {
                    percent: Math.floor((money.paid / money.total) * 100),
                    total: formatAmount(money.total, language),
                  }),
          },
        ]),
    {
      label: t('stat_checked_in'),
      value: count(people.checked_in),
      note: t('stat_checked_in_note', { inside: count(people.inside), expected: count(people.expected) }),
    },
    { label: t('stat_waiting'), value: count(waiting), note: t('stat_waiting_note') },
  ]
  return <Strip figures={figures} />
}

/** Reservations over time, including days without any. */
export function SignUps({ stats }: StatsProps) {
  const t = useT(texts)
  const language = useLanguage()
  const total = sum(Object.values(stats.reservations))
  const byDay = new Map(stats.daily.map(({ day, reservations }) => [day, reservations]))
  const first = stats.daily[0]?.day
  const last = stats.daily.at(-1)?.day
  const points: ChartPoint[] = []
  if (first && last) {
    // The server sends the latest days only. Earlier ones are the starting value of the line.
    let value = total - sum([...byDay.values()])
    for (let day = addDays(first, -1); day <= last; day = addDays(day, 1)) {
      value += byDay.get(day) ?? 0
      const label = formatDate(day, language)
      points.push({ id: day, label, tick: label.slice(0, 5), value })
    }
  }
  const { limit } = stats.places
  const data: ChartData = {
    names: { point: t('day'), now: t('sign_ups') },
    points,
    format: (value) => formatCount(value, language),
  }
  return (
    <ChartPanel title={t('sign_ups')} note={t('sign_ups_note')} data={data} empty={t('no_sign_ups')}>
      <LineChart
        label={t('sign_ups')}
        {...data}
        {...(limit !== null && {
          ceiling: { value: limit, label: t('places_ceiling', { limit: formatCount(limit, language) }) },
        })}
      />
    </ChartPanel>
  )
}

/** The number of reservations by status. */
export function ByStatus({ stats }: StatsProps) {
  const t = useT(texts)
  const language = useLanguage()
  const rows = Object.entries(stats.reservations).sort(([, a], [, b]) => b - a)
  return (
    <Panel title={t('by_status')}>
      {rows.length === 0 ? <p className="dim">{t('no_sign_ups')}</p> : null}
      <ul className={classes.lines}>
        {rows.map(([status, number]) => (
          <li key={status}>
            {isStatus(status) ? <StatusBadge status={status} /> : status}
            <span className="num">{formatCount(number, language)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Amounts expected, paid, waived and still owed, which leads to the reservations that owe it. */
export function MoneyPanel({ stats: { money, currency }, eventId }: StatsProps & { eventId: string }) {
  const t = useT(texts)
  const can = useCan()
  if (money === null) return null
  return (
    <Panel title={`${t('money')} (${currency})`}>
      <ul className={classes.lines}>
        {(['expected', 'paid', 'waived', 'balance'] as const).map((row) => (
          <li key={row}>
            {t(`money_${row}`)}
            <b>
              {row === 'balance' && money.balance > 0 && can('reservations.read') ? (
                <Link to="/admin/reservations" search={{ event_id: eventId, payment: 'due' }}>
                  <Money minor={money.balance} />
                </Link>
              ) : (
                <Money minor={row === 'expected' ? money.total : money[row]} />
              )}
            </b>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The quotas of one kind: participant types, covers, stock. */
export function Quotas({ title, of, currency }: { title: string; of: EventStats['caterers']; currency: string }) {
  const t = useT(texts)
  const language = useLanguage()
  if (of.length === 0) return null
  return (
    <Panel title={title} note={of.some(({ amount }) => amount !== null) ? t('money_by', { currency }) : undefined}>
      <Bars
        bars={of.map(({ _id, name, claimed, limit, amount }) => ({
          id: _id,
          name,
          claimed,
          limit,
          end: amount === null ? '' : formatAmount(amount, language),
        }))}
      />
    </Panel>
  )
}

/** Beds taken per night, by room category. */
export function Occupancy({ stats, eventId }: StatsProps & { eventId: string }) {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const say = useShareText()
  const nights = [...new Set(stats.accommodations.flatMap((one) => one.nights.map(({ night }) => night)))].sort()
  if (nights.length === 0) return null
  return (
    <Panel
      title={t('occupancy')}
      note={
        stats.without_room > 0 && can('reservations.read') ? (
          <Link to="/admin/reservations" search={{ event_id: eventId, without_room: 'true' }}>
            {t('without_room', { count: stats.without_room })}
          </Link>
        ) : (
          t('without_room', { count: stats.without_room })
        )
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={t('occupancy')} tabIndex={0}>
        <table className={classes.nights}>
          <thead>
            <tr>
              <th scope="col">{t('room_category')}</th>
              {nights.map((night) => (
                <th key={night} scope="col">
                  {formatWeekday(night, language)} {formatDayAndMonth(night, language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {stats.accommodations.map((one) => (
              <tr key={one._id}>
                <th scope="row">{one.name}</th>
                {nights.map((night) => {
                  const quota = one.nights.find((row) => row.night === night)
                  return (
                    <td key={night}>
                      {quota ? (
                        <>
                          <span className="num">{say(quota.claimed, quota.limit)}</span>
                          <Share claimed={quota.claimed} limit={quota.limit} />
                        </>
                      ) : (
                        <span className="dim">–</span>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
