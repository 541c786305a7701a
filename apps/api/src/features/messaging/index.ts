import { z } from 'zod'
import type { Feature } from '#platform/feature'
import { DELIVER_MESSAGES } from '#platform/messages.store'

const deliverPayload = z.object({ ids: z.array(z.string()) })

/** Mails and SMS on their way out. */
export const messaging: Feature = {
  endpoints: [],
  jobs: {
    [DELIVER_MESSAGES]: async (payload, deps) => deps.messenger.deliver(deliverPayload.parse(payload).ids, deps),
  },
}
