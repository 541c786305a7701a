import { IconForms } from '@tabler/icons-react'
import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

export const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/event-forms',
    staticData: {
      title: text(texts, 'forms'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['event_forms.read'],
      nav: { group: 'organisation', icon: IconForms },
    },
    component: lazyPage(() => import('./forms-page.tsx'), 'FormsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/event-forms/$id',
    staticData: {
      title: text(texts, 'form'),
      layout: 'admin',
      roles: ['admin'],
      permissions: ['event_forms.read'],
      texts: ['reserving'],
      objectParam: 'id',
      breadcrumb: [{ label: text(texts, 'forms'), to: '/admin/event-forms' }],
    },
    component: lazyPage(() => import('./form-page.tsx'), 'FormPage'),
  }),
] as const
