import type { ReservationView, TimelineChange } from '@shiloh/contract/reservations/views'
import { withColon } from '@shiloh/contract/text/colon'
import { formatDay, formatMoney, formatTime } from '@shiloh/contract/text/format'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import classes from './changes.module.css'
import { texts } from './changes-texts.ts'

interface ChangesProps {
  reservation: Pick<ReservationView, 'event' | 'currency' | 'participants'>
  changes: readonly TimelineChange[]
}

/** What an edit changed, from what to what, a line each. Nothing where the history does not say it. */
export function Changes({ reservation: { event, currency, participants }, changes }: ChangesProps) {
  const t = useT(texts)
  const language = useLanguage()
  if (changes.length === 0) return null
  const zone = event.time_zone
  const value = (what: TimelineChange['what'], given: string | number | null): string => {
    if (given === null) return t(what === 'answer' ? 'no_answer' : 'nothing')
    switch (what) {
      case 'total':
        return formatMoney(Number(given), currency, language)
      case 'pays_at_desk':
        return t(given === 0 ? 'no' : 'yes')
      case 'check_in':
      case 'check_out':
        return formatDate(String(given), language)
      case 'arrival':
      case 'departure':
        return `${formatDay(String(given), language, zone)}, ${formatTime(String(given), language, zone)}`
      case 'answer':
        return /^\d{4}-\d{2}-\d{2}$/.test(String(given)) ? formatDate(String(given), language) : String(given)
      case 'product':
      case 'returned_nights':
        return given === 0 ? t('nothing') : String(given)
      default:
        return given === '' ? t('no_longer') : String(given)
    }
  }
  const told = ({ what, person, label, from, to }: TimelineChange): string => {
    const name = person ?? ''
    if (what === 'joins' || what === 'leaves') return t(what, { name })
    const change =
      what === 'consent' || what === 'care'
        ? t(what)
        : t('from_to', {
            what: withColon(what === 'answer' || what === 'product' ? (label ?? '') : t(what), language),
            from: value(what, from),
            to: value(what, to),
          })
    return name !== '' && participants.length > 1 ? t('of', { name, change }) : change
  }
  const lines = [...new Set(changes.map(told))]
  return (
    <ul className={classes.changes}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
