import type { PublicEvent, PublicFrame } from '@shiloh/contract/events/public-pages'
import { formatDay, formatRange } from '@shiloh/contract/text/format'
import { googleCalendarUrl, outlookUrl } from '#platform/calendar'
import { hasBegun } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { Heading } from '#ui/base/values'
import frameCss from '../../../ui/public/event.css?inline'
import { Cover, PublicDocument } from '../../../ui/public/frame.tsx'
import { EventPrices, EventQuestions, EventRefunds } from '../parts/event-offer.tsx'
import partsCss from '../parts/event-parts.css?inline'
import { Availability, Facts, LodgingFrom, PriceFrom, Programme, Speakers } from '../parts/event-parts.tsx'
import { registrationOf } from '../parts/registration.ts'
import { eventJsonLd } from './links.ts'
import { texts } from './texts.ts'
import { Turn, turnClass, turnCss } from './turn.tsx'

interface Props {
  frame: PublicFrame
  event: PublicEvent
}

/** Calendar and share menus that open without scripts. */
function Actions({ frame, event }: Props) {
  const t = useT(texts)
  const url = `${frame.origin}/events/${event.slug}`
  const words = encodeURIComponent(`${event.name}\n${url}`)
  return (
    <div className="ac">
      <details>
        <summary className="btn b2">{t('add_to_calendar')}</summary>
        <div className="mn">
          <a href={event.ics_url}>{t('phone_calendar')}</a>
          <a href={googleCalendarUrl(event, url)}>Google Calendar</a>
          <a href={outlookUrl(event, url)}>Outlook</a>
        </div>
      </details>
      <details>
        <summary className="btn b2">{t('share')}</summary>
        <div className="mn">
          <a href={`https://wa.me/?text=${words}`}>WhatsApp</a>
          <a href={`sms:?&body=${words}`}>SMS</a>
          <a href={`mailto:?subject=${encodeURIComponent(event.name)}&body=${words}`}>{t('by_email')}</a>
        </div>
      </details>
    </div>
  )
}

/** `/events/{id or slug}`: everything a visitor needs to decide, and one button that stays within reach. */
export function EventPage({ frame, event }: Props) {
  const t = useT(texts)
  const language = useLanguage()
  const told = event.languages
  const isOpen = (now: string) => ['open', 'sold-out'].includes(registrationOf(event, now))
  const reserve = (now: string) =>
    isOpen(now) ? (
      <a className="btn" href={event.reserve_url}>
        {t(registrationOf(event, now) === 'open' ? 'reserve' : 'join_waiting')}
      </a>
    ) : null
  const availability = (
    <Turn event={event} now={frame.now}>
      {(now) => <Availability say={t} event={event} now={now} />}
    </Turn>
  )
  const bar = turnClass(event, frame.now, isOpen)
  const begun =
    isOpen(frame.now) && hasBegun(event, Date.parse(frame.now))
      ? t('begun', { day: formatDay(frame.now, language, event.time_zone) })
      : undefined
  const when = formatRange(event.starts_at, event.ends_at, language, event.time_zone)
  const description = `${when}, ${event.place ?? t('online')}. ${event.summary}`
  return (
    <PublicDocument
      frame={frame}
      preview={{
        title: event.name,
        description,
        image: `/events/${event.slug}/share.jpg?lang=${language}`,
        type: 'article',
        jsonLd: eventJsonLd(event, frame),
      }}
      css={partsCss + frameCss + turnCss([event], frame.now)}
      bar={
        bar ? (
          <aside className={`bar ${bar.className}`} aria-label={t('reserve')}>
            <div>
              <b>
                <PriceFrom say={t} event={event} />
              </b>
              <span className="s">
                <Availability say={t} event={event} now={bar.now} />
              </span>
            </div>
            {reserve(bar.now)}
          </aside>
        ) : null
      }
    >
      <div className="hero">
        <Cover id={event._id} url={event.picture_url} first />
        <div className="tt">
          <p className="ov">{t(`kind_${event.kind}`)}</p>
          <Heading level={1} lang={told?.name}>
            {event.name}
          </Heading>
        </div>
      </div>
      <div className="g">
        <div className="mc">
          <Facts say={t} event={event} now={frame.now} availability={availability} note={begun} price />
          <Actions frame={frame} event={event} />
          {event.summary ? (
            <p className="lead" lang={told?.summary}>
              {event.summary}
            </p>
          ) : null}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
          <div className="rt" lang={told?.description} dangerouslySetInnerHTML={{ __html: event.description_html }} />
          <EventPrices say={t} event={event} />
          <EventRefunds say={t} event={event} now={frame.now} />
          <Speakers say={t} speakers={event.speakers} />
          <Programme say={t} activities={event.activities} zone={event.time_zone} />
          <EventQuestions say={t} faqs={event.faqs} />
        </div>
        <aside className="side">
          <div className="bx">
            <p className="pr">
              <PriceFrom say={t} event={event} />
            </p>
            <p className="dim s">
              <LodgingFrom say={t} event={event} />
            </p>
            <Turn event={event} now={frame.now}>
              {(now) =>
                isOpen(now) ? (
                  <>
                    {reserve(now)}
                    {registrationOf(event, now) === 'open' && event.price_from !== 0 ? (
                      <span className="n s dim">
                        {event.deposit_percent
                          ? t('deposit_note', { percent: event.deposit_percent })
                          : t('pay_later_note')}
                      </span>
                    ) : null}
                  </>
                ) : null
              }
            </Turn>
            <Facts say={t} event={event} now={frame.now} availability={availability} note={begun} />
          </div>
          <Actions frame={frame} event={event} />
        </aside>
      </div>
    </PublicDocument>
  )
}
