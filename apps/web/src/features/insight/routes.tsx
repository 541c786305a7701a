import { IconClipboardData, IconHistory } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts as groups } from '../../ui/shell/nav-texts.ts'
import { texts } from './texts.ts'

/** The audit trail and the logs, for administrators. */
export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/audit-trail',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'audit_trail'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['audit_trail.read'],
      nav: { group: 'organisation', icon: IconHistory },
    },
    component: lazyPage(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/logs',
    staticData: {
      title: text(texts, 'logs'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['logs.read'],
      nav: { group: 'organisation', icon: IconClipboardData },
    },
    component: lazyPage(() => import('./logs/logs-page.tsx'), 'LogsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/logs/$type',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'logs'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['logs.read'],
      breadcrumb: [{ label: text(groups, 'organisation') }],
    },
    component: lazyPage(() => import('./logs/logs-page.tsx'), 'LogPage'),
  }),
]
