import { IconFileSpreadsheet } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { text } from '#platform/i18n'
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
    component: lazyRouteComponent(() => import('./samples-page.tsx'), 'SamplesPage'),
  }),
]
