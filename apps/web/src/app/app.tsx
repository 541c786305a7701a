import type { I18n } from '@lingui/core'
import { MantineProvider } from '@mantine/core'
import type { Language } from '@shiloh/contract/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { AccountContext } from '#platform/account'
import { loginPath, signInFor } from '#platform/guard'
import { activateI18n, I18nContext } from '#platform/i18n'
import { type PageActions, PageActionsContext } from '#platform/page-actions'
import { type SessionEnd, session } from '#platform/session'
import { getStyleNonce } from '#platform/style-nonce'
import { theme, themeVariables } from '#ui/base/theme'
import { endSession } from './account.ts'
import type { AccountStore } from './account-store.ts'
import { loadLanguage, rememberLanguage } from './languages.ts'
import type { createAppRouter } from './router.ts'

interface AppProps {
  i18n: I18n
  queryClient: QueryClient
  router: ReturnType<typeof createAppRouter>['router']
  account: AccountStore
}

/** The app: providers around the router. */
export function App({ i18n: first, queryClient, router, account }: AppProps) {
  const [i18n, setI18n] = useState(first)
  const known = useSyncExternalStore(account.subscribe, account.current)
  const isLeaving = useRef(false)
  const actions = useMemo<PageActions>(() => {
    const reloadAccount = async () => {
      account.forget()
      queryClient.clear()
      await router.invalidate()
    }
    const leave = async (because?: SessionEnd) => {
      // The end of the session moves the page by itself: by then the address is that of a sign-in.
      const door = because === 'erased' ? loginPath : signInFor(router.state.location.pathname)
      if (because === 'erased') session.takeLastPage()
      else session.rememberPage(router.state.location.href)
      session.rememberEnd(because)
      if (because !== 'idle') {
        session.rememberWho(undefined)
        session.giveTabTo(undefined)
      }
      isLeaving.current = true
      await endSession(because)
      await router.navigate({ href: door })
      isLeaving.current = false
      await reloadAccount()
    }
    return {
      reloadAccount,
      async followAccount() {
        account.forget()
        await Promise.all([router.invalidate(), queryClient.invalidateQueries()])
      },
      async setLanguage(language: Language) {
        const next = await loadLanguage(language)
        rememberLanguage(language)
        activateI18n(next)
        setI18n(next)
        // The cache holds texts in the previous language.
        await queryClient.invalidateQueries()
      },
      signOut: () => leave(),
      signOutIdle: () => leave('idle'),
      endShift: () => leave('shift'),
      leaveErased: () => leave('erased'),
    }
  }, [account, queryClient, router])

  // Loads the account again when another tab signs in or out.
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.key === 'refreshToken' && (event.oldValue === null) !== (event.newValue === null))
        void actions.reloadAccount()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [actions])

  // The session ended elsewhere: on another device, by an administrator, or because it expired. Pages that are open to
  // everybody continue by themselves, because a new password also ends the session.
  useEffect(
    () =>
      session.subscribe(() => {
        const isOver = session.read('accessToken') === undefined && session.read('refreshToken') === undefined
        const needsIt = router.state.matches.at(-1)?.staticData.roles !== undefined
        if (!isOver || !needsIt || !account.current().user) return
        if (!isLeaving.current) session.rememberEnd('elsewhere')
        void actions.reloadAccount()
      }),
    [account, actions, router],
  )

  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      defaultColorScheme="auto"
      getStyleNonce={getStyleNonce}
    >
      <I18nContext value={i18n}>
        <QueryClientProvider client={queryClient}>
          <AccountContext value={known}>
            <PageActionsContext value={actions}>
              <RouterProvider router={router} />
            </PageActionsContext>
          </AccountContext>
        </QueryClientProvider>
      </I18nContext>
    </MantineProvider>
  )
}
