import { awaitsCash } from '@shiloh/contract/reservations/standing'
import { isLive } from '@shiloh/contract/reservations/states'
import type { GuestRow, MyRow, ReservationRow } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney, formatRange, formatTime } from '@shiloh/contract/text/format'
import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { Heading, Unbroken } from '#ui/base/values'
import { Badges } from '../parts/badges.tsx'
import { STANDING_TONES } from '../parts/standing-tones.ts'
import { dueNowIn, useStandingWords } from '../parts/standing-words.ts'
import classes from './list.module.css'
import { texts } from './texts.ts'

/** How the money of an own reservation stands. */
function Standing({ row }: { row: ReservationRow }) {
  const { title, sentence } = useStandingWords()(row.standing, row.currency, row.event.time_zone)
  return (
    <p className={classes.held} data-tone={STANDING_TONES[row.standing.kind]}>
      {title}. {sentence}
    </p>
  )
}

/** Who reserved, and until when the place is held if it is not confirmed. */
function ReservedBy({ row: { reserved_by, hold_expires_at: until, event } }: { row: GuestRow }) {
  const t = useT(texts)
  const language = useLanguage()
  const when = (at: string) =>
    `${formatDay(at, language, event.time_zone)}, ${formatTime(at, language, event.time_zone)}`
  return (
    <p className={classes.held} data-tone={until ? 'warn' : 'mute'}>
      {t('reserved_by', { name: reserved_by })}.{until ? ` ${t('held_until', { when: when(until) })}.` : null}
    </p>
  )
}

/** One reservation in a list, with its next action. */
export function ReservationCard({ row, level }: { row: MyRow; level: 2 | 3 }) {
  const t = useT(texts)
  const language = useLanguage()
  const { event, status } = row
  const toPay = row.viewer === 'owner' && row.allowed.includes('pay') && row.balance > 0 ? row : undefined
  const isOver = Date.parse(event.ends_at) < Date.now()
  const next = () => {
    if (toPay) return t('pay', { amount: formatMoney(dueNowIn(toPay), toPay.currency, language) })
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
          <Unbroken>{formatRange(event.starts_at, event.ends_at, language, event.time_zone)}</Unbroken>
          {event.place ? `, ${event.place}` : ''}
        </p>
        <p className={classes.facts}>
          <span className="code">{row.code}</span>
          <span>
            {row.participant_type.name}, {t('persons', { count: row.persons })}
          </span>
        </p>
        {row.viewer === 'guest' ? <ReservedBy row={row} /> : <Standing row={row} />}
      </div>
      <LinkButton
        // As on its page, paying online is the second way for somebody who pays in cash.
        variant={toPay && !awaitsCash(toPay.standing) ? 'filled' : 'default'}
        to="/reservations/$id"
        params={{ id: row._id }}
        className={classes.next ?? ''}
      >
        {next()}
      </LinkButton>
    </li>
  )
}
