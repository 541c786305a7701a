import { z } from 'zod'
import { id, line, route, signedIn } from './core.ts'

/** Exports that take longer than a moment. They are activities: made by a job, downloaded for some days. */

/** From this number of rows on, the browser asks for an export in the background. */
export const MANY_ROWS = 20_000

export const exportRoutes = {
  startExport: route({
    method: 'POST',
    path: '/admin/exports',
    access: signedIn('admin'),
    summary:
      'Make an export in the background. It needs the permission of the export, also when it is made and downloaded',
    body: z.object({
      /** As a GET would ask for it, without the prefix of the API: `/admin/reservations/export?status=active`. */
      address: line(8000),
      /** About how many rows it has, for its progress. */
      rows: z.int().min(0).max(100_000_000).optional(),
    }),
    response: z.object({ activity_id: id }),
    errors: ['not_found'],
    idempotent: true,
    status: 202,
  }),
} as const
