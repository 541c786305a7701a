import type { Feature } from '#http/feature'
import { bedEndpoints } from './beds/endpoints.ts'
import { completionEndpoints, completionTemplates } from './completion.ts'
import { consentEndpoints, consentJobs } from './consents/consents.ts'
import { consentTemplates } from './consents/mails.ts'
import { endpoints } from './endpoints.ts'
import { crontab, jobs } from './jobs.ts'
import { templates } from './mails.ts'
import { sealed } from './sealed.ts'

export { lockCenters, lockRoomsToChange } from './beds/change-rooms.ts'
export { followRooms, putMisfitsElsewhere } from './beds/misfits.ts'
export { lockPools } from './beds/pool.store.ts'
export { claimPool, freeInPool } from './beds/pool.ts'
export { type InvariantReport, runInvariants } from './invariants.store.ts'
export { archiveReservations, lockForPayment, redeeming } from './life.ts'
export { countWithoutRoom } from './lists.store.ts'
export { keepMoney, releaseKept } from './money.ts'
export { standingWords } from './money-mails.ts'
export { offerOf } from './offer-view.ts'
export { applyPayment, applyRefund, returnRefund } from './paying.ts'
export { receiptOf } from './receipts.ts'
export { findMoneyStanding } from './standing.store.ts'
export { syncQuotas } from './sync.ts'
export { ticketOf } from './ticket.ts'

/** Places, beds, covers and stock, and who holds them. */
export const reservations: Feature = {
  endpoints: [...endpoints, ...bedEndpoints, ...completionEndpoints, ...consentEndpoints],
  jobs: { ...jobs, ...consentJobs },
  crontab,
  templates: { ...templates, ...completionTemplates, ...consentTemplates },
  sealed,
}
