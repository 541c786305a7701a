import { countNights, nightsBetween } from '@shiloh/contract/reservations/nights'
import { formatDays, formatRange, formatWeekday } from '@shiloh/contract/text/format'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { problemOf } from '#ui/form/choice-list'
import classes from './reserve.module.css'
import { type Stay, tapNight } from './stay.ts'
import { fieldId } from './step.ts'
import { texts } from './texts.ts'

interface NightTilesProps {
  by: 'staff' | 'guest'
  /** All offered nights. */
  offered: Stay
  stay: Stay | null
  /** Returns whether a night is over and cannot be added any more. */
  isOver: (night: string) => boolean
  onChange: (stay: Stay | null) => void
  error?: string | undefined
}

/** Tiles in a row on a phone. */
const ROW = 6

/** Returns how many of some tiles are in a row, so that none is alone in the last. */
const acrossOf = (tiles: number): number => Math.ceil(tiles / Math.ceil(tiles / ROW))

/** One tile per night. The day of departure is none, and stands below. */
export function NightTiles({ by, offered, stay, isOver, onChange, error }: NightTilesProps) {
  const t = useT(texts)
  const language = useLanguage()
  const nights = nightsBetween(offered.check_in, offered.check_out)
  const count = stay ? countNights(stay.check_in, stay.check_out) : 0
  return (
    <section className={classes.part}>
      <div className={classes.headline}>
        <h2 id="nights">{t('nights')}</h2>
        <span role="status">{t('nights_chosen', { count })}</span>
      </div>
      <p className={classes.hint}>{t('nights_note', { by })}</p>
      {nights.some(isOver) ? <p className={classes.hint}>{t('nights_over')}</p> : null}
      <fieldset
        id={fieldId('accommodation.check_in')}
        tabIndex={-1}
        className={classes.nights}
        aria-labelledby="nights"
        style={{ gridTemplateColumns: `repeat(${acrossOf(nights.length)}, minmax(0, 1fr))` }}
      >
        {nights.map((night) => (
          <button
            key={night}
            type="button"
            aria-pressed={stay !== null && night >= stay.check_in && night < stay.check_out}
            disabled={isOver(night)}
            title={formatDate(night, language)}
            onClick={() => onChange(tapNight(stay, night))}
          >
            {formatWeekday(night, language)}
            <b>{formatDays(night, night)}</b>
          </button>
        ))}
      </fieldset>
      {stay ? (
        <p className={classes.leaving}>
          {t('leave', { day: formatRange(stay.check_out, stay.check_out, language, 'UTC') })}
        </p>
      ) : null}
      {error ? <p className={classes.error}>{problemOf(error)}</p> : null}
    </section>
  )
}
