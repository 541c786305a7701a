import { isBirthDate } from '@shiloh/contract/reservations/party'
import { type StaffReserveBody, wishOf } from '@shiloh/contract/reservations/wish'
import type { WriteContext } from '#platform/context'
import { sqlIn } from '#platform/db/sql.store'
import { AppError, invalid } from '#platform/errors'
import { userRoom } from '#platform/realtime'
import { reserveAll } from '../booking/book.ts'
import { inWordsOf } from '../booking/fields.ts'
import type { ReservationRecord } from '../read/views.ts'
import { withNewPersons } from './new-persons.ts'
import { findOrganisation, insertPerson, isMember } from './people.store.ts'

/** Tells the office, and linked spouses who have a place in it, that there is a new reservation. */
export const announceNew = (
  ctx: Pick<WriteContext, 'publish'>,
  { id, user, event, participants }: Pick<ReservationRecord, 'id' | 'user' | 'event' | 'participants'>,
): void => {
  for (const { accountId } of participants)
    if (accountId !== null && accountId !== user.id) ctx.publish(userRoom(accountId), 'reservation', { _id: id })
  ctx.publish('staff', 'reservations', { event_id: event.id })
}

/**
 * Reserves for a user, or for somebody who is registered with it, in the transaction of the caller. Returns the id of the
 * reservation.
 *
 * @throws what a reservation by staff can be refused for
 */
export const makeFor = async (ctx: WriteContext, eventId: string, body: StaffReserveBody): Promise<string> => {
  const { expected_total, user_id, person, note } = body
  if (person?.birth_date && !isBirthDate(person.birth_date, ctx.now.toISOString().slice(0, 10)))
    throw invalid([{ field: 'person.birth_date', code: 'invalid' }])
  const userId = person
    ? await insertPerson(ctx.tx, person, (await findOrganisation(ctx.tx)).country, ctx.now)
    : (user_id ?? '')
  if (!person && !(await isMember(ctx.tx, userId))) throw new AppError('not_found')
  const wish = wishOf(await withNewPersons(ctx, userId, body))
  const made = await inWordsOf(body, wish.participants, async () => {
    const request = {
      eventId,
      userId,
      payerId: userId,
      wish,
      expectedTotal: expected_total,
      by: 'staff',
      actorId: ctx.caller.id,
      source: 'staff',
      note: note ?? '',
      language: ctx.language,
      idempotency: null,
    } as const
    const [one] = await reserveAll(sqlIn(ctx.tx), ctx.deps, [request], ctx.now)
    if (one instanceof AppError) throw one
    return one
  })
  if (!made || 'madeBefore' in made) throw new AppError('internal_error')
  announceNew(ctx, made.record)
  ctx.audit({ action: 'make', resource: 'reservations', objectId: made.record.id, after: { code: made.record.code } })
  return made.record.id
}
