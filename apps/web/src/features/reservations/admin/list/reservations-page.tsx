import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { committeeTypeRoutes, participantTypeRoutes } from '@shiloh/contract/catalogue'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { CHURCH_LEVELS, organisationRoutes } from '@shiloh/contract/organisation'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { isLive, RESERVATION_STATUSES } from '@shiloh/contract/reservations/states'
import { type AdminReservationRow, PAYMENT_FILTERS, RESERVATION_SOURCES } from '@shiloh/contract/reservations/views'
import { formatMoney, formatWeekday } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { eventRoomRoutes, roomCategoryRoutes } from '@shiloh/contract/venues'
import { IconBed, IconCash, IconCheck, IconId, IconMail, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAccount, useCan } from '#platform/account'
import { formatDate } from '#platform/dates'
import { text, useLanguage, useT } from '#platform/i18n'
import { ALL_EVENTS, listSearch } from '#platform/list-search'
import { queryOf } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { StatusBadge } from '#ui/base/status-badge'
import { DateText, Money, Unbroken } from '#ui/base/values'
import type { BulkAction } from '#ui/list/bulk-types'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import type { ColumnOf, FilterOf } from '#ui/list/list-types'
import { MessageListLink } from '#ui/list/message-link'
import { texts as messageLinkTexts } from '../../../../ui/list/message-link-texts.ts'
import { useStandingWords } from '../../parts/standing-words.ts'
import { eventQuery } from '../../queries.ts'
import { texts as common } from '../texts.ts'
import { editMany } from './edit-many.ts'
import classes from './list.module.css'
import { texts } from './texts.ts'

type Row = AdminReservationRow

/** Returns the columns. Amounts are in the organisation's currency; others are named. */
function useColumns(): readonly ColumnOf<typeof reservationRoutes.listReservations>[] {
  const t = useT(texts)
  const language = useLanguage()
  const words = useStandingWords()
  const { currency, time_zone: zone } = useAccount().organisation
  return useMemo(() => {
    const amount = (row: Row, minor: number) => (
      <Money minor={minor} {...(row.currency !== currency && { currency: row.currency })} />
    )
    return [
      {
        key: 'code',
        header: text(common, 'code'),
        frozen: 148,
        sort: 'code',
        cell: (row) => <span className="code">{row.code}</span>,
      },
      {
        key: 'guest',
        exported: ['name'],
        header: text(common, 'guest'),
        frozen: true,
        sort: 'guest',
        cell: ({ user, participants: [, ...others] }) => (
          <span className={classes.party}>
            <PersonLink id={user._id} name={user.name} />
            {others.length > 0 ? (
              <span className="dim small" title={others.map(({ name }) => name).join(', ')}>
                {others.map(({ name }) => name).join(', ')}
              </span>
            ) : null}
          </span>
        ),
      },
      { key: 'event', header: text(common, 'event'), sort: 'event', cell: (row) => row.event.name, hidden: true },
      {
        key: 'type',
        exported: ['participant_type'],
        header: text(common, 'participant_type'),
        sort: 'type',
        cell: ({ participants }) => [...new Set(participants.map((one) => one.participant_type))].join(', '),
        hidden: true,
      },
      {
        key: 'participants',
        exported: ['persons'],
        header: text(texts, 'party'),
        numeric: true,
        cell: (row) => row.persons,
        hidden: true,
      },
      {
        key: 'room_category',
        header: text(texts, 'category'),
        cell: (row) => row.room_category ?? nothing,
        hidden: true,
      },
      {
        key: 'room',
        // Without a room the screen has the category here.
        exported: ['room_category', 'room'],
        header: text(texts, 'room'),
        sort: 'room',
        cell: (row) =>
          row.room ??
          (row.room_category && isLive(row.status) ? (
            <span className="dim">{t('no_room', { category: row.room_category })}</span>
          ) : (
            nothing
          )),
      },
      {
        key: 'status',
        header: text(common, 'status'),
        sort: 'status',
        cell: (row) => <StatusBadge status={row.status} />,
      },
      {
        key: 'paid',
        sum: { key: 'paid', of: (row) => row.paid },
        sort: 'paid',
        header: text(texts, 'paid_in', { currency }),
        numeric: true,
        cell: (row) => amount(row, row.paid),
        hidden: true,
      },
      {
        key: 'total',
        sum: { key: 'total', of: (row) => row.total },
        sort: 'total',
        header: text(texts, 'total_in', { currency }),
        numeric: true,
        cell: (row) => amount(row, row.total),
      },
      {
        key: 'balance',
        sum: { key: 'balance', of: (row) => row.balance },
        sumName: text(texts, 'balance'),
        sort: 'balance',
        header: text(texts, 'balance_in', { currency }),
        numeric: true,
        cell: (row) =>
          row.balance > 0 ? <span className={classes.owed}>{amount(row, row.balance)}</span> : amount(row, 0),
      },
      {
        key: 'payment',
        yields: true,
        header: text(texts, 'payment'),
        cell: (row) => {
          const { kind, at } = row.standing
          const zoneOfEvent = row.event.time_zone
          const { title } = words(row.standing, row.currency, zoneOfEvent)
          const isHeld = (kind === 'held' || kind === 'held_cash' || kind === 'kept') && at !== null
          return (
            <span className={classes.standing} title={title}>
              {isHeld
                ? t('held_until', {
                    day: `${formatWeekday(at, language, zoneOfEvent)} ${formatDate(at, language, zoneOfEvent)}`,
                  })
                : title}
            </span>
          )
        },
      },
      {
        key: 'created_at',
        yields: 'first',
        header: text(texts, 'made'),
        sort: 'created_at',
        cell: (row) => <DateText value={row.created_at} zone={zone} weekday={false} />,
      },
      {
        key: 'phone',
        header: text(texts, 'phone'),
        cell: (row) => (row.phone ? formatPhone(row.phone) : nothing),
        hidden: true,
      },
      { key: 'email', header: text(texts, 'email'), cell: (row) => row.email ?? nothing, hidden: true },
      { key: 'assembly', header: text(texts, 'assembly'), cell: (row) => row.assembly ?? nothing, hidden: true },
      { key: 'source', header: text(texts, 'source'), cell: (row) => t(`source_${row.source}`), hidden: true },
      {
        key: 'missing',
        header: text(texts, 'missing'),
        numeric: true,
        cell: (row) => row.missing.length || nothing,
        hidden: true,
      },
    ]
  }, [currency, zone, t, words, language])
}

