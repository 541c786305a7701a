import type { NAMESPACE } from '@shiloh/contract/core'
import { initialsArchSvg } from '@shiloh/contract/events/covers'
import type { PublicEventCard } from '@shiloh/contract/events/public-pages'
import { formatDay, formatMoney, formatRange, formatTime, formatZone } from '@shiloh/contract/text/format'
import type { ReactNode } from 'react'
import { type Translate, useLanguage } from '#platform/i18n'
import { Unbroken } from '#ui/base/values'
import type { texts } from '../public/texts.ts'
import { registrationOf } from './registration.ts'

/**
 * Parts of event pages for guests and members. Plain markup without scripts, because the server renders the guests'
 * pages as static HTML. The styles are in event-parts.css. Each page passes its own texts.
 */

type EventWord =
  | 'and_online'
  | 'closed'
  | 'closes'
  | 'free_entry'
  | 'from_time'
  | 'lodging_free'
  | 'lodging_from'
  | 'map'
  | 'of_capacity'
  | 'online'
  | 'opens'
  | 'over'
  | 'places'
  | 'places_left'
  | 'price'
  | 'price_from'
  | 'programme'
  | 'speakers'
  | 'waiting_list'
  | 'when'
  | 'where'
/** Formats the texts of the page that the parts are on. */
export type EventWords = Translate<Pick<typeof texts, EventWord | typeof NAMESPACE>>

interface OfEvent<Event = PublicEventCard> {
  say: EventWords
  event: Event
}

/** Below this number, what is left of the whole event is shown as a warning. */
const few = 20

/** `Mon 01-03-2027`. */
export function useDay(): (value: string, zone: string) => string {
  const language = useLanguage()
  return (value, zone) => `${formatDay(value, language, zone)}`
}

/** "From GHS 350.00", "Free entry". */
export function PriceFrom({ say, event }: OfEvent<Pick<PublicEventCard, 'price_from' | 'currency'>>) {
  const language = useLanguage()
  if (event.price_from === null) return null
  if (event.price_from === 0) return <>{say('free_entry')}</>
  return <>{say('price_from', { price: formatMoney(event.price_from, event.currency, language) })}</>
}

/** "Rooms from GHS 90.00 per night", "Rooms at no extra cost". */
export function LodgingFrom({ say, event }: OfEvent<Pick<PublicEventCard, 'lodging_from' | 'currency'>>) {
  const language = useLanguage()
  if (event.lodging_from === null) return null
  if (event.lodging_from === 0) return <>{say('lodging_free')}</>
  return <>{say('lodging_from', { price: formatMoney(event.lodging_from, event.currency, language) })}</>
}

interface AtATime {
  now: string
  /** How long it takes until registration opens or closes, in place of when it does. */
  soon?: ReactNode
}

/** Whether registration is possible: places, waiting list, or when it opens. */
export function Availability({ say, event, now, soon }: OfEvent & AtATime) {
  const day = useDay()
  const language = useLanguage()
  const opens = event.registration_opens_at ?? now
  const quiet = (words: ReactNode) => <span className="dim">{words}</span>
  switch (registrationOf(event, now)) {
    case 'over':
      return quiet(say('over'))
    case 'closed':
      return quiet(say('closed'))
    case 'not-yet':
      return quiet(
        soon ??
          say('opens', { date: `${day(opens, event.time_zone)}, ${formatTime(opens, language, event.time_zone)}` }),
      )
    case 'sold-out':
      return quiet(say('waiting_list'))
    default:
      return event.places_left === null ? null : (
        <span className={event.places_left <= few ? 'few' : 'dim'}>
          {say('places_left', { count: event.places_left })}
        </span>
      )
  }
}

/** Venue, "and online", or only online. */
export const placeOf = (say: EventWords, { place, online }: Pick<PublicEventCard, 'place' | 'online'>): string => {
  if (place === null) return say('online')
  return online ? say('and_online', { place }) : place
}

