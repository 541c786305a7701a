import classes from './charts.module.css'
import { type ChartData, Plot } from './points.tsx'

interface BarChartProps extends ChartData {
  /** The name of the chart for those who cannot see it. */
  label: string
  /** The value at the top of the scale: 100 for per cent. Otherwise a round number above all values. */
  max?: number
}

/** Standing bars; a tick on a bar is the value to compare with. Names the highest bar, and every bar with a `mark`. */
export function BarChart({ label, max, ...data }: BarChartProps) {
  const { points, format } = data
  const highest = Math.max(...points.map(({ value }) => value ?? 0))
  const named = points.findIndex(({ value }) => value === highest && highest > 0)
  return (
    <Plot label={label} columns {...(max !== undefined && { max })} {...data}>
      {({ x, y, base, step, active }) => (
        <>
          {points.map(({ id, value }, index) => {
            const width = Math.min(step * 0.74, 44)
            return value ? (
              <rect
                key={id}
                x={x(index) - width / 2}
                y={y(value)}
                width={width}
                height={base - y(value)}
                className={classes.bar}
                data-active={index === active || undefined}
              />
            ) : null
          })}
          {points.map(({ id, before }, index) => {
            // Nothing before is no tick: it would look like a part of the axis.
            if (!before) return null
            const half = Math.min(step * 0.5, 26)
            const tick = { x1: x(index) - half, x2: x(index) + half, y1: y(before), y2: y(before) }
            return (
              <g key={id}>
                <line {...tick} className={classes.edge} />
                <line {...tick} className={classes.before} />
              </g>
            )
          })}
          {points.map(({ id, value, before, mark }, index) => {
            const text = mark ?? (index === named && value !== null ? format(value) : undefined)
            if (text === undefined) return null
            const above = y(Math.max(value ?? 0, mark ? (before ?? 0) : 0))
            return (
              <text key={id} x={x(index)} y={above - 8} textAnchor="middle" className={classes.named}>
                {text}
              </text>
            )
          })}
        </>
      )}
    </Plot>
  )
}
