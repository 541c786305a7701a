import { useElementSize } from '@mantine/hooks'
import { spacedIn } from '@shiloh/contract/text/format'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from './chart-texts.ts'
import classes from './charts.module.css'

/** A page of the app with its filters: the list behind a figure. */
export interface ChartLink {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

export interface ChartPoint {
  readonly id: string
  /** The whole name: `Mon 21-12-2026`. It is read out, and is in the table. */
  readonly label: string
  /** The short name under the axis. Without one the axis leaves the point out. */
  readonly tick?: string
  /** Null: there is no value, as for a day to come. */
  readonly value: number | null
  /** The value to compare with. */
  readonly before?: number | null
  /** The number at the bar, if it is not the value: beds, where the bar is a share of them. */
  readonly mark?: string
  /** Follows the value where it is read: `842 of 1,040 beds`. */
  readonly detail?: string
  readonly link?: ChartLink
}

/** What a chart and its table show. */
export interface ChartData {
  /** Names of the points, of their values, and of the values to compare with. */
  readonly names: { readonly point: string; readonly now: string; readonly before?: string }
  readonly points: readonly ChartPoint[]
  /** Writes a value in the reader's number format, with its unit. */
  readonly format: (value: number) => string
}

/** The text of one point: what a pointer shows and what a screen reader says. */
export function usePointText({ names, format }: ChartData): (point: ChartPoint) => readonly string[] {
  const t = useT(texts)
  const write = (value: number | null) => (value === null ? t('none') : format(value))
  const colon = spacedIn(':', useLanguage())
  return ({ value, before, detail }) => [
    `${names.now}${colon}${write(value)}${detail ? `, ${detail}` : ''}`,
    ...(before === undefined || !names.before ? [] : [`${names.before}${colon}${write(before)}`]),
  ]
}

const height = 226
const top = 26
const bottom = 26
/** Used until the width is known, and where nothing is laid out. */
const narrowest = 320

/** Returns a round number above `value` whose half is round too. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)))
  const tops = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].map((step) => Math.round(step * unit)).filter((one) => one % 2 === 0)
  return tops.find((one) => one >= value) ?? 10 * unit
}

/** The width of a name in 12 px. */
export const widthOf = (name: string): number => name.length * 6.8
const GAP = 12

interface Tick {
  readonly id: string
  readonly text: string
  /** Where the name begins. */
  readonly from: number
}

/**
 * Returns the names below the axis: all, or every second, third, …, counted from the last, so that none touches the next.
 * A name at an edge moves inwards.
 */
export function ticksOf(
  points: readonly ChartPoint[],
  x: (index: number) => number,
  left: number,
  right: number,
): readonly Tick[] {
  const all = points.flatMap(({ id, tick }, index) => {
    if (!tick) return []
    const wide = widthOf(tick)
    return [{ id, text: tick, from: Math.max(left - 8, Math.min(right - wide, x(index) - wide / 2)), wide }]
  })
  for (let each = 1; each <= all.length; each += 1) {
    const some = all.filter((_, index) => (all.length - 1 - index) % each === 0)
    if (
      some.every(
        ({ from }, index) => index === 0 || from >= (some[index - 1]?.from ?? 0) + (some[index - 1]?.wide ?? 0) + GAP,
      )
    )
      return some
  }
  return all.slice(-1)
}

interface PlotProps extends ChartData {
  /** The name of the chart for those who cannot see it. */
  readonly label: string
  /** The value at the top of the scale. Otherwise a round number above all values. */
  readonly max?: number
  /** Room at the right, for a name at the end of a line. */
  readonly right?: number
  /** Where points are: in the middle of columns, or from edge to edge. */
  readonly columns: boolean
  readonly children: (area: Area) => ReactNode
}

/** The coordinates of a plot, in pixels. */
export interface Area {
  readonly x: (index: number) => number
  readonly y: (value: number) => number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly base: number
  /** The distance of two points. */
  readonly step: number
  /** The point under the pointer or with the focus. */
  readonly active: number | undefined
}

/**
 * Axes, grid and points of a chart. One tab stop: the arrow keys, Home and End move over the points, and a screen
 * reader reads the point that has the focus. A point with a link opens it; on a touch screen the second tap does.
 */
export function Plot({ label, max, right = 0, columns, children, ...data }: PlotProps) {
  const { ref, width: measured } = useElementSize()
  const { points, format } = data
  const say = usePointText(data)
  const [active, setActive] = useState<number>()
  const [stop, setStop] = useState<number>()
  /** The point that showed its value when a finger came down. Null for other pointers. */
  const touched = useRef<number | null | undefined>(null)
  const plot = useRef<SVGSVGElement>(null)
  const width = measured || narrowest
  const values = points.flatMap(({ value, before }) => [value ?? 0, before ?? 0])
  const ceiling = max ?? roundUp(Math.max(0, ...values))
  const scale = [0, ceiling / 2, ceiling]
  const left = Math.max(...scale.map((value) => widthOf(format(value)))) + 14
  const inner = Math.max(40, width - left - right)
  const step = inner / Math.max(1, columns ? points.length : points.length - 1)
  const base = height - bottom
  const area: Area = {
    x: (index) => left + (columns ? (index + 0.5) * step : index * step),
    y: (value) => top + (1 - value / ceiling) * (base - top),
    left,
    right: left + inner,
    top,
    base,
    step,
    active,
  }
  const tabStop = Math.min(stop ?? 0, points.length - 1)
  const move = (event: KeyboardEvent) => {
    const next = {
      ArrowRight: tabStop + 1,
      ArrowLeft: tabStop - 1,
      Home: 0,
      End: points.length - 1,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const to = Math.max(0, Math.min(points.length - 1, next))
    setStop(to)
    plot.current?.querySelector<SVGElement>(`[data-point="${to}"]`)?.focus()
  }
  const shown = active === undefined ? undefined : points[active]
  const ticks = ticksOf(points, area.x, left, Math.max(width, area.right))
  return (
    <div ref={ref} className={classes.plot}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg
        ref={plot}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label={label}
        onKeyDown={move}
        onPointerDown={({ pointerType }) => {
          touched.current = pointerType === 'touch' ? active : null
        }}
        onPointerLeave={() => setActive(undefined)}
      >
        {scale.map((value) => (
          <g key={value} aria-hidden>
            <line x1={left} x2={left + inner} y1={area.y(value)} y2={area.y(value)} className={classes.grid} />
            <text x={left - 8} y={area.y(value) + 4} textAnchor="end">
              {format(value)}
            </text>
          </g>
        ))}
        <g aria-hidden>{children(area)}</g>
        {ticks.map(({ id, text, from }) => (
          <text key={id} x={from} y={height - 6} aria-hidden>
            {text}
          </text>
        ))}
        {points.map((point, index) => {
          const props = {
            'data-point': index,
            tabIndex: index === tabStop ? 0 : -1,
            'aria-label': [point.label, ...say(point)].join('. '),
            className: classes.point,
            onFocus: () => {
              setStop(index)
              setActive(index)
            },
            onBlur: () => setActive(undefined),
            onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setActive(index),
          }
          const hit = { x: area.x(index) - step / 2, y: top, width: step, height: base - top }
          return point.link ? (
            <Link
              key={point.id}
              to={point.link.to}
              search={point.link.search}
              {...props}
              onClick={(event) => {
                // The first tap shows the value, as a pointer does without a click.
                if (touched.current !== null && touched.current !== index) {
                  event.preventDefault()
                  setActive(index)
                }
              }}
            >
              <rect {...hit} />
            </Link>
          ) : (
            // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it has the focus only to be read
            <g key={point.id} role="img" {...props}>
              <rect {...hit} />
            </g>
          )
        })}
      </svg>
      {shown && active !== undefined ? (
        <div
          className={classes.tip}
          aria-hidden
          data-side={area.x(active) > width / 2 ? 'left' : 'right'}
          style={{ left: `${(area.x(active) / width) * 100}%` }}
        >
          <b>{shown.label}</b>
          {say(shown).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </div>
      ) : null}
    </div>
  )
}
