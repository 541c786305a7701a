import { useElementSize } from '@mantine/hooks'
import { formatCount, formatDate } from '@shiloh/contract/text/format'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import classes from './figures.module.css'
import { texts } from './figures-texts.ts'
import { Heading } from './values.tsx'

/** A section of a page of figures, with its heading and a note. */
export function Panel({ title, note, children }: { title: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.panel}>
      <header>
        <Heading level={2}>{title}</Heading>
        {note ? <span className="dim small">{note}</span> : null}
      </header>
      {children}
    </section>
  )
}

/** Two columns of panels if there is room. Each panel is as high as its content. */
export function Panels({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={classes.panels}>
      <div className={classes.stack}>{left}</div>
      <div className={classes.stack}>{right}</div>
    </div>
  )
}

export interface Figure {
  readonly label: string
  readonly value: string
  /** Beside the number, smaller: "of 640". */
  readonly of?: string | undefined
  readonly note?: ReactNode
  /** Something needs attention. */
  readonly warn?: boolean
}

/** Key figures in one strip, separated by hairlines. */
export function Strip({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={classes.strip}>
      {figures.map(({ label, value, of, note, warn }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className={classes.value}>{value}</span>
            {of ? <span className={classes.of}> {of}</span> : null}
            {note ? (
              <span className={classes.note} data-warn={warn || undefined}>
                {note}
              </span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A bar of how much of a limit is used. Renders nothing without a limit. The number is beside it. */
export function Share({ claimed, limit }: { claimed: number; limit: number | null }) {
  if (limit === null || limit === 0) return null
  const share = Math.min(1, claimed / limit)
  return (
    <span className={classes.share} aria-hidden data-full={claimed >= limit || undefined}>
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}

/** "24 of 28", "Full, 30", "24". */
export function useShareText(): (claimed: number, limit: number | null) => string {
  const t = useT(texts)
  const language = useLanguage()
  return (claimed, limit) => {
    const taken = formatCount(claimed, language)
    if (limit === null) return taken
    const all = formatCount(limit, language)
    return claimed >= limit && limit > 0 ? t('full', { limit: all }) : t('of', { claimed: taken, limit: all })
  }
}

export interface Bar {
  readonly id: string
  readonly name: string
  readonly claimed: number
  readonly limit: number | null
  /** An amount at the end of the line. */
  readonly end?: ReactNode
}

/**
 * Quotas, each with its bar and its numbers.
 * @param narrow the bar is below the label, for long names in a narrow column
 */
export function Bars({ bars, narrow = false }: { bars: readonly Bar[]; narrow?: boolean }) {
  const say = useShareText()
  const hasEnd = bars.some(({ end }) => end !== undefined)
  if (narrow) {
    return (
      <ul className={classes.narrowBars}>
        {bars.map(({ id, name, claimed, limit }) => (
          <li key={id}>
            <span>
              <span className={classes.barName}>{name}</span>
              <span className="num dim">{say(claimed, limit)}</span>
            </span>
            <Share claimed={claimed} limit={limit} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <ul className={classes.bars} data-end={hasEnd || undefined}>
      {bars.map(({ id, name, claimed, limit, end }) => (
        <li key={id}>
          <span className={classes.barName}>{name}</span>
          <span>
            <Share claimed={claimed} limit={limit} />
          </span>
          <span className="num">{say(claimed, limit)}</span>
          {hasEnd ? <span className="num">{end}</span> : null}
        </li>
      ))}
    </ul>
  )
}

interface LineChartProps {
  /** One value per day, without gaps. */
  points: readonly { readonly day: string; readonly value: number }[]
  /** A dashed line at the maximum, with its name. */
  ceiling?: { readonly value: number; readonly label: string }
  /** The text alternative of the chart. */
  label: string
}

const height = 220
const margin = { top: 24, right: 56, bottom: 26, left: 44 }

/** Returns a round number above `value` whose half is a whole number too. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  const tops = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].map((step) => Math.round(step * unit)).filter((top) => top % 2 === 0)
  return tops.find((top) => top >= value) ?? 10 * unit
}

/** A line chart of a quantity by day, labelled at its end. */
export function LineChart({ points, ceiling, label }: LineChartProps) {
  const language = useLanguage()
  const { ref, width } = useElementSize()
  const last = points.at(-1)
  const top = roundUp(Math.max(last?.value ?? 0, ...points.map(({ value }) => value)))
  const shownCeiling = ceiling && ceiling.value <= top * 1.25 ? ceiling : undefined
  const max = Math.max(top, shownCeiling?.value ?? 0)
  const innerWidth = Math.max(0, width - margin.left - margin.right)
  const x = (index: number) =>
    margin.left + (points.length > 1 ? (index / (points.length - 1)) * innerWidth : innerWidth)
  const y = (value: number) => margin.top + (1 - value / max) * (height - margin.top - margin.bottom)
  const line = points.map(({ value }, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('')
  const count = Math.min(points.length, width > 520 ? 5 : 3)
  const ticks = Array.from({ length: count }, (_, i) => Math.round((i * (points.length - 1)) / Math.max(1, count - 1)))
  const dayMonth = (day: string) => formatDate(day, language).slice(0, 5)
  return (
    <div ref={ref} className={classes.chart}>
      {width > 0 && last ? (
        <svg width={width} height={height} role="img" aria-label={label}>
          {[0, top / 2, top].map((value) => (
            <g key={value}>
              <line x1={margin.left} x2={margin.left + innerWidth} y1={y(value)} y2={y(value)} stroke="var(--line)" />
              <text x={margin.left - 10} y={y(value) + 4} textAnchor="end">
                {formatCount(value, language)}
              </text>
            </g>
          ))}
          {shownCeiling ? (
            <>
              <line
                x1={margin.left}
                x2={margin.left + innerWidth}
                y1={y(shownCeiling.value)}
                y2={y(shownCeiling.value)}
                stroke="var(--line-strong)"
                strokeDasharray="4 4"
              />
              <text x={margin.left + innerWidth} y={y(shownCeiling.value) - 7} textAnchor="end">
                {shownCeiling.label}
              </text>
            </>
          ) : null}
          <path d={`${line}L${x(points.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`} fill="var(--accent-soft)" />
          <path d={line} fill="none" stroke="var(--accent)" strokeWidth="2" strokeLinejoin="round" />
          <circle cx={x(points.length - 1)} cy={y(last.value)} r="4" fill="var(--accent)" />
          <text className={classes.end} x={x(points.length - 1) + 10} y={y(last.value) + 4}>
            {formatCount(last.value, language)}
          </text>
          {ticks.map((index, i) => (
            <text
              key={points[index]?.day}
              x={x(index)}
              y={height - 6}
              textAnchor={i === 0 ? 'start' : i === ticks.length - 1 ? 'end' : 'middle'}
            >
              {dayMonth(points[index]?.day ?? '')}
            </text>
          ))}
        </svg>
      ) : null}
    </div>
  )
}
