import { adminEventRoutes } from '@shiloh/contract/events/events'
import { queryOf } from '#platform/queries'

/** Loads one event for administrators. */
export const eventQuery = (id: string) => queryOf(adminEventRoutes.readAdminEvent, { params: { id } })
export const eventKey = (id: string) => eventQuery(id).queryKey
