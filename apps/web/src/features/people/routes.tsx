import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
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
    component: lazyPage(() => import('./person-page.tsx'), 'PersonPage'),
  }),
]
