import type { MyReservation } from '@shiloh/contract/reservations/views'
import { useT } from '#platform/i18n'
import { LinkButton } from '#ui/base/link-button'
import { WaitingOffer } from '../parts/waiting-offer.tsx'
import { useStanding } from '../queries.ts'
import classes from './detail.module.css'
import { texts } from './texts.ts'

interface Props {
  reservation: Pick<MyReservation, '_id' | 'status' | 'event_id' | 'event'>
}

const isEnded = ({ status }: Props['reservation']): boolean => status === 'cancelled' || status === 'failed'

/**
 * Returns whether the user can begin anew after a reservation that ended: they have no other place at its event, and do
 * not wait for one. Without a network the page offers it as before.
 */
export function useMayBeginAnew(reservation: Props['reservation']): boolean {
  const { data, isPending } = useStanding(isEnded(reservation) ? reservation.event_id : undefined)
  if (!isEnded(reservation) || isPending) return false
  return !data || (!data.has_reservation && data.waiting.length === 0)
}

/** What the user has at the event since this reservation ended: another one, an offer, or a place on the waiting list. */
export function Since({ reservation }: Props) {
  const t = useT(texts)
  const { data } = useStanding(isEnded(reservation) ? reservation.event_id : undefined)
  if (!data) return null
  const { has_reservation, reservation: other, waiting } = data
  if (has_reservation)
    return (
      <div className={classes.banner}>
        <b>{t('since_reserved')}</b>
        {other ? (
          <LinkButton variant="default" to="/reservations/$id" params={{ id: other._id }}>
            {t('since_open', { code: other.code })}
          </LinkButton>
        ) : null}
      </div>
    )
  return waiting.map((entry) => (
    <div key={entry._id} className={classes.waited}>
      <WaitingOffer entry={entry} event={{ _id: reservation.event_id, time_zone: reservation.event.time_zone }} />
    </div>
  ))
}
