import { Button } from '@mantine/core'
import { initialsArchSvg } from '@shiloh/contract/events/covers'
import type { UserEvent } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '#platform/account'
import {
  formatCount,
  formatDate,
  formatMoney,
  formatRange,
  formatTime,
  formatWeekday,
  formatZone,
} from '#platform/format'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { CalendarMenu } from '#ui/base/calendar-menu'
import { LinkButton } from '#ui/base/link-button'
import { StatusBadge } from '#ui/base/status-badge'
import { Heading } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { Breadcrumbs } from '#ui/shell/page-header'
import { eventQuery, useStanding, WaitingOffer } from '../../reservations/index.ts'
import classes from './event.module.css'
import { Availability, Cover, GuestPage, LodgingFrom, PriceFrom, standsNow, useDay, usePlace } from './parts.tsx'
import { texts } from './texts.ts'

interface Props {
  event: UserEvent
}

/** Where, when, how many: as a hairline list. */
function Facts({ event }: Props) {
  const t = useT(texts)
  const language = useLanguage()
  const day = useDay()
  const place = usePlace()
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t('when')}</dt>
        <dd>
          <b>{formatRange(event.starts_at, event.ends_at, language, event.time_zone)}</b>
          <small>
            {t('from_time', {
              time: formatTime(event.starts_at, event.time_zone),
              zone: formatZone(event.time_zone, language, new Date(event.starts_at)),
            })}
          </small>
        </dd>
      </div>
      <div>
        <dt>{t('where')}</dt>
        <dd>
          <b>{place(event)}</b>
          {event.address || event.map_url ? (
            <small>
              {event.address}{' '}
              {event.map_url ? (
                <a href={event.map_url} target="_blank" rel="noreferrer">
                  {t('map')}
                </a>
              ) : null}
            </small>
          ) : null}
        </dd>
      </div>
      <div>
        <dt>{t('places')}</dt>
        <dd>
          <b>
            <Availability event={event} />
          </b>
          <small>
            {event.capacity !== null ? `${t('of_capacity', { count: formatCount(event.capacity, language) })}. ` : ''}
            {event.registration_closes_at
              ? t('closes', { date: day(event.registration_closes_at, event.time_zone) })
              : ''}
          </small>
        </dd>
      </div>
    </dl>
  )
}

interface PriceRow {
  readonly id: string
  readonly name: string
  readonly note?: string
  readonly price: number
  readonly soldOut: boolean
  readonly left?: string | undefined
}

