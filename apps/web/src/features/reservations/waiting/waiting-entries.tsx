import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { OwnWaiting } from '@shiloh/contract/reservations/views'
import { formatList, formatRange } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { Unbroken } from '#ui/base/values'
import { WaitingOffer } from '../parts/waiting-offer.tsx'
import { texts } from './texts.ts'
import classes from './waiting.module.css'

/** What the people of a place or a bed that is waited for take part as. The item itself is named below. */
function AsTypes({ entry: { kind, name, participant_types: types } }: { entry: OwnWaiting }) {
  const t = useT(texts)
  const language = useLanguage()
  const isNamed = kind === 'participant_type' && types.every((type) => type.name === name)
  if (types.length === 0 || isNamed || kind === 'caterer' || kind === 'product_option') return null
  const words = types.map((type) => (type.count > 1 ? `${type.count}\u00a0×\u00a0${type.name}` : type.name))
  return <p>{t('as_types', { count: types.length, types: formatList(words, language) })}</p>
}

/** For how many of what somebody waits, and for which nights. */
function Awaited({ entry: { kind, item_id, wish, room } }: { entry: OwnWaiting }) {
  const t = useT(texts)
  const language = useLanguage()
  const { participants, products, accommodation } = wish
  const counts = {
    event: participants.length,
    participant_type: participants.filter(({ participant_type_id }) => participant_type_id === item_id).length,
    beds: participants.length,
    caterer: participants.filter(({ caterer_id }) => caterer_id === item_id).length,
    product_option: products?.find(({ product_option_id }) => product_option_id === item_id)?.quantity ?? 0,
  }
  // What the event no longer offers has no number.
  const count = Math.max(1, counts[kind])
  const many =
    kind === 'product_option'
      ? t('pieces', { count })
      : kind === 'event' || kind === 'participant_type'
        ? t('places', { count })
        : t('for_people', { count })
  const isStay = accommodation && kind !== 'caterer' && kind !== 'product_option'
  return (
    <p>
      {many}
      {isStay ? (
        <>
          {' · '}
          {/* Beds that are waited for are named below. */}
          {room && kind !== 'beds' ? `${room}, ` : null}
          <Unbroken>{formatRange(accommodation.check_in, accommodation.check_out, language)}</Unbroken>
        </>
      ) : null}
    </p>
  )
}

/**
 * Own places on waiting lists. Renders nothing without any.
 * @param hasOffers also what is offered by now
 */
export function WaitingEntries({ hasOffers = true }: { hasOffers?: boolean }) {
  const t = useT(texts)
  const language = useLanguage()
  const { data = [] } = useQuery({ ...queryOf(reservationRoutes.listMyWaiting), staleTime: 0 })
  const entries = data.filter(({ status }) => hasOffers || status !== 'offered')
  if (entries.length === 0) return null
  return (
    <section className={classes.entries}>
      <h2>{t('title')}</h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry._id}>
            <Link to="/events/$id" params={{ id: entry.event.slug }}>
              {entry.event.name}
            </Link>
            <p className="dim">
              <Unbroken>
                {formatRange(entry.event.starts_at, entry.event.ends_at, language, entry.event.time_zone)}
              </Unbroken>
            </p>
            <Awaited entry={entry} />
            <AsTypes entry={entry} />
            <WaitingOffer entry={entry} event={entry.event} />
          </li>
        ))}
      </ul>
    </section>
  )
}
