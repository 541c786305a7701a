import { IconBellExclamation } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

/** The alerts of staff. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/alerts',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'alerts'),
      layout: 'admin',
      roles: ['admin'],
      nav: {
        group: 'event',
        order: 2,
        icon: IconBellExclamation,
        count: 'alerts',
      },
    },
    component: lazyPage(() => import('./alerts-page.tsx'), 'AlertsPage'),
  }),
]
