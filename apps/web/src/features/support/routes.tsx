import { IconLifebuoy } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './desk/texts.ts'

/** The support desk of the office: the inbox, and the same with one ticket open. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/support',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'desk'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['support_tickets.read'],
      nav: {
        group: 'event',
        order: 7,
        icon: IconLifebuoy,
        count: 'tickets',
      },
    },
    component: lazyPage(() => import('./desk/desk-page.tsx'), 'DeskPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/support/$id',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'ticket'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['support_tickets.read'],
      breadcrumb: [{ label: text(texts, 'desk'), to: '/admin/support' }],
    },
    component: lazyPage(() => import('./desk/desk-page.tsx'), 'DeskPage'),
  }),
]
