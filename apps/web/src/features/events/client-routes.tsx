import { IconCalendarEvent } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './client/texts.ts'

const home = { label: text(texts, 'activities'), to: '/home' }

/** Events for members. For visitors, the server renders `/events` without scripts. */
export const clientRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/home',
    staticData: {
      title: text(texts, 'activities'),
      layout: 'client',
      roles: ['user'],
      nav: { group: 'client', icon: IconCalendarEvent },
    },
    component: lazyPage(() => import('./client/home-page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/events',
    validateSearch: listSearch,
    staticData: { title: text(texts, 'events'), layout: 'client', breadcrumb: [home] },
    component: lazyPage(() => import('./client/events-page.tsx'), 'EventsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/events/$id',
    staticData: { title: text(texts, 'event_details'), layout: 'client', texts: ['reserving'], breadcrumb: [home] },
    component: lazyPage(() => import('./client/event-page.tsx'), 'EventPage'),
  }),
]
