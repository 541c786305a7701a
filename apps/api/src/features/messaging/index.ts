import type { Feature } from '#platform/feature'
import { DELIVER_MESSAGES } from '#platform/messages.store'

/** Mails and SMS on their way out. */
export const messaging: Feature = {
  endpoints: [],
  jobs: {
    [DELIVER_MESSAGES]: (_, deps) => deps.messenger.deliver(deps),
  },
  crontab: [`* * * * * ${DELIVER_MESSAGES}`],
}
