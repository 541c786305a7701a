import { VisuallyHidden } from '@mantine/core'
import { formatPercent } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { BeforeTick, barWidths, PointName } from './bar-parts.tsx'
import { texts } from './chart-texts.ts'
import classes from './charts.module.css'
import { type ChartData, usePointText } from './points.tsx'

interface ShareBarsProps extends ChartData {
  /** The name of the chart for those who cannot see it. */
  label: string
}

/** Returns the share of a whole in whole per cent, written in the language. */
function useShare(): (value: number, total: number) => string {
  const language = useLanguage()
  return (value, total) => formatPercent(total > 0 ? (value / total) * 100 : 0, language)
}

/** Lying bars, each with its name, its value and its share of all; a tick is the value to compare with. */
export function ShareBars({ label, ...data }: ShareBarsProps) {
  const t = useT(texts)
  const say = usePointText(data)
  const share = useShare()
  const { points, format } = data
  const total = points.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const wide = barWidths(points)
  return (
    <ul className={classes.shares} aria-label={label}>
      {points.map((point) => (
        <li key={point.id} title={say(point).join('\n')}>
          <PointName {...point} />
          <span className="num">{format(point.value ?? 0)}</span>
          <span className={classes.share}>{share(point.value ?? 0, total)}</span>
          <span className={classes.track} aria-hidden>
            <span style={{ width: wide(point.value ?? 0) }} />
            {point.before ? <BeforeTick at={wide(point.before)} /> : null}
          </span>
          {data.names.before && typeof point.before === 'number' ? (
            <VisuallyHidden>{say(point)[1]}</VisuallyHidden>
          ) : null}
        </li>
      ))}
      <li className={classes.total}>
        <span>{t('total')}</span>
        <span className="num">{format(total)}</span>
        <span className={classes.share}>{share(total, total)}</span>
      </li>
    </ul>
  )
}