function PriceTable({ caption, rows, currency }: { caption: string; rows: readonly PriceRow[]; currency: string }) {
  const t = useT(texts)
  const language = useLanguage()
  if (rows.length === 0) return null
  return (
    <table className={classes.prices}>
      <caption>{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-closed={row.soldOut || undefined}>
            <th scope="row">
              {row.name}
              {row.note ? <small>{row.note}</small> : null}
            </th>
            <td>
              {row.soldOut ? t('sold_out') : row.price === 0 ? t('free') : formatMoney(row.price, currency, language)}
              {row.left && !row.soldOut ? <small>{row.left}</small> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Prices({ event }: Props) {
  const t = useT(texts)
  const { currency } = event
  const places = (count: number | null) => (count === null ? undefined : t('places_left', { count }))
  return (
    <section>
      <h2>{t('prices')}</h2>
      <PriceTable
        caption={t('attendance')}
        currency={currency}
        rows={event.participant_types.map((type) => ({
          ...type,
          id: type._id,
          soldOut: type.sold_out,
          left: places(type.places_left),
        }))}
      />
      <PriceTable
        caption={t('rooms')}
        currency={currency}
        rows={event.accommodations.map((room) => ({
          id: room.room_category_id,
          name: room.name,
          price: room.price_per_night,
          soldOut: room.sold_out,
          left: t('beds_left', { count: room.beds_left }),
        }))}
      />
      <PriceTable
        caption={t('meals')}
        currency={currency}
        rows={event.caterers.map((caterer) => ({
          ...caterer,
          id: caterer._id,
          price: caterer.price_per_day,
          soldOut: caterer.sold_out,
          left: places(caterer.covers_left),
        }))}
      />
      <PriceTable
        caption={t('products')}
        currency={currency}
        rows={event.products.flatMap((product) =>
          product.options.map((option) => ({
            id: option._id,
            name: `${product.name}, ${option.name}`,
            price: option.price,
            soldOut: option.sold_out,
          })),
        )}
      />
    </section>
  )
}

function Speakers({ event }: Props) {
  const t = useT(texts)
  if (event.speakers.length === 0) return null
  return (
    <section>
      <h2>{t('speakers')}</h2>
      <ul className={classes.speakers}>
        {event.speakers.map((speaker) => (
          <li key={speaker._id}>
            {speaker.picture_url ? (
              <img src={speaker.picture_url} alt="" width={72} height={88} loading="lazy" />
            ) : (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, the name is escaped in it
              <span dangerouslySetInnerHTML={{ __html: initialsArchSvg(speaker._id, speaker.name) }} />
            )}
            <b>{speaker.name}</b>
            <span>{[speaker.role, speaker.topic].filter(Boolean).join('. ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Programme({ event }: Props) {
  const t = useT(texts)
  const language = useLanguage()
  const days = new Map<string, UserEvent['activities'][number][]>()
  for (const activity of event.activities) {
    const day = formatDate(activity.starts_at, language, event.time_zone)
    days.set(day, [...(days.get(day) ?? []), activity])
  }
  if (days.size === 0) return null
  return (
    <section>
      <h2>{t('programme')}</h2>
      {[...days].map(([day, activities], i) => (
        <details key={day} className={classes.day} open={i < 2}>
          <summary>
            {formatWeekday(activities[0]?.starts_at ?? event.starts_at, language, event.time_zone)} {day}
          </summary>
          <ol>
            {activities.map((activity) => (
              <li key={activity._id}>
                <span className="num">{formatTime(activity.starts_at, event.time_zone)}</span>
                <div>
                  {activity.title}
                  <small>{[activity.place, activity.speaker].filter(Boolean).join(', ')}</small>
                </div>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  )
}

/** What comes back of a payment, and until when. */
function Refunds({ event }: Props) {
  const t = useT(texts)
  const day = useDay()
  const when = (instant: string) => day(instant, event.time_zone)
  const rules = [...event.refund_rules].sort((a, b) => Date.parse(a.until) - Date.parse(b.until))
  const words = () => {
    if (rules.length > 0) return rules.map(({ until, percent }) => t('refund_until', { percent, when: when(until) }))
    return [
      event.cancellation_deadline
        ? t('refund_deadline', { when: when(event.cancellation_deadline) })
        : t('refund_always'),
    ]
  }
  return (
    <section>
      <h2>{t('refunds')}</h2>
      <ul className={classes.refunds}>
        {words().map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

/** The one thing to do: reserve, go on, or look at what is reserved. */
function useNextStep(event: UserEvent): { button: ReactNode; note: ReactNode } {
  const t = useT(texts)
  const { user } = useAccount()
  const isMember = user?.user_type === 'user'
  const { data: standing } = useStanding(isMember ? event : undefined)
  const { data: draft } = useQuery({
    ...queryOf(reservationRoutes.getDraft, { params: { id: event._id } }),
    placeholderData: undefined,
    enabled: isMember && standing?.reservation === null,
  })
  if (!isMember || !standing) return { button: null, note: null }
  const { reservation, waiting } = standing
  const entries =
    waiting.length > 0 ? (
      <div className={classes.waiting}>
        {waiting.map((entry) => (
          <WaitingOffer key={entry._id} entry={entry} event={event} />
        ))}
      </div>
    ) : null
  if (reservation)
    return {
      note: (
        <>
          <div className={classes.own}>
            <b>{t('your_reservation')}</b> <span className="code">{reservation.code}</span>{' '}
            <StatusBadge status={reservation.status} />
          </div>
          {entries}
        </>
      ),
      button: (
        <LinkButton fullWidth to="/reservations/$id" params={{ id: reservation._id }}>
          {t('see_reservation')}
        </LinkButton>
      ),
    }
  const stands = standsNow(event)
  const waitsForAll = waiting.some(({ kind }) => kind === 'event' || kind === 'participant_type')
  const canReserve = (stands === 'open' || stands === 'sold-out') && !waitsForAll
  const label = stands === 'sold-out' ? 'join_waiting' : draft?.draft ? 'go_on' : 'reserve'
  return {
    note: entries,
    button: canReserve ? (
      <LinkButton fullWidth to="/events/$id/reserve" params={{ id: event.slug }}>
        {t(label)}
      </LinkButton>
    ) : null,
  }
}

function Share({ event }: Props) {
  const t = useT(texts)
  const share = () => {
    const url = `${location.origin}/events/${event.slug}`
    if ('share' in navigator) {
      // Closing the sheet without sharing is a refusal too, and no failure.
      void navigator.share({ title: event.name, url }).catch(() => undefined)
    } else open(`https://wa.me/?text=${encodeURIComponent(`${event.name}\n${url}`)}`, '_blank', 'noreferrer')
  }
  return (
    <Button variant="default" leftSection={<IconShare size={17} aria-hidden />} onClick={share}>
      {t('share')}
    </Button>
  )
}

function Details({ event }: Props) {
  const t = useT(texts)
  const { button, note } = useNextStep(event)
  const price = (
    <>
      <p className={classes.from}>
        <PriceFrom event={event} />
      </p>
      <p className="dim small">
        <LodgingFrom event={event} />
      </p>
    </>
  )
  return (
    <article className={classes.page} data-bar={button ? true : undefined}>
      <Breadcrumbs />
      <div className={classes.hero}>
        <Cover event={event} lead />
      </div>
      <p className={classes.kind}>{t(`kind_${event.kind}`)}</p>
      <Heading level={1}>{event.name}</Heading>
      <div className={classes.grid}>
        <aside className={classes.side}>
          <div className={classes.box}>
            <div className={classes.wide}>{price}</div>
            <Facts event={event} />
            {note}
            <div className={classes.wide}>
              {button}
              {event.deposit_percent !== null ? (
                <p className={classes.deposit}>{t('deposit_note', { percent: event.deposit_percent })}</p>
              ) : null}
            </div>
          </div>
          <div className={classes.actions}>
            <CalendarMenu event={event} />
            <Share event={event} />
          </div>
        </aside>
        <div className={classes.main}>
          {event.summary ? <p className={classes.summary}>{event.summary}</p> : null}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
          <div className={classes.text} dangerouslySetInnerHTML={{ __html: event.description_html }} />
          <Prices event={event} />
          <Speakers event={event} />
          <Programme event={event} />
          <Refunds event={event} />
        </div>
      </div>
      {button ? (
        <div className={classes.bar} data-no-print>
          <div>
            <b>
              <PriceFrom event={event} />
            </b>
            <span className="small">
              <Availability event={event} />
            </span>
          </div>
          {button}
        </div>
      ) : null}
    </article>
  )
}

function Loaded() {
  const { id } = useParams({ from: '/events/$id' })
  const { data, error, refetch } = useQuery(eventQuery(id))
  if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  return data ? <Details event={data} /> : <Scaffold />
}

/** `/events/{id or slug}` for somebody signed in: 'Event Details'. For guests the server has it. */
export function EventPage() {
  const { user } = useAccount()
  return user ? <Loaded /> : <GuestPage />
}
