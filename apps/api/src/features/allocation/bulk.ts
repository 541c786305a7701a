import type { allocationRoutes, BulkAnswer, BulkAnswers, BulkRow } from '@shiloh/contract/allocation/bulk'
import type { BodyOf } from '@shiloh/contract/core'
import type { ErrorCode } from '@shiloh/contract/errors'
import { isAllowed, type Permission } from '@shiloh/contract/permissions'
import type { BedReason } from '@shiloh/contract/reservations/beds'
import {
  approve,
  cancel,
  editReservation,
  lockRows,
  type PlacedRow,
  type PlaceRow,
  placeMany,
} from '#features/reservations'
import type { AuditEntry } from '#platform/audit/audit.store'
import { hiddenOf } from '#platform/auth/denied'
import { toldReason } from '#platform/auth/welfare'
import type { WriteContext } from '#platform/context'
import { attempted } from '#platform/db/attempted.store'
import { AppError, isPassing, refusalIn } from '#platform/errors'
import { errorText } from '#platform/text/texts'
import { requireEvent } from './events.store.ts'

type Body = BodyOf<typeof allocationRoutes.changeMany>

const changesMore = ({ status, participant_type_id, title_id }: BulkRow): boolean =>
  status !== undefined || participant_type_id !== undefined || title_id !== undefined

/** Sets what a row says besides beds, as the single acts on a reservation do. @throws what they throw, forbidden */
const changeOne = async (ctx: WriteContext, id: string, row: BulkRow, reason: string): Promise<void> => {
  const by = { actor: 'staff' as const, actorId: ctx.caller.id }
  const need = (permission: Permission): void => {
    const { authorization } = ctx.caller
    if (!authorization || !isAllowed(authorization, permission, id)) throw new AppError('forbidden')
  }
  const { status, participant_type_id, title_id } = row
  const patch = {
    ...(participant_type_id === undefined ? {} : { participant_type_id }),
    ...(title_id === undefined ? {} : { title_id }),
  }
  const entries: AuditEntry[] = []
  const note = (action: string, after?: object) =>
    entries.push({ action, resource: 'reservations', objectId: id, ...(after && { after }) })
  if (Object.keys(patch).length > 0) {
    need('reservations.update')
    await editReservation(ctx, { id, patch, asker: 'staff', by })
    note('edit', patch)
  }
  if (status === 'active') {
    need('reservations.approve')
    await approve(ctx, id, by)
    note('approve')
  }
  if (status === 'cancelled') {
    need('reservations.cancel')
    await cancel(ctx, id, by, { reason })
    note('cancel', { reason })
  }
  // The trail has nothing of a row that fails halfway.
  for (const entry of entries) ctx.audit(entry)
}

const refused = (
  ctx: WriteContext,
  code: ErrorCode,
  { reasons = [], field = null }: { readonly reasons?: readonly BedReason[]; readonly field?: string | null } = {},
): BulkAnswer => ({
  result: 'refused',
  code,
  field,
  message: errorText(code, ctx.language),
  reasons: reasons.map((reason) => toldReason(ctx.caller.authorization, reason)),
  persons: [],
  by: null,
})

const answerOf = (ctx: WriteContext, { answer, guests, by }: PlacedRow): BulkAnswer => ({
  ...(answer.result === 'refused'
    ? refused(ctx, answer.code, answer)
    : { result: answer.result, code: null, message: null, field: null, reasons: [] }),
  persons: guests.map(({ participantId, reservationId, place }) => ({
    participant_id: participantId,
    reservation_id: reservationId,
    place: place && {
      room_id: place.roomId,
      room: place.room,
      block: place.block,
      floor: place.floor,
      bed: place.bed,
      pinned: place.pinned,
    },
  })),
  by,
})

const placeRowOf = ({ participant_id, reservation_id, room_id, bed, pinned, expected }: BulkRow): PlaceRow => ({
  participantId: participant_id,
  reservationId: reservation_id,
  roomId: room_id ?? null,
  bed,
  pinned,
  expected: expected && { roomId: expected.room_id, bed: expected.bed },
})

/**
 * Changes many rows in one transaction: first what they say besides beds, each in a savepoint of its own, then all beds.
 * A row that is refused changes nothing.
 *
 * @throws not_found for an unknown event
 */
export const changeMany = async (
  ctx: WriteContext,
  eventId: string,
  { rows, force, reason }: Body,
  query: object,
): Promise<BulkAnswers> => {
  await requireEvent(ctx.tx, eventId)
  const of = { eventId, hidden: hiddenOf(query) }
  const answers = new Map<number, BulkAnswer>()
  if (rows.some(changesMore)) {
    const known = await lockRows(ctx, rows.map(placeRowOf), of)
    for (const [index, row] of rows.entries()) {
      const id = row.reservation_id
      if (!changesMore(row) || id === undefined) continue
      try {
        if (!known.has(id)) throw new AppError('not_found')
        await attempted(ctx.tx, () => changeOne(ctx, id, row, reason ?? ''))
        answers.set(index, {
          result: 'changed',
          ...{ code: null, message: null, field: null, reasons: [], persons: [], by: null },
        })
      } catch (error) {
        const refusal = refusalIn(error)
        // All of it begins again.
        if (isPassing(refusal)) throw error
        const { code, fields } = refusal
        // An edit names fields of the reservation: participants.0.title_id is the title_id of the row.
        answers.set(index, refused(ctx, code, { field: fields[0]?.field.split('.').at(-1) ?? null }))
      }
    }
  }
  const toPlace = [...rows.entries()].filter(
    ([index, { room_id }]) => room_id !== undefined && answers.get(index)?.result !== 'refused',
  )
  const placed = await placeMany(
    ctx,
    toPlace.map(([, row]) => placeRowOf(row)),
    { ...of, actorId: ctx.caller.id, force, reason },
  )
  for (const [at, [index]] of toPlace.entries()) {
    const one = placed[at]
    if (one) answers.set(index, answerOf(ctx, one))
  }
  const all = rows.map((_, index) => answers.get(index) ?? refused(ctx, 'not_found'))
  return {
    changed: all.filter(({ result }) => result === 'changed').length,
    refused: all.filter(({ result }) => result === 'refused').length,
    rows: all,
  }
}
