import { IconId } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/badges',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'badges'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.print_badges'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'one' },
      nav: { group: 'day', icon: IconId },
    },
    component: lazyPage(() => import('./badges-page.tsx'), 'BadgesPage'),
  }),
]
