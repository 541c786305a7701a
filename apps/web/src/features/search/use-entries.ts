import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { MOST_FOUND } from '@shiloh/contract/core'
import { nextEventStatus } from '@shiloh/contract/events/events'
import { type ReportName, reportRoutes } from '@shiloh/contract/reports'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationStatus } from '@shiloh/contract/reservations/states'
import { type SearchType, searchRoutes } from '@shiloh/contract/search'
import { formatMoney, formatRange } from '@shiloh/contract/text/format'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import {
  IconActivity,
  IconBed,
  IconBuildingChurch,
  IconCalendarEvent,
  IconCalendarMonth,
  IconCalendarPlus,
  IconCash,
  IconChecklist,
  IconFile,
  IconFileImport,
  IconLogout,
  IconMail,
  IconMoon,
  IconReportAnalytics,
  IconSun,
  IconTicket,
  IconUser,
  IconUserPlus,
  IconUsers,
  IconWorld,
  IconWorldUpload,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type StaticDataRouteOption, useRouter } from '@tanstack/react-router'
import { useCan, useMayOpen } from '#platform/account'
import { useLanguage, useT, useText } from '#platform/i18n'
import { ALL_EVENTS } from '#platform/list-search'
import { usePageActions } from '#platform/page-actions'
import { queryOf } from '#platform/queries'
import { ACTIVITY_HASH, activityName } from '../activity/index.ts'
import { settingsPages } from '../organisation/index.ts'
import {
  ACTS,
  type ActName,
  type Asked,
  answersTo,
  begunActs,
  type Entry,
  hasWords,
  inTurn,
  withoutKind,
} from './entries.ts'
import { texts } from './texts.ts'

const ACT_ICONS = {
  cash: IconCash,
  reserve: IconCalendarPlus,
  message: IconMail,
  publish: IconWorldUpload,
  cancel: IconX,
  letter: IconWorld,
} as const
/** Offered for every name that is found. The others are rare, so only their words ask for them. */
const USUAL: readonly ActName[] = ['cash', 'reserve', 'message', 'publish']

/** The words of each act in the user's language. */
export function usePhrases(): Readonly<Record<ActName, string>> {
  const t = useT(texts)
  return {
    cash: t('words_cash'),
    reserve: t('words_reserve'),
    message: t('words_message'),
    publish: t('words_publish'),
    cancel: t('words_cancel'),
    letter: t('words_letter'),
  }
}

/** The names of reports change with the language only. */
const REPORTS_FRESH_MS = 600_000

/** The shortest search that the server is asked for. */
const SHORTEST = 2

function useFound(type: SearchType, search: string, wanted: boolean) {
  const can = useCan()
  return useQuery({
    ...queryOf(searchRoutes.autocomplete, { params: { type }, query: { search } }),
    enabled: wanted && search.length >= SHORTEST && can(`${type}.read`),
    placeholderData: undefined,
  })
}

