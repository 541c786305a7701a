import { VENDOR_WORDS } from '@shiloh/contract/vendors/words'
import { IconPackage, IconReceipt, IconToolsKitchen2 } from '@tabler/icons-react'
import { createRoute, retainSearchParams } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { rootRoute } from '#platform/routing'
import { type VendorSearch, withEvent } from './search.ts'

/** The event stays the same from page to page. */
const search = { middlewares: [retainSearchParams<VendorSearch>(['event_id'])] }

/** The vendor area. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/vendor',
    validateSearch: withEvent,
    search,
    staticData: {
      title: text(VENDOR_WORDS, 'covers'),
      layout: 'vendor',
      texts: ['vendor'],
      roles: ['vendor'],
      nav: { group: 'vendor', icon: IconToolsKitchen2, order: 1 },
    },
    component: lazyPage(() => import('./home-page.tsx'), 'VendorHomePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/vendor/orders',
    validateSearch: withEvent,
    search,
    staticData: {
      title: text(VENDOR_WORDS, 'orders'),
      layout: 'vendor',
      texts: ['vendor'],
      roles: ['vendor'],
      nav: { group: 'vendor', icon: IconPackage, order: 2 },
    },
    component: lazyPage(() => import('./orders-page.tsx'), 'VendorOrdersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/vendor/statement',
    validateSearch: withEvent,
    search,
    staticData: {
      title: text(VENDOR_WORDS, 'statement'),
      layout: 'vendor',
      texts: ['vendor'],
      roles: ['vendor'],
      nav: { group: 'vendor', icon: IconReceipt, order: 3 },
    },
    component: lazyPage(() => import('./statement-page.tsx'), 'VendorStatementPage'),
  }),
]
