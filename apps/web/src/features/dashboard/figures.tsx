import type { DashboardStats } from '@shiloh/contract/dashboard'
import { formatAmount, formatCount, formatPercent } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { type Figure, Strip } from '#ui/base/figures'
import type { ChartLink } from '#ui/charts/points'
import classes from './dashboard.module.css'
import { texts } from './texts.ts'

/** The lists behind the figures. Those that somebody may not see are undefined. */
export interface FigureLinks {
  readonly made: ChartLink | undefined
  readonly paid: ChartLink | undefined
  readonly beds: ChartLink | undefined
  readonly cancelled: ChartLink | undefined
  readonly checkedIn: ChartLink | undefined
}

interface FiguresProps {
  stats: DashboardStats
  links: FigureLinks
}

/** The six figures of a month, each with what it was before. */
export function Figures({ stats, links }: FiguresProps) {
  const t = useT(texts)
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  const { compared, year } = stats
  const isLastYear = compared?.year === year - 1

  /** "43 more than last year". Nothing without something to compare with. */
  const change = (
    { now, before }: { readonly now: number; readonly before: number | null },
    kind: 'count' | 'share' = 'count',
    isGood = now > (before ?? 0),
  ) => {
    if (before === null || !compared || (kind === 'share' && before <= 0)) return undefined
    if (now === before) return isLastYear ? t('same') : t('same_year', { year: compared.year })
    const isMore = now > before
    const percent = Math.round((Math.abs(now - before) / before) * 100)
    const difference =
      kind === 'share'
        ? t(isMore ? 'more_share' : 'less_share', { percent: count(percent) })
        : t(isMore ? 'more' : 'fewer', { count: count(Math.abs(now - before)) })
    return (
      <>
        <b className={isGood ? classes.up : classes.down}>{difference}</b>{' '}
        {isLastYear ? t('than_last_year') : t('than_year', { year: compared.year })}
      </>
    )
  }

  const { beds, so_far, cancelled, checked_in } = stats
  const share = beds.now.for_sale > 0 ? Math.round((beds.now.sold / beds.now.for_sale) * 100) : null
  const figures: readonly Figure[] = [
    {
      label: t('reservations'),
      value: count(stats.reservations.now),
      note: change(stats.reservations),
      link: links.made,
    },
    {
      label: t('people'),
      value: count(stats.people.now),
      note: so_far
        ? so_far.capacity === null
          ? t('so_far', { people: count(so_far.people) })
          : t('so_far_of', { people: count(so_far.people), capacity: count(so_far.capacity) })
        : change(stats.people),
      link: links.made,
    },
    ...(stats.paid
      ? [
          {
            label: t('paid', { currency: stats.currency }),
            value: formatAmount(stats.paid.now, language),
            note: change(stats.paid, 'share'),
            link: links.paid,
          },
        ]
      : []),
    {
      label: t(so_far ? 'beds' : 'beds_of_month'),
      value: share === null ? '–' : formatPercent(share, language),
      note: share === null ? t('no_beds') : t('of_beds', { sold: count(beds.now.sold), all: count(beds.now.for_sale) }),
      link: share === null ? undefined : links.beds,
    },
    {
      label: t('cancelled'),
      value: count(cancelled.now),
      note: change(cancelled, 'count', cancelled.now < (cancelled.before ?? 0)),
      link: links.cancelled,
    },
    {
      label: t('checked_in'),
      value: count(checked_in.now),
      note: change(checked_in),
      link: links.checkedIn,
    },
  ]
  return <Strip figures={figures} />
}
