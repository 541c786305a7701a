import { IconHome } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

/** The vendor area. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/vendor',
    staticData: {
      title: text(texts, 'home'),
      layout: 'vendor',
      roles: ['vendor'],
      nav: { group: 'vendor', icon: IconHome },
    },
    component: lazyRouteComponent(() => import('./home-page.tsx'), 'VendorHomePage'),
  }),
]
