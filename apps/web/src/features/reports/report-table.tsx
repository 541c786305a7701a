import { Button, VisuallyHidden } from '@mantine/core'
import { useResizeObserver } from '@mantine/hooks'
import type { ReportView } from '@shiloh/contract/reports'
import { formatAmount, formatCount } from '@shiloh/contract/text/format'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { linkOf, nextOrder } from './address.ts'
import classes from './reports.module.css'
import { texts } from './texts.ts'

type Column = ReportView['columns'][number]
type Cell = string | number | null

/** Words that never break: a hyphen or a blank in them is no place to end a line. */
const WHOLE: readonly string[] = ['code', 'room', 'bed', 'time', 'phone']

/** The column of a list that groups its rows. A phone has it as a line of its own above each group. */
const GROUP = 'section'

const isFigure = ({ kind }: Column) => kind === 'count' || kind === 'amount' || kind === 'percent' || kind === 'change'

/** Writes a cell in the reader's formats. */
export function useCellText(zone: string): (cell: Cell, column: Pick<Column, 'kind'>) => string {
  const language = useLanguage()
  return (cell, { kind }) => {
    if (cell === null) return ''
    if (typeof cell === 'string')
      return kind === 'moment' || (kind === 'day' && /^\d/.test(cell)) ? formatDate(cell, language, zone) : cell
    switch (kind) {
      case 'amount':
        return formatAmount(cell, language)
      case 'percent':
        return `${formatCount(cell, language)}\u00a0%`
      case 'change':
        return `${cell > 0 ? '+' : cell < 0 ? '−' : ''}${formatCount(Math.abs(cell), language)}\u00a0%`
      default:
        return formatCount(cell, language)
    }
  }
}

/** The rows of a report with their totals. A figure links to what it counts. */
export function ReportTable({ view, onSort }: { view: ReportView; onSort: (sort: string) => void }) {
  const t = useT(texts)
  const write = useCellText(view.event.time_zone)
  const { columns, rows, totals, sort } = view
  const key = sort.replace(/^-/, '')
  const isDown = sort.startsWith('-')
  const tone = (cell: Cell, column: Column) =>
    column.kind === 'change' && typeof cell === 'number' && cell !== 0 ? (cell > 0 ? 'up' : 'down') : undefined
  const main = view.chart?.value
  const [isWhole, setWhole] = useState(false)
  // Where the columns fit, the page scrolls below the headings. Others scroll in a frame of their own.
  const [frame, { width: room }] = useResizeObserver<HTMLElement>()
  const [table, { width }] = useResizeObserver<HTMLTableElement>()
  const isWide = width > room + 1
  // On a phone: the names and the columns that the report is about.
  const hasGroups = columns[0]?.key === GROUP
  const names = columns.findIndex(({ key }) => key !== GROUP)
  const isKept = ({ key }: Column, at: number) => at === names || view.main.includes(key)
  const kept = columns.filter(isKept).length
  const last = columns.findLastIndex(isKept)
  const hasRest = columns.some((column, at) => column.key !== GROUP && !isKept(column, at))
  const rest = (column: Column, at: number) => ({
    'data-rest': !isKept(column, at) || undefined,
    'data-names': at === names || undefined,
    'data-last': at === last || undefined,
  })
  return (
    <>
      {hasRest ? (
        <Button
          className={classes.whole ?? ''}
          variant="subtle"
          size="compact-md"
          aria-pressed={isWhole}
          onClick={() => setWhole(!isWhole)}
          data-no-print
        >
          {t(isWhole ? 'fewer_columns' : 'all_columns')}
        </Button>
      ) : null}

      <section
        ref={frame}
        className={classes.scroll}
        aria-label={view.title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        data-wide={isWide || undefined}
        data-whole={isWhole || undefined}
      >
        <table ref={table} className={classes.table}>
          <thead>
            <tr>
              {columns.map((column, at) => {
                const isSorted = column.key === key
                const Icon = isDown ? IconArrowDown : IconArrowUp
                return (
                  <th
                    key={column.key}
                    scope="col"
                    {...rest(column, at)}
                    data-figure={isFigure(column) || undefined}
                    aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
                  >
                    <button type="button" onClick={() => onSort(nextOrder(sort, column))}>
                      {column.name}
                      {isSorted ? (
                        <Icon size={13} role="img" aria-label={t(isDown ? 'descending' : 'ascending')} />
                      ) : null}
                    </button>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ cells, links }, index) => {
              // A group is named where it begins; for readers of the screen in each row.
              const isSame = hasGroups && index > 0 && rows[index - 1]?.cells[0] === cells[0]
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own, and come anew together
                <Fragment key={index}>
                  {hasGroups && !isSame && columns[0] ? (
                    <tr className={classes.group} aria-hidden>
                      <td colSpan={kept} data-names>
                        {write(cells[0] ?? null, columns[0])}
                      </td>
                    </tr>
                  ) : null}
                  <tr>
                    {columns.map((column, at) => {
                      const cell = cells[at] ?? null
                      const link = links[column.key]
                      const said = write(cell, column)
                      return (
                        <td
                          key={column.key}
                          {...rest(column, at)}
                          data-figure={isFigure(column) || undefined}
                          data-first={at === 0 || undefined}
                          data-main={column.key === main || undefined}
                          data-zero={cell === 0 || undefined}
                          data-tone={tone(cell, column)}
                          data-fixed={
                            WHOLE.includes(column.key) || column.kind === 'day' || column.kind === 'moment' || undefined
                          }
                        >
                          {column.key === GROUP && isSame ? (
                            <VisuallyHidden>{said}</VisuallyHidden>
                          ) : link && said !== '' ? (
                            <Link {...linkOf(link)}>{said}</Link>
                          ) : (
                            said
                          )}
                        </td>
                      )
                    })}
                  </tr>
                </Fragment>
              )
            })}
          </tbody>
          {totals ? (
            <tfoot
              data-bottom-bar
              // Of a list of rooms, a phone has no figure that is added.
              data-rest={!columns.some((column, at) => isKept(column, at) && isFigure(column)) || undefined}
            >
              <tr>
                {columns.map((column, at) => (
                  <td
                    key={column.key}
                    {...rest(column, at)}
                    data-figure={isFigure(column) || undefined}
                    data-tone={tone(totals[at] ?? null, column)}
                  >
                    {hasGroups && at === names ? (
                      <span className={classes.total} aria-hidden>
                        {totals[0]}
                      </span>
                    ) : (
                      write(totals[at] ?? null, column)
                    )}
                  </td>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </section>
    </>
  )
}
