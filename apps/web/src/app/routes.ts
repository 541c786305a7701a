import { createRoute } from '@tanstack/react-router'
import { rootRoute } from '#platform/routing'
import { clientRoutes as blogs } from '../features/content/client-routes.tsx'
import { clientRoutes as events } from '../features/events/client-routes.tsx'
import { clientRoutes as feedback } from '../features/feedback/client-routes.tsx'
import { routes as identity } from '../features/identity/routes.tsx'
import { clientRoutes as reservations } from '../features/reservations/client-routes.tsx'
import { clientRoutes as support } from '../features/support/client-routes.tsx'
import { routes as vendors } from '../features/vendors/routes.tsx'
import { PublicPage } from './start-page.tsx'

/** Redirects a user who is signed in to their home before this page shows. */
const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { title: () => 'Shiloh', layout: 'bare' },
  component: PublicPage,
})

/** The pages of members and vendors, and those of everybody. Those of the office and the gate are in `office-routes.ts`. */
export const routes = [
  startRoute,
  ...events,
  ...reservations,
  ...feedback,
  ...blogs,
  ...support,
  ...identity,
  ...vendors,
] as const
