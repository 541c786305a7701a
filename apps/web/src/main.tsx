import '#platform/without-eval'
import './ui/base/mantine.css'
import './ui/base/tokens.css'
import './ui/base/base.css'
import { createRoot } from 'react-dom/client'
import { activateI18n, activeI18n, format } from '#platform/i18n'
import { createQueryClient } from '#platform/queries'
import { forgetFailure, leaveFailure, showFailure } from '#ui/feedback/failure'
import { loadAccount, logPage, mirrorSignedIn } from './app/account.ts'
import { createAccountStore } from './app/account-store.ts'
import { App } from './app/app.tsx'
import { initialLanguage, loadLanguage } from './app/languages.ts'
import { createAppRouter } from './app/router.ts'
import { texts } from './platform/texts.ts'

async function start(root: HTMLElement) {
  mirrorSignedIn()
  const account = createAccountStore(loadAccount)
  const queryClient = createQueryClient({ begun: forgetFailure, failed: (error) => showFailure(error.message) })
  const i18n = await loadLanguage(initialLanguage())
  activateI18n(i18n)
  const router = createAppRouter(queryClient, account)
  // A new release has removed the old chunks: reloads the page to get the new ones.
  addEventListener('vite:preloadError', (event) => {
    event.preventDefault()
    showFailure(format(activeI18n(), texts, 'no_connection'))
  })
  router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
    if (pathChanged) leaveFailure()
    const title = router.state.matches.at(-1)?.staticData.title
    if (pathChanged && title && account.current().user) void logPage(toLocation.pathname, title(activeI18n()))
  })
  createRoot(root).render(<App i18n={i18n} queryClient={queryClient} router={router} account={account} />)
}

const root = document.getElementById('root')
if (root) void start(root)
