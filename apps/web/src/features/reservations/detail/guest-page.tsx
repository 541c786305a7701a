import type { UserEvent } from '@shiloh/contract/events/events'
import type { GuestReservation } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney, formatRange } from '@shiloh/contract/text/format'
import { IconUserCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '#platform/i18n'
import { CalendarMenu } from '#ui/base/calendar-menu'
import { LinkButton } from '#ui/base/link-button'
import { Heading, Unbroken } from '#ui/base/values'
import { Breadcrumbs } from '#ui/shell/page-header'
import { Badges } from '../parts/badges.tsx'
import { HoldClock } from '../parts/hold-clock.tsx'
import { Meals } from '../parts/meals.tsx'
import money from '../parts/money-block.module.css'
import classes from './detail.module.css'
import { Bring, Room } from './parts.tsx'
import { Programme } from './programme.tsx'
import { Since, useMayBeginAnew } from './since.tsx'
import { texts } from './texts.ts'
import { Ticket } from './ticket.tsx'

interface Props {
  reservation: GuestReservation
}

/** Why nobody gets in with it any more, and the way to an own place. */
function Ended({ reservation, event }: Props & { event: UserEvent | undefined }) {
  const t = useT(texts)
  const language = useLanguage()
  const mayBeginAnew = useMayBeginAnew(reservation)
  const { cancelled, reserved_by: name, status, event: brief } = reservation
  const words = () => {
    if (status === 'failed') return t('guest_expired')
    if (!cancelled) return t('archived')
    const day = formatDay(cancelled.at, language, brief.time_zone)
    if (cancelled.by === 'owner') return t('guest_cancelled', { name, day })
    return t(cancelled.by === 'office' ? 'cancelled_by_office' : 'cancelled_on', { day })
  }
  return (
    <div className={classes.banner} data-over role="status">
      <b>{words()}</b>
      {cancelled?.by === 'owner' ? null : <p>{t('reserved_by', { name })}.</p>}
      {event?.registration_open && mayBeginAnew ? (
        <>
          <p>{t('guest_open')}</p>
          <LinkButton variant="default" to="/events/$id/reserve" params={{ id: brief.slug }}>
            {t('guest_reserve')}
          </LinkButton>
        </>
      ) : null}
    </div>
  )
}

/** Who reserved, what that means, and who can change it. */
function ReservedBy({ reservation: { reserved_by: name, status, waits_for_approval, event } }: Props) {
  const t = useT(texts)
  const isOpen = status === 'pending'
  const mayChange = (isOpen || status === 'active') && Date.parse(event.ends_at) > Date.now()
  const what = waits_for_approval ? 'guest_approval' : isOpen ? 'guest_pending' : 'guest_place'
  return (
    <section>
      <div className={money.title} data-tone={isOpen ? 'warn' : 'ok'}>
        <IconUserCheck size={22} aria-hidden />
        <Heading level={2}>{t('reserved_by', { name })}</Heading>
      </div>
      <p className={money.sentence}>
        {t(what)}
        {mayChange ? ` ${t('guest_changes', { name })}` : null}
      </p>
    </section>
  )
}

/** What was chosen for this person, and their share of the price. */
function Chosen({ reservation: { participants, share, currency, others } }: Props) {
  const t = useT(texts)
  const language = useLanguage()
  const [own] = participants
  if (!own) return null
  const { participant_type, title, designation, caterer } = own
  const rows = [
    [t('guest_type'), participant_type.name],
    [t('guest_title'), [title?.name, designation?.name].filter(Boolean).join(', ')],
    [t('guest_meals'), caterer?.name ?? ''],
    [t('share'), formatMoney(share, currency, language)],
  ].filter(([, value]) => value !== '')
  return (
    <section>
      <h2>{t('guest_what')}</h2>
      <dl className={classes.answers}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {others.length > 0 && share > 0 ? <p className={classes.quiet}>{t('guest_share_note')}</p> : null}
    </section>
  )
}

/** Who comes along. */
function Party({ reservation: { participants, others } }: Props) {
  const t = useT(texts)
  return (
    <section>
      <h2>{t('guests')}</h2>
      <ul className={classes.guests}>
        {participants.map(({ _id, name }) => (
          <li key={_id}>
            {name}
            <span>{t('guest_you')}</span>
          </li>
        ))}
        {others.map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people can have one name
          <li key={i}>{name}</li>
        ))}
      </ul>
    </section>
  )
}

/** A reservation to somebody for whom another person took a place in it: their own ticket, and nothing to do. */
export function GuestPage({
  reservation,
  event,
  onRefetch,
}: Props & { event: UserEvent | undefined; onRefetch: () => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const { status, hold_expires_at: until, event: brief } = reservation
  const isEnded = status === 'cancelled' || status === 'failed' || status === 'archived'
  return (
    <>
      {until ? (
        <div className={classes.hold}>
          <HoldClock count={1} until={until} zone={brief.time_zone} onOver={onRefetch} />
        </div>
      ) : null}
      <header className={classes.head}>
        <div>
          <Breadcrumbs />
          <div className={classes.badges}>
            <Badges reservation={reservation} />
          </div>
          <Heading level={1}>{brief.name}</Heading>
          <p className={classes.where}>
            <Unbroken>{formatRange(brief.starts_at, brief.ends_at, language, brief.time_zone)}</Unbroken>
            {brief.place ? `, ${brief.place}` : ''}
          </p>
          <p className={classes.where}>
            <Link to="/events/$id" params={{ id: brief.slug }}>
              {t('programme')}
            </Link>
          </p>
        </div>
        {isEnded ? null : (
          <div className={classes.actions} data-place="top" data-no-print>
            <CalendarMenu event={brief} />
          </div>
        )}
      </header>
      {isEnded ? <Ended reservation={reservation} event={event} /> : null}
      <Since reservation={reservation} />
      <div className={classes.grid} data-ended={isEnded || undefined}>
        {isEnded || status === 'pending' ? null : <Ticket reservation={reservation} />}
        <div className={classes.facts} data-place="main">
          {isEnded ? <Party reservation={reservation} /> : <ReservedBy reservation={reservation} />}
          <Room reservation={reservation} />
        </div>
        {status === 'pending' ? <Ticket reservation={reservation} /> : null}
        <div className={classes.facts} data-place="progress">
          {isEnded ? null : <Party reservation={reservation} />}
          <Chosen reservation={reservation} />
        </div>
        {isEnded ? null : (
          <div className={classes.more}>
            <Bring reservation={reservation} event={event} />
            <Programme event={event} />
            <Meals meals={reservation.meals} />
          </div>
        )}
      </div>
      {isEnded ? null : (
        <div className={classes.actions} data-place="end" data-no-print>
          <CalendarMenu event={brief} />
        </div>
      )}
      <p className={classes.question} data-no-print>
        <Link to="/support/new" search={{ reservation: reservation._id }}>
          {t('question')}
        </Link>
      </p>
    </>
  )
}
