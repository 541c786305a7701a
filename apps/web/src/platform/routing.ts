import type { UserType } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, type StaticDataRouteOption } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { GuardedRoute } from './guard.ts'
import type { TextRef } from './i18n.ts'

/** One step above a page: `Activities & Events > Event Details`. */
export interface Crumb {
  readonly label: TextRef
  readonly to?: string
}

/** The groups of the navigation, in their order; the client and vendor areas have one each. */
export const navGroups = [
  'client',
  'vendor',
  'overview',
  'events',
  'reservations',
  'checkin',
  'venues',
  'catalogue',
  'people',
  'content',
  'automation',
  'system',
] as const
export type NavGroup = (typeof navGroups)[number]

/** Makes a page an item of its area's navigation, under its title; shown only with the page's permissions. */
export interface NavPlace {
  readonly group: NavGroup
  readonly icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** Under another name than the title. */
  readonly label?: TextRef
  /** Stands behind the name: how much waits there. */
  readonly badge?: ComponentType
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name: document title, last breadcrumb, page-access log. */
    title: TextRef
    /** `full` for public and auth pages, `bare` for a page that frames itself, the others are the areas. */
    layout: 'full' | 'bare' | 'client' | 'vendor' | 'check-in' | 'admin'
    /** Of the layout `full`: without the picture, for pages with much to say. */
    wide?: boolean
    /** Who may come; without it the page is open to everybody. */
    roles?: readonly (UserType | 'anonymous')[]
    /** All of them are needed. */
    permissions?: readonly Permission[]
    /** The path parameter that names the one object shown, for allowances and denials of single objects. */
    objectParam?: string
    breadcrumb?: readonly Crumb[]
    nav?: NavPlace
  }
}

/** One attempt to enter a page. */
export interface Navigation {
  readonly search: Readonly<Record<string, unknown>>
  /** The whole address inside the app, to come back to. */
  readonly href: string
  /** Only fetched ahead, because the pointer is over a link: nothing may happen yet. */
  readonly ahead: boolean
}

export interface RouterContext {
  readonly queryClient: QueryClient
  /** Lets a navigation through, or redirects it by throwing. */
  readonly guard: (route: GuardedRoute, navigation: Navigation) => Promise<void>
  /** Loads the texts that pages of staff need beside those of members. */
  readonly loadStaffTexts: () => Promise<void>
}

/**
 * The parent of every page. A feature's `routes.tsx` makes its pages with
 * `createRoute({ getParentRoute: () => rootRoute, path, staticData, component: lazyRouteComponent(() => import(…)) })`
 * and exports them as `routes`; the app hangs them in.
 */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  staticData: { title: () => 'Shiloh', layout: 'bare' },
  beforeLoad: async ({ matches, search, location, context, preload }) => {
    const page:
      | { staticData?: StaticDataRouteOption; params?: Readonly<Record<string, string | undefined>> }
      | undefined = matches.at(-1)
    const { roles, permissions, objectParam, layout } = page?.staticData ?? {}
    const objectId = objectParam ? page?.params?.[objectParam] : undefined
    await context.guard(
      {
        path: location.pathname,
        ...(roles && { roles }),
        ...(permissions && { permissions }),
        ...(objectId && { objectId }),
      },
      { search, href: location.href, ahead: preload },
    )
    if (layout === 'admin' || layout === 'check-in') await context.loadStaffTexts()
  },
})
