import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { WaitingOfferView } from '@shiloh/contract/reservations/views'
import { formatDay, formatMoney, formatRange, formatTime } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useAskAround, useRemaining, useServerTime } from '#platform/clock'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { ToneBadge } from '#ui/base/status-badge'
import { Unbroken } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { isGone, LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { PageHeader } from '#ui/shell/page-header'
import { texts as homeTexts } from '../home/texts.ts'
import { useClosedWords } from '../parts/closed-words.ts'
import { HoldClock } from '../parts/hold-clock.tsx'
import { useKeptWords } from '../parts/kept-words.ts'
import { QuoteLines } from '../parts/lines.tsx'
import { texts as partTexts } from '../parts/texts.ts'
import { texts as reserveTexts } from '../reserve/texts.ts'
import { texts as waitingTexts } from '../waiting/texts.ts'
import { WaitingJoined } from '../waiting/waiting-joined.tsx'
import { LetGo } from './let-go.tsx'
import classes from './offer.module.css'
import { texts } from './texts.ts'

const minute = 60_000

/** How long the offer can still be taken, in words that change with the minutes. */
function TimeLeft({ until }: { until: string }) {
  const t = useT(texts)
  const minutes = Math.max(0, Math.floor(useRemaining(until) / minute))
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? t('left_hours', { hours, minutes: minutes % 60 }) : t('left_minutes', { minutes })
}

/** What is offered, in a sentence. */
function useOffered({ kind, name, persons, stay, reservation }: WaitingOfferView): string {
  const t = useT(texts)
  const home = useT(homeTexts)
  if (reservation) return home('offer_note_of', { name })
  const count = persons.length
  const isPlace = kind === 'event' || kind === 'participant_type'
  if (isPlace) return t(stay ? 'places_with_beds' : 'places', { count })
  return t('places_and', { count, name })
}

type Change = NonNullable<WaitingOfferView['change']>

/** Returns what a change means for what was paid, and for what is left to pay. */
const moneyKey = ({ difference, refund, balance }: Change) => {
  if (refund > 0) return 'back'
  if (balance > 0) return 'rest'
  return difference < 0 ? 'no_refund' : null
}

/** What an offer changes in the price of a reservation: what is added, what is given up, and the money. */
function Changed({ change, total, names, money }: ChangedProps) {
  const t = useT(texts)
  const difference = useT(reserveTexts)('difference')
  const key = moneyKey(change)
  return (
    <>
      <dl className={classes.lines}>
        <QuoteLines lines={change.added} names={names} />
        <QuoteLines lines={change.given_up} names={names} isGivenUp />
        <div className={classes.sum}>
          <dt>{difference}</dt>
          <dd>
            {change.difference > 0 ? '+' : ''}
            {change.difference < 0 ? '−' : ''}
            {money(Math.abs(change.difference))}
          </dd>
        </div>
        <div className={classes.due}>
          <dt>{t('total_then')}</dt>
          <dd>{money(total)}</dd>
        </div>
      </dl>
      {key ? (
        <p className={classes.money}>{t(key, { amount: money(key === 'rest' ? change.balance : change.refund) })}</p>
      ) : null}
    </>
  )
}
interface ChangedProps {
  change: Change
  /** The price of the reservation with it. */
  total: number
  names: readonly string[]
  money: (minor: number) => string
}

/** Which participant types are not open to somebody any more, and what that means for their offer. */
function ClosedTypes({ entry: { closed_types } }: { entry: WaitingOfferView }) {
  const t = useT(texts)
  const words = useClosedWords(closed_types)
  if (words === '') return null
  return (
    <p className={classes.closed}>
      {words} {t('closed_offer')}
    </p>
  )
}

/** What is held, until when and for how much, with both answers. */
function Open({ entry, until, onOver }: { entry: WaitingOfferView; until: string; onOver: () => void }) {
  const t = useT(texts)
  const turn = useT(homeTexts)('offer')
  const part = useT(partTexts)
  const total = useT(reserveTexts)('total')
  const language = useLanguage()
  const { event, quote, change, persons, reservation } = entry
  const offered = useOffered(entry)
  const money = (minor: number) => formatMoney(minor, quote.currency, language)
  const isClosed = entry.closed_types.length > 0
  const kept = useKeptWords(entry, event.time_zone)
  const isFree = (change?.added ?? quote.lines).every(({ amount }) => amount === 0)
  const take = isClosed ? t('choose_other') : reservation ? part('take_beside') : t('go_on')
  return (
    <>
      <div className={classes.strip}>
        <HoldClock
          count={persons.length}
          until={until}
          zone={event.time_zone}
          name={entry.name || undefined}
          onOver={onOver}
        />
      </div>
      <PageHeader title={turn} badges={<ToneBadge tone="warn">{t('badge')}</ToneBadge>} />
      <div className={classes.offer}>
        <p className={classes.what}>
          {offered}
          <b>{event.name}</b>
          <small>
            <Unbroken>{formatRange(event.starts_at, event.ends_at, language, event.time_zone)}</Unbroken>
          </small>
          {event.place ? <small>{event.place}</small> : null}
        </p>
        {change ? (
          <Changed change={change} total={quote.total} names={persons} money={money} />
        ) : (
          <dl className={classes.lines}>
            <QuoteLines lines={quote.lines} names={persons} />
            <div className={classes.sum}>
              <dt>{total}</dt>
              <dd>{money(quote.total)}</dd>
            </div>
            {quote.deposit < quote.total ? (
              <div className={classes.due}>
                <dt>{t('due_now')}</dt>
                <dd>{money(quote.deposit)}</dd>
              </div>
            ) : null}
          </dl>
        )}
        {kept && !isFree ? <p className={classes.kept}>{kept}</p> : null}
        <p className={classes.left}>
          <b>
            <TimeLeft until={until} />
          </b>{' '}
          {isClosed ? null : t('filled_in')}
        </p>
        <ClosedTypes entry={entry} />
        <div className={classes.acts}>
          {reservation ? (
            <LinkButton
              size="lg"
              to="/reservations/$id/edit"
              params={{ id: reservation._id }}
              search={{ offer: entry._id }}
            >
              {take}
            </LinkButton>
          ) : (
            <LinkButton size="lg" to="/events/$id/reserve" params={{ id: event.slug }} search={{ offer: entry._id }}>
              {take}
            </LinkButton>
          )}
          <LetGo size="lg" entry={entry} />
        </div>
      </div>
    </>
  )
}

/** Why there is nothing to take, or not yet, and the way on. */
function Over({ entry }: { entry: WaitingOfferView }) {
  const { status, was_offered, was_left, published, opens_at, event, reserved } = entry
  const t = useT(texts)
  const language = useLanguage()
  const wizard = useT(reserveTexts)
  const waiting = useT(waitingTexts)
  const left = was_left ? (was_offered ? 'was_let_go' : 'was_left') : was_offered ? 'gone' : 'ended'
  const why = {
    waiting: 'paused',
    offered: 'expired',
    taken: 'taken',
    expired: 'expired',
    withdrawn: published ? left : 'closed',
  } as const
  return (
    <>
      <PageHeader title={event.name} />
      <div role="status">
        <EmptyState
          title={t(why[status])}
          hint={
            status === 'waiting' && opens_at && published
              ? t('not_open_hint', {
                  day: formatDay(opens_at, language, event.time_zone),
                  time: formatTime(opens_at, language, event.time_zone),
                })
              : t(`${why[status]}_hint`)
          }
          action={
            reserved ? (
              <LinkButton to="/reservations/$id" params={{ id: reserved._id }}>
                {wizard('see_reservation')}
              </LinkButton>
            ) : status === 'taken' || !published ? (
              <LinkButton to="/reservations">{waiting('see')}</LinkButton>
            ) : (
              <LinkButton to="/events/$id" params={{ id: event.slug }}>
                {wizard('to_event')}
              </LinkButton>
            )
          }
        />
      </div>
    </>
  )
}

function Unknown() {
  const t = useT(texts)
  const waiting = useT(waitingTexts)
  return (
    <EmptyState
      level={1}
      title={t('unknown')}
      hint={t('unknown_hint')}
      action={<LinkButton to="/reservations">{waiting('see')}</LinkButton>}
    />
  )
}

/** An entry of the waiting list: what is offered, how it ended, or the place in line. */
export function Offer({ id }: { id: string }) {
  const waiting = useT(waitingTexts)
  const { data, error, refetch } = useQuery({
    ...queryOf(reservationRoutes.getMyWaiting, { params: { id } }),
    staleTime: 0,
  })
  const again = useCallback(() => void refetch(), [refetch])
  const opens = data?.opens_at ?? null
  const now = useServerTime([opens])
  const isOpen = opens === null || Date.parse(opens) <= now
  useAskAround(opens, again)
  const until = data?.status === 'offered' ? data.offer_expires_at : null
  if (!data) {
    if (isGone(error)) return <Unknown />
    return error ? <LoadFailed message={error.message} onRetry={again} /> : <Scaffold />
  }
  if (until) return <Open entry={data} until={until} onOver={again} />
  if (data.status !== 'waiting' || !data.published || !isOpen) return <Over entry={data} />
  return (
    <>
      <PageHeader title={data.event.name} note={waiting('title')} />
      <div className={classes.offer}>
        <WaitingJoined
          entry={data}
          event={{ ...data.event, currency: data.quote.currency }}
          total={data.change?.difference ?? data.quote.total}
          onLeft={again}
        />
      </div>
    </>
  )
}

/** `/offers/{id}`: what came free for somebody on a waiting list. The links in mail, SMS and notice lead here. */
export function OfferPage() {
  const { id } = useParams({ from: '/offers/$id' })
  return <Offer key={id} id={id} />
}
