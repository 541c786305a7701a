import type { Feature } from '#http/feature'
import { DELIVER_BATCHES, DELIVER_MESSAGES } from '#platform/messaging/messages.store'

/** Outgoing mails and SMS. */
export const messaging: Feature = {
  endpoints: [],
  jobs: {
    [DELIVER_MESSAGES]: (_, deps) => deps.messenger.deliver(deps),
    [DELIVER_BATCHES]: (_, deps) => deps.messenger.deliverBatches(deps),
  },
  crontab: [`* * * * * ${DELIVER_MESSAGES}`, `* * * * * ${DELIVER_BATCHES}`],
}
