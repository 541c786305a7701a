import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

/** Everything about one person. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/users/$id',
    staticData: {
      texts: ['industries'],
      title: text(texts, 'user'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['users.read'],
      objectParam: 'id',
      breadcrumb: [{ label: text(texts, 'users'), to: '/admin/users' }],
    },
    component: lazyRouteComponent(() => import('./person-page.tsx'), 'PersonPage'),
  }),
]
