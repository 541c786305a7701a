import { Button, MantineProvider, Skeleton, VisuallyHidden } from '@mantine/core'
import { contentRoutes } from '@shiloh/contract/content'
import type { DataOf } from '@shiloh/contract/core'
import { publicEventRoutes } from '@shiloh/contract/events/events'
import type { Account as Person } from '@shiloh/contract/identity/account'
import type { AppPage, RenderApp } from '@shiloh/contract/identity/painted'
import { accentOf } from '@shiloh/contract/text/accent'
import { IconClock } from '@tabler/icons-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRouter,
  RouterProvider,
  type StaticDataRouteOption,
  useMatches,
} from '@tanstack/react-router'
import { createContext, type ReactNode, useContext } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { AccountContext, useAccount } from '#platform/account'
import { requestAddress } from '#platform/client'
import { I18nContext, translator, useT, useText } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { rootRoute } from '#platform/routing'
import { texts as platformTexts } from '#platform/texts'
import { Mark } from '#ui/base/mark'
import { accentCss, theme, themeVariables } from '#ui/base/theme'
import { ClientShell } from '#ui/shell/client-shell'
import { FullLayout } from '#ui/shell/full-layout'
import { PageHeader } from '#ui/shell/page-header'
import { waitForApp } from './app/early.ts'
import { wholeTree } from './app/office-routes.ts'
import { EventPage } from './features/events/client/event-page.tsx'
import { EventSkeleton } from './features/events/client/event-skeleton.tsx'
import { EventsPage } from './features/events/client/events-page.tsx'
import { HomePage } from './features/events/client/home-page.tsx'
import { ReservationSkeleton } from './features/reservations/detail/reservation-skeleton.tsx'
import { ReservationsPage } from './features/reservations/list/reservations-page.tsx'
import { listRoutesFor } from './features/reservations/reserve/lists.ts'
import { WizardSkeleton } from './features/reservations/reserve/wizard-skeleton.tsx'
import { BUSY, withoutScripts, withoutStyles } from './painted.ts'
import { serverI18n } from './server-i18n.ts'
import shell from './ui/shell/shell.module.css'

type Card = DataOf<typeof publicEventRoutes.listUserEvents>

/** Somebody who is signed in: for the links of the navigation. */
const SOMEBODY: Person = {
  _id: '',
  user_type: 'user',
  status: 'approved',
  email: null,
  pending_email: null,
  phone: null,
  first_name: '',
  last_name: '',
  other_names: null,
  name: '',
  gender: null,
  birth_date: null,
  language: 'en',
  country: 'GH',
  industry: null,
  avatar_url: null,
  meta: { phone_verified: true, email_confirmed: true },
  has_completed_basic_requirement: true,
  has_completed_additional_requirement: true,
  is_not_member: false,
  region_id: null,
  area_id: null,
  district_id: null,
  assembly_id: null,
  title_id: null,
  designation_id: null,
  waiting_for_confirmation: [],
  notify: { mail: true, sms: true, muted: [] },
  mfa_methods: [],
  password_expired: false,
  second_step_missing: false,
  roles: [],
  is_owner: false,
  authorization: { grants: [], special_allow: [], special_deny: [] },
  wanted_event: null,
  created_at: '2026-01-01T00:00:00.000Z',
}

/**
 * The place of what is one's own has the height that it had last, with a headline and a card in outlines. At the bottom
 * is the sentence for a lost connection, and after some seconds that for a slow one, which offers the tickets of this phone.
 */
const CSS = `#root [data-own]:empty{position:relative;height:var(--own,0px);overflow:hidden}
[data-own]:empty::before{content:"";position:absolute;inset:6px 45% auto 0;height:24px;border-radius:4px;background:var(--sunk)}
[data-own]:empty::after{content:"";position:absolute;inset:54px 0 44px;border:1px solid var(--line);border-radius:8px;background:linear-gradient(var(--sunk) 0 0) no-repeat 18px 22px/55% 22px,linear-gradient(var(--sunk) 0 0) no-repeat 18px 62px/80% 14px,linear-gradient(var(--sunk) 0 0) no-repeat 18px 88px/40% 14px}
[data-slow]{position:fixed;inset:auto 0 0;z-index:250;display:flex;gap:12px;align-items:center;padding:14px 20px calc(14px + env(safe-area-inset-bottom));border-top:1px solid var(--line);background:var(--sunk);font-size:15px;line-height:21px;visibility:hidden;animation:slow .3s 4s both}
[data-slow] svg{flex:none}[data-slow] span{flex:1}[data-slow] a{padding:10px 0;font-weight:550}
html:not([data-tickets]) [data-slow] [data-has=tickets],html[data-tickets] [data-slow] [data-has=nothing]{display:none}
@keyframes slow{from{visibility:visible;opacity:0}to{visibility:visible;opacity:1}}
[data-early-alert]:not(:empty){position:fixed;inset:auto 0 0;z-index:300;padding:14px 20px;background:var(--ink);color:var(--surface)}`

