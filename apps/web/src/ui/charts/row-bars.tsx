import { Box, VisuallyHidden } from '@mantine/core'
import { BeforeTick, barWidths, PointName } from './bar-parts.tsx'
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
  const wide = barWidths(points)
  const write = (value: number | null) => (value === null ? '–' : format(value))
  const widest = (texts: readonly string[], spread = 1.1) =>
    `${Math.ceil(Math.max(0, ...texts.map(widthOf)) * spread)}px`
  return (
    <Box
      component="ul"
      className={classes.rows}
      aria-label={label}
      __vars={{
        '--name': widest(points.map((point) => point.label)),
        // Figures are bold, and all as wide as the widest.
        '--value': widest(
          points.map(({ value }) => write(value)),
          1.35,
        ),
      }}
    >
      {points.map((point) => (
        <li key={point.id} title={say(point).join('\n')}>
          <PointName {...point} />
          <span aria-hidden>
            {point.value ? <span style={{ width: wide(point.value) }} /> : null}
            {point.before ? <BeforeTick at={wide(point.before)} /> : null}
          </span>
          <b className="num">{write(point.value)}</b>
          {data.names.before && typeof point.before === 'number' ? (
            <VisuallyHidden>{say(point)[1]}</VisuallyHidden>
          ) : null}
        </li>
      ))}
    </Box>
  )
}
