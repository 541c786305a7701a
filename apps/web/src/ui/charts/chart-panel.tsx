import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useT } from '#platform/i18n'
import { Heading } from '#ui/base/values'
import { texts } from './chart-texts.ts'
import classes from './charts.module.css'
import type { ChartData } from './points.tsx'

interface ChartPanelProps {
  title: string
  /** What is counted, in which unit. */
  note?: ReactNode
  /** What the chart shows, for its table. */
  data: ChartData
  /** How values of now and before look in the chart; the legend shows it beside their names. */
  marks?: 'bars' | 'lines' | 'shares'
  /** What the legend says in place of the names of the values: with their sums. */
  legend?: { readonly now?: string; readonly before?: string }
  /** Beside the button for the table: the way to a screen with more. */
  aside?: ReactNode
  /** Shown instead of a chart without any value. */
  empty: string
  /** The chart. */
  children: ReactNode
}

/** The rows of a chart as a table, with the same links. */
function ChartTable({ data: { names, points, format }, label }: { data: ChartData; label: string }) {
  const t = useT(texts)
  const hasDetail = points.some(({ detail }) => detail !== undefined)
  const write = (value: number | null | undefined) => (value === null || value === undefined ? '–' : format(value))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} aria-label={`${label}, ${t('as_table')}`} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{names.point}</th>
            <th scope="col">{names.now}</th>
            {names.before ? <th scope="col">{names.before}</th> : null}
          </tr>
        </thead>
        <tbody>
          {points.map(({ id, label: name, value, before, detail, link }) => (
            <tr key={id}>
              <th scope="row">
                {link ? (
                  <Link to={link.to} search={link.search}>
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </th>
              <td className="num">
                {write(value)}
                {hasDetail && detail ? <span className="dim"> ({detail})</span> : null}
              </td>
              {names.before ? <td className="num">{write(before)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A chart with its heading and legend. A button swaps it for its table; a print shows what the screen does. */
export function ChartPanel({ title, note, data, marks, legend = {}, aside, empty, children }: ChartPanelProps) {
  const t = useT(texts)
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  // A mark that the chart does not show needs no explanation.
  const hasBefore = data.points.some(({ before }) => before !== null && before !== undefined)
  const hasValues = data.points.some(({ value, before }) => Boolean(value) || Boolean(before))
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <header>
        <Heading level={2} id={id}>
          {title}
        </Heading>
        <span className={classes.acts}>
          {aside}
          {hasValues ? (
            <button type="button" aria-describedby={id} onClick={() => setIsTable(!isTable)}>
              {t(isTable ? 'as_chart' : 'as_table')}
            </button>
          ) : null}
        </span>
      </header>
      <p className={classes.legend}>
        {note ? <span>{note}</span> : null}
        {marks && hasValues && !isTable ? (
          <>
            {marks === 'shares' ? null : (
              <span>
                <i className={classes.key} data-kind={marks} aria-hidden />
                {legend.now ?? data.names.now}
              </span>
            )}
            {data.names.before && hasBefore ? (
              <span>
                <i className={classes.key} data-kind={`${marks}-before`} aria-hidden />
                {legend.before ?? data.names.before}
              </span>
            ) : null}
          </>
        ) : null}
      </p>
      {hasValues ? isTable ? <ChartTable data={data} label={title} /> : children : <p className="dim">{empty}</p>}
    </section>
  )
}
