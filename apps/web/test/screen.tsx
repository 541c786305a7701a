import { MantineProvider } from '@mantine/core'
import type { DataOf, Route } from '@shiloh/contract/core'
import type { Account as Person } from '@shiloh/contract/identity/account'
import { type Permission, RESOURCES } from '@shiloh/contract/permissions'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  type StaticDataRouteOption,
  useLocation,
} from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { AccountContext, visitor } from '#platform/account'
import { plainSearch } from '#platform/plain-search'
import { createQueryClient } from '#platform/queries'
import { theme } from '#ui/base/theme'

// Checking whether an element is hidden reads the style of every ancestor, which takes most of a test's time.
// A loaded machine takes longer than the usual second to show what was asked for.
configure({ defaultHidden: true, asyncUtilTimeout: 15_000 })

/** Returns an id for the contract: 24 hexadecimal digits that end in this number. */
export const idOf = (number: number): string => number.toString(16).padStart(24, '0')

interface SentRequest {
  readonly method: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly errors?: readonly { readonly field: string; readonly code: string; readonly message: string }[]
  readonly data?: unknown
  /** Seconds until the next attempt. */
  readonly retryAfter?: number
}

/** A fake server with fixed responses. The client validates them against the contract. */
export interface FakeServer {
  /** Responds to the route's calls with this data from now on. A promise is an answer that takes its time. */
  answer: <R extends Route>(
    route: R,
    data: DataOf<R> | ((request: SentRequest) => DataOf<R> | Promise<DataOf<R>>),
  ) => void
  /** Responds with these rows as the only page of a list. */
  answerList: <R extends Route & { readonly answer: 'list' }>(
    route: R,
    rows: readonly DataOf<R>[] | ((request: SentRequest) => readonly DataOf<R>[]),
    sums?: Readonly<Record<string, number>>,
  ) => void
  /** Rejects the route's calls from now on. */
  refuse: (route: Route, refusal: Refusal) => void
  /** Returns the calls of a route, oldest first. */
  calls: (route: Route) => readonly SentRequest[]
}

interface Rule {
  readonly route: Route
  readonly reply: (request: SentRequest) => {
    readonly status: number
    readonly body: unknown
    readonly headers?: Readonly<Record<string, string>>
  }
}

