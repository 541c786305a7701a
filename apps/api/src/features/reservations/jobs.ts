import { z } from 'zod'
import { sqlIn, transactionOn } from '#platform/db/sql.store'
import type { Deps, JobTable } from '#platform/deps'
import { inWork } from '#platform/jobs/work'
import { raiseAlert, resolveOtherAlerts } from '#platform/messaging/alerts.store'
import { dueEvents, remindLeaders, returnDue } from './allotments/allotments.ts'
import { refitBedsOf } from './beds/follow-people.ts'
import { purgeCare } from './booking/choice.store.ts'
import { lockQuotas } from './event-offer/event-offer.store.ts'
import { checkBooks } from './invariants/invariants.store.ts'
import { findAllEventsWithExpired } from './lifecycle/transitions.store.ts'
import { watchBalances } from './money/balances.ts'
import { holdUnpaid } from './money/paying.ts'
import { reviewOffersAt, reviewOffersOf } from './waiting-list/closed.ts'
import { expireIn } from './waiting-list/promote.ts'
import { findEventsWithOffers, findFreeForSomebody } from './waiting-list/waiting.store.ts'

/** Records expired holds in the books and invites who can be invited now, one event per transaction. */
const sweepHolds = async (deps: Deps): Promise<void> => {
  const now = deps.clock()
  for (const eventId of await findAllEventsWithExpired(sqlIn(deps.db), now)) {
    await transactionOn(deps.pipelines, async (sql) => {
      await lockQuotas(sql, [eventId])
      await expireIn(sql, deps, [eventId], now)
    })
    deps.realtime.publish([{ room: 'staff', event: 'reservations', data: { event_id: eventId } }])
  }
  for (const eventId of await findEventsWithOffers(sqlIn(deps.db), now)) await reviewOffersAt(deps, eventId)
  // Nothing was released, but somebody may have it now: registration is open again, or an account was approved again.
  for (const eventId of await findFreeForSomebody(sqlIn(deps.db), now))
    await transactionOn(deps.pipelines, async (sql) => {
      await lockQuotas(sql, [eventId])
      await expireIn(sql, deps, [eventId], now)
    })
}

/** Checks the invariants of the books. A broken one raises an alert, which ends once the invariant holds again. */
const checkInvariants = async (deps: Deps): Promise<void> => {
  const now = deps.clock()
  const broken = (await checkBooks(deps.db)).filter(({ count }) => count > 0)
  for (const { name, count, samples } of broken) deps.log.error({ invariant: name, count, samples }, 'invariant broken')
  await inWork(deps, async ({ tx, publish }) => {
    for (const { number, name, count, samples } of broken)
      await raiseAlert(tx, 'invariant_broken', name, { number, name, count, samples: [...samples] }, now)
    const names = broken.map(({ name }) => name)
    await resolveOtherAlerts(tx, 'invariant_broken', names, now)
    if (broken.length > 0) publish('staff', 'alerts')
  })
}

/** Gives back the beds of groups that are due, one event per transaction, then reminds of the next ones. */
const returnBeds = async (deps: Deps): Promise<void> => {
  for (const eventId of await dueEvents(sqlIn(deps.db), deps.clock()))
    await inWork(deps, (work) => returnDue(work, eventId))
  await inWork(deps, remindLeaders)
}

const ofReservation = z.object({ reservation_id: z.string() })

export const jobs: JobTable = {
  return_beds: (_, deps) => returnBeds(deps),
  sweep_holds: (_, deps) => sweepHolds(deps),
  check_invariants: (_, deps) => checkInvariants(deps),
  watch_balances: (_, deps) => watchBalances(deps),
  hold_again: async (payload, deps) => {
    const { reservation_id: id } = ofReservation.parse(payload)
    await inWork(deps, (work) => holdUnpaid(work, id))
  },
  refit_beds: refitBedsOf,
  review_offers: reviewOffersOf,
  purge_care: (_, deps) => inWork(deps, ({ tx, now }) => purgeCare(sqlIn(tx), now.toISOString().slice(0, 10))),
}

export const crontab = [
  '* * * * * sweep_holds',
  '17 * * * * check_invariants',
  '7 * * * * watch_balances',
  '2 * * * * return_beds',
  '41 2 * * * purge_care',
] as const
