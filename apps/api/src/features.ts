import { activity } from '#features/activity'
import { alerts } from '#features/alerts'
import { allocation } from '#features/allocation'
import { authorization } from '#features/authorization'
import { badges } from '#features/badges'
import { bulkEdits, forgetInBulkEdits } from '#features/bulk-edits'
import { catalogue } from '#features/catalogue'
import { checkin, startCheckin } from '#features/checkin'
import { content } from '#features/content'
import { dashboard } from '#features/dashboard'
import { events } from '#features/events'
import { backgroundExports, forgetFilesOfMembers, startExports } from '#features/exports'
import { feedback } from '#features/feedback'
import { forms } from '#features/forms'
import { identity } from '#features/identity'
import { forgetInImports, imports } from '#features/imports'
import { insight } from '#features/insight'
import { integrations } from '#features/integrations'
import { forgetInBulkMessages, messaging } from '#features/messaging'
import { office } from '#features/office'
import { organisation } from '#features/organisation'
import { forgetInPayments, payments, startPayments } from '#features/payments'
import { publication } from '#features/publication'
import { forgetRemoved, removals, startRemovals } from '#features/removals'
import { reports } from '#features/reports'
import {
  beforeDeactivation,
  beforeLink,
  forgetInReservations,
  reservations,
  startReservations,
} from '#features/reservations'
import { samples } from '#features/samples'
import { savedViews } from '#features/saved-views'
import { search } from '#features/search'
import { support } from '#features/support'
import { type Connections, startSystem, system } from '#features/system'
import { forgetTasksAbout, tasks } from '#features/tasks'
import { usage } from '#features/usage'
import { vendors } from '#features/vendors'
import { venues } from '#features/venues'
import { endWorkflowsAbout, workflows } from '#features/workflows'
import type { Feature } from '#http/feature'
import type { Deps, Services } from '#platform/deps'

/** Every feature of the product. New features are registered here only. */
export const features: readonly Feature[] = [
  authorization,
  identity,
  messaging,
  alerts,
  organisation,
  venues,
  catalogue,
  forms,
  events,
  reservations,
  feedback,
  payments,
  reports,
  checkin,
  badges,
  allocation,
  content,
  support,
  insight,
  dashboard,
  search,
  samples,
  savedViews,
  bulkEdits,
  removals,
  office,
  activity,
  backgroundExports,
  tasks,
  workflows,
  imports,
  publication,
  usage,
  vendors,
  system,
  integrations,
]

/** Starts the services that features keep while the application runs. Each is stopped with the application. */
export const startServices = (deps: Deps, connections: Connections): Services => ({
  accounts: {
    beforeLink,
    beforeErasure: async (work, userId) => {
      await forgetInReservations(work, userId)
      await forgetInPayments(work, userId)
      await forgetRemoved(work, userId)
      await forgetTasksAbout(work, userId)
      await endWorkflowsAbout(work, userId)
      await forgetInImports(work, userId)
      await forgetInBulkMessages(work, userId)
      await forgetInBulkEdits(work, userId)
      await forgetFilesOfMembers(work)
    },
    beforeDeactivation,
    stop: async () => {},
  },
  reservations: startReservations(deps),
  payments: startPayments(deps),
  checkin: startCheckin(deps),
  system: startSystem(deps, connections),
  removals: startRemovals(features.flatMap(({ endpoints }) => endpoints)),
  exports: startExports(features.flatMap(({ endpoints }) => endpoints)),
})
