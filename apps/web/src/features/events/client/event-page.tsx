import { Button, VisuallyHidden } from '@mantine/core'
import { contentRoutes } from '@shiloh/contract/content'
import type { UserEvent } from '@shiloh/contract/events/events'
import { pricedQuestions } from '@shiloh/contract/forms/forms'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { formatDay } from '@shiloh/contract/text/format'
import { IconShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useAccount } from '#platform/account'
import { hasBegun } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { CalendarMenu } from '#ui/base/calendar-menu'
import { LinkButton } from '#ui/base/link-button'
import { StatusBadge } from '#ui/base/status-badge'
import { Heading } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Breadcrumbs } from '#ui/shell/page-header'
import {
  entryForAll,
  eventQuery,
  useStanding,
  useWizardAhead,
  WaitingOffer,
  WaitingSheet,
} from '../../reservations/index.ts'
import '../parts/event-parts.css'
import { EventPrices, EventQuestions, EventRefunds } from '../parts/event-offer.tsx'
import { Availability, Facts, LodgingFrom, PriceFrom, Programme, Speakers } from '../parts/event-parts.tsx'
import type { Registration } from '../parts/registration.ts'
import classes from './event.module.css'
import { EventSkeleton } from './event-skeleton.tsx'
import { Cover, GuestPage } from './parts.tsx'
import { texts } from './texts.ts'
import { useAskAroundOpening, useRegistration } from './use-registration.tsx'

interface Props {
  event: UserEvent
}

/** As many questions as on the public page. */
const mostQuestions = 8

/** Frequent questions, which the page works without. */
function Questions() {
  const t = useT(texts)
  const { data = [] } = useQuery(queryOf(contentRoutes.listPublicFaqs, { query: {} }))
  return <EventQuestions say={t} faqs={data.slice(0, mostQuestions)} />
}

/**
 * Returns the next action: reserve, continue, or view the reservation.
 * @param address the event's id or slug, as it is in the address of the page
 */
function useNextStep(
  event: UserEvent,
  address: string,
  stands: Registration,
  onJoin: (from: HTMLElement) => void,
): { button: ReactNode; note: ReactNode } {
  const t = useT(texts)
  const language = useLanguage()
  const { user } = useAccount()
  const isMember = user?.user_type === 'user'
  const { data: standing } = useStanding(isMember ? address : undefined)
  const { data: draft } = useQuery({
    ...queryOf(reservationRoutes.getDraft, { params: { id: address } }),
    placeholderData: undefined,
    // Beside the standing, not after it: on a slow network each takes a second.
    enabled: isMember && standing?.has_reservation !== true,
  })
  const isOpen = stands === 'open' || stands === 'sold-out'
  const waitsForAll = standing !== undefined && entryForAll(standing.waiting, event, user) !== undefined
  const mayReserve = standing?.has_reservation === false && !waitsForAll
  // Before the opening already: in its second, everybody would ask.
  useWizardAhead(event, address, mayReserve && (stands === 'open' || stands === 'not-yet'))
  if (!isMember) return { button: null, note: null }
  if (!standing)
    return {
      note: null,
      // On a slow network the own reservation comes seconds after the page: the steps say so if there is one.
      button: isOpen ? (
        <LinkButton fullWidth to="/events/$id/reserve" params={{ id: address }}>
          {t('reserve')}
        </LinkButton>
      ) : null,
    }
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
            <b>
              {reservation.reserved_by ? t('reserved_by', { name: reservation.reserved_by }) : t('your_reservation')}
            </b>{' '}
            <span className="code">{reservation.code}</span> <StatusBadge status={reservation.status} />
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
  if (standing.has_reservation) return { note: <p className={classes.own}>{t('place_held')}</p>, button: null }
  const canReserve = isOpen && mayReserve
  const label = draft?.draft ? 'go_on' : 'reserve'
  return {
    note: (
      <>
        {canReserve && hasBegun(event) ? (
          <p className={classes.own}>{t('begun', { day: formatDay(new Date(), language, event.time_zone) })}</p>
        ) : null}
        {entries}
      </>
    ),
    button:
      canReserve && stands === 'sold-out' ? (
        <Button fullWidth onClick={({ currentTarget }) => onJoin(currentTarget)}>
          {t('join_waiting')}
        </Button>
      ) : canReserve ? (
        <LinkButton fullWidth to="/events/$id/reserve" params={{ id: address }}>
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
      // Closing the share sheet also rejects. That is not a failure.
      void navigator.share({ title: event.name, url }).catch(() => undefined)
    } else open(`https://wa.me/?text=${encodeURIComponent(`${event.name}\n${url}`)}`, '_blank', 'noreferrer')
  }
  return (
    <Button variant="default" leftSection={<IconShare size={17} aria-hidden />} onClick={share}>
      {t('share')}
    </Button>
  )
}

