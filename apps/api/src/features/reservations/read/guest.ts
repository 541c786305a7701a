import type { GuestReservation, MyReservation } from '@shiloh/contract/reservations/views'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { mealsOf } from './meals.ts'
import { findGuest, findRecord, isOwnedBy } from './records.store.ts'
import { OWNER } from './show.ts'
import { guestView, type ReservationRecord, reservationView } from './views.ts'

/** @throws not_found when the caller does not come in this reservation, or is no longer linked to its owner */
const asGuest = async (ctx: ReadContext, record: ReservationRecord): Promise<GuestReservation> => {
  const { participantId, cancelledByOwner } = found(await findGuest(ctx.db, record.id, ctx.caller.id))
  const index = record.participants.findIndex(({ id }) => id === participantId)
  // Taken out by a change between the two reads.
  if (index < 0) throw new AppError('not_found')
  const view = guestView(ctx.deps, record, { index, cancelledByOwner }, ctx.now)
  return { ...view, meals: await mealsOf(ctx, view) }
}

/**
 * Returns a reservation to its owner or payer as `showOwn` does, and to a linked spouse whose place is in it what is
 * theirs (ADR 102). Only the read of one reservation uses this: everything that acts on one asks for its owner.
 * @throws not_found, also for somebody else's reservation
 */
export const showMine = async (ctx: ReadContext, id: string): Promise<MyReservation> => {
  const record = found(await findRecord(ctx.db, id, ctx.language))
  return isOwnedBy(record, ctx.caller.id) ? reservationView(ctx.deps, record, ctx.now, OWNER) : asGuest(ctx, record)
}
