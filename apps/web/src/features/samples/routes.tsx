import { IconFileSpreadsheet } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/sample-csv-file',
    staticData: {
      title: text(texts, 'samples'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['sample_csv_files.read'],
      nav: { group: 'organisation', icon: IconFileSpreadsheet },
    },
    component: lazyPage(() => import('./samples-page.tsx'), 'SamplesPage'),
  }),
]
