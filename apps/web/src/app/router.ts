import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import type { Account } from '#platform/account'
import { findCurrentEvent } from '#platform/current-event'
import { plainSearch } from '#platform/plain-search'
import { rootRoute } from '#platform/routing'
import { Crashed, NotFound } from '#ui/feedback/page-states'
import { PendingPage } from '#ui/feedback/pending-page'
import { guardNavigation } from './guard.ts'
import { enterArea } from './languages.ts'
import { Root } from './root.tsx'
import { routeTree } from './routes.ts'

/** The account of the running page. Loaded once, and again after a change. */
export interface AccountSource {
  load: () => Promise<Account>
}

/** Creates the router. The root guards every navigation. */
export function createAppRouter(queryClient: QueryClient, account: AccountSource) {
  rootRoute.update({
    component: Root,
    notFoundComponent: NotFound,
    errorComponent: Crashed,
    staticData: rootRoute.options.staticData ?? { title: () => 'Shiloh', layout: 'bare' },
  })
  return createRouter({
    routeTree,
    context: {
      queryClient,
      guard: (route, navigation) => guardNavigation(route, navigation, account.load),
      currentEvent: async () => findCurrentEvent(queryClient, await account.load()),
      loadTexts: enterArea,
    },
    ...plainSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingPage,
    defaultPendingMs: 200,
    defaultErrorComponent: Crashed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
