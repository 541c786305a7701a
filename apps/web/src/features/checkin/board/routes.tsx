import { IconActivity } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts as paperTexts } from './paper-texts.ts'
import { texts as scansTexts } from './scans-texts.ts'
import { texts } from './texts.ts'

/** The gates, for staff. */
export const adminRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/check-in',
    staticData: {
      title: text(texts, 'live_board'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.check_in', 'events.read'],
      nav: { group: 'day', icon: IconActivity },
    },
    component: lazyPage(() => import('./board-page.tsx'), 'ChooseBoardPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/check-in/$id',
    staticData: {
      title: text(texts, 'live_board'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.check_in', 'events.read'],
      ofEvent: { in: 'path', name: 'id' },
      breadcrumb: [{ label: text(texts, 'on_the_day'), to: '/admin/check-in' }],
    },
    component: lazyPage(() => import('./board-page.tsx'), 'BoardPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/check-in/$id/scans',
    validateSearch: listSearch,
    staticData: {
      title: text(scansTexts, 'title'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.check_in', 'events.read'],
      ofEvent: { in: 'path', name: 'id' },
      breadcrumb: [{ label: text(texts, 'live_board'), to: '/admin/check-in' }],
    },
    component: lazyPage(() => import('./scans-page.tsx'), 'ScansPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/check-in/$id/paper',
    staticData: {
      title: text(paperTexts, 'title'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.check_in', 'events.read'],
      ofEvent: { in: 'path', name: 'id' },
      breadcrumb: [{ label: text(texts, 'live_board'), to: '/admin/check-in' }],
    },
    component: lazyPage(() => import('./paper-page.tsx'), 'PaperPage'),
  }),
]
