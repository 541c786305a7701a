import { IconHome, IconPackage } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { rootRoute } from '#platform/routing'
import { withEvent } from './search.ts'
import { texts } from './texts.ts'

/** The vendor area. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/vendor',
    validateSearch: withEvent,
    staticData: {
      title: text(texts, 'home'),
      layout: 'vendor',
      roles: ['vendor'],
      nav: { group: 'vendor', icon: IconHome, order: 1 },
    },
    component: lazyRouteComponent(() => import('./home-page.tsx'), 'VendorHomePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/vendor/orders',
    validateSearch: withEvent,
    staticData: {
      title: text(texts, 'orders'),
      layout: 'vendor',
      roles: ['vendor'],
      nav: { group: 'vendor', icon: IconPackage, order: 2 },
    },
    component: lazyRouteComponent(() => import('./orders-page.tsx'), 'VendorOrdersPage'),
  }),
]
