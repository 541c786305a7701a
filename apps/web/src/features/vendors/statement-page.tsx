import { Button } from '@mantine/core'
import { formatAmount, formatCount, formatDay, formatMoney, formatTime } from '@shiloh/contract/text/format'
import { type VendorStatement, vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { VENDOR_WORDS } from '@shiloh/contract/vendors/words'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '#platform/api'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { PendingPage } from '#ui/feedback/pending-page'
import { PageHeader } from '#ui/shell/page-header'
import { downloadAsked } from '../../ui/feedback/download.ts'
import { EventChoice } from './event-choice.tsx'
import { leftOfAll, useDashboard, useStatement } from './queries.ts'
import { VendorTabs } from './tabs.tsx'
import { texts } from './texts.ts'
import classes from './vendor.module.css'

/** `/vendor/statement`: what one event ordered, changed and ate, and what is due for it. */
export function VendorStatementPage() {
  const t = useT(texts)
  const word = useT(VENDOR_WORDS)
  const language = useLanguage()
  const navigate = useNavigate()
  const { event_id } = useSearch({ from: '/vendor/statement' })
  const dashboard = useDashboard(event_id)
  const statement = useStatement(event_id)
  if (!dashboard.data || !statement.data) {
    const failed = dashboard.error ?? statement.error
    const retry = () => {
      void dashboard.refetch()
      void statement.refetch()
    }
    return failed ? <LoadFailed message={failed.message} onRetry={retry} /> : <PendingPage />
  }
  const { event, due, as_of } = statement.data
  if (!event) return <EmptyState title={t('nothing_shared')} hint={t('what_to_do')} />
  const save = (format: 'pdf' | 'xlsx' | 'csv') =>
    void downloadAsked(call(vendorRoutes.statementFile, { query: { event_id: event._id, format } }))
  return (
    <>
      <VendorTabs eventId={event._id} left={leftOfAll(dashboard.data.products)} />
      <EventChoice
        events={dashboard.data.events}
        value={event._id}
        onChange={(id) => void navigate({ to: '/vendor/statement', search: { event_id: id }, replace: true })}
      />
      <p className={classes.kicker}>{event.name}</p>
      <PageHeader
        title={word('statement')}
        breadcrumbs={false}
        actions={(['pdf', 'xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            variant="subtle"
            leftSection={<IconDownload size={17} />}
            aria-label={`${word('statement')}, ${t(`as_${format}`)}`}
            onClick={() => save(format)}
          >
            {t(`as_${format}`)}
          </Button>
        ))}
      />
      <p className={classes.due}>
        <span>{t('due')}</span>
        <b className={classes.big}>{formatMoney(due, event.currency, language)}</b>
        <small>
          {word('as_of', {
            date: formatDate(as_of, language, event.time_zone),
            time: formatTime(as_of, language, event.time_zone),
          })}
        </small>
      </p>
      <div className={classes.columns}>
        <div>
          <DueLines statement={statement.data} currency={event.currency} />
          <Days statement={statement.data} currency={event.currency} />
        </div>
        <Changes statement={statement.data} zone={event.time_zone} />
      </div>
    </>
  )
}

interface PartProps {
  statement: VendorStatement
  currency: string
}

/** What makes up the sum: each line with its quantity and price. */
function DueLines({ statement: { lines, due }, currency }: PartProps) {
  const t = useT(texts)
  const word = useT(VENDOR_WORDS)
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  const nameOf = (kind: (typeof lines)[number]['kind'], name: string) => {
    if (kind === 'to_return') return word('not_ordered_now', { name })
    return kind === 'former' ? word('former', { name }) : name
  }
  return (
    <section className={classes.section}>
      <header>
        <h2>{t('lines')}</h2>
      </header>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{word('item')}</th>
            <th scope="col" data-figure>
              {word('amount', { currency })}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ kind, name, quantity, units, unit_price, amount, delivered }) => (
            <tr key={`${kind} ${name} ${units} ${unit_price}`}>
              <td>
                {nameOf(kind, name)}
                <small>
                  {kind === 'caterer'
                    ? t('line_of_days', {
                        persons: t('persons', { count: quantity }),
                        days: t('days', { count: units }),
                        price: formatAmount(unit_price, language),
                      })
                    : `${count(quantity)} × ${formatAmount(unit_price, language)}`}
                </small>
                {kind === 'product' ? <small>{t('of_these_delivered', { count: count(delivered ?? 0) })}</small> : null}
                {kind === 'to_return' ? <small>{t('due_until_back')}</small> : null}
              </td>
              <td data-figure>{formatAmount(amount, language)}</td>
            </tr>
          ))}
          <tr data-total>
            <td>{t('due')}</td>
            <td data-figure>{formatMoney(due, currency, language)}</td>
          </tr>
        </tbody>
      </table>
      <p className={classes.note}>{t('statement_note')}</p>
    </section>
  )
}

