import type { Feature } from '#http/feature'
import { DELIVER_BATCHES, DELIVER_MESSAGES } from '#platform/messaging/messages.store'
import { announcementEndpoints } from './announcements.ts'
import { automaticEndpoints, trialTemplates } from './automatic.ts'
import { bulkEndpoints } from './bulk.ts'
import { officeTemplates } from './office-mail.ts'
import { bulkCrontab, bulkJobs } from './sending.ts'
import { templateEndpoints } from './templates.ts'

export { writingTo } from './audience.ts'
export { forgetInBulkMessages } from './forget.store.ts'
export { type Foretold, foretellTemplate, sendTemplate, type Told } from './send.ts'
export { findReservationTemplates } from './templates.ts'

/** Outgoing mails and SMS, and what the office writes itself. */
export const messaging: Feature = {
  endpoints: [...templateEndpoints, ...bulkEndpoints, ...announcementEndpoints, ...automaticEndpoints],
  jobs: {
    ...bulkJobs,
    [DELIVER_MESSAGES]: (_, deps) => deps.messenger.deliver(deps),
    [DELIVER_BATCHES]: (_, deps) => deps.messenger.deliverBatches(deps),
  },
  crontab: [...bulkCrontab, `* * * * * ${DELIVER_MESSAGES}`, `* * * * * ${DELIVER_BATCHES}`],
  templates: { ...officeTemplates, ...trialTemplates },
}
