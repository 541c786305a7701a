import '#platform/without-eval'
import './ui/base/mantine.css'
import './ui/base/tokens.css'
import './ui/base/base.css'
import type { QueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { forgetEarlyAnswers } from '#platform/early-answers'
import { activateI18n, activeI18n, format } from '#platform/i18n'
import { listenForInstall } from '#platform/install'
import { createQueryClient } from '#platform/queries'
import { session } from '#platform/session'
import { forgetFailure, leaveFailure, showFailure } from '#ui/feedback/failure'
import { loadAccount, logPage, mirrorSignedIn, stranger } from './app/account.ts'
import { createAccountStore } from './app/account-store.ts'
import { App } from './app/app.tsx'
import { firstI18n, initialLanguage, loadLanguage } from './app/languages.ts'
import { createAppRouter, isOffice } from './app/router.ts'
import { takeOver } from './app/take-over.ts'
import { texts } from './platform/texts.ts'

// The development server does not add the styles of components to them.
if (import.meta.env.DEV) void import('@mantine/core/styles.layer.css')

async function start(root: HTMLElement) {
  mirrorSignedIn()
  listenForInstall()
  const account = createAccountStore(loadAccount, stranger())
  const queryClient = createQueryClient({ begun: forgetFailure, failed: (error) => showFailure(error.message) })
  const { router, addOffice } = createAppRouter(queryClient, account)
  const language = initialLanguage()
  activateI18n(firstI18n(language))
  // The texts, the account and the page's code are asked for together: on a slow network each takes a second. What fails
  // here is asked for again, and reported, by the router.
  void account.load().catch(() => undefined)
  if (isOffice(router.latestLocation.pathname)) await addOffice().catch(() => undefined)
  const [matched] = router.getMatchedRoutes(router.latestLocation.pathname)
  for (const route of matched) void router.loadRouteChunk(route)?.catch(() => undefined)
  const i18n = await loadLanguage(language)
  activateI18n(i18n)
  // A new release has removed the old chunks. Without a network, the page says so where something is missing.
  addEventListener('vite:preloadError', () => {
    if (navigator.onLine) showFailure(format(activeI18n(), texts, 'no_connection'))
  })
  router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
    if (pathChanged) leaveFailure()
    // The page has begun to ask for what it shows, unless it is not shown yet.
    if (!window.early?.isComing) setTimeout(forgetEarlyAnswers)
    const title = router.state.matches.at(-1)?.staticData.title
    if (pathChanged && title && account.current().user) void logPage(toLocation.pathname, title(activeI18n()))
  })
  // With the first key: somebody who works by touch does without it.
  // What is missing without a network is only a help.
  const follow = () =>
    import('#platform/keep-focus').then(
      ({ followKeyboard }) => followKeyboard(router),
      () => {},
    )
  addEventListener('keydown', () => void follow(), { once: true })
  const { early } = window
  // Beside a page that the server wrote, the app gets ready in an element of its own.
  const isBeside = early?.isComing === true && !early.isFrame
  const place = isBeside ? document.createElement('div') : root
  const app = createRoot(place)
  const show = () => app.render(<App i18n={i18n} queryClient={queryClient} router={router} account={account} />)
  if (!early) return show()
  // The page that the server wrote stays until the app can show the same one at once.
  await router.load()
  if (isBeside) {
    flushSync(show)
    await answered(queryClient)
  }
  await takeOver(root, early, () => {
    if (isBeside) root.replaceWith(place)
    else flushSync(show)
    place.id = 'root'
    return place
  })
  delete window.early
  // Somebody who signs in goes on to where they came from.
  const next = account.current().user ? undefined : session.lastPage()
  if (next)
    for (const route of router.getMatchedRoutes(next.split('?')[0] ?? next)[0])
      void router.loadRouteChunk(route)?.catch(() => undefined)
  // What stood there was a frame: the page asks for some of what it shows when it has the first answers.
  if (early.isFrame) await answered(queryClient)
  setTimeout(forgetEarlyAnswers)
}

/** A page is shown with what it has after this time. Milliseconds. */
const PATIENCE_MS = 4000
const STEP_MS = 20

/** Waits for the answers that the page asks for first. */
async function answered(queryClient: QueryClient): Promise<void> {
  const asked = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching' })
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    // The last answer takes a moment until it is shown.
    const isDone = asked.every(({ state }) => state.fetchStatus === 'idle')
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    if (isDone) return
  }
}

const root = document.getElementById('root')
if (root) void start(root)
