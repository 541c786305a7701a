import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { typesText } from '@shiloh/contract/reservations/party'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { type StaffWaiting, WAITING_KINDS, WAITING_STATUSES } from '@shiloh/contract/reservations/views'
import { formatList, formatMoney, formatRange } from '@shiloh/contract/text/format'
import { IconMail, IconTicket, IconUserMinus, IconUserOff } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { useCurrentEvent } from '#platform/current-event'
import { text, useLanguage, useT } from '#platform/i18n'
import { PersonLink } from '#ui/base/person-link'
import { StatusBadge } from '#ui/base/status-badge'
import { DateText, Unbroken } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { Scaffold } from '#ui/feedback/scaffold'
import { PickSelect } from '#ui/form/pick-select'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import { PageHeader } from '#ui/shell/page-header'
import { texts as messageLinkTexts } from '../../../../ui/list/message-link-texts.ts'
import { texts as common } from '../texts.ts'
import { texts } from './texts.ts'
import { type WaitingAct, WaitingDialog, WaitingMenu } from './waiting-acts.tsx'

/** Why nothing is offered to somebody. */
function Hindrance({ entry: { closed_types, short_of } }: { entry: StaffWaiting }) {
  const t = useT(texts)
  const language = useLanguage()
  const namesOf = (rows: readonly { readonly name: string }[]) =>
    formatList([...new Set(rows.map(({ name }) => name))], language)
  const gone = short_of.filter(({ is_offered }) => !is_offered)
  const wordsOf = () => {
    if (closed_types.length > 0) return t('closed_types', { names: namesOf(closed_types) })
    if (gone.length > 0) return t('gone', { names: namesOf(gone) })
    return short_of.length > 0 ? t('short_of', { names: namesOf(short_of) }) : null
  }
  const words = wordsOf()
  return words && <small style={{ display: 'block', color: 'var(--warn)' }}>{words}</small>
}

/** How many people it is for, of which participant types, and who comes along. */
function People({ people }: Pick<StaffWaiting, 'people'>) {
  const t = useT(texts)
  const language = useLanguage()
  const others = people.flatMap(({ name }) => name ?? [])
  return (
    <>
      {t('people', { count: people.length })}
      {': '}
      {typesText(people)}
      {others.length > 0 ? (
        <small className="dim" style={{ display: 'block' }}>
          {t('with', { names: formatList(others, language) })}
        </small>
      ) : null}
    </>
  )
}

/** The room category and the nights that are wished for. */
function Stay({ room }: { room: NonNullable<StaffWaiting['room']> }) {
  const language = useLanguage()
  return (
    <>
      {room.name ? `${room.name}, ` : null}
      <Unbroken>{formatRange(room.check_in, room.check_out, language, undefined, { weekdays: false })}</Unbroken>
    </>
  )
}

/** What it costs, and whether the prices are kept from the day they joined. */
function Price({ price: { amount, currency, is_kept } }: { price: NonNullable<StaffWaiting['price']> }) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    <>
      <Unbroken>{formatMoney(amount, currency, language)}</Unbroken>
      {amount > 0 ? (
        <small className="dim" style={{ display: 'block' }}>
          {t(is_kept ? 'price_kept' : 'price_today')}
        </small>
      ) : null}
    </>
  )
}

/** Meals and products that are wished for, in one line. Empty without any. */
const extrasIn = ({ caterers, products }: StaffWaiting): string =>
  [...caterers, ...products.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))].join('; ')

