import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './charts.module.css'
import { type ChartData, usePointText, widthOf } from './points.tsx'

interface RowBarsProps extends ChartData {
  /** The name of the chart for those who cannot see it. */
  label: string
}

/** Lying bars, a row each with its whole name and its value: for more names than fit below an axis. */
export function RowBars({ label, ...data }: RowBarsProps) {
  const { points, format } = data
  const say = usePointText(data)
  const most = Math.max(1, ...points.flatMap(({ value, before }) => [value ?? 0, before ?? 0]))
  const wide = (value: number) => `${Math.max(0, Math.min(100, (value / most) * 100))}%`
  const write = (value: number | null) => (value === null ? '–' : format(value))
  const widest = (texts: readonly string[]) => `${Math.ceil(Math.max(0, ...texts.map(widthOf)) * 1.1)}px`
  return (
    <Box
      component="ul"
      className={classes.rows}
      aria-label={label}
      __vars={{
        '--name': widest(points.map((point) => point.label)),
        '--value': widest(points.map(({ value }) => write(value))),
      }}
    >
      {points.map((point) => (
        <li key={point.id} title={say(point).join('\n')}>
          <span>
            {point.link ? (
              <Link to={point.link.to} search={point.link.search}>
                {point.label}
              </Link>
            ) : (
              point.label
            )}
          </span>
          <span aria-hidden>
            {point.value ? <span style={{ width: wide(point.value) }} /> : null}
            {point.before ? <i style={{ left: `min(${wide(point.before)}, calc(100% - 2px))` }} /> : null}
          </span>
          <b className="num">{write(point.value)}</b>
        </li>
      ))}
    </Box>
  )
}