/** Returns the screens of the admin area that the user can open. */
function useScreens(): Entry[] {
  const router = useRouter()
  const text = useText()
  const mayOpen = useMayOpen()
  const can = useCan()
  const t = useT(texts)
  const { signOut } = usePageActions()
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme() === 'dark'
  const pages = Object.values(router.routesByPath).flatMap((route) => {
    const page: StaticDataRouteOption | undefined = route.options.staticData
    return page?.layout === 'admin' && !route.fullPath.includes('$') ? [{ page, to: route.fullPath }] : []
  })
  const more: Readonly<Record<string, string>> = {
    '/admin/users': `${t('also_people')} ${t('also_export')}`,
    '/admin/admin-users': t('also_admins'),
    '/admin/events': t('also_events'),
    '/admin/reservations': `${t('also_reservations')} ${t('also_export')}`,
    '/admin/reservations/new': t('also_new_reservation'),
    '/admin/reports': t('also_export'),
    '/admin/tasks-and-planning': t('also_tasks'),
    '/admin/caterers': t('also_caterers'),
    '/admin/messages': t('also_new_message'),
    '/admin/cash': t('also_cash'),
    '/admin/check-in': t('also_check_in'),
    '/admin/imports': t('also_imports'),
    '/admin/church-map': t('also_church_map'),
    '/admin/messages/new': t('also_new_message'),
    '/admin/announcements': t('also_announcements'),
    '/admin/faqs': t('also_faqs'),
    '/admin/support': t('also_support'),
    '/admin/payments': `${t('also_payments')} ${t('also_export')}`,
    '/admin/payments/open': t('also_open_payments'),
    '/admin/refunds': t('also_refunds'),
    '/admin/event-rooms': t('also_rooms'),
    '/admin/reservations/rooms': t('also_board'),
    '/admin/waiting-list': t('also_waiting_list'),
    '/admin/blogs': t('also_blogs'),
    '/admin/badges': t('also_badges'),
    '/admin/permissions': t('also_permissions'),
    '/admin/logs': t('also_logs'),
    '/admin/audit-trail': t('also_audit'),
    '/admin/workflow': t('also_workflows'),
    '/admin/allotments': t('also_allotments'),
    '/admin/cash/closing': t('also_closing'),
  }
  const screens = [
    ...pages
      .filter(({ page }) => mayOpen(page))
      .map(({ page, to }) => ({
        icon: page.nav?.icon ?? IconFile,
        title: text(page.nav?.label ?? page.title),
        words: more[to],
        href: to,
      })),
    ...(can('users.import')
      ? [{ icon: IconFileImport, title: t('import_people'), href: '/admin/imports/new?resource=users' }]
      : []),
    ...(can('users.create')
      ? [
          {
            kind: 'act' as const,
            icon: IconUserPlus,
            title: t('add_person'),
            words: t('also_add_person'),
            href: '/admin/users?add=new',
            end: undefined,
          },
        ]
      : []),
    ...(can('tasks.create') && can('tasks.read')
      ? [
          {
            kind: 'act' as const,
            icon: IconChecklist,
            title: t('add_task'),
            words: t('also_add_task'),
            href: '/admin/tasks-and-planning?add=new',
            end: undefined,
          },
        ]
      : []),
    ...(can('tasks.read')
      ? [
          {
            icon: IconCalendarMonth,
            title: t('task_calendar'),
            words: t('also_calendar'),
            href: '/admin/tasks-and-planning?view=calendar',
          },
        ]
      : []),
    // It lies over the page that is open.
    {
      kind: 'act' as const,
      icon: IconActivity,
      title: text(activityName),
      words: t('also_activity'),
      href: `${router.latestLocation.href.split('#')[0]}#${ACTIVITY_HASH}`,
      end: undefined,
    },
    {
      kind: 'act' as const,
      icon: dark ? IconSun : IconMoon,
      title: t(dark ? 'to_light' : 'to_dark'),
      words: t('also_colours'),
      href: '#colours',
      run: () => setColorScheme(dark ? 'light' : 'dark'),
      end: undefined,
    },
    {
      kind: 'act' as const,
      icon: IconLogout,
      title: t('sign_out'),
      words: t('also_sign_out'),
      href: '#sign-out',
      run: signOut,
      end: undefined,
    },
    ...(can('settings.read')
      ? settingsPages.flatMap(({ icon, title, to, fields }) => [
          { icon, title: text(title), words: t('also_settings'), href: to },
          ...Object.entries(fields).map(([name, label]) => ({
            icon,
            title: text(label),
            words: t('also_settings'),
            end: text(title),
            href: `${to}#${name}`,
          })),
        ])
      : []),
  ]
  return screens.map((screen) => ({ kind: 'screen', end: t('screen'), ...screen }))
}