const exportWays = [
  { label: text(texts, 'export_reservations'), rows: 'reservations' },
  { label: text(texts, 'export_persons'), rows: 'persons' },
]

const counts = reservationRoutes.countReservationValues

/** Returns the filter by an answer to the form of an event. Nothing for a form without questions, or for several events. */
function useAnswerFilter(eventId: string | undefined): readonly FilterOf<typeof reservationRoutes.listReservations>[] {
  const t = useT(texts)
  const { data = [] } = useQuery({
    ...queryOf(reservationRoutes.listAnswerChoices, { params: { id: eventId ?? '' } }),
    enabled: eventId !== undefined,
  })
  if (eventId === undefined || data.length === 0) return []
  const choices = data.map(({ value, question, answer, is_none }) => ({
    value,
    label: () => answer ?? t(is_none ? 'answer_none' : 'answer_any'),
    group: () => question,
  }))
  return [{ kind: 'choice', key: 'answer', label: text(texts, 'answer'), choices }]
}

/**
 * Returns the filters. Only those whose choices the user can load.
 *
 * @param eventId the one event of the list
 */
export function useReservationFilters(
  eventId?: string,
): readonly FilterOf<typeof reservationRoutes.listReservations>[] {
  const can = useCan()
  const answers = useAnswerFilter(eventId)
  return [
    ...(can('events.read')
      ? [{ kind: 'event', key: 'event_id', label: text(common, 'event'), route: adminEventRoutes.pickEvents } as const]
      : []),
    {
      kind: 'choice',
      key: 'status',
      counts,
      label: text(common, 'status'),
      choices: RESERVATION_STATUSES.map((value) => ({ value, label: text(common, `status_${value}`) })),
    },
    ...(can('participant_types.read')
      ? [
          {
            kind: 'pick',
            key: 'type',
            counts,
            label: text(common, 'participant_type'),
            route: participantTypeRoutes.query,
          } as const,
        ]
      : []),
    ...(can('titles.read')
      ? [{ kind: 'pick', key: 'title', label: text(texts, 'title'), route: organisationRoutes.pickTitles } as const]
      : []),
    ...(can('designations.read')
      ? [
          {
            kind: 'pick',
            key: 'designation',
            label: text(texts, 'designation'),
            route: organisationRoutes.pickDesignations,
          } as const,
        ]
      : []),
    ...(can('committee_types.read')
      ? [
          {
            kind: 'pick',
            key: 'committee',
            label: text(texts, 'committee'),
            route: committeeTypeRoutes.query,
          } as const,
        ]
      : []),
    {
      kind: 'choice',
      key: 'payment',
      label: text(texts, 'payment'),
      choices: PAYMENT_FILTERS.map((value) => ({ value, label: text(texts, `payment_${value}`) })),
    },
    { kind: 'amounts', key: 'balance', label: text(texts, 'balance') },
    { kind: 'amounts', key: 'total', label: text(texts, 'total') },
    { kind: 'days', key: 'created_at', label: text(texts, 'made') },
    { kind: 'days', key: 'cancelled_at', label: text(texts, 'cancelled_on') },
    { kind: 'days', key: 'checked_in_at', label: text(texts, 'checked_in_on') },
    { kind: 'days', key: 'nights', label: text(texts, 'nights') },
    ...answers,
    { kind: 'flag', key: 'holds', label: text(texts, 'holds') },
    {
      kind: 'choice',
      key: 'source',
      counts,
      label: text(texts, 'source'),
      choices: RESERVATION_SOURCES.map((value) => ({ value, label: text(texts, `source_${value}`) })),
    },
    ...(can('church_map.read')
      ? CHURCH_LEVELS.map(
          (level) =>
            ({
              kind: 'pick',
              key: level,
              counts,
              label: text(texts, level),
              route: organisationRoutes.pickChurchUnits,
              query: { level },
            }) as const,
        )
      : []),
    ...(can('room_categories.read')
      ? [
          {
            kind: 'pick',
            key: 'room_category',
            label: text(texts, 'category'),
            route: roomCategoryRoutes.query,
          } as const,
        ]
      : []),
    { kind: 'flag', key: 'without_room', label: text(texts, 'without_room') },
    { kind: 'flag', key: 'without_consent', label: text(texts, 'without_consent') },
    ...(can('event_rooms.read')
      ? [{ kind: 'pick', key: 'room', label: text(texts, 'room'), route: eventRoomRoutes.query } as const]
      : []),
  ]
}

