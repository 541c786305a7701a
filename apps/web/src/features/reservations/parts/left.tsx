import { useT } from '#platform/i18n'
import classes from '../reserve/reserve.module.css'
import { texts } from '../reserve/texts.ts'

/** From here on what is left is worth a warning. */
const few = 10

/** How many are left of something; nothing where there is no limit. */
export function Left({
  count,
  of,
}: {
  count: number | null
  of: 'places_left' | 'beds_left' | 'covers_left' | 'stock_left'
}) {
  const t = useT(texts)
  if (count === null) return null
  return <span className={count <= few ? classes.few : undefined}>{t(of, { count })}</span>
}
