import { z } from 'zod'
import { can, id, idParams, route } from '../core.ts'

/** What publishing an event would do, beyond what the event itself says. */
export const publicationRoutes = {
  readPublication: route({
    method: 'GET',
    path: '/admin/events/{id}/publication',
    access: can('events.publish'),
    summary: 'What publishing an event would do: the beds that go on sale, and what starts with it',
    params: idParams,
    response: z.object({
      /** The beds of each room category of the event: their number, or all that no other event has taken. */
      accommodations: z.array(z.object({ _id: id, beds: z.int() })),
      /** People who wait for a place from when it was published before. */
      waiting: z.int(),
      /** The enabled workflows that start, whose conditions the event meets now. */
      workflows: z.array(z.object({ _id: id, name: z.string() })),
    }),
  }),
}
