import { IconBed, IconBuilding, IconBuildingCommunity, IconCategory } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/event-centers',
    staticData: {
      title: text(texts, 'centers'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['event_centers.read'],
      nav: { group: 'organisation', icon: IconBuildingCommunity },
    },
    component: lazyPage(() => import('./centers-page.tsx'), 'CentersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/event-blocks',
    staticData: {
      title: text(texts, 'blocks'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['event_blocks.read'],
      nav: { group: 'organisation', icon: IconBuilding },
    },
    component: lazyPage(() => import('./blocks-page.tsx'), 'BlocksPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/event-rooms',
    staticData: {
      title: text(texts, 'rooms'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['event_rooms.read'],
      nav: { group: 'lodging', icon: IconBed },
    },
    component: lazyPage(() => import('./rooms-page.tsx'), 'RoomsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/room-category',
    staticData: {
      title: text(texts, 'categories'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['room_categories.read'],
      nav: { group: 'organisation', icon: IconCategory },
    },
    component: lazyPage(() => import('./categories-page.tsx'), 'CategoriesPage'),
  }),
]
