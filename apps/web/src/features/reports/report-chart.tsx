import { useElementSize } from '@mantine/hooks'
import type { ReportView } from '@shiloh/contract/reports'
import { useT } from '#platform/i18n'
import { BarChart } from '#ui/charts/bar-chart'
import { LineChart } from '#ui/charts/line-chart'
import { type ChartData, widthOf } from '#ui/charts/points'
import { RowBars } from '#ui/charts/row-bars'
import { linkOf } from './address.ts'
import { useCellText } from './report-table.tsx'
import classes from './reports.module.css'
import { texts } from './texts.ts'

/** More bars than this are no chart any more. */
const MOST_BARS = 40
/** Up to here every bar has its figure above it, if the figures are short. */
const MARKED = 20
const SHORT = 5
/** Beside the names: the scale and the space between them. */
const SCALE = 60
const BETWEEN = 16

/** The same rows as the table, in the same order. */
export function ReportChart({ view }: { view: ReportView }) {
  const t = useT(texts)
  const write = useCellText(view.event.time_zone)
  const { ref, width } = useElementSize<HTMLElement>()
  const { chart, columns, previous } = view
  if (!chart) return null
  const at = (key: string | null) => columns.findIndex((column) => column.key === key)
  const [label, value, before] = [at(chart.label), at(chart.value), at(chart.before)]
  const [labelled, valued] = [columns[label], columns[value]]
  if (!labelled || !valued) return null
  const rows = view.rows.slice(0, chart.kind === 'bars' ? MOST_BARS : view.rows.length)
  const number = (cell: string | number | null | undefined) => (typeof cell === 'number' ? cell : null)
  const format = (amount: number) => write(amount, valued)
  const isMarked =
    rows.length <= MARKED && rows.every(({ cells }) => write(cells[value] ?? null, valued).length <= SHORT)
  // A second column tells rows with one name apart: the nights of a category.
  const second = columns[label + 1]
  const isNamed = chart.label === 'label' || chart.label === 'product'
  const tells = second && (second.kind === 'text' || second.kind === 'day') && isNamed ? label + 1 : -1
  const data: ChartData = {
    names: {
      point: labelled.name,
      now: previous ? String(new Date(view.event.starts_at).getUTCFullYear()) : valued.name,
      ...(previous &&
        before >= 0 && { before: t('whole_event', { year: String(new Date(previous.starts_at).getUTCFullYear()) }) }),
    },
    format,
    points: rows.map(({ cells, links }, index) => {
      const name = write(cells[label] ?? null, labelled)
      const told = tells >= 0 && second ? write(cells[tells] ?? null, second) : ''
      const amount = number(cells[value])
      const link = links[chart.value]
      return {
        id: String(index),
        label: told ? `${name}, ${told}` : name,
        // The options of a product stand beside each other.
        tick: told && chart.label === 'product' ? `${name}, ${told}` : name,
        value: amount,
        ...(before >= 0 && { before: number(cells[before]) }),
        ...(isMarked && amount !== null && { mark: format(amount) }),
        ...(link && { link: linkOf(link) }),
      }
    }),
  }
  if (!data.points.some((point) => point.value || point.before)) return null
  const title = t('chart_of', { value: valued.name, label: labelled.name || view.title })
  // Standing bars need room for their names. Otherwise each has a row, as in the table.
  const needed =
    SCALE + data.points.length * (Math.max(...data.points.map(({ tick }) => widthOf(tick ?? ''))) + BETWEEN)
  const Bars = width === 0 || needed <= width ? BarChart : RowBars
  return (
    <figure className={classes.chart} ref={ref}>
      {data.names.before ? (
        <p className={classes.legend} aria-hidden>
          <span data-kind="now">{data.names.now}</span>
          <span data-kind="before">{data.names.before}</span>
        </p>
      ) : null}
      {chart.kind === 'bars' ? <Bars label={title} {...data} /> : <LineChart label={title} {...data} />}
      {rows.length < view.rows.length ? (
        <figcaption className="dim small">{t('chart_first', { count: rows.length })}</figcaption>
      ) : null}
    </figure>
  )
}
