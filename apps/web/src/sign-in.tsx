import { MantineProvider } from '@mantine/core'
import type { RenderSignIn, SignInPage } from '@shiloh/contract/identity/painted'
import { accentOf } from '@shiloh/contract/text/accent'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { AccountContext } from '#platform/account'
import { I18nContext, translator } from '#platform/i18n'
import { texts as platformTexts } from '#platform/texts'
import { accentCss, theme, themeVariables } from '#ui/base/theme'
import { FullLayout } from '#ui/shell/full-layout'
import { waitForTouch } from './app/early.ts'
import { EventAheadContext } from './features/identity/parts/use-event-ahead.ts'
import { RegisterPage } from './features/identity/register/register-page.tsx'
import { LoginPage } from './features/identity/sign-in/login-page.tsx'
import { texts } from './features/identity/texts.ts'
import { BUSY, withoutScripts, withoutStyles } from './painted.ts'
import { serverI18n } from './server-i18n.ts'

const root = createRootRoute({
  staticData: { title: () => 'Shiloh', layout: 'full' },
  component: () => (
    <FullLayout>
      <Outlet />
    </FullLayout>
  ),
})
const login = createRoute({
  getParentRoute: () => root,
  path: '/auth/login',
  staticData: { title: () => 'Shiloh', layout: 'full' },
  component: LoginPage,
})
const register = createRoute({
  getParentRoute: () => root,
  path: '/auth/register',
  staticData: { title: () => 'Shiloh', layout: 'full' },
  component: RegisterPage,
})
const tree = root.addChildren([login, register])

const addressOf = ({ kind, way }: SignInPage): string =>
  kind === 'register' ? '/auth/register' : `/auth/login?as=${kind}${way ? `&with=${way}` : ''}`

/** JSON that can stand in a script element. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Renders the sign-in or the registration with the components of the app: when the app takes over, nothing moves. */
export const renderSignIn: RenderSignIn = async (page) => {
  const { language, kind, ahead, settings, organisation } = page
  const i18n = serverI18n(language)
  const router = createRouter({
    routeTree: tree,
    history: createMemoryHistory({ initialEntries: [addressOf(page)] }),
  })
  await router.load()
  const markup = renderToStaticMarkup(
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <I18nContext value={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <AccountContext value={{ user: undefined, settings, organisation }}>
            <EventAheadContext value={ahead?.name}>
              <RouterProvider router={router} />
            </EventAheadContext>
          </AccountContext>
        </QueryClientProvider>
      </I18nContext>
    </MantineProvider>,
  )
  const { html, css } = withoutStyles(markup)
  const say = translator(i18n, platformTexts)
  return {
    title: `${translator(i18n, texts)(kind === 'register' ? 'register' : 'login')} · ${organisation.name}`,
    html: withoutScripts(say('needs_script')) + html,
    css: [css, BUSY, organisation.color ? accentCss(accentOf(organisation.color)) : ''].join('\n'),
    loads: 'when_touched',
    script: ahead ? `(waiting)=>(${waitForTouch})({...waiting,ahead:${inScript(ahead)}})` : String(waitForTouch),
    failed: say('no_connection'),
  }
}
