import type { Feature } from '#http/feature'
import { allotmentEndpoints } from './allotments/endpoints.ts'
import { allotmentTemplates } from './allotments/mails.ts'
import { bedEndpoints } from './beds/endpoints.ts'
import { consentEndpoints, consentJobs } from './consents/consents.ts'
import { consentTemplates } from './consents/mails.ts'
import { endpoints } from './endpoints.ts'
import { crontab, jobs } from './jobs.ts'
import { templates } from './mails/mails.ts'
import { mateEndpoints } from './mates/endpoints.ts'
import { mateJobs } from './mates/jobs.ts'
import { mateTemplates } from './mates/mails.ts'
import { completionEndpoints, completionTemplates } from './people/completion.ts'
import { mealEndpoints } from './read/meals.ts'
import { sealed } from './sealed.ts'

export { lockCenters, lockRoomsToChange } from './beds/change-rooms.ts'
export { countKnown, countNews, listNews } from './beds/known-rooms.store.ts'
export { followRooms, putMisfitsElsewhere } from './beds/misfits.ts'
export { lockRows, type PlacedRow, type PlaceRow, placeMany } from './beds/place-many.ts'
export { lockPools } from './beds/pool.store.ts'
export { claimPool, freeInPool } from './beds/pool.ts'
export { tellNextRooms } from './beds/tell-rooms.ts'
export { keepMealDays } from './booking/choice.store.ts'
export { clockOf } from './booking/decide.rules.ts'
export { findPeople, lockRooms } from './booking/snapshot.sql.ts'
export { lockQuotas } from './event-offer/event-offer.store.ts'
export { currentOffer } from './event-offer/event-offer.ts'
export { syncQuotas } from './event-offer/sync-quotas.ts'
export { offerOf } from './event-offer/view.ts'
export { type InvariantReport, runInvariants } from './invariants/invariants.store.ts'
export { redeeming } from './lifecycle/arrivals.ts'
export { edit as editReservation } from './lifecycle/change.ts'
export { changeChoice, choiceValues, chosenPrice, keptChoice, restoreChoice } from './lifecycle/choice-of-many.ts'
export { syncGoodsAlert } from './lifecycle/goods.ts'
export type { By } from './lifecycle/transitions.store.ts'
export { approve, archiveReservations, cancel, lockForPayment } from './lifecycle/transitions.ts'
export { deskFor } from './mails/desk.store.ts'
export { standingWords } from './mails/money-mails.ts'
export { exampleTicket, ticketOf } from './mails/ticket.ts'
export { pairsOf } from './mates/mates.rules.ts'
export { listApartPairs, listTies } from './mates/mates.store.ts'
export { releaseUnpaid } from './money/balances.ts'
export { applyPayment, applyRefund, applyReversal, keepRefused, returnRefund } from './money/paying.ts'
export { keepMoney, releaseKept } from './money/refunds-due.ts'
export {
  type DueColumns,
  dueDateOf,
  FIGURE_COLUMNS,
  type FigureColumns,
  figuresOfRow,
  findMoneyStanding,
  IS_SETTLED,
  owedSql,
  PART_RETURNING,
  PRICE_IN_FORCE,
  priceSql,
  REFUNDS_DUE,
  WAIVED_IN_FORCE,
  waivedSql,
} from './money/standing.store.ts'
export { forgetInReservations } from './people/forget.ts'
export { makeFor } from './people/make-for.ts'
export {
  type AskedQuestion,
  askedAndGone,
  askedIn,
  finderOf,
  findFormNow,
  type StoredAnswer,
  VERSION_ANSWERED,
  wordsOfOptions,
} from './read/answers.sql.ts'
export { foundBy, foundInRow } from './read/found.sql.ts'
export { letterAllowed, letterFile } from './read/letters.ts'
export {
  countOfFilter,
  countWithoutRoom,
  findNames,
  findNamesOfWaiting,
  findOfFilter,
  findWaitingOfFilter,
  holds,
  IN_FORCE,
  LACKS_CONSENT,
  lacksRoom,
  STATUS_BEFORE_ARCHIVE,
  selectMatching,
  statusIs,
} from './read/lists.sql.ts'
export { findReservationFacts, onePerPerson, type ReservationFacts } from './read/message-facts.sql.ts'
export { receiptOf } from './read/receipts.ts'
export { comesAsGuest, findPendingChange, findStanding } from './read/records.store.ts'
export { receiptLink } from './read/views.ts'
export { startReservations } from './service.ts'
export { beforeDeactivation, beforeLink } from './waiting-list/accounts.ts'
export { inviteByHand, removeByHand } from './waiting-list/by-hand.ts'
export { offerBeside, offerFor } from './waiting-list/kept-prices.ts'

/** Places, beds, covers and stock, and who holds them. */
export const reservations: Feature = {
  endpoints: [
    ...endpoints,
    ...bedEndpoints,
    ...mateEndpoints,
    ...completionEndpoints,
    ...consentEndpoints,
    ...mealEndpoints,
    ...allotmentEndpoints,
  ],
  jobs: { ...jobs, ...consentJobs, ...mateJobs },
  crontab,
  templates: {
    ...templates,
    ...mateTemplates,
    ...completionTemplates,
    ...consentTemplates,
    ...allotmentTemplates,
  },
  sealed,
}
