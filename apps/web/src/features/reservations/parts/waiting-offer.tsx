import type { WaitingView } from '@shiloh/contract/reservations/views'
import { formatDay, formatTime } from '@shiloh/contract/text/format'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { LetGo } from '../offer/let-go.tsx'
import { type EntryKnown, useClosedEntry } from './closed-words.ts'
import { ShortOf, WaitWithout } from './short-of.tsx'
import { texts } from './texts.ts'
import classes from './waiting-offer.module.css'

interface TakeOfferProps {
  entry: WaitingView
  /** The id or slug of the event. */
  event: string
  variant?: 'filled' | 'default'
}

interface WaitingOfferProps {
  entry: EntryKnown
  event: { readonly _id: string; readonly time_zone: string }
  /** It is on the page of its reservation. */
  isHere?: boolean
}

/** The way to take an offer: a new reservation, or a change of the one that it is for. */
export function TakeOffer({ entry, event, ...button }: TakeOfferProps) {
  const t = useT(texts)
  return entry.reservation ? (
    <LinkButton
      to="/reservations/$id/edit"
      params={{ id: entry.reservation._id }}
      search={{ offer: entry._id }}
      {...button}
    >
      {t('take_beside')}
    </LinkButton>
  ) : (
    <LinkButton to="/events/$id/reserve" params={{ id: event }} search={{ offer: entry._id }} {...button}>
      {t('take')}
    </LinkButton>
  )
}

/** The user's place on a waiting list: how many are ahead, or the offer with its deadline, or why nothing is offered. */
export function WaitingOffer({ entry, event, isHere = false }: WaitingOfferProps) {
  const t = useT(texts)
  const language = useLanguage()
  const until = entry.status === 'offered' ? entry.offer_expires_at : null
  const { words: closed, short } = useClosedEntry(entry)
  const title = () => {
    if (until) return entry.name ? t('offer_of', { name: entry.name }) : t('offer_title')
    return entry.name ? t('waiting_of', { name: entry.name }) : t('waiting_title')
  }
  const standing = () => {
    if (until)
      return t('offer_hint', {
        when: `${formatDay(until, language, event.time_zone)}, ${formatTime(until, language, event.time_zone)}`,
      })
    return short.length > 0 ? (
      <ShortOf entry={entry} short={short} />
    ) : (
      closed || t('waiting_ahead', { count: entry.ahead })
    )
  }
  return (
    <section className={classes.offer} data-offered={until !== null || undefined}>
      <IconBell size={22} aria-hidden />
      <div>
        <b>{title()}</b>
        <p>{standing()}</p>
        {until ? (
          <p>
            <Link to="/offers/$id" params={{ id: entry._id }}>
              {t('see_offer')}
            </Link>
          </p>
        ) : null}
        {entry.reservation && !isHere ? (
          <p>
            <Link to="/reservations/$id" params={{ id: entry.reservation._id }}>
              {t('for_reservation', { code: entry.reservation.code })}
            </Link>
          </p>
        ) : null}
        <div className={classes.actions}>
          {until ? <TakeOffer entry={entry} event={event._id} /> : null}
          {short.length > 0 ? <WaitWithout entry={entry} short={short} /> : null}
          <LetGo entry={entry} variant={until ? 'default' : 'subtle'} />
        </div>
      </div>
    </section>
  )
}
