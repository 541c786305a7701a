import type { ErrorCode } from '@shiloh/contract/errors'
import { wasActedOn } from '#platform/db/edits.store'
import { sqlIn, type TxSql } from '#platform/db/sql.store'
import { AppError, invalid } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { refused } from '../booking/book.ts'
import { releaseInvitations } from '../booking/claims.store.ts'
import { findPeople } from '../booking/snapshot.sql.ts'
import { decideInvitation } from '../booking/wish.rules.ts'
import { lockQuotas } from '../event-offer/event-offer.store.ts'
import { currentOffers } from '../event-offer/event-offer.ts'
import { removedNotice } from '../mails/mails.ts'
import { endOverdue, heldUntil, inviteNext, saveInvitations, waitingSnapshot } from './promote.ts'
import {
  countPassedOver,
  endWaiting,
  findEventOfWaiting,
  hasNewerEntry,
  lockOneWaiting,
  moveWaiting,
  noteActed,
  type WaitingRow,
} from './waiting.store.ts'

// What the office does with the waiting list by hand (docs/domain.md#waiting-list).

/** Who does it, and why. An empty reason is none. */
interface By {
  readonly id: string
  readonly reason: string
}

/**
 * Locks the quotas of an entry's event, expires what is overdue, and locks the entry.
 *
 * @throws AppError not_found, illegal_transition when the entry has another status
 */
const lockEntry = async (
  work: Work,
  sql: TxSql,
  id: string,
  statuses: readonly WaitingRow['status'][],
): Promise<WaitingRow> => {
  const eventId = await findEventOfWaiting(sql, id)
  if (!eventId) throw new AppError('not_found')
  await lockQuotas(sql, [eventId])
  await endOverdue(sql, work.deps, [eventId], work.now)
  const row = await lockOneWaiting(sql, id)
  if (!row) throw new AppError('not_found')
  if (!statuses.includes(row.status)) throw new AppError('illegal_transition')
  return row
}

/** Writes down who acted, and offers what is free now to those whose turn it is. */
const close = async (work: Work, sql: TxSql, row: WaitingRow, by: By, action: string, after: object): Promise<void> => {
  await noteActed(sql, row.id, { by: by.id, reason: by.reason, now: work.now })
  await inviteNext(sql, work.deps, [row.event_id], work.now)
  work.audit({ action, resource: 'waiting_list', objectId: row.id, after: { ...after, reason: by.reason } })
  work.publish('staff', 'waiting_list', { event_id: row.event_id })
}

/** What an invitation is refused with, for staff: the texts for the person themselves speak to them. */
const OF_PERSON: Partial<Record<ErrorCode, ErrorCode>> = {
  account_deactivated: 'person_deactivated',
  account_pending: 'person_pending',
  not_eligible: 'person_not_eligible',
  cancellation_closed: 'person_cannot_change',
  illegal_transition: 'person_cannot_change',
}

const INVITED = 'invite_waiting'

/**
 * Offers somebody what they wait for, or waited for until their invitation expired. It is never more than is free.
 *
 * @param minutes how long it is held at most; as long as the event says, if absent
 * @throws AppError person_erased, invalid_input at `reason` when others would be first and no reason is given, event_full or
 *   quota_exhausted, person_waits when a newer entry for the same is open, and what refuses a reservation
 */
export const inviteByHand = async (work: Work, id: string, by: By, minutes?: number): Promise<void> => {
  const sql = sqlIn(work.tx)
  const row = await lockEntry(work, sql, id, ['waiting', 'expired'])
  // Their wish was erased with them.
  if ((await findPeople(sql, [row.user_id])).size === 0) throw new AppError('person_erased')
  if (row.status === 'expired' && (await hasNewerEntry(sql, id))) throw new AppError('person_waits')
  const passedOver = await countPassedOver(sql, id)
  if (passedOver > 0 && by.reason === '') throw invalid([{ field: 'reason', code: 'required' }])
  const { snapshot, waitingAt, asInvited } = await waitingSnapshot(sql, work.deps, [row], work.now)
  const offer = snapshot.offers.get(row.event_id)
  const [entry] = offer ? waitingAt(offer) : []
  if (!offer || !entry) throw new AppError('registration_closed')
  const accepted = decideInvitation(snapshot, offer, entry)
  if ('code' in accepted) throw refused({ ...accepted, code: OF_PERSON[accepted.code] ?? accepted.code }, offer)
  const invited = asInvited(entry)
  const until = heldUntil(offer, invited, work.now, minutes)
  await saveInvitations(sql, work.deps, snapshot, [{ offer, entry, accepted, until, ...invited }], work.now)
  await close(work, sql, row, by, INVITED, { passed_over: passedOver, until })
}

/** Moves somebody to a place among those who wait for the same. Who is next then is invited, if enough is free. */
export const moveByHand = async (work: Work, id: string, by: By, place: number): Promise<void> => {
  const sql = sqlIn(work.tx)
  const row = await lockEntry(work, sql, id, ['waiting'])
  await moveWaiting(sql, id, place)
  await close(work, sql, row, by, 'move_waiting', { place })
}

/**
 * Takes somebody off the list. What was held for them goes to the next person.
 *
 * @throws AppError stale when a colleague invited them after `seenAt`: they may be about to reserve
 */
export const removeByHand = async (
  work: Work,
  id: string,
  by: By,
  { notify, seenAt }: { readonly notify: boolean; readonly seenAt?: Date },
): Promise<void> => {
  const sql = sqlIn(work.tx)
  const row = await lockEntry(work, sql, id, ['waiting', 'offered'])
  // An invitation that went out by itself is no reason: removing the people before them can be its cause.
  const invited = { resource: 'waiting_list', objectId: id, action: INVITED } as const
  if (seenAt && (await wasActedOn(work.tx, { ...invited, since: seenAt }))) throw new AppError('stale')
  await releaseInvitations(sql, [id], work.now)
  await endWaiting(sql, [id], 'withdrawn', work.now)
  if (notify) {
    const offer = (await currentOffers(sql, work.deps, [row.event_id], work.now)).offers.get(row.event_id)
    const person = (await findPeople(sql, [row.user_id])).get(row.user_id)
    if (offer && person) await work.send(removedNotice(person, offer, row, by.reason))
  }
  await close(work, sql, row, by, 'remove_waiting', { notify })
}