/** Meals by day: ordered, eaten, and the part of the price. */
function Days({ statement: { days }, currency }: PartProps) {
  const t = useT(texts)
  const word = useT(VENDOR_WORDS)
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((all, day) => all + of(day), 0)
  const several = new Set(days.map(({ caterer }) => caterer)).size > 1
  if (days.length === 0) return null
  return (
    <section className={classes.section}>
      <header>
        <h2>{t('by_day')}</h2>
      </header>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{word('day')}</th>
            <th scope="col" data-figure>
              {word('meals_ordered')}
            </th>
            <th scope="col" data-figure>
              {word('eaten_column')}
            </th>
            <th scope="col" data-figure>
              {currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, caterer, persons, ordered, eaten, unordered, served, amount }) => (
            <tr key={`${day} ${caterer}`}>
              <td>
                <span className={classes.whole}>{formatDay(`${day}T12:00:00Z`, language, 'UTC')}</span>
                {several ? <small>{caterer}</small> : null}
                {persons > 0 ? <small>{t('persons', { count: persons })}</small> : null}
              </td>
              <td data-figure>{ordered === 0 && !served ? '–' : count(ordered)}</td>
              <td data-figure data-words={served ? undefined : true}>
                {served ? count(eaten) : ordered === 0 ? '–' : word('not_yet')}
                {unordered > 0 ? <small>{t('unordered', { count: unordered })}</small> : null}
              </td>
              <td data-figure>{formatAmount(amount, language)}</td>
            </tr>
          ))}
          <tr data-total>
            <td>{t('all')}</td>
            <td data-figure>{count(sum(({ ordered }) => ordered))}</td>
            <td data-figure>{count(sum(({ eaten }) => eaten))}</td>
            <td data-figure>
              {formatAmount(
                sum(({ amount }) => amount),
                language,
              )}
            </td>
          </tr>
        </tbody>
      </table>
      {days.some(({ unordered }) => unordered > 0) ? <p className={classes.note}>{t('days_note')}</p> : null}
    </section>
  )
}

/** How each figure came about since it was booked. */
function Changes({ statement: { changes, deadline }, zone }: { statement: VendorStatement; zone: string }) {
  const t = useT(texts)
  const word = useT(VENDOR_WORDS)
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  const until = deadline && {
    date: formatDate(deadline, language, zone),
    time: formatTime(deadline, language, zone).replace(' ', '\u00a0'),
  }
  return (
    <section className={classes.section}>
      <header>
        <h2>{word('how')}</h2>
      </header>
      <ul className={classes.covers}>
        {changes.map(({ kind, name, booked, more, fewer, cancelled, late, by_others, ordered }) => (
          <li key={`${kind} ${name}`}>
            <span>
              <strong>{name}</strong>
              <br />
              <small>
                {[
                  t('booked', { count: count(booked) }),
                  more > 0 ? t('more', { count: count(more) }) : '',
                  fewer > 0 ? t('fewer', { count: count(fewer) }) : '',
                  cancelled > 0 ? t('cancelled', { count: count(cancelled) }) : '',
                  by_others > 0 ? t('by_others', { count: count(by_others) }) : '',
                ]
                  .filter(Boolean)
                  .join(', ')}
              </small>
              {late > 0 && until ? (
                <small className={classes.late}>{t('late', { count: late, ...until })}</small>
              ) : null}
            </span>
            <span className={classes.right}>
              <b>{count(ordered)}</b>
              <small>{t('ordered_now')}</small>
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.note}>{until ? t('changes_until', until) : t('changes_open')}</p>
    </section>
  )
}
