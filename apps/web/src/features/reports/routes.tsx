import { IconReportAnalytics } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/reports',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'reports'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.report'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'one' },
      breadcrumb: [{ label: text(texts, 'reports'), to: '/admin/reports' }],
      nav: { group: 'money', icon: IconReportAnalytics },
    },
    component: lazyPage(() => import('./reports-page.tsx'), 'ReportsPage'),
  }),
]
