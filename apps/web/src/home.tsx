import { MantineProvider } from '@mantine/core'
import type { DataOf } from '@shiloh/contract/core'
import { publicEventRoutes } from '@shiloh/contract/events/events'
import type { Account as Person } from '@shiloh/contract/identity/account'
import type { RenderHome } from '@shiloh/contract/identity/painted'
import { accentOf } from '@shiloh/contract/text/accent'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Account, AccountContext, useAccount } from '#platform/account'
import { I18nContext, translator } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { rootRoute } from '#platform/routing'
import { texts as platformTexts } from '#platform/texts'
import { accentCss, theme, themeVariables } from '#ui/base/theme'
import { ClientShell } from '#ui/shell/client-shell'
import { waitForApp } from './app/early.ts'
import { routeTree } from './app/routes.ts'
import { HomePage } from './features/events/client/home-page.tsx'
import { texts } from './features/events/client/texts.ts'
import { BUSY, withoutStyles } from './painted.ts'
import { serverI18n } from './server-i18n.ts'

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
 * The place of what is one's own has the height that it had last, with a headline and a card in outlines. The sentence for
 * a lost connection is at the bottom.
 */
const CSS = `#root [data-own]:empty{position:relative;height:var(--own,0px);overflow:hidden}
[data-own]:empty::before{content:"";position:absolute;inset:6px 45% auto 0;height:24px;border-radius:4px;background:var(--sunk)}
[data-own]:empty::after{content:"";position:absolute;inset:54px 0 44px;border:1px solid var(--line);border-radius:8px;background:linear-gradient(var(--sunk) 0 0) no-repeat 18px 22px/55% 22px,linear-gradient(var(--sunk) 0 0) no-repeat 18px 62px/80% 14px,linear-gradient(var(--sunk) 0 0) no-repeat 18px 88px/40% 14px}
[data-early-alert]:not(:empty){position:fixed;inset:auto 0 0;z-index:300;padding:14px 20px;background:var(--ink);color:var(--surface)}`

/** The shell that a member sees, without their name. */
function Painted() {
  const account = useAccount()
  const known: Account = { ...account, user: SOMEBODY }
  const face = <span style={{ width: 44, height: 44 }} />
  return (
    <AccountContext value={known}>
      <ClientShell area="client" tools={face} corner={face}>
        <AccountContext value={account}>
          <HomePage />
        </AccountContext>
      </ClientShell>
      <div role="alert" data-early-alert />
    </AccountContext>
  )
}

rootRoute.update({ component: Painted, staticData: { title: () => 'Shiloh', layout: 'bare' } })

/** Renders the home with the components of the app: when the app takes over, only what is one's own is added. */
export const renderHome: RenderHome = async ({ language, settings, organisation, events }) => {
  const i18n = serverI18n(language)
  const queryClient = new QueryClient()
  const { queryKey } = queryOf(publicEventRoutes.listUserEvents, { query: {} })
  const items: Card[] = events.map((card) => ({ ...card, reservation: null }))
  queryClient.setQueryData(queryKey, {
    items,
    meta: { page: 1, page_size: items.length, total: items.length, total_pages: 1 },
  })
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: ['/home'] }),
    context: {
      queryClient,
      guard: async () => undefined,
      currentEvent: async () => undefined,
      loadTexts: async () => undefined,
    },
  })
  await router.load()
  const markup = renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <I18nContext value={i18n}>
        <QueryClientProvider client={queryClient}>
          <AccountContext value={{ user: undefined, settings, organisation }}>
            <RouterProvider router={router} />
          </AccountContext>
        </QueryClientProvider>
      </I18nContext>
    </MantineProvider>,
  )
  const { html, css } = withoutStyles(markup)
  return {
    title: `${translator(i18n, texts)('activities')} · ${organisation.name}`,
    html,
    css: [css, BUSY, CSS, organisation.color ? accentCss(accentOf(organisation.color)) : ''].join('\n'),
    loads: 'at_once',
    script: String(waitForApp),
    failed: translator(i18n, platformTexts)('no_connection'),
  }
}
