import { IconChecks, IconRoute } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
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
    component: lazyPage(() => import('./workflows-page.tsx'), 'WorkflowsPage'),
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
    component: lazyPage(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
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
    component: lazyPage(() => import('./runs-page.tsx'), 'RunsPage'),
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
    component: lazyPage(() => import('./builder-page.tsx'), 'BuilderPage'),
  }),
]