/** A line of a page that is not there yet. */
function Bone({ width, height = 16, top = 14 }: { width: string; height?: number; top?: number }) {
  return <Skeleton width={width} height={height} mt={top} radius="xs" />
}

const TEXT = ['88%', '74%', '93%', '55%'] as const
const FIELDS = ['first', 'second', 'third'] as const

/** A page whose content is nowhere else: its heading, where that is the name of the route, and some text. */
function SomePage({ heading }: { heading: string | undefined }) {
  return (
    <>
      {heading ? <PageHeader title={heading} /> : <Bone width="62%" height={34} top={6} />}
      {TEXT.map((width) => (
        <Bone key={width} width={width} />
      ))}
    </>
  )
}

/** A page with a form in the frame of the sign-in. */
function SomeForm() {
  return (
    <div>
      <Bone width="68%" height={34} top={0} />
      <Bone width="92%" />
      {FIELDS.map((field) => (
        <div key={field}>
          <Bone width="34%" top={26} />
          <Bone width="100%" height={48} top={8} />
        </div>
      ))}
      <Bone width="100%" height={48} top={26} />
    </div>
  )
}

/** The office before it knows who works there, and so which links they have. */
function Office() {
  const { organisation } = useAccount()
  return (
    <div className={shell.admin}>
      <aside className={shell.aside} aria-hidden="true">
        <span className={shell.brand}>
          <Mark />
          {organisation.short_name}
        </span>
        {[...FIELDS, ...TEXT].map((row) => (
          <Bone key={row} width="72%" height={14} top={22} />
        ))}
      </aside>
      <div className={shell.body}>
        <header className={shell.topbar}>
          <span className={shell.name}>{organisation.name}</span>
        </header>
        <main id="content" className={shell.work}>
          <SomePage heading={undefined} />
        </main>
      </div>
    </div>
  )
}

/** Pages of members whose heading is the name of their route, as the navigation has it. */
const NAMED = ['/auth/account', '/blogs', '/notifications', '/spouse', '/support']
const nothing = () => undefined

/** What the server can show of each page of members. The others are some text. */
const contents: Readonly<Record<string, (page: AppPage) => ReactNode>> = {
  '/home': () => <HomePage />,
  '/events': () => <EventsPage />,
  '/events/$id': ({ event }) => (event ? <EventPage /> : <EventSkeleton />),
  '/reservations': () => <ReservationsPage />,
  '/reservations/$id': () => <ReservationSkeleton />,
}

/** These show what everybody sees of them. The others are frames. */
const isWhole = (route: string, { events, event }: AppPage): boolean =>
  (route === '/home' && events !== undefined) || (route === '/events/$id' && event !== undefined)

/** Of Mantine, the home has these beside what the server paints of it. Its own styles are in the page anyway. */
const ADDED_AT_HOME = [Button.classes, VisuallyHidden.classes].flatMap((of) => Object.values(of)).join(' ')

interface LayoutProps {
  page: AppPage
  route: string
  data: StaticDataRouteOption | undefined
}

/** The page in the layout of its route, without the name of whoever is signed in. */
function Layout({ page, route, data }: LayoutProps) {
  const account = useAccount()
  const text = useText()
  const face = (
    <span style={{ display: 'grid', placeItems: 'center', width: 44, height: 44 }}>
      {page.isSignedIn ? <Skeleton circle height={30} /> : null}
    </span>
  )
  const tools = <span style={{ width: 44, height: 44 }} />
  const as = (user_type: 'user' | 'vendor', children: ReactNode) => (
    <AccountContext value={{ ...account, user: { ...SOMEBODY, user_type } }}>{children}</AccountContext>
  )
  const heading = data && NAMED.includes(route) ? text(data.nav?.label ?? data.title) : undefined
  const content = contents[route]?.(page) ?? <SomePage heading={heading} />
  if (route === '/events/$id/reserve')
    return page.event ? as('user', <WizardSkeleton event={page.event} onCancel={nothing} />) : <SomeForm />
  switch (data?.layout) {
    case 'client':
      return as(
        'user',
        <ClientShell area="client" tools={tools} corner={face}>
          {/* What is one's own is not there: the home greets nobody. */}
          {route === '/home' ? <AccountContext value={account}>{content}</AccountContext> : content}
        </ClientShell>,
      )
    case 'vendor':
      return as(
        'vendor',
        <ClientShell area="vendor" tools={tools} corner={face}>
          {content}
        </ClientShell>,
      )
    case 'admin':
      return <Office />
    case 'full':
      return (
        <FullLayout wide={data.wide ?? false} corner={page.isSignedIn ? face : undefined}>
          <SomeForm />
        </FullLayout>
      )
    default:
      return (
        <ClientShell area="client" tools={tools} corner={face}>
          {content}
        </ClientShell>
      )
  }
}

