import { initialsArchSvg } from '@shiloh/contract/events/covers'
import type { PublicActivity, PublicEvent, PublicFrame, PublicPrice } from '@shiloh/contract/events/public-pages'
import { googleCalendarUrl, outlookUrl } from '#platform/calendar'
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
import { Heading } from '#ui/base/values'
import css from '../../../ui/public/event.css?inline'
import { Cover, PublicDocument } from '../../../ui/public/frame.tsx'
import { eventJsonLd } from './links.ts'
import { Availability, LodgingFrom, PriceFrom, registrationOf, useDay, usePlace } from './parts.tsx'
import { texts } from './texts.ts'

interface Props {
  frame: PublicFrame
  event: PublicEvent
}

/** The facts as a hairline list; the price stands apart in the side box. */
function Facts({ frame, event, price }: Props & { price: boolean }) {
  const t = useT(texts)
  const language = useLanguage()
  const day = useDay()
  const closes = event.registration_closes_at
  return (
    <dl className="k">
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
          <b>{usePlace()(event)}</b>
          {event.address || event.map_url ? (
            <small>
              {event.address} {event.map_url ? <a href={event.map_url}>{t('map')}</a> : null}
            </small>
          ) : null}
        </dd>
      </div>
      {price && event.price_from !== null ? (
        <div>
          <dt>{t('price')}</dt>
          <dd>
            <b>
              <PriceFrom event={event} />
            </b>
            <small>
              <LodgingFrom event={event} />
            </small>
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t('places')}</dt>
        <dd>
          <b>
            <Availability event={event} now={frame.now} />
          </b>
          <small>
            {event.capacity !== null ? `${t('of_capacity', { count: formatCount(event.capacity, language) })}. ` : ''}
            {closes ? t('closes', { date: day(closes, event.time_zone) }) : ''}
          </small>
        </dd>
      </div>
    </dl>
  )
}

/** Calendar and share, as lists that open without a script. */
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

function PriceTable({
  caption,
  rows,
  currency,
  left,
}: {
  caption: string
  rows: readonly PublicPrice[]
  currency: string
  left: 'places_left' | 'beds_left'
}) {
  const t = useT(texts)
  const language = useLanguage()
  if (rows.length === 0) return null
  return (
    <table>
      <caption>{caption}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className={row.left === 0 ? 'so' : undefined}>
            <th scope="row">
              {row.name}
              {row.note ? <small>{row.note}</small> : null}
            </th>
            <td>
              {row.left === 0
                ? t('sold_out')
                : row.price === 0
                  ? t('free')
                  : formatMoney(row.price, currency, language)}
              {row.left !== null && row.left > 0 ? (
                <small className={row.left <= 10 ? 'few' : undefined}>{t(left, { count: row.left })}</small>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Programme({ event }: { event: PublicEvent }) {
  const t = useT(texts)
  const language = useLanguage()
  const days = new Map<string, PublicActivity[]>()
  for (const activity of event.activities) {
    const day = formatDate(activity.starts_at, language, event.time_zone)
    days.set(day, [...(days.get(day) ?? []), activity])
  }
  if (days.size === 0) return null
  return (
    <section>
      <h2>{t('programme')}</h2>
      {[...days].map(([day, activities], i) => (
        <details className="d" key={day} open={i < 2}>
          <summary>
            <b>
              {formatWeekday(activities[0]?.starts_at ?? event.starts_at, language, event.time_zone)} {day}
            </b>
          </summary>
          <ol>
            {activities.map((activity) => (
              <li key={activity.starts_at + activity.title}>
                <span>{formatTime(activity.starts_at, event.time_zone)}</span>
                {activity.title}
                {activity.place ? <small>{activity.place}</small> : null}
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  )
}

function Speakers({ event }: { event: PublicEvent }) {
  const t = useT(texts)
  if (event.speakers.length === 0) return null
  return (
    <section>
      <h2>{t('speakers')}</h2>
      <ul className="sp">
        {event.speakers.map((speaker) => (
          <li key={speaker._id}>
            {speaker.picture_url ? (
              <img src={speaker.picture_url} alt="" width={72} height={88} loading="lazy" />
            ) : (
              // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, the name is escaped in it
              <span dangerouslySetInnerHTML={{ __html: initialsArchSvg(speaker._id, speaker.name) }} />
            )}
            <b>{speaker.name}</b>
            {speaker.role ? <span>{speaker.role}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Questions({ event }: { event: PublicEvent }) {
  const t = useT(texts)
  if (event.faqs.length === 0) return null
  return (
    <section>
      <h2>{t('questions')}</h2>
      {event.faqs.map((faq, i) => (
        <details className="d qa" key={faq.question} open={i === 0}>
          <summary>{faq.question}</summary>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
          <div dangerouslySetInnerHTML={{ __html: faq.answer_html }} />
        </details>
      ))}
    </section>
  )
}

/** `/events/{id or slug}`: everything a visitor needs to decide, and one button that stays in reach. */
export function EventPage({ frame, event }: Props) {
  const t = useT(texts)
  const language = useLanguage()
  const stand = registrationOf(event, frame.now)
  const reserve =
    stand === 'open' || stand === 'sold-out' ? (
      <a className="btn" href={event.reserve_url}>
        {t(stand === 'open' ? 'reserve' : 'join_waiting')}
      </a>
    ) : null
  const when = formatRange(event.starts_at, event.ends_at, language, event.time_zone)
  const description = `${when}, ${event.place ?? t('online')}. ${event.summary}`
  return (
    <PublicDocument
      frame={frame}
      preview={{
        title: event.name,
        description,
        image: event.picture_url ?? `/events/${event.slug}/cover.png`,
        type: 'article',
        jsonLd: eventJsonLd(event, frame),
      }}
      css={css}
      bar={
        reserve ? (
          <aside className="bar" aria-label={t('reserve')}>
            <div>
              <b>
                <PriceFrom event={event} />
              </b>
              <span className="s">
                <Availability event={event} now={frame.now} />
              </span>
            </div>
            {reserve}
          </aside>
        ) : null
      }
    >
      <div className="hero">
        <Cover id={event._id} url={event.picture_url} first />
        <div className="tt">
          <p className="ov">{t(`kind_${event.kind}`)}</p>
          <Heading level={1}>{event.name}</Heading>
        </div>
      </div>
      <div className="g">
        <div className="mc">
          <Facts frame={frame} event={event} price />
          <Actions frame={frame} event={event} />
          {event.summary ? <p className="lead">{event.summary}</p> : null}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
          <div className="rt" dangerouslySetInnerHTML={{ __html: event.description_html }} />
          <section>
            <h2>{t('prices')}</h2>
            <PriceTable
              caption={t('attendance')}
              rows={event.participant_types}
              currency={event.currency}
              left="places_left"
            />
            <PriceTable caption={t('rooms')} rows={event.accommodations} currency={event.currency} left="beds_left" />
            <PriceTable caption={t('meals')} rows={event.caterers} currency={event.currency} left="places_left" />
          </section>
          <Speakers event={event} />
          <Programme event={event} />
          <Questions event={event} />
        </div>
        <aside className="side">
          <div className="bx">
            <p className="pr">
              <PriceFrom event={event} />
            </p>
            <p className="m s">
              <LodgingFrom event={event} />
            </p>
            <Facts frame={frame} event={event} price={false} />
            {reserve}
            {stand === 'open' && event.price_from !== 0 ? (
              <p className="n s m">
                {event.deposit_percent ? t('deposit_note', { percent: event.deposit_percent }) : t('pay_later_note')}
              </p>
            ) : null}
          </div>
          <Actions frame={frame} event={event} />
        </aside>
      </div>
    </PublicDocument>
  )
}
