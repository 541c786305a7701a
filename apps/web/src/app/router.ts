import type { UserType } from '@shiloh/contract/core'
import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type Router, redirect } from '@tanstack/react-router'
import type { Account } from '#platform/account'
import { findCurrentEvent } from '#platform/current-event'
import { plainSearch } from '#platform/plain-search'
import { rootRoute } from '#platform/routing'
import { Crashed, NotFound } from '#ui/feedback/page-states'
import { PendingPage } from '#ui/feedback/pending-page'
import { guardNavigation } from './guard.ts'
import { enterAreas } from './languages.ts'
import type { wholeTree } from './office-routes.ts'
import { Root } from './root.tsx'
import { routes } from './routes.ts'

/** The account of the running page. Loaded once, and again after a change. */
export interface AccountSource {
  load: () => Promise<Account>
}

/** People whose pages are in `office-routes.ts`. */
const STAFF: readonly UserType[] = ['admin', 'checkin_user']

/** Returns whether a path is one of the office or the gate. */
export const isOffice = (path: string): boolean => /^\/(admin|check-in)(\/|$)/.test(path)

/**
 * Creates the router. The root guards every navigation. The pages of the office are added when somebody of the office
 * signs in, or at an address of theirs.
 */
export function createAppRouter(queryClient: QueryClient, account: AccountSource) {
  rootRoute.update({
    component: Root,
    notFoundComponent: NotFound,
    errorComponent: Crashed,
    staticData: rootRoute.options.staticData ?? { title: () => 'Shiloh', layout: 'bare' },
  })
  let whole: Promise<void> | undefined
  let isWhole = false
  /** Adds the pages of the office and the gate. Returns whether they were not there yet. */
  const addOffice = async (): Promise<boolean> => {
    if (isWhole) return false
    whole ??= import('./office-routes.ts').then(
      ({ wholeTree }) => {
        wholeTree()
        router.setRoutes(router.buildRouteTree())
        isWhole = true
      },
      (error: unknown) => {
        whole = undefined
        throw error
      },
    )
    await whole
    return true
  }
  const loadAccount = async () => {
    const known = await account.load()
    if (known.user && STAFF.includes(known.user.user_type)) await addOffice()
    return known
  }
  const router = createRouter({
    routeTree: rootRoute.addChildren(routes),
    context: {
      queryClient,
      guard: async (route, navigation) => {
        if (isOffice(route.path) && (await addOffice())) throw redirect({ href: navigation.href, replace: true })
        await guardNavigation(route, navigation, loadAccount)
      },
      currentEvent: async () => findCurrentEvent(queryClient, await account.load()),
      loadTexts: enterAreas,
    },
    ...plainSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingPage,
    defaultPendingMs: 200,
    defaultErrorComponent: Crashed,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    // The rows of a list scroll in a box of their own.
    scrollToTopSelectors: ['[data-scroll-restoration-id="list"]'],
  })
  return { router, addOffice }
}

declare module '@tanstack/react-router' {
  interface Register {
    /** Links can lead to every page. */
    router: Router<ReturnType<typeof wholeTree>>
  }
}