const sum = (rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((all, row) => all + of(row), 0)

const isOfOneEvent = (rows: readonly Row[]): boolean => new Set(rows.map(({ event_id }) => event_id)).size === 1

/** Returns the search that opens a page of one event with these rows, which are all of it. */
const idsOfEvent = (rows: readonly Row[]) => ({
  event_id: rows[0]?.event_id,
  ids: rows.map(({ _id }) => _id).join(','),
})

/** `/admin/reservations`: all reservations, live. */
export function ReservationsPage() {
  const t = useT(texts)
  const language = useLanguage()
  const words = useStandingWords()
  const navigate = useNavigate()
  const columns = useColumns()
  const { event_id } = listSearch(useSearch({ strict: false }))
  const ofOneEvent = event_id !== undefined && event_id !== ALL_EVENTS
  const filters = useReservationFilters(ofOneEvent ? event_id : undefined)
  const can = useCan()
  const picks = can('participant_types.read') && can('room_categories.read')
  const { data: offered } = useQuery({
    ...eventQuery(event_id ?? ''),
    enabled: ofOneEvent && picks && can('reservations.update'),
    retry: false,
  })
  const { organisation } = useAccount()
  const bulk = useMemo<BulkAction<Row>[]>(
    () => [
      {
        label: text(messageLinkTexts, 'message_selected'),
        icon: IconMail,
        permission: 'reservations.email',
        refuses: (rows) => (isOfOneEvent(rows) ? undefined : text(messageLinkTexts, 'of_one_event')),
        act: (rows) => void navigate({ to: '/admin/messages/new', search: idsOfEvent(rows) }),
        ...(ofOneEvent && {
          onFilter: (filter: Readonly<Record<string, unknown>>) =>
            void navigate({ to: '/admin/messages/new', search: listSearch(filter) }),
        }),
      },
      {
        label: text(texts, 'print_badges'),
        icon: IconId,
        permission: 'reservations.print_badges',
        refuses: (rows) => (isOfOneEvent(rows) ? undefined : text(texts, 'badges_of_one_event')),
        act: (rows) => void navigate({ to: '/admin/badges', search: idsOfEvent(rows) }),
        ...(ofOneEvent && {
          onFilter: (filter: Readonly<Record<string, unknown>>) =>
            void navigate({ to: '/admin/badges', search: listSearch(filter) }),
        }),
      },
      {
        label: text(texts, 'give_rooms'),
        icon: IconBed,
        permission: 'reservations.assign_rooms',
        // The board is that of one event.
        fits: (rows) => isOfOneEvent(rows) && rows.some(({ status }) => isLive(status)),
        act: (rows) => void navigate({ to: '/admin/reservations/rooms', search: idsOfEvent(rows) }),
      },
      {
        label: text(texts, 'take_cash'),
        icon: IconCash,
        permission: 'payments.take_cash',
        fits: ([first, ...others]) => others.length === 0 && first !== undefined && first.balance > 0,
        act: ([first]) =>
          void navigate({ to: '/admin/cash', search: { event_id: first?.event_id, reservation: first?._id } }),
      },
      ...(picks ? [editMany(offered)] : []),
      {
        label: text(common, 'approve'),
        icon: IconCheck,
        permission: 'reservations.approve',
        applies: ({ status, needs_approval, approved_at }) =>
          status === 'pending' && needs_approval && approved_at === null,
        many: { route: bulkEditRoutes.approveReservations, consequence: text(texts, 'approve_text') },
      },
      {
        label: text(common, 'cancel_them'),
        icon: IconX,
        permission: 'reservations.cancel',
        applies: ({ status }) => status === 'pending' || status === 'active',
        says: (rows) => {
          const paid = sum(rows, (row) => row.paid)
          const currency = rows[0]?.currency ?? organisation.currency
          return [
            t('cancel_text', { persons: sum(rows, (row) => row.persons) }),
            ...(paid > 0 ? [t('cancel_money', { amount: formatMoney(paid, currency, language) })] : []),
          ].join(' ')
        },
        many: {
          route: bulkEditRoutes.cancelReservations,
          consequence: text(texts, 'cancel_many_text'),
          danger: true,
          asksReason: 'optional',
        },
      },
    ],
    [navigate, ofOneEvent, picks, offered, t, language, organisation],
  )
  return (
    <ListPage
      route={reservationRoutes.listReservations}
      name="reservations"
      title={text(common, 'reservations')}
      live="reservations"
      sumNote={({ persons = 0, checked_in, left_out = 0 }) =>
        [
          checked_in === undefined
            ? t('persons_in_all', { count: persons })
            : t('checked_in_all', { count: checked_in }),
          ...(left_out > 0 ? [t('left_out', { count: left_out })] : []),
        ].join(', ')
      }
      columns={columns}
      filters={filters}
      rowName={(row) => `${row.code} ${row.user.name}`}
      address={(row) => `/admin/reservations/${row._id}`}
      bulk={bulk}
      message={<MessageListLink to="reservations" />}
      create={{
        label: text(common, 'new_reservation'),
        permission: 'reservations.create',
        onCreate: () => void navigate({ to: '/admin/reservations/new' }),
      }}
      exportRoute={reservationRoutes.exportReservations}
      exportPermission="reservations.export"
      exportWays={exportWays}
      phone={{
        title: (row) => row.user.name,
        badge: (row) => <StatusBadge status={row.status} />,
        note: (row) => (
          <>
            <span className="code">{row.code}</span>, {row.participant_type.name}
            <br />
            <Unbroken>{words(row.standing, row.currency, row.event.time_zone).title}</Unbroken>
          </>
        ),
        value: (row) =>
          row.balance > 0 ? (
            <span className={classes.owed}>{formatMoney(row.balance, row.currency, language)}</span>
          ) : (
            <span className="dim">{formatMoney(0, row.currency, language)}</span>
          ),
      }}
      empty={{ title: text(texts, 'nobody'), hint: text(texts, 'nobody_hint') }}
    />
  )
}
