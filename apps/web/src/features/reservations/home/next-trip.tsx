import { countNights } from '@shiloh/contract/reservations/nights'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { MyRow } from '@shiloh/contract/reservations/views'
import { formatDate, formatList, formatRange } from '@shiloh/contract/text/format'
import { IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { QrCode } from '#ui/base/qr-code'
import { Heading, Unbroken } from '#ui/base/values'
import { Badges } from '../parts/badges.tsx'
import { eventQuery } from '../queries.ts'
import classes from './home.module.css'
import { texts } from './texts.ts'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The next confirmed reservation with its code: the page of somebody at the gate. */
export function NextTrip({ row }: { row: MyRow }) {
  const t = useT(texts)
  const language = useLanguage()
  const { event, code, _id: id } = row
  const userId = useAccount().user?._id
  const { data } = useQuery(queryOf(reservationRoutes.getMyReservation, { params: { id } }))
  const { data: about } = useQuery({ ...eventQuery(event._id), retry: false })
  // Seen here, the ticket opens without a network. What keeps it comes later than what is shown.
  useEffect(() => {
    if (data && userId)
      import('../kept/keep.ts').then(
        ({ keepTicketOf }) => keepTicketOf(userId, data),
        () => undefined,
      )
  }, [data, userId])
  const [main] = data?.participants ?? []
  const rooms = [...new Set(data?.participants.flatMap(({ room }) => (room ? [room.name] : [])))]
  const dayOf = (at: string | Date) => formatDate(at, 'en', event.time_zone, 'yyyy-MM-dd')
  const [today, first] = [dayOf(new Date()), dayOf(event.starts_at)]
  const countdown = () =>
    today < first ? (
      <Fact label={t('starts_in')}>{t('days', { count: countNights(today, first) })}</Fact>
    ) : (
      <Fact label={t('starts')}>{t(today === first ? 'today' : 'now')}</Fact>
    )
  return (
    <section className={classes.trip} aria-labelledby="next-trip">
      <h2 id="next-trip">{t('next_trip')}</h2>
      <div className={classes.pass}>
        <Link
          to="/reservations/$id"
          params={{ id }}
          className={classes.frame}
          aria-label={`${t('show_tickets')}: ${event.name}`}
        >
          <i />
          {main ? <QrCode value={main.qr.url} label={t('qr', { name: main.name })} /> : <span />}
        </Link>
        <div>
          <div className={classes.badges}>
            <Badges reservation={row} />
          </div>
          <Link to="/reservations/$id" params={{ id }} className={classes.name}>
            <Heading level={3}>{event.name}</Heading>
          </Link>
          <p className="dim">
            <Unbroken>{formatRange(event.starts_at, event.ends_at, language, event.time_zone)}</Unbroken>
          </p>
          {event.place ? <p className="dim">{event.place}</p> : null}
          {row.viewer === 'guest' ? <p className="dim">{t('reserved_by', { name: row.reserved_by })}</p> : null}
          <p className={classes.code}>{code}</p>
        </div>
      </div>
      <dl className={classes.strip}>
        {countdown()}
        {rooms.length > 0 || data?.accommodation ? (
          <Fact label={t('room')}>{rooms.length > 0 ? formatList(rooms, language) : t('room_follows')}</Fact>
        ) : null}
        <Fact label={t('people')}>{row.persons}</Fact>
      </dl>
      <div className={classes.acts}>
        <LinkButton
          variant="default"
          leftSection={<IconTicket size={18} aria-hidden />}
          to="/reservations/$id"
          params={{ id }}
        >
          {t('show_tickets')}
        </LinkButton>
        {about?.bring.length === 0 ? null : (
          <LinkButton variant="default" to="/reservations/$id" params={{ id }} hash="bring">
            {t('bring')}
          </LinkButton>
        )}
      </div>
    </section>
  )
}