const patternOf = ({ path }: Route) => new RegExp(`^/api/v1${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)

/** Returns the JSON of a request. A request with files has it in a part of its form. */
function sentBody(body: RequestInit['body']): unknown {
  const json = body instanceof FormData ? body.get('data') : body
  return typeof json === 'string' ? JSON.parse(json) : undefined
}

const bodyOf = async (data: unknown) => ({ message: '', data: await data })

/** Replaces `fetch` with a fake server for the running test. A call without a response fails and names its route. */
function fakeServer(): FakeServer {
  const rules: Rule[] = []
  const sent: { readonly route: Route; readonly request: SentRequest }[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost')
    const method = init.method ?? 'GET'
    const rule = rules.findLast(({ route }) => route.method === method && patternOf(route).test(url.pathname))
    if (!rule) throw new Error(`No answer to ${method} ${url.pathname}`)
    const request: SentRequest = {
      method,
      params: { ...patternOf(rule.route).exec(url.pathname)?.groups },
      query: Object.fromEntries(url.searchParams),
      body: sentBody(init.body),
    }
    sent.push({ route: rule.route, request })
    const { status, body, headers = {} } = rule.reply(request)
    return new Response(JSON.stringify(await body), { status, headers })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const isFunction = (data: unknown): data is (request: SentRequest) => unknown => typeof data === 'function'
  return {
    answer: (route, data) =>
      void rules.push({
        route,
        reply: (request) => ({ status: 200, body: bodyOf(isFunction(data) ? data(request) : data) }),
      }),
    answerList: (route, rows, sums) =>
      void rules.push({
        route,
        reply: (request) => {
          const data = typeof rows === 'function' ? rows(request) : rows
          const meta = { page: 1, page_size: 50, total: data.length, total_pages: 1, sums }
          return { status: 200, body: { data, meta } }
        },
      }),
    refuse: (route, { status, retryAfter, ...refusal }) =>
      void rules.push({
        route,
        reply: () => ({
          status,
          body: { errors: [], request_id: 'test', ...refusal },
          ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
        }),
      }),
    calls: (route) => sent.filter((one) => one.route === route).map(({ request }) => request),
  }
}

/** Makes media queries see a window of this width in pixels. An em is 16 pixels. */
function windowOf(width: number) {
  vi.stubGlobal('matchMedia', (media: string) => {
    const edge = (name: 'min' | 'max', otherwise: number) =>
      16 * Number(new RegExp(`${name}-width: ([\\d.]+)em`).exec(media)?.[1] ?? otherwise)
    return Object.assign(new EventTarget(), {
      matches: /width/.test(media) && edge('min', 0) <= width && width <= edge('max', Number.POSITIVE_INFINITY),
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    })
  })
}

/** Returns an administrator with all permissions but these, who is no owner. */
export const administrator = (denied: readonly Permission[]): Person => ({
  _id: idOf(1),
  user_type: 'admin',
  status: 'approved',
  email: 'ama@shiloh.example',
  pending_email: null,
  phone: null,
  first_name: 'Ama',
  last_name: 'Mensah',
  other_names: null,
  name: 'Ama Mensah',
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
  notify: { mail: true, sms: false, muted: [] },
  mfa_methods: [],
  password_expired: false,
  second_step_missing: false,
  wanted_event: null,
  roles: [],
  is_owner: false,
  authorization: {
    grants: Object.entries(RESOURCES).map(([resource, actions]) => ({ resource, actions: [...actions] })),
    special_allow: [],
    special_deny: denied.map((permission) => {
      const [resource = '', action = ''] = permission.split('.')
      return { resource, actions: [action] }
    }),
  },
  created_at: '2026-01-01T00:00:00.000Z',
})

interface ShowOptions {
  /** The path of the screen. Every other address renders its path. */
  readonly path?: string
  /** Of the window, in pixels. */
  readonly width?: number
  /** Permissions that the user does not have. They have all others. */
  readonly denied?: readonly Permission[]
  /** Where the address names an event. */
  readonly ofEvent?: StaticDataRouteOption['ofEvent']
  readonly rowOf?: StaticDataRouteOption['rowOf']
  /** The pages above the screen. */
  readonly breadcrumb?: StaticDataRouteOption['breadcrumb']
}

interface Shown {
  readonly user: UserEvent
  readonly server: FakeServer
  /** The path and search of the page. */
  readonly address: () => string
}

function Elsewhere() {
  return <p>Elsewhere: {useLocation().pathname}</p>
}

/** Replaces the content of a field in one step: typing renders the screen once per character. */
export async function fill(user: UserEvent, field: Element, words: string): Promise<void> {
  await user.clear(field)
  await user.paste(words)
}

/**
 * Renders a screen as the app does: in English, with its providers, for a signed-in administrator, on a server that
 * responds as `arrange` specifies. Ends with the test.
 */
export async function showScreen(
  page: () => ReactNode,
  arrange: (server: FakeServer) => void,
  { path = '/', width = 1440, denied = [], ofEvent, rowOf, breadcrumb }: ShowOptions = {},
): Promise<Shown> {
  windowOf(width)
  vi.stubGlobal('scrollTo', () => {})
  // Growing text areas listen for fonts, which happy-dom does not have.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
  const server = fakeServer()
  arrange(server)
  const root = createRootRoute({ component: Outlet, staticData: { title: () => '', layout: 'bare' } })
  const at = (place: string, component: () => ReactNode) =>
    createRoute({
      getParentRoute: () => root,
      path: place,
      component,
      staticData: {
        title: () => '',
        layout: 'bare',
        ...(ofEvent && { ofEvent }),
        ...(rowOf && { rowOf }),
        ...(breadcrumb && { breadcrumb }),
      },
    })
  const router = createRouter({
    routeTree: root.addChildren([at(path.split('?')[0] ?? '/', page), at('$', Elsewhere)]),
    history: createMemoryHistory({ initialEntries: [path] }),
    ...plainSearch,
  })
  await router.load()
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={createQueryClient({ begun() {}, failed() {} })}>
        <AccountContext value={{ ...visitor, user: administrator(denied) }}>
          {/* The app registers its own router's type; this one is only for the test. */}
          <RouterProvider router={router as never} />
        </AccountContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  onTestFinished(cleanup)
  return {
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    server,
    address: () => router.state.location.href,
  }
}
