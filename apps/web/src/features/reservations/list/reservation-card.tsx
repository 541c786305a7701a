import { isLive } from '@shiloh/contract/reservations/states'
import type { ReservationRow } from '@shiloh/contract/reservations/views'
import { formatMoney, formatRange } from '@shiloh/contract/text/format'
import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { Heading } from '#ui/base/values'
import { Badges } from '../parts/badges.tsx'
import { STANDING_TONES } from '../parts/standing-tones.ts'
import { useStandingWords } from '../parts/standing-words.ts'
import classes from './list.module.css'
import { texts } from './texts.ts'

/** One reservation in a list, with its next action. */
export function ReservationCard({ row, level }: { row: ReservationRow; level: 2 | 3 }) {
  const t = useT(texts)
  const language = useLanguage()
  const { event, status, balance, currency, allowed } = row
  const { title, sentence } = useStandingWords()(row.standing, currency, event.time_zone)
  const pays = allowed.includes('pay') && balance > 0
  const isOver = Date.parse(event.ends_at) < Date.now()
  const next = () => {
    if (pays) return t('pay', { amount: formatMoney(balance, currency, language) })
    return t(isLive(status) && status !== 'pending' && !isOver ? 'show_code' : 'look')
  }
  return (
    <li className={classes.card}>
      <div className={classes.words}>
        <div className={classes.badges}>
          <Badges reservation={row} />
        </div>
        <Link to="/reservations/$id" params={{ id: row._id }} className={classes.name}>
          <Heading level={level}>{event.name}</Heading>
        </Link>
        <p className="dim">
          {formatRange(event.starts_at, event.ends_at, language, event.time_zone)}
          {event.place ? `, ${event.place}` : ''}
        </p>
        <p className={classes.facts}>
          <span className="code">{row.code}</span>
          <span>
            {row.participant_type.name}, {t('persons', { count: row.persons })}
          </span>
        </p>
        <p className={classes.held} data-tone={STANDING_TONES[row.standing.kind]}>
          {title}. {sentence}
        </p>
      </div>
      <LinkButton
        variant={pays ? 'filled' : 'default'}
        to="/reservations/$id"
        params={{ id: row._id }}
        className={classes.next ?? ''}
      >
        {next()}
      </LinkButton>
    </li>
  )
}
