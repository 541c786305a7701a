import { authorizationRoutes } from '@shiloh/contract/authorization'
import { PAGE_SIZES } from '@shiloh/contract/core'
import { adminEventRoutes, nextEventStatus } from '@shiloh/contract/events/events'
import { insightRoutes } from '@shiloh/contract/insight'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { AdminReservationRow } from '@shiloh/contract/reservations/views'
import { supportRoutes } from '@shiloh/contract/support'
import { formatCount, formatMoney, formatRange } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import {
  IconCalendarPlus,
  IconCash,
  IconChartBar,
  IconMail,
  IconTicket,
  IconUser,
  IconWorldUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAccount, useCan } from '#platform/account'
import { useCurrentEvent } from '#platform/current-event'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import type { Fact } from '#ui/base/fact-list'
import { useTemplateName } from '../insight/index.ts'
import type { About, Entry } from './entries.ts'
import { texts } from './texts.ts'

/** What the panel says about one row, and what can be done with it. */
export interface Told {
  readonly title: string
  /** Below the title, a line each. */
  readonly lines: readonly string[]
  readonly facts: readonly Fact[]
  readonly acts: readonly Entry[]
}

const [FEWEST] = PAGE_SIZES
const isLive = ({ status }: { readonly status: string }) => status === 'pending' || status === 'active'
const joined = (parts: readonly (string | null | undefined)[], by = ', ') => parts.filter(Boolean).join(by)

/** The acts on a person or a reservation: those that the user may do. */
function useActs() {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  return {
    cash: (
      { _id, balance, currency, status }: Pick<AdminReservationRow, '_id' | 'balance' | 'currency' | 'status'>,
      name: string,
    ): Entry[] =>
      balance > 0 && isLive({ status }) && can('payments.take_cash')
        ? [
            {
              kind: 'act',
              icon: IconCash,
              title: t('take_cash', { name }),
              end: formatMoney(balance, currency, language),
              href: `/admin/reservations/${_id}?cash=take`,
            },
          ]
        : [],
    message: (id: string, name: string): Entry[] =>
      can('messages.create')
        ? [
            {
              kind: 'act',
              icon: IconMail,
              title: t('message', { name }),
              href: `/admin/messages/new?to=people&ids=${id}`,
            },
          ]
        : [],
    reserve: (id: string, name: string): Entry[] =>
      can('reservations.create')
        ? [
            {
              kind: 'act',
              icon: IconCalendarPlus,
              title: t('reserve', { name }),
              href: `/admin/reservations/new?user_id=${id}`,
            },
          ]
        : [],
  }
}

/** Says what a reservation costs and has, as it stands. */
function useMoneyFacts() {
  const t = useT(texts)
  const language = useLanguage()
  return (
    { balance, currency, due_at }: Pick<AdminReservationRow, 'balance' | 'currency' | 'due_at'>,
    zone: string,
  ): Fact[] => [
    [t('balance'), balance > 0 ? formatMoney(balance, currency, language) : t('paid_in_full')],
    [t('due_on'), balance > 0 && due_at ? formatDate(due_at, language, zone) : undefined],
  ]
}

function usePerson(id: string | undefined): Told | undefined {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const acts = useActs()
  const money = useMoneyFacts()
  const template = useTemplateName()
  const { organisation } = useAccount()
  const { event: current } = useCurrentEvent()
  const wanted = id !== undefined
  const params = { id: id ?? '' }
  const query = { user_id: id ?? '', page_size: FEWEST }
  const person = useQuery({
    ...queryOf(authorizationRoutes.getUser, { params }),
    enabled: wanted && can('users.read', id),
    placeholderData: undefined,
  })
  const reservations = useQuery({
    ...queryOf(reservationRoutes.listReservations, { query }),
    enabled: wanted && can('reservations.read'),
    placeholderData: undefined,
  })
  const readsLogs = wanted && can('logs.read') && can('messages.read')
  const mails = useQuery({
    ...queryOf(insightRoutes.listLog, { params: { type: 'mail' }, query }),
    enabled: readsLogs,
    placeholderData: undefined,
  })
  const sms = useQuery({
    ...queryOf(insightRoutes.listLog, { params: { type: 'sms' }, query }),
    enabled: readsLogs,
    placeholderData: undefined,
  })
  const tickets = useQuery({
    ...queryOf(supportRoutes.listTickets, { query: { ...query, status: 'open' } }),
    enabled: wanted && can('support_tickets.read'),
    placeholderData: undefined,
  })
  if (!person.data) return undefined
  const { name, title, designation, assembly, district, region, phone, email, user_type } = person.data
  const rows = [...(reservations.data?.items ?? [])].sort((a, b) => a.event.starts_at.localeCompare(b.event.starts_at))
  // The one of the event that the office works on, else the next one that holds a place.
  const ofEvent = rows.find((row) => row.event_id === current?._id)
  const row = ofEvent ?? rows.find((one) => isLive(one) && Date.parse(one.event.ends_at) > Date.now())
  const [sent] = [...(mails.data?.items ?? []), ...(sms.data?.items ?? [])]
    .filter((entry) => entry.type === 'mail' || entry.type === 'sms')
    .sort((a, b) => b.at.localeCompare(a.at))
  const others = row?.participants.map((one) => one.name).filter((one) => one !== name) ?? []
  const open = tickets.data?.meta.total ?? 0
  return {
    title: name,
    lines: [joined([title, designation]), joined([assembly, district, region])].filter(Boolean),
    facts: [
      [t('phone'), phone && formatPhone(phone)],
      [t('email'), phone ? null : email],
      [ofEvent ? t('this_event') : t('last_event'), row?.code ?? (reservations.data ? t('no_reservation') : null)],
      [t('at_event'), ofEvent ? null : row?.event.name],
      [t('room_given'), row ? (row.room ?? t('no_room')) : null],
      ...(row ? money(row, row.event.time_zone) : []),
      [t('with'), others.join(', ')],
      [
        t('last_message'),
        sent ? joined([template(sent.template), formatDate(sent.at, language, organisation.time_zone)]) : null,
      ],
      [t('support'), open > 0 ? t('open_tickets', { count: open }) : null],
    ],
    acts: [
      ...(row ? acts.cash(row, name) : []),
      ...acts.message(person.data._id, name),
      ...(user_type === 'user' ? acts.reserve(person.data._id, name) : []),
    ],
  }
}

