import type { APIRequestContext } from '@playwright/test'
import { z } from 'zod'

const events = z.object({
  data: z.array(z.object({ _id: z.string(), slug: z.string(), name: z.string(), places_left: z.number().nullable() })),
})

/** Returns an event of the demo church that can be reserved. The year in its name and its address is relative to today. */
export async function eventLike(request: APIRequestContext, beginning: string) {
  const { data } = events.parse(await (await request.get('/api/v1/events')).json())
  const event = data.find(({ slug }) => slug.startsWith(beginning))
  if (!event) throw new Error(`The demo church has no event ${beginning}….`)
  return event
}
