import type { ListMeta } from '@shiloh/contract/core'
import { formatCount, formatTime } from '@shiloh/contract/text/format'
import { Fragment, type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useAccount } from '#platform/account'
import { formatDate } from '#platform/dates'
import { useLanguage, useT, useText } from '#platform/i18n'
import classes from './list.module.css'
import { ValueText } from './list-filters.tsx'
import type { Column, Filter } from './list-types.tsx'
import { texts } from './table-texts.ts'

/** The most rows that are printed: 100 pages. */
export const MOST_PRINTED = 5000
/** Columns that fit on an upright page. More turn it. */
const MOST_UPRIGHT = 7

interface PrintTableProps<Row extends { readonly _id: string }> {
  title: string
  columns: readonly Column<Row, string>[]
  rows: readonly Row[]
  meta: ListMeta
  search: string
  filters: readonly Filter[]
  values: Readonly<Record<string, string>>
  onDone: () => void
}

/** All rows of a filter on paper: title, filter in words, and a head that is repeated on each page. */
export function PrintTable<Row extends { readonly _id: string }>(props: PrintTableProps<Row>): ReactNode {
  const { title, columns, rows, meta, search, filters, values, onDone } = props
  const t = useT(texts)
  const text = useText()
  const language = useLanguage()
  const { time_zone: zone } = useAccount().organisation
  const now = new Date().toISOString()
  useEffect(() => {
    document.body.dataset['printing'] = 'true'
    const done = () => {
      delete document.body.dataset['printing']
      onDone()
    }
    window.addEventListener('afterprint', done, { once: true })
    window.print()
    return () => {
      window.removeEventListener('afterprint', done)
      delete document.body.dataset['printing']
    }
  }, [onDone])
  const used = filters.filter(({ key }) => values[key] !== undefined)
  return createPortal(
    <div className={classes.printed} data-printed data-wide={columns.length > MOST_UPRIGHT || undefined}>
      <h1>{title}</h1>
      <p>
        {search ? `“${search}” · ` : ''}
        {used.map((filter) => (
          <Fragment key={filter.key}>
            {text(filter.label)} <b>{<ValueText filter={filter} value={values[filter.key]} />}</b>
            {' · '}
          </Fragment>
        ))}
        {rows.length < meta.total
          ? t('printed_some', { count: formatCount(rows.length, language), total: formatCount(meta.total, language) })
          : t('printed_all', { count: rows.length })}
        {' · '}
        {formatDate(now, language, zone)}, {formatTime(now, language, zone)}
      </p>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} className={column.numeric ? classes.numeric : undefined}>
                {text(column.header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row._id}>
              {columns.map((column) => (
                <td key={column.key} className={column.numeric ? classes.numeric : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  )
}
