import { balanceDueAt } from '@shiloh/contract/payments/money'
import { dayIn, wallTime } from '@shiloh/contract/text/zone'
import { sqlIn } from '#platform/db/sql.store'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { inWork, type Work } from '#platform/jobs/work'
import { edit } from '../lifecycle/change.ts'
import { lockReservations } from '../lifecycle/transitions.store.ts'
import { cancel, lockForChange } from '../lifecycle/transitions.ts'
import { moneyMessages } from '../mails/mails.ts'
import {
  type BalanceNotice,
  findKeptOver,
  findOneUnpaid,
  findOwingEvents,
  findUnpaid,
  noteBalance,
  noteBalances,
  type OwingEvent,
  type Unpaid,
} from './balances.store.ts'
import { dropChange, noteOutcome, requireOffer, syncMoneyAlerts } from './refunds-due.ts'
import { findMoneyStanding } from './standing.store.ts'

const DAY_MS = 86_400_000
/** No reminders before this hour, in the event's time zone. */
const FIRST_HOUR = 7
/** Days between giving up the bed and giving up the place: time to pay, and to ask. */
const PLACE_AFTER_DAYS = 3
/** People per transaction. */
const BATCH = 100

const SYSTEM = { actor: 'system', actorId: null } as const

/**
 * Returns the reminder to send at this hour: 7 and 2 days before the balance is due, and on the day. Returns the latest
 * that applies, or null. Days are in the event's time zone.
 */
export const reminderAt = (due: Date, timeZone: string, now: Date): BalanceNotice | undefined => {
  if (Number(wallTime(now, timeZone).slice(11, 13)) < FIRST_HOUR) return undefined
  const days = Math.round((Date.parse(dayIn(due, timeZone)) - Date.parse(dayIn(now, timeZone))) / DAY_MS)
  if (days < 0 || days > 7) return undefined
  if (days === 0) return 'today'
  return days <= 2 ? '2_days' : '7_days'
}

const remind = async (work: Work, event: OwingEvent, kind: BalanceNotice): Promise<number> => {
  const sql = sqlIn(work.tx)
  const ids = await noteBalances(sql, event.id, kind, BATCH, work.now)
  if (ids.length === 0) return 0
  const offer = await requireOffer(sql, work.deps, event.id)
  for (const held of await lockReservations(sql, ids)) {
    // The balance is due even while a dearer change waits: for the price in force.
    const standing = await findMoneyStanding(sql, held.id, work.now, { withoutChange: true })
    if (!standing || standing.balance === 0) continue
    await work.send(...(await moneyMessages(sql, 'balance_due', held, offer, work.now, { standing })))
  }
  return ids.length
}

/**
 * Applies the `release` rule of an event: first the bed is given up, then the place. The money goes back by the refund
 * rule, as for a cancellation, so that waiting is no better than cancelling.
 */
const release = async (work: Work, { id, hasBed, bedReleasedAt }: Unpaid, due: Date): Promise<void> => {
  const sql = sqlIn(work.tx)
  if (hasBed && bedReleasedAt === null) {
    // A pending change is dropped first, because the edit starts from the choice in force.
    const held = await lockForChange(sql, work.deps, id, work.now)
    const endsChange = held.pendingChange !== null
    if (endsChange) {
      await dropChange(sql, work.deps, held, work.now, 'unpaid')
      await noteOutcome(sql, held, 'change_ended', work.now)
    }
    await edit(work, { id, patch: { accommodation: null }, asker: 'staff', by: SYSTEM, release: { endsChange } })
    await noteBalance(sql, id, 'bed_released', work.now)
    return
  }
  const since = Math.max(due.getTime(), bedReleasedAt?.getTime() ?? 0)
  if (work.now.getTime() < since + PLACE_AFTER_DAYS * DAY_MS) return
  await cancel(work, id, SYSTEM, { reason: 'unpaid', unpaidSince: due })
}

/**
 * Releases what one reservation has not paid, as the rule of an event does: first the bed, some days later the place.
 * Returns what was released.
 */
export const releaseUnpaid = async (work: Work, id: string): Promise<'bed' | 'place' | 'none'> => {
  const sql = sqlIn(work.tx)
  const owing = await findOneUnpaid(sql, id)
  if (!owing) return 'none'
  const due = balanceDueAt(owing.event)
  if (work.now < due || work.now >= owing.event.startsAt) return 'none'
  const takesBed = owing.unpaid.hasBed && owing.unpaid.bedReleasedAt === null
  await release(work, owing.unpaid, due)
  if (takesBed) return 'bed'
  const [held] = await lockReservations(sql, [id])
  return held?.status === 'cancelled' ? 'place' : 'none'
}

const settleEvent = async (deps: Deps, event: OwingEvent, now: Date): Promise<void> => {
  const due = balanceDueAt(event)
  const kind = reminderAt(due, event.timeZone, now)
  if (kind) while ((await inWork(deps, (work) => remind(work, event, kind))) === BATCH);
  if (event.unpaidRule !== 'release' || now < due || now >= event.startsAt) return
  for (const unpaid of await findUnpaid(sqlIn(deps.db), event.id)) {
    try {
      await inWork(deps, (work) => release(work, unpaid, due))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      deps.log.warn({ err: error, reservation: unpaid.id }, 'an unpaid reservation could not be released')
    }
  }
}

/**
 * Runs hourly: sends balance reminders, releases unpaid places by the event's rule, and lists part payments whose date
 * has passed.
 */
export const watchBalances = async (deps: Deps): Promise<void> => {
  const now = deps.clock()
  for (const event of await findOwingEvents(sqlIn(deps.db), now)) await settleEvent(deps, event, now)
  for (const id of await findKeptOver(sqlIn(deps.db), now))
    await inWork(deps, (work) => syncMoneyAlerts(sqlIn(work.tx), { id }, now))
}
