import { isAllowed } from '@shiloh/contract/permissions'
import type { ActionAsker } from '@shiloh/contract/reservations/states'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { findRecord, isOwnedBy } from './records.store.ts'
import { reservationView } from './views.ts'

export const OWNER: ActionAsker = { kind: 'owner' }

const staffOf = (ctx: ReadContext): ActionAsker => ({
  kind: 'staff',
  can: (permission, objectId) => isAllowed(ctx.caller.authorization, permission, objectId),
})

/** Returns a reservation as the caller sees it. @throws not_found, also for somebody else's reservation */
export const showOwn = async (ctx: ReadContext, id: string): Promise<ReservationView> => {
  const record = found(await findRecord(ctx.db, id, ctx.language))
  if (!isOwnedBy(record, ctx.caller.id)) throw new AppError('not_found')
  return reservationView(ctx.deps, record, ctx.now, OWNER)
}

/** Returns a reservation as staff see it, in their language or another. @throws not_found */
export const showAny = async (ctx: ReadContext, id: string, language = ctx.language): Promise<ReservationView> =>
  reservationView(ctx.deps, found(await findRecord(ctx.db, id, language)), ctx.now, staffOf(ctx))