/** `/admin/waiting-list?event_id=`: the waiting list in order, of the current event unless the address names another. */
export function WaitingPage() {
  const t = useT(texts)
  const say = useT(common)
  const navigate = useNavigate()
  const can = useCan()
  const { organisation } = useAccount()
  const { event_id: chosen } = useSearch({ from: '/admin/waiting-list' })
  const { event: current, isLoading } = useCurrentEvent()
  const eventId = chosen ?? current?._id
  const zone = organisation.time_zone
  const [acting, setActing] = useState<{ act: WaitingAct; entry: StaffWaiting }>()
  const menu = (entry: StaffWaiting, phone: boolean) => (
    <WaitingMenu entry={entry} phone={phone} onAct={(act) => setActing({ act, entry })} />
  )
  const select = (
    <PickSelect
      aria-label={t('choose_event')}
      w={320}
      maw="100%"
      route={adminEventRoutes.pickEvents}
      value={eventId ?? null}
      picked={current ? [current] : []}
      onChange={(event) => void navigate({ to: '/admin/waiting-list', search: { event_id: event._id } })}
    />
  )
  if (!eventId)
    return (
      <>
        <PageHeader breadcrumbs={false} compact title={say('waiting_list')} actions={select} />
        {isLoading ? <Scaffold kind="list" /> : <EmptyState title={t('no_event')} hint={t('no_event_hint')} />}
      </>
    )
  return (
    <>
      <ListPage
        key={eventId}
        route={reservationRoutes.listWaiting}
        params={{ id: eventId }}
        name="waiting-list"
        title={text(common, 'waiting_list')}
        live="waiting_list"
        actions={select}
        exportRoute={reservationRoutes.exportWaiting}
        filters={[
          {
            kind: 'choice',
            key: 'kind',
            label: text(texts, 'waits_for'),
            choices: WAITING_KINDS.map((value) => ({ value, label: text(texts, `kind_${value}`) })),
          },
          {
            kind: 'choice',
            key: 'status',
            label: text(common, 'status'),
            choices: WAITING_STATUSES.map((value) => ({ value, label: text(texts, `status_${value}`) })),
          },
        ]}
        rowName={(row) => row.user.name}
        columns={[
          {
            key: 'place',
            header: text(texts, 'place'),
            numeric: true,
            frozen: 88,
            sort: 'place',
            cell: ({ place }) => place ?? nothing,
          },
          {
            key: 'user',
            header: text(common, 'guest'),
            frozen: true,
            cell: (row) => <PersonLink id={row.user._id} name={row.user.name} />,
            sort: 'user',
            exported: ['person'],
          },
          {
            key: 'kind',
            header: text(texts, 'waits_for'),
            sort: 'kind',
            exported: ['kind', 'name'],
            wraps: true,
            cell: (row) => (
              <>
                {row.name ? t('named', { kind: t(`kind_${row.kind}`), name: row.name }) : t(`kind_${row.kind}`)}
                <Hindrance entry={row} />
              </>
            ),
          },
          {
            key: 'people',
            header: text(texts, 'for_whom'),
            exported: ['persons', 'participant_types'],
            wraps: true,
            cell: ({ people }) => (people.length > 0 ? <People people={people} /> : nothing),
          },
          {
            key: 'room',
            header: text(texts, 'room'),
            exported: ['room_category', 'check_in', 'check_out'],
            wraps: true,
            cell: ({ room }) => (room ? <Stay room={room} /> : nothing),
          },
          {
            key: 'products',
            header: text(texts, 'extras'),
            exported: ['caterers', 'products'],
            wraps: true,
            cell: (row) => extrasIn(row) || nothing,
          },
          {
            key: 'price',
            header: text(texts, 'price'),
            numeric: true,
            cell: ({ price }) => (price ? <Price price={price} /> : nothing),
          },
          {
            key: 'reservation',
            header: text(texts, 'beside'),
            cell: ({ reservation }) =>
              reservation ? (
                <Link className="code" to="/admin/reservations/$id" params={{ id: reservation._id }}>
                  {reservation.code}
                </Link>
              ) : (
                nothing
              ),
          },
          {
            key: 'status',
            header: text(common, 'status'),
            sort: 'status',
            cell: (row) => <StatusBadge status={row.status} />,
          },
          {
            key: 'created_at',
            header: text(texts, 'since'),
            sort: 'created_at',
            cell: (row) => <DateText value={row.created_at} zone={zone} time />,
          },
          {
            key: 'offer_expires_at',
            header: text(texts, 'offer_until'),
            cell: (row) =>
              row.offer_expires_at ? <DateText value={row.offer_expires_at} zone={zone} time /> : nothing,
          },
          {
            key: 'reason',
            header: text(texts, 'last_act'),
            exported: ['by', 'reason'],
            wraps: true,
            cell: ({ by, reason }) =>
              by ? (reason ? t('by_hand', { name: by, reason }) : t('by_hand_bare', { name: by })) : nothing,
          },
          { key: 'acts', acts: true, header: () => '', cell: (row) => menu(row, false) },
        ]}
        bulk={[
          {
            label: text(texts, 'invite'),
            icon: IconTicket,
            permission: 'waiting_list.update',
            fits: (rows) => rows.every(({ status }) => status === 'waiting' || status === 'expired'),
            many: {
              route: bulkEditRoutes.inviteWaiting,
              within: { event_id: eventId },
              consequence: text(texts, 'invite_many'),
              asksReason: 'required',
            },
          },
          {
            label: text(texts, 'remove_told'),
            icon: IconUserMinus,
            permission: 'waiting_list.update',
            fits: (rows) => rows.every(({ status }) => status === 'waiting' || status === 'offered'),
            many: {
              route: bulkEditRoutes.removeWaiting,
              within: { event_id: eventId },
              consequence: text(texts, 'remove_many'),
              danger: true,
              asksReason: 'optional',
            },
          },
          {
            label: text(texts, 'remove_quietly'),
            icon: IconUserOff,
            permission: 'waiting_list.update',
            fits: (rows) => rows.every(({ status }) => status === 'waiting' || status === 'offered'),
            many: {
              route: bulkEditRoutes.dropWaiting,
              within: { event_id: eventId },
              consequence: text(texts, 'remove_many_quietly'),
              danger: true,
            },
          },
          {
            label: text(messageLinkTexts, 'message_selected'),
            icon: IconMail,
            permission: 'messages.create',
            fits: () => can('users.read'),
            act: (rows) =>
              void navigate({
                to: '/admin/messages/new',
                search: { to: 'people', ids: [...new Set(rows.map(({ user }) => user._id))].join(',') },
              }),
          },
        ]}
        phone={{
          title: (row) => row.user.name,
          badge: (row) => <StatusBadge status={row.status} />,
          note: (row) => (
            <>
              {row.place === null
                ? row.name || t(`kind_${row.kind}`)
                : t('placed', { place: row.place, what: row.name || t(`kind_${row.kind}`) })}
              {row.status === 'offered' && row.offer_expires_at ? (
                <small style={{ display: 'block' }}>
                  {t('offer_until')} <DateText value={row.offer_expires_at} zone={zone} time />
                </small>
              ) : null}
              {row.people.length > 0 ? (
                <small style={{ display: 'block' }}>
                  <People people={row.people} />
                </small>
              ) : null}
              {row.room ? (
                <small style={{ display: 'block' }}>
                  <Stay room={row.room} />
                </small>
              ) : null}
              {extrasIn(row) ? <small style={{ display: 'block' }}>{extrasIn(row)}</small> : null}
              <Hindrance entry={row} />
            </>
          ),
          value: (row) => <DateText value={row.created_at} zone={zone} weekday={false} />,
          acts: (row) => menu(row, true),
        }}
        empty={{ title: text(texts, 'nobody'), hint: text(texts, 'nobody_hint') }}
      />
      {acting ? <WaitingDialog {...acting} onClose={() => setActing(undefined)} /> : null}
    </>
  )
}