/** The reports by name, each as a place of its own. */
function useReports(wanted: boolean): Entry[] {
  const can = useCan()
  const t = useT(texts)
  const { data } = useQuery({
    ...queryOf(reportRoutes.listReports, { query: {} }),
    enabled: wanted && can('reservations.report'),
    staleTime: REPORTS_FRESH_MS,
  })
  const more: Partial<Record<ReportName, string>> = {
    unpaid: t('also_unpaid'),
    attendance: t('also_attendance'),
    rooming: t('also_rooming'),
    diets: t('also_diets'),
    money: t('also_money'),
    caterers: t('also_caterers'),
    caterer_sheet: t('also_caterers'),
  }
  return (data?.reports ?? []).map(({ report, name }) => ({
    kind: 'screen',
    icon: IconReportAnalytics,
    title: name,
    words: more[report],
    end: t('report'),
    href: `/admin/reports?report=${report}`,
  }))
}

export interface Group {
  readonly name: 'recent' | 'people' | 'reservations' | 'acts' | 'places' | 'instead'
  readonly entries: readonly Entry[]
  /** The list of the same search. */
  readonly list?: string | undefined
}

/**
 * Everything that a search finds, in groups. Nothing in it leads to a refusal.
 * @param typed the whole text. The words of an act can begin the name of a screen too: "cash desk"
 */