/** Says that the network is slow: it fades in by its style, since no script is there yet. */
function Slow() {
  const t = useT(platformTexts)
  return (
    <div data-slow>
      <IconClock size={20} stroke={1.75} aria-hidden />
      <span data-has="nothing">{t('network_slow')}</span>
      <span data-has="tickets">{t('network_slow_tickets')}</span>
      <a href="/reservations/tickets" data-now data-has="tickets">
        {t('tickets')}
      </a>
    </div>
  )
}

/** The page that is painted. Several can be at the same time. */
const PageContext = createContext<AppPage | undefined>(undefined)

function Painted() {
  const page = useContext(PageContext)
  const { route, data } = useMatches({
    select: (matches) => {
      const last = matches.at(-1)
      return { route: last?.fullPath ?? '', data: matches.length > 1 ? last?.staticData : undefined }
    },
  })
  if (!page) return null
  return (
    <>
      <Layout page={page} route={route} data={data} />
      <Slow />
      <div role="alert" data-early-alert />
    </>
  )
}

rootRoute.update({ component: Painted, staticData: { title: () => 'Shiloh', layout: 'bare' } })

/** Renders a page of the app with the components of the app: when the app takes over, what is one's own is added. */
export const renderApp: RenderApp = async (page) => {
  const { language, settings, organisation, path, events, event, faqs } = page
  const i18n = serverI18n(language)
  const queryClient = new QueryClient()
  if (events) {
    const items: Card[] = events.map((card) => ({ ...card, reservation: null }))
    queryClient.setQueryData(queryOf(publicEventRoutes.listUserEvents, { query: {} }).queryKey, {
      items,
      meta: { page: 1, page_size: items.length, total: items.length, total_pages: 1 },
    })
  }
  if (faqs) queryClient.setQueryData(queryOf(contentRoutes.listPublicFaqs, { query: {} }).queryKey, faqs)
  const router = createRouter({
    routeTree: wholeTree(),
    history: createMemoryHistory({ initialEntries: [path] }),
    context: {
      queryClient,
      guard: async () => undefined,
      currentEvent: async () => undefined,
      loadTexts: async () => undefined,
    },
    defaultNotFoundComponent: () => null,
  })
  await router.load()
  const last = router.state.matches.at(-1)
  const route = router.state.matches.length > 1 ? (last?.fullPath ?? '') : ''
  const id = last && 'id' in last.params ? String(last.params.id) : ''
  if (event) queryClient.setQueryData(queryOf(publicEventRoutes.readUserEvent, { params: { id } }).queryKey, event)
  const markup = renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <I18nContext value={i18n}>
        <QueryClientProvider client={queryClient}>
          <AccountContext value={{ user: undefined, settings, organisation }}>
            <PageContext value={page}>
              <RouterProvider router={router} />
            </PageContext>
          </AccountContext>
        </QueryClientProvider>
      </I18nContext>
    </MantineProvider>,
  )
  const { html, css } = withoutStyles(markup)
  const say = translator(i18n, platformTexts)
  const name = route ? (last?.staticData.title(i18n) ?? '') : ''
  return {
    title: name && name !== organisation.name ? `${name} · ${organisation.name}` : organisation.name,
    html: withoutScripts(say('needs_script')) + html,
    css: [css, BUSY, CSS, organisation.color ? accentCss(accentOf(organisation.color)) : ''].join('\n'),
    loads: isWhole(route, page) ? 'beside' : 'frame',
    ...(route === '/home' && { adds: ADDED_AT_HOME }),
    ...(event &&
      route === '/events/$id/reserve' && { asks: listRoutesFor(event).map((one) => requestAddress(one, {}, {})) }),
    script: String(waitForApp),
    failed: say('no_connection'),
  }
}
