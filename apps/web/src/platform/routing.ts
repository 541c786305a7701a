import type { Area, UserType } from '@shiloh/contract/core'
import type { WorkKind } from '@shiloh/contract/office'
import type { Permission } from '@shiloh/contract/permissions'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, redirect, type StaticDataRouteOption } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { GuardedRoute } from './guard.ts'
import type { TextRef } from './i18n.ts'
import { STAFF_LAYOUTS } from './layouts.ts'
import { ALL_EVENTS } from './list-search.ts'

/** One level above a page: `Activities & Events > Event Details`. */
export interface Crumb {
  readonly label: TextRef
  readonly to?: string
}

/** The groups of the admin area's navigation in order: the day's work first, then what is set up once. */
export const adminGroups = ['event', 'lodging', 'money', 'day', 'organisation'] as const
/** The client and vendor areas have one group each. */
export type NavGroup = 'client' | 'vendor' | (typeof adminGroups)[number]

/** Adds a page to its area's navigation, under its title. Shown only with the page's permissions. */
export interface NavPlace {
  readonly group: NavGroup
  /** The place in the group: the lowest is first. Pages without one follow in the order of the routes. */
  readonly order?: number
  readonly icon: ComponentType<{ size?: number | string; stroke?: number | string }>
  /** A name that differs from the title. */
  readonly label?: TextRef
  /** Follows the name: the amount of this work that waits. */
  readonly count?: Exclude<WorkKind, 'critical_alerts'>
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name: document title, last breadcrumb, page-access log. */
    title: TextRef
    /** `full`: public and auth pages. `bare`: a page with its own frame. `own`: the area of the account. The others are the areas. */
    layout: 'full' | 'bare' | 'own' | 'client' | 'vendor' | (typeof STAFF_LAYOUTS)[number]
    /** For layout `full`: without the image, for pages with much content. */
    wide?: boolean
    /** The areas of texts that it has besides those of members. Those of staff come with the layout. */
    texts?: readonly ExtraArea[]
    /** Who can open it. Without it the page is open to everybody. */
    roles?: readonly (UserType | 'anonymous')[]
    /** Opens without a network and without an account: what it shows is on this device. */
    opensOffline?: true
    /** All of them are required. */
    permissions?: readonly Permission[]
    /** One of them is required, besides. */
    oneOf?: readonly Permission[]
    /**
     * Where the address names the event that the page shows. Such a page follows the current event: its link in the
     * navigation names it, and the event switcher changes the page's address.
     */
    ofEvent?:
      | { readonly in: 'path'; readonly name: string }
      | {
          readonly in: 'search'
          readonly name: string
          /**
           * What an address without an event is completed with: the current event. A list that can show `all` events
           * says so in its address.
           */
          readonly follows?: 'one' | 'all'
          /** Other parts of the address that were about the previous event: another choice of event drops them. */
          readonly drops?: readonly string[]
        }
    /** The list of one event that the page shows a row of: another choice of event leads to the list of that event. */
    rowOf?: { readonly to: string; readonly name: string }
    /** The path parameter with the id of the object shown, for allowances and denials of single objects. */
    objectParam?: string
    breadcrumb?: readonly Crumb[]
    nav?: NavPlace
  }
}

/** One attempt to enter a page. */
export interface Navigation {
  readonly search: Readonly<Record<string, unknown>>
  /** The whole address inside the app, to return to. */
  readonly href: string
  /** Only preloading because the pointer is over a link: there must be no side effects. */
  readonly ahead: boolean
}

/** An area of texts that a browser loads for the pages that need it. */
export type ExtraArea = Exclude<Area, 'member' | 'server'>

export interface RouterContext {
  readonly queryClient: QueryClient
  /** Allows a navigation, or redirects it by throwing. */
  readonly guard: (route: GuardedRoute, navigation: Navigation) => Promise<void>
  /** Returns the id of the event that the office works on. Undefined without one, and without the permission. */
  readonly currentEvent: () => Promise<string | undefined>
  /** Loads the texts of areas in addition to those of members. */
  readonly loadTexts: (...areas: readonly ExtraArea[]) => Promise<void>
}

interface Matched {
  readonly status: string
  /** What the router marks the match with that renders its page for unknown addresses. */
  readonly _notFound?: boolean
  readonly staticData: StaticDataRouteOption
}

/**
 * Returns what is declared of the page that is shown, or undefined where the address has none. The router matches the
 * nearest page above such an address, too: `/admin/events/{id}` for `/admin/events/{id}/nonsense`.
 */
export const shownPage = (matches: readonly Matched[]): StaticDataRouteOption | undefined =>
  matches.some(({ status, _notFound = false }) => _notFound || status === 'notFound')
    ? undefined
    : matches.at(-1)?.staticData

/**
 * The parent of every page. A feature's `routes.tsx` creates its pages with `createRoute({ getParentRoute: () =>
 * rootRoute, path, staticData, component: lazyPage(() => import(…)) })` and exports them as `routes`; the app
 * adds them.
 */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  staticData: { title: () => 'Shiloh', layout: 'bare' },
  beforeLoad: async ({ matches, search, location, context, preload }) => {
    const page:
      | { staticData?: StaticDataRouteOption; params?: Readonly<Record<string, string | undefined>> }
      | undefined = matches.at(-1)
    const { roles, permissions, oneOf, objectParam, layout, texts = [], ofEvent, opensOffline } = page?.staticData ?? {}
    const objectId = objectParam ? page?.params?.[objectParam] : undefined
    await context.guard(
      {
        path: location.pathname,
        ...(roles && { roles }),
        ...(permissions && { permissions }),
        ...(oneOf && { oneOf }),
        ...(objectId && { objectId }),
        ...(opensOffline && { opensOffline }),
      },
      { search, href: location.href, ahead: preload },
    )
    if (ofEvent?.in === 'search' && ofEvent.follows) {
      const named: unknown = Reflect.get(search, ofEvent.name)
      const isNamed = typeof named === 'string' && named !== '' && (named !== ALL_EVENTS || ofEvent.follows === 'all')
      const current = isNamed ? undefined : await context.currentEvent()
      if (current)
        throw redirect({
          to: location.pathname,
          search: { ...search, [ofEvent.name]: current },
          hash: location.hash,
          replace: true,
        })
    }
    await context.loadTexts(...(STAFF_LAYOUTS.some((staff) => staff === layout) ? (['staff'] as const) : []), ...texts)
  },
})
