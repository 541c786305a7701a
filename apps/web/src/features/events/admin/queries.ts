import { adminEventRoutes } from '@shiloh/contract/events/events'
import { queryOf } from '#platform/queries'

/** One event as administrators have it. */
export const eventQuery = (id: string) => queryOf(adminEventRoutes.readAdminEvent, { params: { id } })
export const eventKey = (id: string) => eventQuery(id).queryKey
