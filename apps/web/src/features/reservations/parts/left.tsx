import { useT } from '#platform/i18n'
import classes from '../reserve/reserve.module.css'
import { texts } from '../reserve/texts.ts'

/** Below this number, what is left is shown as a warning. */
const few = 10

/** How many are left. Renders nothing without a limit. */
export function Left({
  count,
  of,
}: {
  count: number | null
  of: 'places_left' | 'beds_left' | 'rooms_left' | 'covers_left' | 'stock_left'
}) {
  const t = useT(texts)
  if (count === null) return null
  return <span className={count <= few ? classes.few : undefined}>{t(of, { count })}</span>
}