interface FactsProps
  extends OfEvent<
      PublicEventCard & {
        readonly address: string | null
        readonly map_url: string | null
        readonly capacity: number | null
      }
    >,
    AtATime {
  /** Replaces whether registration is possible. */
  availability?: ReactNode
  /** Shows the price, if no box beside it does. */
  price?: boolean
  /** What there is to say about its time. */
  note?: string | undefined
  /** Opens the map in a new tab. */
  newTab?: boolean
}

/** Where, when, how many: as a list with hairlines. */
export function Facts({ say, event, now, soon, availability, price, note, newTab }: FactsProps) {
  const language = useLanguage()
  const day = useDay()
  const { starts_at, time_zone, map_url, registration_closes_at: closes } = event
  const isClosing = soon && registrationOf(event, now) !== 'not-yet'
  return (
    <dl className="k">
      <div>
        <dt>{say('when')}</dt>
        <dd>
          <b>
            <Unbroken>{formatRange(starts_at, event.ends_at, language, time_zone)}</Unbroken>
          </b>
          <small>
            {say('from_time', {
              time: formatTime(starts_at, language, time_zone),
              zone: formatZone(time_zone, language, new Date(starts_at)),
            })}
          </small>
          {note ? <small>{note}</small> : null}
        </dd>
      </div>
      <div>
        <dt>{say('where')}</dt>
        <dd>
          <b>{placeOf(say, event)}</b>
          {event.address || map_url ? (
            <small>
              {event.address}{' '}
              {map_url ? (
                <a href={map_url} {...(newTab && { target: '_blank', rel: 'noreferrer' })}>
                  {say('map')}
                </a>
              ) : null}
            </small>
          ) : null}
        </dd>
      </div>
      {price && event.price_from !== null ? (
        <div>
          <dt>{say('price')}</dt>
          <dd>
            <b>
              <PriceFrom say={say} event={event} />
            </b>
            <small>
              <LodgingFrom say={say} event={event} />
            </small>
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{say('places')}</dt>
        <dd>
          <b>{availability ?? <Availability say={say} event={event} now={now} soon={soon} />}</b>
          <small>
            {event.capacity !== null ? `${say('of_capacity', { count: event.capacity })}. ` : ''}
            {isClosing ? soon : closes ? say('closes', { date: day(closes, time_zone) }) : ''}
          </small>
        </dd>
      </div>
    </dl>
  )
}

interface Speaker {
  readonly _id: string
  readonly name: string
  /** Without the form of address. */
  readonly own_name: string
  /** Their role or topic. */
  readonly role: string | null
  readonly picture_url: string | null
}

export function Speakers({ say, speakers }: { say: EventWords; speakers: readonly Speaker[] }) {
  if (speakers.length === 0) return null
  return (
    <section>
      <h2>{say('speakers')}</h2>
      <ul className="sp">
        {speakers.map((speaker) => (
          <li key={speaker._id}>
            {speaker.picture_url ? (
              <img src={speaker.picture_url} alt="" width={72} height={88} loading="lazy" />
            ) : (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, the name is escaped in it
              <span dangerouslySetInnerHTML={{ __html: initialsArchSvg(speaker._id, speaker.own_name) }} />
            )}
            <b>{speaker.name}</b>
            {speaker.role ? <span>{speaker.role}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Activity {
  readonly starts_at: string
  readonly title: string
  /** With the speaker, if known. */
  readonly place: string | null
}

interface ProgrammeProps {
  say: EventWords
  activities: readonly Activity[]
  zone: string
}

/** The activities day by day; the first two days are open. */
export function Programme({ say, activities, zone }: ProgrammeProps) {
  const language = useLanguage()
  const days = new Map<string, Activity[]>()
  for (const activity of activities) {
    const day = `${formatDay(activity.starts_at, language, zone)}`
    days.set(day, [...(days.get(day) ?? []), activity])
  }
  if (days.size === 0) return null
  return (
    <section>
      <h2>{say('programme')}</h2>
      {[...days].map(([day, ofDay], i) => (
        <details className="d" key={day} open={i < 2}>
          <summary>
            <b>{day}</b>
          </summary>
          <ol>
            {ofDay.map(({ starts_at, title, place }) => (
              <li key={starts_at + title}>
                <span>{formatTime(starts_at, language, zone)}</span>
                {title}
                {place ? <small>{place}</small> : null}
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  )
}