export function useEntries(asked: Asked, typed: string) {
  const { search, only, after = false } = asked
  const t = useT(texts)
  const can = useCan()
  const language = useLanguage()
  const phrases = usePhrases()
  const isPlain = only === undefined || only === 'acts'
  const aboutReservations: readonly (typeof only)[] = ['cash', 'cancel', 'letter', 'codes']
  const people = useFound('users', search, isPlain || only === 'reserve' || only === 'message')
  const events = useFound('events', search, isPlain || only === 'publish')
  // Words that end like an act are a name as well.
  const namesakes = useFound('users', typed.trim(), after)
  const rooms = useFound('event_rooms', withoutKind(search, t('words_room')), only === undefined)
  const units = useFound('church_map', search, only === undefined)
  const reservations = useQuery({
    ...queryOf(reservationRoutes.searchReservations, { query: { search } }),
    enabled: (isPlain || aboutReservations.includes(only)) && search.length >= SHORTEST && can('reservations.read'),
    placeholderData: undefined,
  })
  const reports = useReports(only === undefined || only === 'cash')
  const screens = [...useScreens(), ...reports]
  const queries = [people, namesakes, events, rooms, units, reservations]

  const personEntries = ((after ? namesakes : people).data ?? []).map(
    ({ _id, name, phone, place }): Entry => ({
      kind: 'person',
      icon: IconUser,
      title: name,
      note: [place, phone && formatPhone(phone)].filter(Boolean).join(' · '),
      href: `/admin/users/${_id}`,
    }),
  )
  const plain = (code: string) => code.toLowerCase().replace(/[^a-z\d]/g, '')
  const found = (reservations.data ?? []).filter(({ code }) => only !== 'codes' || plain(code).includes(plain(search)))
  const due = (balance: number, currency: string) => t('due', { amount: formatMoney(balance, currency, language) })
  const reservationEntries = found.map(
    ({ _id, user, participants, code, event, persons, balance, currency, status }): Entry => {
      // Found by somebody else of the party: that name explains why.
      const other = hasWords(user.name, search) ? undefined : participants.find(({ name }) => hasWords(name, search))
      return {
        kind: 'reservation',
        icon: IconTicket,
        title: persons > 1 ? `${user.name}, ${t('persons', { count: persons })}` : user.name,
        code,
        note: [other?.name, event.name, balance > 0 ? due(balance, currency) : undefined]
          .filter((part) => part !== undefined)
          .join(' · '),
        status,
        href: `/admin/reservations/${_id}`,
      }
    },
  )
  const dates = ({ starts_at, ends_at, time_zone }: { starts_at: string; ends_at: string; time_zone: string }) =>
    formatRange(starts_at, ends_at, language, time_zone, { weekdays: false })
  const eventEntries = (events.data ?? []).map(
    ({ _id, name, place, event }): Entry => ({
      kind: 'event',
      icon: IconCalendarEvent,
      title: name,
      note: place ?? undefined,
      end: event ? t('event', { dates: dates(event) }) : undefined,
      href: `/admin/events/${_id}`,
    }),
  )
  const roomEntries = (rooms.data ?? []).map(
    ({ _id, name, place }): Entry => ({
      kind: 'room',
      icon: IconBed,
      title: name,
      note: place ?? undefined,
      end: t('room'),
      href: can('reservations.assign_rooms')
        ? `/admin/event-rooms/${_id}`
        : `/admin/event-rooms?search=${encodeURIComponent(name)}`,
    }),
  )

  // Units of one name are one search of the map.
  const unitEntries = [...Map.groupBy(units.data ?? [], ({ name }) => name)].map(
    ([name, alike]): Entry => ({
      kind: 'screen',
      icon: IconBuildingChurch,
      title: name,
      note: alike.flatMap(({ place }) => place ?? []).join(', ') || undefined,
      end: t('unit'),
      href: `/admin/church-map?search=${encodeURIComponent(name)}`,
    }),
  )

  const cash = found
    .filter(({ balance, status }) => balance > 0 && (status === 'pending' || status === 'active'))
    .map(
      ({ _id, user, code, balance, currency }): Entry => ({
        kind: 'act',
        icon: IconCash,
        title: t('take_cash', { name: user.name }),
        code,
        end: due(balance, currency),
        href: `/admin/reservations/${_id}?cash=take`,
        about: { kind: 'reservation', id: _id },
      }),
    )
  const reserve = (people.data ?? []).map(
    ({ _id, name, phone }): Entry => ({
      kind: 'act',
      icon: IconCalendarPlus,
      title: t('reserve', { name }),
      note: phone ? formatPhone(phone) : undefined,
      href: `/admin/reservations/new?user_id=${_id}`,
      about: { kind: 'person', id: _id },
    }),
  )
  const message = (people.data ?? []).map(
    ({ _id, name, phone }): Entry => ({
      kind: 'act',
      icon: IconMail,
      title: t('message', { name }),
      note: phone ? formatPhone(phone) : undefined,
      href: `/admin/messages/new?to=people&ids=${_id}`,
      about: { kind: 'person', id: _id },
    }),
  )
  const publish = (events.data ?? []).flatMap(({ _id, name, event }): Entry[] => {
    const ended = event !== null && Date.parse(event.ends_at) <= Date.now()
    if (!event || nextEventStatus(event.status, 'publish', { ended }) === undefined) return []
    return [
      {
        kind: 'act',
        icon: IconWorldUpload,
        title: t('publish', { name }),
        end: dates(event),
        href: `/admin/events/${_id}?tab=publish&act=publish`,
        about: { kind: 'event', id: _id },
      },
    ]
  })
  const ofReservation = (
    act: 'cancel' | 'letter',
    address: string,
    fits: (status: ReservationStatus) => boolean,
  ): readonly Entry[] =>
    found
      .filter(({ status }) => fits(status))
      .map(
        ({ _id, user, code, event }): Entry => ({
          kind: 'act',
          icon: ACT_ICONS[act],
          title: t(act, { name: user.name }),
          code,
          note: event.name,
          href: `/admin/reservations/${_id}?${address}`,
          about: { kind: 'reservation', id: _id },
        }),
      )
  const cancel = ofReservation('cancel', 'cancel=ask', (status) => status === 'pending' || status === 'active')
  const letter = ofReservation('letter', 'letter=write', (status) => status === 'active' || status === 'redeemed')
  const may = {
    cash: can('payments.take_cash') && can('reservations.read'),
    reserve: can('reservations.create') && can('users.read'),
    message: can('messages.create') && can('users.read'),
    publish: can('events.publish') && can('events.read'),
    cancel: can('reservations.cancel') && can('reservations.read'),
    letter: can('reservations.email') && can('reservations.read'),
  }
  const offered: Readonly<Record<ActName, readonly Entry[]>> = { cash, reserve, message, publish, cancel, letter }
  const named = ACTS.filter((act) => may[act] && (isPlain ? USUAL.includes(act) : only === act)).map(
    (act) => offered[act],
  )
  const begin = (begun: ReturnType<typeof begunActs>): Entry[] =>
    begun
      .filter(({ act }) => may[act])
      .map(
        ({ act, phrase }): Entry => ({
          kind: 'act',
          icon: ACT_ICONS[act],
          title: t(`begin_${act}`),
          href: `#${act}`,
          fill: `${phrase} `,
        }),
      )
  const begun = begin(begunActs(asked, phrases))
  const searched = search.length >= SHORTEST
  const acts = [...begun, ...(searched ? inTurn(...named) : [])]
  const textOf = ({ title, words = '' }: Entry) => `${title} ${words}`
  const screensOf = (words: string) => {
    if (words === '') return []
    const called = screens.filter((screen) => hasWords(textOf(screen), words))
    return called.length > 0 ? called : screens.filter((screen) => answersTo(textOf(screen), words, t('fillers')))
  }
  const places = (): readonly Entry[] => {
    if (only === undefined) return search ? [...eventEntries, ...roomEntries, ...screensOf(search), ...unitEntries] : []
    if (only === 'acts' || only === 'codes') return []
    const called = screensOf(typed.trim())
    if (called.length > 0 || acts.length > 0 || !searched) return called
    // The act is possible for nothing that was found, as for an event that is published already.
    return [...(only === 'publish' ? eventEntries : []), ...screensOf(search)]
  }
  const words = encodeURIComponent(search)
  const everything: Group[] = [
    {
      name: 'people',
      entries: (only === undefined || after) && searched ? personEntries : [],
      list: `/admin/users?search=${after ? encodeURIComponent(typed.trim()) : words}`,
    },
    {
      name: 'reservations',
      entries: (only === undefined || only === 'codes') && searched ? reservationEntries : [],
      list: `/admin/reservations?event_id=${ALL_EVENTS}&search=${words}`,
    },
    { name: 'acts', entries: acts },
    { name: 'places', entries: places() },
  ]
  const groups = everything.filter(({ entries }) => entries.length > 0)
  // For whoever does not know yet what there is.
  const instead: Entry[] = [
    ...(can('users.read')
      ? [
          {
            kind: 'screen' as const,
            icon: IconUsers,
            title: t('people_with', { search }),
            href: `/admin/users?search=${words}`,
          },
        ]
      : []),
    ...begin(begunActs({ search: '', only: 'acts' }, phrases)),
    ...screens.filter(({ kind, run }) => kind === 'act' && run === undefined),
  ]
  const isCapped = ({ data }: { readonly data?: readonly unknown[] | undefined }) => (data?.length ?? 0) >= MOST_FOUND
  const capped: readonly Group['name'][] = [
    ...(isCapped(people) ? (['people', 'acts'] as const) : []),
    ...(isCapped(reservations) ? (['reservations', 'acts'] as const) : []),
    ...(isCapped(events) || isCapped(rooms) || isCapped(units) ? (['places'] as const) : []),
  ]
  return {
    /** Groups that the server has more of. */
    capped,
    groups,
    /** What can be done when nothing was found for a search. */
    instead: { name: 'instead', entries: searched && isPlain ? instead : [] } satisfies Group,
    /** Reservations were found to take cash for, and nothing is due for any. */
    owesNothing: only === 'cash' && found.length > 0 && cash.length === 0,
    isFetching: queries.some((query) => query.isFetching),
    error: queries.find((query) => query.error)?.error,
    retry: () => {
      for (const query of queries) if (query.error) void query.refetch()
    },
  }
}
