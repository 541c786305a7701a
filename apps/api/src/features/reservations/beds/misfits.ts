import { type Occupant, type Room, reasonsAgainst } from '@shiloh/contract/reservations/bed-rules'
import type { BedReason } from '@shiloh/contract/reservations/beds'
import { sqlIn, type TxSql } from '#platform/db/sql.store'
import { AppError } from '#platform/errors'
import type { Work } from '#platform/jobs/work'
import { lockRooms } from '../booking/snapshot.sql.ts'
import { syncQuotas } from '../event-offer/sync-quotas.ts'
import { announce } from '../lifecycle/announce.ts'
import { lockReservations } from '../lifecycle/transitions.store.ts'
import { tellOfBeds } from '../lifecycle/transitions.ts'
import { requireOffer } from '../money/refunds-due.ts'
import { findSleeping } from './beds.store.ts'
import { holdAgain } from './held-change.ts'
import { refitBeds } from './place.ts'
import { findPoolEvents, type LosingRow } from './pool.store.ts'
import { claimPool } from './pool.ts'

/** A person whose room no longer suits them. */
export interface Misfit extends LosingRow {
  readonly reasons: readonly BedReason[]
}

const parties = (room: Room, today: string): Occupant[][] => {
  const groups = new Map<string, Occupant[]>()
  for (const occupant of room.occupants.filter(({ check_out }) => check_out > today)) {
    const key = [occupant.partyId, occupant.check_in, occupant.check_out].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), occupant])
  }
  return [...groups.values()]
}

/** Returns who sleeps in these rooms from `today` on but no longer fits, given the current state of the rooms. */
const findMisfits = async (sql: TxSql, roomIds: readonly string[], today: string, now: Date): Promise<Misfit[]> => {
  // Expired holds are ignored. Locking the rooms releases their beds, so nobody is left behind in one.
  const rooms = [...(await lockRooms(sql, roomIds, now)).values()]
  const known = new Map((await findSleeping(sql, roomIds, today)).map((row) => [row.reservation_id, row]))
  return rooms.flatMap((room) =>
    parties(room, today).flatMap((people): Misfit[] => {
      const [first] = people
      const stay = first && known.get(first.partyId)
      if (!first || !stay) return []
      const without = { ...room, occupants: room.occupants.filter((occupant) => !people.includes(occupant)) }
      const { check_in, check_out } = first
      const party = { id: first.partyId, sleepers: people, check_in, check_out }
      const { centerId, categoryId, blockIds, ...who } = stay
      const reasons = reasonsAgainst(without, party, { centerId, categoryId: categoryId ?? room.categoryId, blockIds })
      if (people.some(({ bed }) => bed > room.beds) && !reasons.includes('too_small')) reasons.push('too_small')
      return reasons.length === 0 ? [] : [{ ...who, check_in, check_out, reasons }]
    }),
  )
}

/**
 * Call it after rooms changed. If somebody no longer fits in their room, the change is refused, unless it is forced:
 * then they get other rooms, or none, and a notice. `locked` are the reservations that the caller has locked.
 *
 * @throws AppError room_occupied with `people`: who, where, when and why
 */
export const putMisfitsElsewhere = async (
  work: Work,
  roomIds: readonly string[],
  { force, locked }: { readonly force: boolean; readonly locked: ReadonlySet<string> },
): Promise<void> => {
  const sql = sqlIn(work.tx)
  const { now, deps } = work
  const misfits = await findMisfits(sql, roomIds, now.toISOString().slice(0, 10), now)
  if (misfits.length === 0) return
  // The person who forces this has not seen people who arrived in the meantime.
  if (!force || misfits.some(({ reservation_id }) => !locked.has(reservation_id)))
    throw new AppError('room_occupied', { data: { people: misfits } })
  for (const held of await lockReservations(sql, [...new Set(misfits.map(({ reservation_id }) => reservation_id))])) {
    const outcome = await refitBeds(sql, held.id, now)
    // A pending dearer change can hold beds there as well.
    await holdAgain(work, held)
    await tellOfBeds(work, held, await requireOffer(sql, deps, held.eventId), outcome)
    announce(work, held)
  }
}

/**
 * Syncs all events of these centers after their rooms changed. Missing beds are taken first from events that have not
 * sold them, starting with the one published last.
 *
 * @throws AppError beds_sold with `people` and `nights` when they are sold
 */
export const followRooms = async (work: Work, centerIds: readonly string[]): Promise<void> => {
  const sql = sqlIn(work.tx)
  const today = work.now.toISOString().slice(0, 10)
  const events = await findPoolEvents(sql, centerIds, work.now)
  for (const { id, status } of [...events].reverse()) await claimPool(sql, { id, status }, today, { yielding: true })
  for (const { id } of events) await syncQuotas(work, id)
}
