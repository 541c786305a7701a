import { createRoute } from '@tanstack/react-router'
import { text } from '#platform/i18n'
import { lazyPage } from '#platform/lazy-page'
import { rootRoute } from '#platform/routing'
import { texts } from './texts.ts'

/** What a guest says after an event. The link is in the message of thanks. */
export const clientRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reservations/$id/feedback',
    staticData: {
      title: text(texts, 'title'),
      layout: 'client',
      roles: ['user'],
      breadcrumb: [{ label: text(texts, 'reservations'), to: '/reservations' }],
    },
    component: lazyPage(() => import('./feedback-page.tsx'), 'FeedbackPage'),
  }),
]
