import type { ReviewAct } from '@shiloh/contract/checkin/board'
import { DIRECTIONS, type Direction, SAID, SCAN_RESULTS } from '@shiloh/contract/checkin/scans'
import { sql } from 'kysely'
import { shown } from '#platform/auth/denied.store'
import type { Queryable, Tx } from '#platform/db/db'
import { passes } from './passes.ts'
import { oneOf } from './store.ts'

/** A scan with what staff did about it. */
export interface ReviewedScan {
  readonly id: string
  readonly device_id: string
  readonly scan_id: string
  readonly participant_id: string | null
  readonly point_id: string | null
  readonly reservation_id: string | null
  readonly direction: Direction
  readonly scanned_at: Date
  readonly accepted: boolean
  /** Whether the person went through, as long as staff do not withdraw the scan. What the gate took back is no entry. */
  readonly passed: boolean
  readonly looked_at: Date | null
  readonly looked_by: string | null
  readonly withdrawn_at: Date | null
  readonly withdrawn_by: string | null
}

/** Returns these scans of an event in the order of their numbers, without those of hidden reservations. */
export const findReviewed = async (
  db: Queryable,
  eventId: string,
  ids: readonly string[],
  query: object,
): Promise<ReviewedScan[]> => {
  const { rows } = await sql<
    Omit<ReviewedScan, 'direction' | 'passed'> & {
      direction: string
      said: string | null
      result: string
      undone_at: Date | null
    }
  >`
    select s.id::text as id, s.device_id, s.scan_id, s.participant_id, s.point_id, s.reservation_id, s.direction, s.scanned_at, s.accepted,
      s.said, s.result, s.undone_at, s.looked_at, l.first_name || ' ' || l.last_name as looked_by,
      s.withdrawn_at, w.first_name || ' ' || w.last_name as withdrawn_by
    from scans s left join users l on l.id = s.looked_by left join users w on w.id = s.withdrawn_by
    where s.id = any(${[...ids]}::bigint[]) and s.event_id = ${eventId} and ${shown(query, { reservation: 's.reservation_id' })}
    order by s.id`.execute(db)
  return rows.map(({ said, result, undone_at, ...row }) => ({
    ...row,
    direction: oneOf(DIRECTIONS, row.direction),
    passed: passes({
      said: said === null ? null : oneOf(SAID, said),
      result: oneOf(SCAN_RESULTS, result),
      withdrawn: false,
      undone_at,
    }),
  }))
}

/** Marks scans with an act. */
export const markScans = async (
  tx: Tx,
  act: ReviewAct,
  ids: readonly string[],
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> => {
  if (ids.length === 0) return
  const marks = {
    seen: sql`looked_at = ${now}, looked_by = ${by}`,
    withdraw: sql`withdrawn_at = ${now}, withdrawn_by = ${by}`,
    restore: sql`withdrawn_at = null, withdrawn_by = null`,
  }[act]
  await sql`update scans set ${marks} where id = any(${[...ids]}::bigint[])`.execute(tx)
}

/** Returns those of these reservations that have a double entry which nobody has looked at. */
export const findOpenDoubles = async (db: Queryable, reservationIds: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    select distinct reservation_id as id from scans
    where reservation_id = any(${[...reservationIds]}::text[]) and double_of is not null and looked_at is null`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}
