import { Button } from '@mantine/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { formatDay, formatRange, formatTime } from '@shiloh/contract/text/format'
import { IconCloudCheck, IconCloudOff, IconDeviceMobilePlus, IconTrash } from '@tabler/icons-react'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useOnline } from '#platform/connection'
import { useLanguage, useT } from '#platform/i18n'
import { useInstall } from '#platform/install'
import { dropTicket, type KeptTicket, keepTicket, readTickets } from '#platform/kept-tickets'
import { LinkButton } from '#ui/base/link-button'
import { QrCode } from '#ui/base/qr-code'
import { Heading, Unbroken } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { toastDone } from '#ui/feedback/toast'
import classes from '../detail/detail.module.css'
import { ticketOf } from './keep.ts'
import own from './kept.module.css'
import { TICKETS_PATH, wantedPage } from './paths.ts'
import { useServerReached } from './server-reached.ts'
import { texts } from './texts.ts'

/** One ticket with the codes of its persons. */
function Ticket({ ticket, onRemove }: { ticket: KeptTicket; onRemove: () => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const { event, persons, code, seen_at } = ticket
  const [chosen, setChosen] = useState(persons[0]?._id)
  const person = persons.find(({ _id }) => _id === chosen) ?? persons[0]
  if (!person) return null
  const seen = `${formatDay(seen_at, language, event.time_zone)}, ${formatTime(seen_at, language, event.time_zone)}`
  return (
    <li>
      <h2>{event.name}</h2>
      <p className={classes.where}>
        <Unbroken>{formatRange(event.starts_at, event.ends_at, language, event.time_zone)}</Unbroken>
        {event.place ? `, ${event.place}` : ''}
      </p>
      <div className={classes.ticket}>
        {persons.length > 1 ? (
          <fieldset className={classes.whose} aria-label={t('whose')}>
            {persons.map(({ _id, name }) => (
              <button key={_id} type="button" aria-pressed={_id === person._id} onClick={() => setChosen(_id)}>
                {name}
              </button>
            ))}
          </fieldset>
        ) : null}
        <div className={classes.frame}>
          <i />
          <QrCode value={person.url} label={t('qr', { name: person.name })} />
        </div>
        <p className={classes.code}>{code}</p>
        {persons.length > 1 ? null : <p>{person.name}</p>}
        {person.room === null ? null : <p>{t('room', { room: person.room })}</p>}
        <p>{t('show_at_gate')}</p>
      </div>
      <div className={own.foot}>
        <span className={classes.quiet}>{t('seen', { when: seen })}</span>
        <Button variant="subtle" leftSection={<IconTrash size={17} aria-hidden />} onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </li>
  )
}

/** Asks for the tickets again: what was changed or cancelled elsewhere is so here. Without a network nothing changes. */
async function refresh(userId: string): Promise<void> {
  await Promise.all(
    readTickets(Date.now()).map(async ({ _id }) => {
      try {
        const ticket = ticketOf(await call(reservationRoutes.getMyReservation, { params: { id: _id } }), Date.now())
        if (ticket) keepTicket(userId, ticket)
        else dropTicket(_id)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') dropTicket(_id)
        else if (!(error instanceof ApiError)) throw error
      }
    }),
  )
}

/** `/reservations/tickets`: the tickets that this phone keeps, for everybody who holds it, with and without a network. */
export function TicketsPage() {
  const t = useT(texts)
  const { user } = useAccount()
  const install = useInstall()
  const [tickets, setTickets] = useState(() => readTickets(Date.now()))
  const online = useOnline()
  const { hash } = useLocation()
  const notLoaded = wantedPage(useSearch({ from: TICKETS_PATH }).wanted)
  const ready = useServerReached(notLoaded !== undefined)
  // The ticket that somebody wanted to see, while it is on this phone. Else all of them.
  const wanted = tickets.find(({ _id }) => _id === hash)
  const shown = wanted ? [wanted] : tickets
  const userId = user?._id
  useEffect(() => {
    if (userId) void refresh(userId).then(() => setTickets(readTickets(Date.now())))
  }, [userId])
  const remove = (id: string) => {
    dropTicket(id)
    setTickets(readTickets(Date.now()))
    toastDone({ message: t('removed') })
  }
  // A link of the document: without a network, the worker brings one back here.
  const toReservations = (
    <Button component="a" href="/reservations" variant="default">
      {t('to_reservations')}
    </Button>
  )
  const toNotLoaded = notLoaded && (
    <Button component="a" href={notLoaded} variant={ready ? 'filled' : 'default'}>
      {t(ready ? 'open_page' : 'try_again')}
    </Button>
  )
  const again = toNotLoaded && (
    <div className={own.offline}>
      {ready ? <IconCloudCheck size={18} aria-hidden /> : <IconCloudOff size={18} aria-hidden />}
      <p role="status">{t(ready ? 'page_ready' : 'page_missing')}</p>
      {toNotLoaded}
    </div>
  )
  if (tickets.length === 0)
    return notLoaded ? (
      <div role="status">
        <EmptyState
          level={1}
          title={t(ready ? 'page_ready' : 'no_network')}
          hint={ready ? undefined : t('no_network_hint')}
          action={toNotLoaded}
        />
      </div>
    ) : (
      <EmptyState level={1} title={t('empty')} hint={t('empty_hint')} action={toReservations} />
    )
  return (
    <>
      <Heading level={1}>{t(shown.length === 1 ? 'title_one' : 'title')}</Heading>
      <p className={classes.where}>{t('lead', { count: shown.length })}</p>
      {again ??
        (online ? null : (
          <p role="status" className={own.offline}>
            <IconCloudOff size={18} aria-hidden /> {t('offline_hint')}
          </p>
        ))}
      <ul className={own.list}>
        {shown.map((ticket) => (
          <Ticket key={ticket._id} ticket={ticket} onRemove={() => remove(ticket._id)} />
        ))}
      </ul>
      <div className={own.acts}>
        {install ? (
          <Button variant="default" leftSection={<IconDeviceMobilePlus size={17} aria-hidden />} onClick={install}>
            {t('install')}
          </Button>
        ) : null}
        {wanted && tickets.length > 1 ? (
          <LinkButton variant="default" to={TICKETS_PATH}>
            {t('all')}
          </LinkButton>
        ) : null}
        {toReservations}
      </div>
      {user || !online ? null : <p className={classes.quiet}>{t('offline_hint')}</p>}
    </>
  )
}
