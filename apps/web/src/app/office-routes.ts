import { rootRoute } from '#platform/routing'
import { routes as alerts } from '../features/alerts/routes.tsx'
import { routes as allocation } from '../features/allocation/routes.tsx'
import { routes as authorization } from '../features/authorization/routes.tsx'
import { routes as badges } from '../features/badges/routes.tsx'
import { routes as catalogue } from '../features/catalogue/routes.tsx'
import { adminRoutes as adminCheckin } from '../features/checkin/board/routes.tsx'
import { routes as checkin } from '../features/checkin/routes.tsx'
import { adminRoutes as adminContent } from '../features/content/admin/routes.tsx'
import { routes as dashboard } from '../features/dashboard/routes.tsx'
import { adminRoutes as adminEvents } from '../features/events/admin/routes.tsx'
import { routes as forms } from '../features/forms/routes.tsx'
import { routes as imports } from '../features/imports/routes.tsx'
import { routes as insight } from '../features/insight/routes.tsx'
import { routes as integrations } from '../features/integrations/routes.tsx'
import { routes as messaging } from '../features/messaging/routes.tsx'
import { routes as organisation } from '../features/organisation/routes.tsx'
import { adminRoutes as adminPayments } from '../features/payments/admin/routes.tsx'
import { routes as people } from '../features/people/routes.tsx'
import { routes as reports } from '../features/reports/routes.tsx'
import { adminRoutes as adminReservations } from '../features/reservations/admin/routes.tsx'
import { routes as samples } from '../features/samples/routes.tsx'
import { routes as adminSupport } from '../features/support/routes.tsx'
import { routes as tasks } from '../features/tasks/routes.tsx'
import { routes as venues } from '../features/venues/routes.tsx'
import { routes as workflows } from '../features/workflows/routes.tsx'
import { routes } from './routes.ts'

/**
 * Every page of the app: those of `routes.ts` with those of the office and the gate, which only their people load. The
 * routes of each of their features are added here.
 */
export const wholeTree = () =>
  rootRoute.addChildren([
    ...routes,
    ...dashboard,
    ...adminEvents,
    ...forms,
    ...adminReservations,
    ...adminPayments,
    ...reports,
    ...adminCheckin,
    ...badges,
    ...allocation,
    ...venues,
    ...catalogue,
    ...messaging,
    ...organisation,
    ...samples,
    ...tasks,
    ...imports,
    ...workflows,
    ...authorization,
    ...people,
    ...alerts,
    ...adminSupport,
    ...adminContent,
    ...insight,
    ...integrations,
    ...checkin,
  ])
