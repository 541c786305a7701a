import { Link } from '@tanstack/react-router'
import type { ChartPoint } from './points.tsx'

/** The name of a bar, which leads to the list behind it if there is one. */
export function PointName({ label, link }: Pick<ChartPoint, 'label' | 'link'>) {
  return (
    <span>
      {link ? (
        <Link to={link.to} search={link.search}>
          {label}
        </Link>
      ) : (
        label
      )}
    </span>
  )
}

/** Returns how to write a value as the width of a bar. The longest of the points fills the track. */
export function barWidths(points: readonly ChartPoint[]): (value: number) => string {
  const longest = Math.max(1, ...points.flatMap(({ value, before }) => [value ?? 0, before ?? 0]))
  return (value) => `${Math.max(0, Math.min(100, (value / longest) * 100))}%`
}

/** The tick of the value to compare with. */
export function BeforeTick({ at }: { at: string }) {
  return <i style={{ left: `min(${at}, calc(100% - 2px))` }} />
}
