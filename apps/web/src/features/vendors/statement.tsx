import { Button, Skeleton } from '@mantine/core'
import { formatAmount, formatCount, formatDay, formatMoney } from '@shiloh/contract/text/format'
import { type VendorEvent, vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { IconDownload } from '@tabler/icons-react'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { LoadFailed } from '#ui/feedback/page-states'
import { downloadAsked } from '../../ui/feedback/download.ts'
import { useStatement } from './queries.ts'
import { texts } from './texts.ts'
import classes from './vendor.module.css'

/** What was ordered and eaten at an event, and what is due for it. */
export function StatementSection({ event }: { event: VendorEvent }) {
  const t = useT(texts)
  const language = useLanguage()
  const { data, error, refetch } = useStatement(event._id)
  if (!data)
    return error ? <LoadFailed message={error.message} onRetry={() => void refetch()} /> : <Skeleton height={320} />
  const { currency } = event
  const count = (value: number) => formatCount(value, language)
  const save = (format: 'pdf' | 'xlsx') =>
    void downloadAsked(call(vendorRoutes.statementFile, { query: { event_id: event._id, format } }))
  const several = new Set(data.days.map(({ caterer }) => caterer)).size > 1
  return (
    <section className={classes.section}>
      <header>
        <h2>{t('statement')}</h2>
        <span>
          {(['pdf', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              variant="subtle"
              leftSection={<IconDownload size={17} />}
              aria-label={`${t('statement')}, ${t(`as_${format}`)}`}
              onClick={() => save(format)}
            >
              {t(`as_${format}`)}
            </Button>
          ))}
        </span>
      </header>
      {data.days.length > 0 ? (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              <th scope="col" data-figure>
                {t('ordered')}
              </th>
              <th scope="col" data-figure>
                {t('eaten_column')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.days.map(({ day, caterer, ordered, eaten, served }) => (
              <tr key={`${day} ${caterer}`}>
                <td>
                  {formatDay(`${day}T12:00:00Z`, language, 'UTC')}
                  {several ? <small>{caterer}</small> : null}
                </td>
                <td data-figure>{count(ordered)}</td>
                {served ? (
                  <td data-figure>{count(eaten)}</td>
                ) : (
                  <td data-figure data-words>
                    {t('not_yet')}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('item')}</th>
            <th scope="col" data-figure>
              {t('amount', { currency })}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.lines.map(({ kind, name, quantity, units, unit_price, amount }) => (
            <tr key={`${kind} ${name} ${units} ${unit_price}`}>
              <td>
                {kind === 'to_return' ? t('not_ordered_now', { name }) : name}
                <small>
                  {count(quantity)} × {kind === 'caterer' ? `${t('days', { count: units })} × ` : ''}
                  {formatAmount(unit_price, language)}
                </small>
              </td>
              <td data-figure>{formatAmount(amount, language)}</td>
            </tr>
          ))}
          <tr data-total>
            <td>{t('due')}</td>
            <td data-figure>{formatMoney(data.due, currency, language)}</td>
          </tr>
        </tbody>
      </table>
      <p className={classes.note}>{t('statement_note')}</p>
    </section>
  )
}
