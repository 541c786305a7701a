import type { UserType } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import type { TextRef } from './i18n.ts'

/** One step above a page: `Activities & Events > Event Details`. */
export interface Crumb {
  readonly label: TextRef
  readonly to?: string
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name: document title, last breadcrumb, page-access log. */
    title: TextRef
    /** `full` for public and auth pages, `bare` for a page that frames itself, the others are the areas. */
    layout: 'full' | 'bare' | 'client' | 'vendor' | 'check-in' | 'admin'
    /** Who may come; without it the page is open to everybody. */
    roles?: readonly (UserType | 'anonymous')[]
    /** All of them are needed (specification §6). */
    permissions?: readonly Permission[]
    /** The path parameter that names the one object shown, for allowances and denials of single objects. */
    objectParam?: string
    breadcrumb?: readonly Crumb[]
  }
}

export interface RouterContext {
  readonly queryClient: QueryClient
}

/**
 * The parent of every page. A feature's `routes.tsx` makes its pages with
 * `createRoute({ getParentRoute: () => rootRoute, path, staticData, component: lazyRouteComponent(() => import(…)) })`
 * and exports them as `routes`; the app hangs them in.
 */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  staticData: { title: () => 'Shiloh', layout: 'bare' },
})