function useReservation(id: string | undefined): Told | undefined {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const acts = useActs()
  const money = useMoneyFacts()
  const { data } = useQuery({
    ...queryOf(reservationRoutes.getReservation, { params: { id: id ?? '' } }),
    enabled: id !== undefined && can('reservations.read', id),
    placeholderData: undefined,
  })
  if (!data) return undefined
  const { user, code, event, participants, participant_type } = data
  const rooms = participants.flatMap(({ room }) => (room ? [joined([room.block, room.name], ' ')] : []))
  const others = participants.map(({ name }) => name).filter((name) => name !== user.name)
  return {
    title: user.name,
    lines: [joined([participant_type.name, event.name])],
    facts: [
      [t('last_event'), code],
      [t('when'), formatRange(event.starts_at, event.ends_at, language, event.time_zone, { weekdays: false })],
      [t('room_given'), data.accommodation ? [...new Set(rooms)].join(', ') || t('no_room') : null],
      ...money(data, event.time_zone),
      [t('with'), others.join(', ')],
    ],
    acts: [
      ...acts.cash(data, user.name),
      ...(can('reservations.email')
        ? [
            {
              kind: 'act',
              icon: IconMail,
              title: t('message', { name: user.name }),
              href: `/admin/messages/new?event_id=${data.event_id}&ids=${data._id}`,
            } as const,
          ]
        : []),
      ...(can('users.read', user._id)
        ? [
            {
              kind: 'person',
              icon: IconUser,
              title: t('open_person', { name: user.name }),
              href: `/admin/users/${user._id}`,
            } as const,
          ]
        : []),
    ],
  }
}

function useEvent(id: string | undefined): Told | undefined {
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const isRead = id !== undefined && can('events.read', id)
  const { data: event } = useQuery({
    ...queryOf(adminEventRoutes.findCurrentEvent, { query: { event_id: id } }),
    enabled: isRead,
    placeholderData: undefined,
  })
  const { data: stats } = useQuery({
    ...queryOf(adminEventRoutes.readEventStats, { params: { id: id ?? '' } }),
    enabled: isRead,
    placeholderData: undefined,
  })
  // The route answers another event for one that is gone.
  if (!event || event._id !== id) return undefined
  const count = (value: number) => formatCount(value, language)
  const ended = Date.parse(event.ends_at) <= Date.now()
  return {
    title: event.name,
    lines: [formatRange(event.starts_at, event.ends_at, language, event.time_zone)],
    facts: stats
      ? [
          [
            t('places_taken'),
            stats.places.limit === null
              ? count(stats.places.claimed)
              : t('places_of', { taken: count(stats.places.claimed), limit: count(stats.places.limit) }),
          ],
          [t('people_expected'), count(stats.people.expected)],
          [t('people_waiting'), count(stats.waiting)],
          ...(stats.money === null
            ? []
            : [[t('balance'), formatMoney(stats.money.balance, stats.currency, language)] as const]),
        ]
      : [],
    acts: [
      ...(can('reservations.read')
        ? [
            {
              kind: 'screen',
              icon: IconTicket,
              title: t('open_reservations'),
              href: `/admin/reservations?event_id=${id}`,
            } as const,
          ]
        : []),
      { kind: 'screen', icon: IconChartBar, title: t('open_statistics'), href: `/admin/events/${id}/stats` },
      ...(can('events.publish') && nextEventStatus(event.status, 'publish', { ended })
        ? [
            {
              kind: 'act',
              icon: IconWorldUpload,
              title: t('publish', { name: event.name }),
              href: `/admin/events/${id}?tab=publish&act=publish`,
            } as const,
          ]
        : []),
    ],
  }
}

/** What is known about the object of a row. Undefined while it loads, for other rows, and without the permission. */
export function useAbout(about: About | undefined): Told | undefined {
  const person = usePerson(about?.kind === 'person' ? about.id : undefined)
  const reservation = useReservation(about?.kind === 'reservation' ? about.id : undefined)
  const event = useEvent(about?.kind === 'event' ? about.id : undefined)
  return person ?? reservation ?? event
}
