import type { PublicEventCard, PublicFrame, PublicPage } from '@shiloh/contract/events/public-pages'
import { formatDays, formatMonth, formatRange } from '@shiloh/contract/text/format'
import { Fragment } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { Mark } from '#ui/base/mark'
import { Heading, Unbroken } from '#ui/base/values'
import css from '../../../ui/public/events.css?inline'
import { Cover, PublicDocument } from '../../../ui/public/frame.tsx'
import { Availability, LodgingFrom, PriceFrom, placeOf } from '../parts/event-parts.tsx'
import { texts } from './texts.ts'
import { Turn, turnCss } from './turn.tsx'

const addressOf = (event: PublicEventCard) => `/events/${event.slug}`

function AvailabilityThen({ event, now }: { event: PublicEventCard; now: string }) {
  const t = useT(texts)
  return (
    <Turn event={event} now={now}>
      {(then) => <Availability say={t} event={event} now={then} />}
    </Turn>
  )
}

function Lead({ event, now }: { event: PublicEventCard; now: string }) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    <a className="e lead" href={addressOf(event)}>
      <Cover id={event._id} url={event.picture_url} first />
      <div className="t">
        <p className="ov">
          <Unbroken>{formatRange(event.starts_at, event.ends_at, language, event.time_zone)}</Unbroken>
        </p>
        <Heading level={2} lang={event.languages?.name}>
          {event.name}
        </Heading>
        <p className="dim">{placeOf(t, event)}</p>
        <p className="pl">
          <b>
            <PriceFrom say={t} event={event} />
          </b>
          <AvailabilityThen event={event} now={now} />
        </p>
        <span className="btn">{t('see_programme')}</span>
      </div>
    </a>
  )
}

function Row({ event, now }: { event: PublicEventCard; now: string }) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    <a className="e r" href={addressOf(event)}>
      <span className="d">
        {formatDays(event.starts_at, event.ends_at, event.time_zone)}
        <small>{t(`kind_${event.kind}`)}</small>
      </span>
      <Cover id={event._id} url={event.picture_url} />
      <div>
        <p className="ov">
          <Unbroken>{formatRange(event.starts_at, event.ends_at, language, event.time_zone)}</Unbroken>
        </p>
        <Heading level={3} lang={event.languages?.name}>
          {event.name}
        </Heading>
        <p className="dim s">{placeOf(t, event)}</p>
        <p className="pl">
          <b>
            <PriceFrom say={t} event={event} />
          </b>
          {event.price_from === 0 && event.lodging_from !== null ? (
            <span className="dim">
              <LodgingFrom say={t} event={event} />
            </span>
          ) : (
            <AvailabilityThen event={event} now={now} />
          )}
        </p>
      </div>
    </a>
  )
}

function Months({ events, now }: { events: readonly PublicEventCard[]; now: string }) {
  const language = useLanguage()
  const months = new Map<string, PublicEventCard[]>()
  for (const event of events) {
    const month = formatMonth(event.starts_at, language, event.time_zone)
    months.set(month, [...(months.get(month) ?? []), event])
  }
  return [...months].map(([month, rows]) => (
    <Fragment key={month}>
      <h2 className="mo">{month}</h2>
      {rows.map((event) => (
        <Row key={event._id} event={event} now={now} />
      ))}
    </Fragment>
  ))
}

type ListPage = Extract<PublicPage, { kind: 'events' }>

/** Returns the address of this list with some filters changed. */
function listAddress(page: Pick<ListPage, 'when' | 'event_kind' | 'search'>, number = 1): string {
  const query = new URLSearchParams()
  if (page.when === 'past') query.set('when', 'past')
  if (page.event_kind) query.set('kind', page.event_kind)
  if (page.search) query.set('search', page.search)
  if (number > 1) query.set('page', String(number))
  const text = query.toString()
  return `/events${text ? `?${text}` : ''}`
}

