import { useT } from '#platform/i18n'
import { texts } from './chart-texts.ts'
import classes from './charts.module.css'
import { type ChartData, type ChartPoint, Plot } from './points.tsx'

interface LineChartProps extends ChartData {
  /** The name of the chart for those who cannot see it. */
  label: string
  /** A dotted line at the maximum, with its name. */
  ceiling?: { readonly value: number; readonly label: string }
  /** The name at the end of the dashed line: `918 in 2026`. */
  beforeLabel?: string
}

const indexOfLast = (points: readonly ChartPoint[], of: 'value' | 'before') =>
  points.findLastIndex((point) => point[of] !== null && point[of] !== undefined)

/** A line of a quantity that grows; the values to compare with are a dashed line. Names both at their ends. */
export function LineChart({ label, ceiling, beforeLabel, ...data }: LineChartProps) {
  const t = useT(texts)
  const { points, format } = data
  const last = indexOfLast(points, 'value')
  const lastBefore = indexOfLast(points, 'before')
  const most = Math.max(0, ...points.flatMap(({ value, before }) => [value ?? 0, before ?? 0]))
  // A maximum far above the values would press the lines to the ground.
  const shown = ceiling && ceiling.value <= most * 2 && ceiling.value >= most ? ceiling : undefined
  const end = points[last]
  return (
    <Plot
      label={label}
      columns={false}
      right={beforeLabel ? Math.max(34, beforeLabel.length * 6.6 + 12) : 34}
      {...(shown && { max: shown.value })}
      {...data}
    >
      {({ x, y, left, right, base, active }) => {
        const path = (of: 'value' | 'before') =>
          points
            .flatMap((point, index) => {
              const value = point[of]
              return value === null || value === undefined ? [] : [`${x(index).toFixed(1)} ${y(value).toFixed(1)}`]
            })
            .join('L')
        const line = path('value')
        const dashed = path('before')
        const dot = active === undefined ? last : active
        const dotValue = points[dot]?.value
        const beforeValue = points[lastBefore]?.before
        return (
          <>
            {shown ? (
              <>
                <line x1={left} x2={right} y1={y(shown.value)} y2={y(shown.value)} className={classes.ceiling} />
                <text x={left + 4} y={y(shown.value) - 7}>
                  {shown.label}
                </text>
              </>
            ) : null}
            {line && last > 0 ? (
              <path d={`M${line}L${x(last)} ${base}L${x(0)} ${base}Z`} className={classes.under} />
            ) : null}
            {dashed ? <path d={`M${dashed}`} className={classes.beforeLine} /> : null}
            {line ? <path d={`M${line}`} className={classes.line} /> : null}
            {end?.value !== null && end && last < points.length - 1 ? (
              <>
                <line x1={x(last)} x2={x(last)} y1={y(end.value)} y2={base} className={classes.today} />
                <text x={x(last) - 6} y={base - 7} textAnchor="end">
                  {t('today')}
                </text>
              </>
            ) : null}
            {dotValue !== undefined && dotValue !== null ? (
              <circle cx={x(dot)} cy={y(dotValue)} r="4" className={classes.bar} />
            ) : null}
            {end?.value !== null && end ? (
              <text
                x={x(last) + (last < points.length - 1 ? -9 : 8)}
                y={y(end.value) + (last < points.length - 1 ? -2 : 4)}
                textAnchor={last < points.length - 1 ? 'end' : 'start'}
                className={classes.named}
              >
                {format(end.value)}
              </text>
            ) : null}
            {beforeLabel && beforeValue !== undefined && beforeValue !== null ? (
              <text
                x={x(lastBefore) + 8}
                y={
                  y(beforeValue) +
                  (end?.value && last === lastBefore && Math.abs(y(end.value) - y(beforeValue)) < 14 ? 18 : 4)
                }
              >
                {beforeLabel}
              </text>
            ) : null}
          </>
        )
      }}
    </Plot>
  )
}
