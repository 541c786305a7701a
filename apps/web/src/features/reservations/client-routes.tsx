import { IconTicket } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts as kept } from './kept/texts.ts'
import { texts as led } from './led/texts.ts'
import { texts as offer } from './offer/texts.ts'
import { texts } from './texts.ts'

const home = { label: text(texts, 'activities'), to: '/home' }
const list = { label: text(texts, 'reservations'), to: '/reservations' }

/** A step of a reservation, or the return from a checkout, in the address. */
const named =
  <const K extends string>(...names: readonly K[]) =>
  (search: Record<string, unknown>): { [P in K]?: string } =>
    // The compiler widens a computed name to string.
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name]
        return typeof value === 'string' && value !== '' ? [[name, value]] : []
      }),
    ) as { [P in K]?: string }

/** The member's own reservations. */
export const clientRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/events/$id/reserve',
    validateSearch: named('step', 'offer', 'again'),
    staticData: {
      title: text(texts, 'reserve_spot'),
      layout: 'bare',
      roles: ['user'],
      texts: ['reserving'],
      breadcrumb: [home],
    },
    component: lazyPage(() => import('./reserve/reserve-page.tsx'), 'ReservePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/complete',
    staticData: { title: text(texts, 'complete'), layout: 'full', texts: ['reserving'] },
    component: lazyPage(() => import('./complete/complete-page.tsx'), 'CompletePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/consent',
    staticData: { title: text(texts, 'consent'), layout: 'full', texts: ['reserving'] },
    component: lazyPage(() => import('./consents/consent-page.tsx'), 'ConsentPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/room-mates',
    staticData: {
      title: text(texts, 'room_mates'),
      layout: 'client',
      roles: ['user'],
      texts: ['reserving'],
      breadcrumb: [list],
    },
    component: lazyPage(() => import('./mates/link-page.tsx'), 'RoomMateLinkPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/offers/$id',
    staticData: {
      title: text(offer, 'page'),
      layout: 'client',
      roles: ['user'],
      texts: ['reserving'],
      breadcrumb: [list],
    },
    component: lazyPage(() => import('./offer/offer-page.tsx'), 'OfferPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/allotments/$id',
    staticData: {
      title: text(led, 'beds_you_lead'),
      layout: 'client',
      roles: ['user'],
      texts: ['reserving'],
      breadcrumb: [list],
    },
    component: lazyPage(() => import('./led/led-page.tsx'), 'LedPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reservations',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'reservations'),
      layout: 'client',
      roles: ['user'],
      texts: ['reserving'],
      breadcrumb: [home],
      nav: { group: 'client', icon: IconTicket },
    },
    component: lazyPage(() => import('./list/reservations-page.tsx'), 'ReservationsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reservations/tickets',
    validateSearch: named('wanted'),
    staticData: { title: text(kept, 'title'), layout: 'full', opensOffline: true },
    component: lazyPage(() => import('./kept/tickets-page.tsx'), 'TicketsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reservations/$id',
    validateSearch: named('payment'),
    staticData: {
      title: text(texts, 'reservation_details'),
      layout: 'client',
      roles: ['user'],
      texts: ['reserving'],
      breadcrumb: [list],
    },
    component: lazyPage(() => import('./detail/reservation-page.tsx'), 'ReservationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reservations/$id/edit',
    validateSearch: named('step', 'offer'),
    staticData: {
      title: text(texts, 'edit'),
      layout: 'bare',
      roles: ['user'],
      texts: ['reserving'],
      breadcrumb: [list],
    },
    component: lazyPage(() => import('./reserve/edit-page.tsx'), 'EditPage'),
  }),
]
