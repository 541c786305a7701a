import { IconLayoutBoard } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/reservations/rooms',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'room_board'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.assign_rooms'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'one' },
      nav: { group: 'lodging', order: 1, icon: IconLayoutBoard },
    },
    component: lazyRouteComponent(() => import('./board-page.tsx'), 'BoardPage'),
  }),
]
