import { IconCalendarEvent } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { rootRoute } from '#platform/routing'
import { isTab, type Tab } from './tabs.ts'
import { texts } from './texts.ts'

const toEvents = { label: text(texts, 'events'), to: '/admin/events' }
/** `act` asks at once about publishing the event: the command palette leads here. */
const validateSearch = (search: Record<string, unknown>): { tab?: Tab; act?: 'publish' } => ({
  ...(isTab(search.tab) && { tab: search.tab }),
  ...(search.act === 'publish' && { act: search.act }),
})

export const adminRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/events',
    staticData: {
      title: text(texts, 'events'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['events.read'],
      breadcrumb: [],
      nav: { group: 'organisation', order: 1, icon: IconCalendarEvent },
    },
    component: lazyPage(() => import('./events-page.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/events/new',
    staticData: {
      title: text(texts, 'new_event'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['events.create'],
      breadcrumb: [toEvents],
    },
    validateSearch,
    component: lazyPage(() => import('./event-page.tsx'), 'NewEventPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/events/$id',
    staticData: {
      title: text(texts, 'edit_event'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['events.read'],
      objectParam: 'id',
      ofEvent: { in: 'path', name: 'id' },
      breadcrumb: [toEvents],
    },
    validateSearch,
    component: lazyPage(() => import('./event-page.tsx'), 'EventPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/events/$id/stats',
    staticData: {
      title: text(texts, 'statistics'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['events.read'],
      objectParam: 'id',
      ofEvent: { in: 'path', name: 'id' },
      breadcrumb: [toEvents],
    },
    component: lazyPage(() => import('./stats-page.tsx'), 'StatsPage'),
  }),
] as const
