import type { DataOf } from '@shiloh/contract/core'
import { languageName } from '@shiloh/contract/core'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { supportRoutes, TICKET_CATEGORIES } from '@shiloh/contract/support'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { PersonLink } from '#ui/base/person-link'
import { isStatus, StatusBadge } from '#ui/base/status-badge'
import { DateText, Heading, Money, PhoneLink, RoomName } from '#ui/base/values'
import { ChoiceSelect } from '#ui/form/choice-select'
import { useCategoryName } from '../parts/words.ts'
import classes from './desk.module.css'
import { stale } from './stale.ts'
import { texts } from './texts.ts'

type Ticket = DataOf<typeof supportRoutes.getTicket>

/** The reservations that are shown at once. */
const SHOWN = 3

/** What the guest has reserved, that of the ticket first. */
function Reservations({ ticket }: { ticket: Ticket }) {
  const t = useT(texts)
  const { data } = useQuery(queryOf(reservationRoutes.listReservations, { query: { user_id: ticket.user._id } }))
  if (!data) return null
  const rank = (id: string) => (id === ticket.reservation?._id ? 0 : 1)
  const rows = [...data.items].sort((a, b) => rank(a._id) - rank(b._id)).slice(0, SHOWN)
  if (rows.length === 0) return <p className="dim">{t('no_reservation')}</p>
  return rows.map((row) => (
    <dl key={row._id} className={classes.facts}>
      <div>
        <dt>{t('reservation')}</dt>
        <dd>
          <Link className="code" to="/admin/reservations/$id" params={{ id: row._id }}>
            {row.code}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('event')}</dt>
        <dd>{row.event.name}</dd>
      </div>
      <div>
        <dt>{t('status')}</dt>
        <dd>{isStatus(row.status) ? <StatusBadge status={row.status} /> : row.status}</dd>
      </div>
      {row.room ? (
        <div>
          <dt>{t('room')}</dt>
          <dd>
            <RoomName name={row.room} />
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{t('balance')}</dt>
        <dd>
          <Money minor={row.balance} currency={row.currency} />
        </dd>
      </div>
    </dl>
  ))
}

function Earlier({ ticket }: { ticket: Ticket }) {
  const t = useT(texts)
  const { data } = useQuery(queryOf(supportRoutes.listTickets, { query: { user_id: ticket.user._id } }))
  const others = (data?.items ?? []).filter(({ _id }) => _id !== ticket._id).slice(0, 5)
  if (others.length === 0) return null
  return (
    <section>
      <h2>{t('earlier')}</h2>
      <ul className={classes.earlier}>
        {others.map((other) => (
          <li key={other._id}>
            <Link to="/admin/support/$id" params={{ id: other._id }}>
              {other.subject}
            </Link>
            <span className="dim small">
              {t(other.status)}, <DateText value={other.updated_at} weekday={false} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who the guest of a ticket is. Asks only for what the caller may see. */
export function Guest({ id }: { id: string }) {
  const t = useT(texts)
  const can = useCan()
  const categoryName = useCategoryName()
  const { data: ticket } = useQuery({
    ...queryOf(supportRoutes.getTicket, { params: { id } }),
    placeholderData: undefined,
  })
  const act = useAct(supportRoutes.updateTicket, stale)
  if (!ticket) return null
  const { user } = ticket
  const categories = [...new Set([...TICKET_CATEGORIES, ticket.category])]
  return (
    <div className={classes.guest}>
      <section>
        <Heading level={2}>{user.name}</Heading>
        {user.active ? null : <p className={classes.warning}>{t('deactivated')}</p>}
        <dl className={classes.facts}>
          {user.phone ? (
            <div>
              <dt>{t('phone')}</dt>
              <dd>
                <PhoneLink phone={user.phone} />
              </dd>
            </div>
          ) : null}
          {user.email ? (
            <div>
              <dt>{t('email')}</dt>
              <dd className={classes.breaks}>{user.email}</dd>
            </div>
          ) : null}
          <div>
            <dt>{t('language')}</dt>
            <dd>{languageName(user.language)}</dd>
          </div>
        </dl>
        {can('users.read', user._id) ? (
          <LinkButton variant="default" fullWidth to="/admin/users/$id" params={{ id: user._id }}>
            {t('person')}
          </LinkButton>
        ) : null}
      </section>
      {can('reservations.read') ? (
        <section>
          <h2>{t('reservations')}</h2>
          <Reservations ticket={ticket} />
        </section>
      ) : null}
      {can('support_tickets.update') ? (
        <ChoiceSelect
          label={t('category')}
          choices={categories.map((value) => ({ value, label: categoryName(value) }))}
          value={ticket.category}
          onChange={(category) => act.mutate({ params: { id }, body: { category } })}
        />
      ) : null}
      {ticket.assignee ? (
        <dl className={classes.facts}>
          <div>
            <dt>{t('assignee')}</dt>
            <dd>
              <PersonLink id={ticket.assignee._id} name={ticket.assignee.name} type="admin" />
            </dd>
          </div>
        </dl>
      ) : null}
      <Earlier ticket={ticket} />
    </div>
  )
}