function Filters({ page }: { page: ListPage }) {
  const t = useT(texts)
  const tab = (label: string, current: boolean, change: Partial<Pick<ListPage, 'when' | 'event_kind'>>) => (
    <a
      key={label}
      href={listAddress({ when: 'upcoming', event_kind: null, search: page.search, ...change })}
      aria-current={current ? 'page' : undefined}
    >
      {label}
    </a>
  )
  return (
    <>
      <nav className="f" aria-label={t('filter')}>
        {tab(t('all'), page.when === 'upcoming' && page.event_kind === null, {})}
        {page.kinds.map((kind) =>
          tab(t(`kind_${kind}`), page.when === 'upcoming' && page.event_kind === kind, { event_kind: kind }),
        )}
        {tab(t('past'), page.when === 'past', { when: 'past' })}
      </nav>
      <search>
        <form className="q" action="/events">
          {page.when === 'past' ? <input type="hidden" name="when" value="past" /> : null}
          {page.event_kind ? <input type="hidden" name="kind" value={page.event_kind} /> : null}
          <input
            type="search"
            name="search"
            defaultValue={page.search}
            placeholder={t('search_events')}
            aria-label={t('search_events')}
          />
          <button className="btn b2" type="submit">
            {t('search')}
          </button>
        </form>
      </search>
    </>
  )
}

function Pages({ page }: { page: ListPage }) {
  const t = useT(texts)
  if (page.total_pages <= 1) return null
  return (
    <nav className="pg">
      {page.page > 1 ? (
        <a className="btn b2" rel="prev" href={listAddress(page, page.page - 1)}>
          {t('previous_page')}
        </a>
      ) : (
        <span />
      )}
      {page.page < page.total_pages ? (
        <a className="btn b2" rel="next" href={listAddress(page, page.page + 1)}>
          {t('next_page')}
        </a>
      ) : null}
    </nav>
  )
}

/** `/events`: the next event large, the others by month. */
export function EventsPage({ page }: { page: ListPage }) {
  const t = useT(texts)
  const { frame, events } = page
  const title = t(page.when === 'past' ? 'past_title' : 'list_title')
  const [first, ...rest] = page.when === 'upcoming' && page.page === 1 && !page.search ? events : [undefined, ...events]
  return (
    <PublicDocument
      frame={frame}
      preview={{ title: t('events'), description: t('list_intro'), image: first?.picture_url ?? null }}
      css={css + turnCss(events, frame.now)}
    >
      <div className="top">
        <h1>{title}</h1>
        <p>{t('list_intro')}</p>
      </div>
      <Filters page={page} />
      {first ? <Lead event={first} now={frame.now} /> : null}
      <Months events={rest.filter((event) => event !== undefined)} now={frame.now} />
      {events.length === 0 ? (
        <div className="emp">
          <Mark size={36} />
          <p>
            {page.search ? t('none_found', { search: page.search }) : t(page.when === 'past' ? 'none_past' : 'none')}
          </p>
          {page.search || page.event_kind ? (
            <a className="btn b2" href="/events">
              {t('see_all')}
            </a>
          ) : null}
        </div>
      ) : null}
      <Pages page={page} />
    </PublicDocument>
  )
}

/** `/` for a guest: the next events, the church, and the sign-in. */
export function LandingPage({ frame, events }: { frame: PublicFrame; events: readonly PublicEventCard[] }) {
  const t = useT(texts)
  const [first, ...rest] = events
  const { organisation } = frame
  return (
    <PublicDocument
      frame={frame}
      preview={{
        title: organisation.name,
        description: organisation.about ?? t('list_intro'),
        image: first?.picture_url ?? null,
      }}
      css={css + turnCss(events, frame.now)}
    >
      <div className="top">
        <h1>{t('list_title')}</h1>
        <p>{t('list_intro')}</p>
      </div>
      {first ? <Lead event={first} now={frame.now} /> : <p className="emp">{t('none')}</p>}
      <Months events={rest} now={frame.now} />
      <nav className="pg">
        <a className="btn b2" href="/events">
          {t('see_all')}
        </a>
        <a className="btn b2" href="/auth/register">
          {t('create_account')}
        </a>
      </nav>
      {organisation.about ? (
        <section className="ab">
          <h2>{t('about')}</h2>
          <p>{organisation.about}</p>
        </section>
      ) : null}
    </PublicDocument>
  )
}
