import { IconChecks, IconRoute } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

const staff = { layout: 'admin', roles: ['admin'] } as const

/** Routine that runs by itself. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/workflow',
    validateSearch: listSearch,
    staticData: {
      ...staff,
      title: text(texts, 'workflows'),
      permissions: ['workflows.read'],
      nav: { group: 'organisation', icon: IconRoute },
    },
    component: lazyRouteComponent(() => import('./workflows-page.tsx'), 'WorkflowsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/workflow/approvals',
    validateSearch: listSearch,
    staticData: {
      ...staff,
      title: text(texts, 'approvals'),
      nav: { group: 'organisation', icon: IconChecks },
    },
    component: lazyRouteComponent(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/workflow/runs',
    validateSearch: listSearch,
    staticData: {
      ...staff,
      title: text(texts, 'runs'),
      permissions: ['workflows.read'],
      breadcrumb: [{ label: text(texts, 'workflows'), to: '/admin/workflow' }],
    },
    component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/workflow/$id',
    staticData: {
      ...staff,
      title: text(texts, 'workflow'),
      permissions: ['workflows.read'],
      breadcrumb: [{ label: text(texts, 'workflows'), to: '/admin/workflow' }],
    },
    component: lazyRouteComponent(() => import('./builder-page.tsx'), 'BuilderPage'),
  }),
]
