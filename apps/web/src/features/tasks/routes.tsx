import { IconSquareCheck } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

/** Tasks and planning. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/tasks-and-planning',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'tasks'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['tasks.read'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'all' },
      nav: { group: 'event', order: 9, icon: IconSquareCheck, count: 'tasks' },
    },
    component: lazyPage(() => import('./tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/tasks-and-planning/templates',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'templates'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['tasks.read'],
      breadcrumb: [{ label: text(texts, 'tasks'), to: '/admin/tasks-and-planning' }],
    },
    component: lazyPage(() => import('./templates-page.tsx'), 'TemplatesPage'),
  }),
]
