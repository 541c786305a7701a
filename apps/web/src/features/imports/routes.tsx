import { IMPORTED } from '@shiloh/contract/sample-files'
import { IconFileImport } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { listSearch } from '#platform/list-search'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

/** An import is seen by those who may import its resource. */
const importing = IMPORTED.map((resource) => `${resource}.import` as const)
const inImports = [{ label: text(texts, 'imports'), to: '/admin/imports' }]

export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/imports',
    validateSearch: listSearch,
    staticData: {
      title: text(texts, 'imports'),
      layout: 'admin',
      roles: ['admin'],
      oneOf: importing,
      nav: { group: 'organisation', icon: IconFileImport },
    },
    component: lazyPage(() => import('./imports-page.tsx'), 'ImportsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/imports/new',
    validateSearch: ({ resource }: Record<string, unknown>) => ({
      resource: IMPORTED.find((one) => one === resource),
    }),
    staticData: {
      title: text(texts, 'one'),
      layout: 'admin',
      roles: ['admin'],
      oneOf: importing,
      breadcrumb: inImports,
    },
    component: lazyPage(() => import('./new-import-page.tsx'), 'NewImportPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/imports/$id',
    staticData: {
      title: text(texts, 'one'),
      layout: 'admin',
      roles: ['admin'],
      oneOf: importing,
      breadcrumb: inImports,
    },
    component: lazyPage(() => import('./import-page.tsx'), 'ImportPage'),
  }),
]
