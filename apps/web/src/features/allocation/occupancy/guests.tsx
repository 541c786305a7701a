import { ActionIcon, VisuallyHidden } from '@mantine/core'
import type { OccupancyRoom } from '@shiloh/contract/allocation/occupancy'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import { addDays } from '@shiloh/contract/reservations/nights'
import { formatDay } from '@shiloh/contract/text/format'
import { eventRoomRoutes } from '@shiloh/contract/venues'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { freeFrom } from './heat.ts'
import classes from './occupancy.module.css'
import { texts } from './texts.ts'

interface GuestsProps {
  room: OccupancyRoom
  /** Counted from `from`. */
  night: number
  from: string
  onClose: () => void
}

/** Who sleeps in a room in a night, for those who are allowed to know. */
export function Guests({ room, night, from, onClose }: GuestsProps) {
  const t = useT(texts)
  const language = useLanguage()
  const mayRead = useCan()('event_rooms.read_occupants')
  const day = addDays(from, night)
  const taken = room.taken[night] ?? 0
  const { data } = useQuery({
    ...queryOf(eventRoomRoutes.occupants, { params: { id: room._id }, query: { night: day, page_size: 100 } }),
    // The people of another night are not those of this one.
    placeholderData: undefined,
    enabled: mayRead && taken > 0,
  })
  const closing = room.closed.find((one) => one.from <= day && day < one.until)
  const free = freeFrom(room, night)
  const event = data?.items[0]?.event_id
  const unseen = data ? taken - data.items.length : 0
  return (
    <div className={classes.guests}>
      <header>
        <b className={classes.number}>{room.name}</b>
        <div>
          <h2>{formatDay(day, language, 'UTC')}</h2>
          <p>{closing ? closing.reason : t('taken_of', { category: room.category, taken, beds: room.beds })}</p>
        </div>
        <ActionIcon variant="subtle" size={36} aria-label={t('close')} onClick={onClose} data-autofocus>
          <IconX size={18} />
        </ActionIcon>
      </header>
      {taken === 0 ? (
        <p>{t('nobody')}</p>
      ) : mayRead ? (
        <ul aria-busy={!data}>
          {data?.items.map(
            ({ _id, bed, name, user_id, reservation_id, reservation_code, event: called, check_in, check_out }) => (
              <li key={_id}>
                <b>
                  <VisuallyHidden>{t('bed', { letter: bedLetter(bed) })}</VisuallyHidden>
                  <span aria-hidden>{bedLetter(bed)}</span>
                </b>
                <div>
                  <strong>{user_id === null ? name : <PersonLink id={user_id} name={name} />}</strong>
                  <p>
                    {called},{' '}
                    <span className={classes.whole}>
                      {t('stay', {
                        from: formatDay(check_in, language, 'UTC'),
                        until: formatDay(check_out, language, 'UTC'),
                      })}
                    </span>
                  </p>
                </div>
                <Link className="code" to="/admin/reservations/$id" params={{ id: reservation_id }}>
                  {reservation_code}
                </Link>
              </li>
            ),
          )}
          {unseen > 0 ? <li>{t('hidden', { count: unseen })}</li> : null}
          {data ? null : <li>{t('loading')}</li>}
        </ul>
      ) : (
        <p>{t('not_allowed')}</p>
      )}
      <footer>
        <span>
          {taken > 0 && free !== undefined
            ? t('free_from', { day: formatDay(addDays(from, free), language, 'UTC') })
            : null}
        </span>
        {event ? (
          <Link to="/admin/reservations/rooms" search={{ event_id: event }}>
            {t('open_board')}
          </Link>
        ) : null}
      </footer>
    </div>
  )
}
