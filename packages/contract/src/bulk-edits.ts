import { z } from 'zod'
import { peopleFilter } from './authorization.ts'
import { can, id, line, route } from './core.ts'
import type { Permission } from './permissions.ts'
import { reservationFilter } from './reservations/reservations.ts'

/** One act on many rows at once: on selected ones, or on all of a filter but some. */

/** The most rows of one act. */
export const MOST_EDITED = 10_000

const started = z.object({
  /** Its progress, its figures, and the file of the rows that were refused. */
  activity_id: id,
  total: z.int(),
})

/** All rows of the filter but the excluded ones. With `ids`, only those of them. */
const chosen = <F extends z.ZodType>(filter: F) =>
  z.object({
    filter,
    ids: z.array(id).min(1).max(500).optional(),
    exclude: z.array(id).max(500).default([]),
    /** For the people concerned, where the act has a reason. */
    reason: line(300).optional(),
  })

const bulkRoute = <F extends z.ZodType>(path: string, permission: Permission, summary: string, filter: F) =>
  route({
    method: 'POST',
    path,
    access: can(permission),
    summary: `${summary}, ${MOST_EDITED.toLocaleString('en')} at most. Each row is acted on like a single one`,
    body: chosen(filter),
    response: started,
    idempotent: true,
    status: 202,
  })

export const bulkEditRoutes = {
  approveReservations: bulkRoute(
    '/admin/bulk/reservations/approve',
    'reservations.approve',
    'Approve many reservations',
    reservationFilter,
  ),
  cancelReservations: bulkRoute(
    '/admin/bulk/reservations/cancel',
    'reservations.cancel',
    'Cancel many reservations',
    reservationFilter,
  ),
  approveUsers: bulkRoute('/admin/bulk/users/approve', 'users.approve', 'Approve many accounts', peopleFilter),
  deactivateUsers: bulkRoute(
    '/admin/bulk/users/deactivate',
    'users.deactivate',
    'Deactivate many accounts',
    peopleFilter,
  ),
} as const
