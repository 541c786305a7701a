import type { userEventCard } from '@shiloh/contract/events/events'
import { isReservationStatus } from '@shiloh/contract/reservations/states'
import { formatDays, formatMonth, formatRange } from '@shiloh/contract/text/format'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { z } from 'zod'
import { useLanguage, useT } from '#platform/i18n'
import { StatusBadge } from '#ui/base/status-badge'
import { Heading, Unbroken } from '#ui/base/values'
import { LodgingFrom, PriceFrom, placeOf } from '../parts/event-parts.tsx'
import classes from './events.module.css'
import { Cover } from './parts.tsx'
import { texts } from './texts.ts'
import { AvailabilityNow } from './use-registration.tsx'

export type Card = z.output<typeof userEventCard>

/** The state of the user's own reservation of an event, named: a badge alone would read as the state of the event. */
function Own({ card }: { card: Card }) {
  const t = useT(texts)
  const status = card.reservation?.status
  return status && isReservationStatus(status) ? (
    <span className={classes.state}>
      {t('your_reservation')} <StatusBadge status={status} />
    </span>
  ) : null
}

/** The next event, large. */
export function LeadEvent({ card }: { card: Card }) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    <Link to="/events/$id" params={{ id: card.slug }} className={classes.lead}>
      <Cover event={card} lead />
      <div>
        <p className={classes.over}>
          <Unbroken>{formatRange(card.starts_at, card.ends_at, language, card.time_zone)}</Unbroken>
        </p>
        <Heading level={2} lang={card.languages?.name}>
          {card.name}
        </Heading>
        <p className="dim">{placeOf(t, card)}</p>
        <p className={classes.price}>
          <b>
            <PriceFrom say={t} event={card} />
          </b>
          <AvailabilityNow event={card} />
          <Own card={card} />
        </p>
        <span className={classes.button}>{t('see_event')}</span>
      </div>
    </Link>
  )
}

function Row({ card }: { card: Card }) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    <Link to="/events/$id" params={{ id: card.slug }} className={classes.row}>
      <span className={classes.days} aria-hidden="true">
        {formatDays(card.starts_at, card.ends_at, card.time_zone)}
        <small>{t(`kind_${card.kind}`)}</small>
      </span>
      <div>
        <p className={classes.over}>
          <Unbroken>{formatRange(card.starts_at, card.ends_at, language, card.time_zone)}</Unbroken>
        </p>
        <Heading level={3} lang={card.languages?.name}>
          {card.name}
        </Heading>
        <p className="dim">{placeOf(t, card)}</p>
        <p className={classes.price}>
          <b>
            <PriceFrom say={t} event={card} />
          </b>
          {card.price_from === 0 && card.lodging_from !== null ? (
            <span className="dim">
              <LodgingFrom say={t} event={card} />
            </span>
          ) : (
            <AvailabilityNow event={card} />
          )}
          <Own card={card} />
        </p>
      </div>
      <Cover event={card} />
    </Link>
  )
}

/** Events by month. */
export function EventRows({ cards }: { cards: readonly Card[] }) {
  const language = useLanguage()
  const months = new Map<string, Card[]>()
  for (const card of cards) {
    const month = formatMonth(card.starts_at, language, card.time_zone)
    months.set(month, [...(months.get(month) ?? []), card])
  }
  return [...months].map(([month, rows]) => (
    <Fragment key={month}>
      <h2 className={classes.month}>{month}</h2>
      {rows.map((card) => (
        <Row key={card._id} card={card} />
      ))}
    </Fragment>
  ))
}
