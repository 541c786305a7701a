import { IconHourglass, IconTicket } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

const list = { label: text(texts, 'reservations'), to: '/admin/reservations' }

/** Reservations, for staff. */
export const adminRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/reservations',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'reservations'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.read'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'all' },
      nav: { group: 'event', order: 3, icon: IconTicket, count: 'approvals' },
    },
    component: lazyPage(() => import('./list/reservations-page.tsx'), 'ReservationsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/reservations/new',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'new_reservation'),
      layout: 'admin',
      roles: ['admin'],
      texts: ['reserving'],
      permissions: ['reservations.create'],
      ofEvent: { in: 'search', name: 'event_id' },
      breadcrumb: [list],
    },
    component: lazyPage(() => import('./make/make-page.tsx'), 'MakePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/reservations/$id',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'reservation'),
      layout: 'admin',
      roles: ['admin'],
      texts: ['reserving'],
      permissions: ['reservations.read'],
      rowOf: { to: '/admin/reservations', name: 'event_id' },
      objectParam: 'id',
      breadcrumb: [list],
    },
    component: lazyPage(() => import('./detail/reservation-page.tsx'), 'ReservationPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/reservations/$id/edit',
    staticData: {
      title: text(texts, 'edit_reservation'),
      layout: 'admin',
      roles: ['admin'],
      texts: ['reserving'],
      permissions: ['reservations.update'],
      rowOf: { to: '/admin/reservations', name: 'event_id' },
      objectParam: 'id',
      breadcrumb: [list],
    },
    component: lazyPage(() => import('./make/edit-page.tsx'), 'EditPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/event-rooms/$id',
    staticData: {
      title: text(texts, 'room'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.assign_rooms'],
      breadcrumb: [{ label: text(texts, 'rooms'), to: '/admin/event-rooms' }],
    },
    component: lazyPage(() => import('./room/room-page.tsx'), 'RoomPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/waiting-list',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'waiting_list'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['waiting_list.read', 'events.read'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'one' },
      nav: { group: 'event', order: 5, icon: IconHourglass, count: 'offers' },
    },
    component: lazyPage(() => import('./waiting/waiting-page.tsx'), 'WaitingPage'),
  }),
]