function Details({ event, address }: Props & { address: string }) {
  const t = useT(texts)
  const [isJoining, setIsJoining] = useState(false)
  const opener = useRef<HTMLElement>(undefined)
  const { now, stands, soon, hasOpened } = useRegistration(event)
  const { button, note } = useNextStep(event, address, stands, (from) => {
    opener.current = from
    setIsJoining(true)
  })
  const closeSheet = () => {
    setIsJoining(false)
    // The keyboard goes on where it was. After joining, that button is gone.
    requestAnimationFrame(() => opener.current?.focus())
  }
  const told = event.languages
  const price = (
    <>
      <p className={classes.from}>
        <PriceFrom say={t} event={event} />
      </p>
      <p className="dim small">
        <LodgingFrom say={t} event={event} />
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
      <Heading level={1} lang={told?.name}>
        {event.name}
      </Heading>
      <div className={classes.grid}>
        <aside className={classes.side}>
          <div className={classes.box}>
            {/* Above what else there is to know, so that it can be reached on a low screen. */}
            <div className={classes.wide}>
              {price}
              {button}
              {event.deposit_percent !== null ? (
                <p className={classes.deposit}>{t('deposit_note', { percent: event.deposit_percent })}</p>
              ) : null}
            </div>
            <Facts say={t} event={event} now={now} soon={soon} newTab />
            <VisuallyHidden role="status">{hasOpened && button ? t('open_now') : ''}</VisuallyHidden>
            {note}
          </div>
          <div className={classes.actions}>
            <CalendarMenu event={event} />
            <Share event={event} />
          </div>
        </aside>
        <div className={classes.main}>
          {event.summary ? (
            <p className="lead" lang={told?.summary}>
              {event.summary}
            </p>
          ) : null}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
          <div className="rt" lang={told?.description} dangerouslySetInnerHTML={{ __html: event.description_html }} />
          <EventPrices say={t} event={{ ...event, priced_questions: pricedQuestions(event.form) }} />
          <EventRefunds say={t} event={event} now={now} />
          <Speakers
            say={t}
            speakers={event.speakers.map(({ role, topic, ...one }) => ({
              ...one,
              role: [role, topic].filter(Boolean).join('. '),
            }))}
          />
          <Programme
            say={t}
            zone={event.time_zone}
            activities={event.activities.map(({ starts_at, title, place, speaker }) => ({
              starts_at,
              title,
              place: [place, speaker].filter(Boolean).join(', '),
            }))}
          />
          <Questions />
        </div>
      </div>
      {/* Stays open after joining, when the button is gone. */}
      {isJoining ? (
        <Suspense fallback={null}>
          <WaitingSheet event={event} closeLabel={t('close')} onClose={closeSheet} />
        </Suspense>
      ) : null}
      {button ? (
        <div className={classes.bar} data-no-print>
          <div>
            <b>
              <PriceFrom say={t} event={event} />
            </b>
            <span className="small">
              <Availability say={t} event={event} now={now} soon={soon} />
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
  useAskAroundOpening(data ? [data] : [], () => void refetch())
  if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  return data ? <Details event={data} address={id} /> : <EventSkeleton />
}

/** `/events/{id or slug}` for users who are signed in: 'Event Details'. The server renders it for guests. */
export function EventPage() {
  const { user } = useAccount()
  return user ? <Loaded /> : <GuestPage />
}
