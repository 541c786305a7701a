import { IconPlugConnected } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

/** Programs of others. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/integrations',
    staticData: {
      title: text(texts, 'integrations'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['integrations.read'],
      nav: { group: 'organisation', icon: IconPlugConnected },
    },
    component: lazyPage(() => import('./integrations-page.tsx'), 'IntegrationsPage'),
  }),
]
