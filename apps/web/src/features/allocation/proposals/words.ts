import type { LeftGroup, PlanPlace } from '@shiloh/contract/allocation/plans'
import { formatCount, formatList, formatWeekday } from '@shiloh/contract/text/format'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from './texts.ts'

/** Returns functions that say why people are where they are, and why others have no bed. */
export function useReasons() {
  const t = useT(texts)
  const language = useLanguage()
  const ofPlace = ({ reasons }: Pick<PlanPlace, 'reasons'>): string =>
    reasons
      .map(({ code, names: all }) => {
        const names = formatList(all, language)
        // The people of a reason can be hidden from the reader.
        if (names === '' && (code === 'wish' || code === 'wish_missed' || code === 'language'))
          return t(`place_${code}_others`)
        return t(`place_${code}`, { names })
      })
      .join('. ')

  const titleOf = ({ code, sort, room_category: category, others }: LeftGroup): string => {
    if (code === 'full') return t('left_full', { sort: sort ?? 'unknown', category })
    if (code === 'too_big') return t('left_too_big', { count: others ?? 0, category })
    return t(`left_${code}`, { category })
  }
  const causeOf = ({ code, sort, night, beds, others }: LeftGroup): string => {
    switch (code) {
      case 'full':
        return night === null
          ? t('why_full_any')
          : t('why_full', {
              sort: sort ?? 'unknown',
              night: `${formatWeekday(night, language)}\u00a0${formatDate(night, language)}`,
            })
      case 'too_big':
        return t('why_too_big', { count: beds ?? 0 })
      case 'ground_floor':
        return [
          t('why_ground_floor', { count: beds ?? 0 }),
          others ? t('why_ground_floor_others', { count: others }) : '',
        ]
          .filter(Boolean)
          .join(' ')
      default:
        return t(`why_${code}`)
    }
  }
  const elsewhereOf = ({ elsewhere }: LeftGroup): string =>
    elsewhere
      .map(({ beds, room_category }) => t('elsewhere', { count: formatCount(beds, language), category: room_category }))
      .join('; ')
  return { ofPlace, titleOf, causeOf, elsewhereOf }
}
