import { IconBedFilled, IconGridDots, IconLayoutBoard, IconUsersGroup } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts as allotmentTexts } from './allotments/texts.ts'
import { texts as occupancyTexts } from './occupancy/texts.ts'
import { texts as planTexts } from './proposals/texts.ts'
import { texts } from './texts.ts'
import { texts as walkInTexts } from './walk-in/texts.ts'

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
    component: lazyPage(() => import('./board-page.tsx'), 'BoardPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/reservations/rooms/proposals/$id',
    validateSearch: listSearch,
    staticData: {
      title: text(planTexts, 'proposal'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.assign_rooms'],
      ofEvent: { in: 'search', name: 'event_id' },
      breadcrumb: [{ label: text(texts, 'room_board'), to: '/admin/reservations/rooms' }],
    },
    component: lazyPage(() => import('./proposals/proposal-page.tsx'), 'ProposalPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/reservations/rooms/walk-in',
    validateSearch: listSearch,
    staticData: {
      title: text(walkInTexts, 'find_bed'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.assign_rooms'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'one' },
      breadcrumb: [{ label: text(texts, 'room_board'), to: '/admin/reservations/rooms' }],
      nav: { group: 'day', icon: IconBedFilled },
    },
    component: lazyPage(() => import('./walk-in/walk-in-page.tsx'), 'WalkInPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/allotments',
    validateSearch: listSearch,
    staticData: {
      title: text(allotmentTexts, 'allotments'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['reservations.assign_rooms'],
      ofEvent: { in: 'search', name: 'event_id', follows: 'one' },
      nav: { group: 'lodging', order: 2, icon: IconUsersGroup },
    },
    component: lazyPage(() => import('./allotments/allotments-page.tsx'), 'AllotmentsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/occupancy',
    validateSearch: listSearch,
    staticData: {
      title: text(occupancyTexts, 'occupancy'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['event_rooms.read'],
      ofEvent: {
        in: 'search',
        name: 'event_id',
        follows: 'one',
        drops: ['event_center_id', 'event_block_id', 'from'],
      },
      nav: { group: 'lodging', order: 3, icon: IconGridDots },
    },
    component: lazyPage(() => import('./occupancy/occupancy-page.tsx'), 'OccupancyPage'),
  }),
]
