import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { isLive } from '@shiloh/contract/reservations/states'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LedBeds } from '../led/led-beds.tsx'
import list from '../list/list.module.css'
import { ReservationCard } from '../list/reservation-card.tsx'
import { useLiveReservations } from '../live.ts'
import { WaitingEntries } from '../waiting/waiting-entries.tsx'
import classes from './home.module.css'
import { NextTrip } from './next-trip.tsx'
import { texts } from './texts.ts'
import { BegunItem, type FindEvent, OfferItem, PayItem } from './unfinished.tsx'

/** Reservations beside the next trip. The page of all lists the rest. */
const OTHERS = 2

const LISTS = {
  mine: queryOf(reservationRoutes.listMyReservations, { query: {} }),
  drafts: queryOf(reservationRoutes.listDrafts),
  waiting: { ...queryOf(reservationRoutes.listMyWaiting), staleTime: 0 },
}

/** Returns whether own things are on the way for the first time. Without a network they are not. */
export function useOwnIsComing(): boolean {
  const lists = [useQuery(LISTS.mine), useQuery(LISTS.drafts), useQuery(LISTS.waiting)]
  return lists.some(({ isLoading }) => isLoading)
}

/** Own things at the top of the home: what waits for its person, the next trip, other reservations; beside it, `aside`. */
export function HomeOwn({ about, aside }: { about: FindEvent; aside: ReactNode }) {
  const t = useT(texts)
  const mine = useQuery(LISTS.mine)
  const drafts = useQuery(LISTS.drafts)
  const waiting = useQuery(LISTS.waiting)
  useLiveReservations()
  // Shown in one go, so that nothing moves: the others ask meanwhile.
  if (mine.isPending || drafts.isPending || waiting.isPending)
    return (
      <div hidden>
        <LedBeds />
        {aside}
      </div>
    )
  const coming = (mine.data?.items ?? [])
    .filter(({ status, event }) => isLive(status) && Date.parse(event.ends_at) > Date.now())
    .toSorted((a, b) => Date.parse(a.event.starts_at) - Date.parse(b.event.starts_at))
  const offers = (waiting.data ?? []).filter(({ status }) => status === 'offered')
  const unpaid = coming
    .filter((row) => row.viewer === 'owner')
    .filter(({ balance, allowed }) => balance > 0 && allowed.includes('pay'))
  // Who waits for a part alone, as for a shirt, has no place yet.
  const placed = new Set([
    ...coming.map(({ event_id }) => event_id),
    ...(waiting.data ?? [])
      .filter(({ kind, status }) => status === 'offered' || kind === 'event' || kind === 'participant_type')
      .map(({ event_id }) => event_id),
  ])
  const begun = (drafts.data ?? []).filter(({ event }) => !placed.has(event._id))
  const next = coming.find(({ status }) => status !== 'pending')
  const others = coming.filter((row) => row !== next && !unpaid.some(({ _id }) => _id === row._id))
  // Money is on its way back, although the reservation has ended.
  const ended = (mine.data?.items ?? []).filter(
    (row) => row.viewer === 'owner' && !isLive(row.status) && row.refund_due > 0,
  )
  const first = offers[0]?._id ?? unpaid[0]?._id ?? begun[0]?.event._id
  return (
    <div className={classes.own}>
      <div className={classes.stack}>
        {first ? (
          <section aria-labelledby="unfinished">
            <h2 id="unfinished">{t('unfinished')}</h2>
            <ul className={classes.cards}>
              {offers.map((one) => (
                <OfferItem key={one._id} of={one} about={about(one.event_id)} isFirst={one._id === first} />
              ))}
              {unpaid.map((one) => (
                <PayItem key={one._id} of={one} about={about(one.event_id)} isFirst={one._id === first} />
              ))}
              {begun.map((one) => (
                <BegunItem
                  key={one.event._id}
                  of={one}
                  about={about(one.event._id)}
                  isFirst={one.event._id === first}
                />
              ))}
            </ul>
          </section>
        ) : null}
        {next ? <NextTrip row={next} /> : null}
        <WaitingEntries hasOffers={false} />
        {others.length + ended.length > 0 ? (
          <section>
            <div className={list.headline}>
              <h2>{t('yours')}</h2>
              <Link to="/reservations">{t('all_yours')}</Link>
            </div>
            <ul className={list.list}>
              {[...ended, ...others.slice(0, OTHERS)].map((row) => (
                <ReservationCard key={row._id} row={row} level={3} />
              ))}
            </ul>
          </section>
        ) : null}
        <LedBeds />
      </div>
      {aside}
    </div>
  )
}
