import { useT } from '#platform/i18n'
import { texts } from './form-texts.ts'

/** Names of the calendar's buttons for screen readers. */
export function useCalendarLabels() {
  const t = useT(texts)
  return {
    previousMonth: t('previous_month'),
    nextMonth: t('next_month'),
    previousYear: t('previous_year'),
    nextYear: t('next_year'),
    previousDecade: t('previous_years'),
    nextDecade: t('next_years'),
  }
}
