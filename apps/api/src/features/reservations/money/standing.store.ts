import { balanceDueAt, balanceOf, dueNowOf } from '@shiloh/contract/payments/money'
import { type Standing, standingOf } from '@shiloh/contract/reservations/standing'
import { effectiveStatus, type ReservationStatus } from '@shiloh/contract/reservations/states'
import type { AdminReservationRow } from '@shiloh/contract/reservations/views'
import { type RawBuilder, sql } from 'kysely'
import type { RowOf } from '#platform/db/rows'
import type { Sql } from '#platform/db/sql.store'

type SentColumns =
  | 'total'
  | 'paid'
  | 'hold_expires_at'
  | 'kept_until'
  | 'pays_at_desk'
  | 'needs_approval'
  | 'approved_at'
  /** Money that still has to go back. */
  | 'refund_due'
/** The columns that a standing is computed from. */
export interface StandingColumns
  extends RowOf<Pick<AdminReservationRow, SentColumns>, 'hold_expires_at' | 'kept_until' | 'approved_at'> {
  readonly status: ReservationStatus
  readonly waived: number
  readonly reduced: number
  readonly due_at_once: number | null
  /** The total before a dearer change that waits to be paid, and what was waived of it. */
  readonly previous_total: number | null
  readonly previous_waived: number | null
  readonly change_due: number | null
  /** Whether that change is to be paid at the desk. */
  readonly change_at_desk: boolean
  /** Money that went back. */
  readonly refunded: number
  /** A part payment that is on its way back before it secured the place. */
  readonly part_returning: number
  readonly starts_at: Date
  readonly balance_due_at: Date | null
  readonly cash_deadline: Date | null
}

/** Money of a reservation `r` that still has to go back. */
export const REFUND_DUE = `coalesce((select sum(f.amount) from payments m join refunds f on f.payment_id = m.id
    where m.reservation_id = r.id and f.status in ('due', 'requested', 'refused')), 0)::bigint`

/** The same of all reservations at once: few refunds are open, and each reservation would look for its own. */
export const REFUNDS_DUE = `select m.reservation_id, sum(f.amount)::bigint as amount from refunds f join payments m on m.id = f.payment_id
    where f.status in ('due', 'requested', 'refused') group by 1`

/** Part payments of a pending reservation `r` that are on their way back: they secure nothing any more. */
export const PART_RETURNING = `case when r.status = 'pending' and r.paid > 0 then coalesce((select sum(f.amount) from payments m
    join refunds f on f.payment_id = m.id where m.reservation_id = r.id and f.kind = 'returned' and f.status = 'requested'), 0) else 0 end::bigint`

/** The price in force of a reservation `r`, without a dearer change that waits to be paid, and what was waived of it. */
export const PRICE_IN_FORCE = `coalesce((r.pending_change->>'previous_total')::bigint, r.total)`
export const WAIVED_IN_FORCE = `coalesce((r.pending_change->>'previous_waived')::bigint, r.waived)`
/** Whether a reservation `r` owes nothing of the price in force. */
export const IS_SETTLED = `(r.paid + ${WAIVED_IN_FORCE} + r.reduced >= ${PRICE_IN_FORCE})`

/** Whether a dearer change of a reservation `r` waits that is to be paid at the desk. */
const CHANGE_AT_DESK = `coalesce((r.pending_change->'wish'->>'pays_at_desk')::boolean, false)`
/** Whether what a reservation `r` waits for, its own payment or that of a change, is paid at the desk. */
export const PAYS_AT_DESK = `(case when r.pending_change is null then r.pays_at_desk else ${CHANGE_AT_DESK} end)`

/** The columns that tell what a reservation `r` costs and owes. */
export const FIGURE_COLUMNS = `
  r.status, r.total, r.paid, r.waived, r.reduced, r.hold_expires_at, (r.pending_change->>'previous_total')::bigint as previous_total,
  (r.pending_change->>'previous_waived')::bigint as previous_waived`
export type FigureColumns = Pick<
  StandingColumns,
  'status' | 'total' | 'paid' | 'waived' | 'reduced' | 'hold_expires_at' | 'previous_total' | 'previous_waived'
>

/** For reservations `r` and their events `e`. */
export const STANDING_COLUMNS = `
  ${FIGURE_COLUMNS}, r.due_at_once, r.kept_until, r.pays_at_desk, r.needs_approval, r.approved_at,
  coalesce((r.pending_change->>'due_at_once')::bigint, (r.pending_change->>'total')::bigint) as change_due,
  ${CHANGE_AT_DESK} as change_at_desk,
  ${REFUND_DUE} as refund_due,
  coalesce((select sum(f.amount) from payments m join refunds f on f.payment_id = m.id
    where m.reservation_id = r.id and f.kind <> 'goodwill' and f.status = 'done'), 0)::bigint as refunded,
  ${PART_RETURNING} as part_returning, e.starts_at, e.balance_due_at, e.cash_deadline`

/** What a row costs and owes now. */
export interface RowFigures {
  /** The effective status. */
  readonly status: ReservationStatus
  /** The price in force, and what is waived of it. */
  readonly total: number
  readonly waived: number
  readonly balance: number
  /** A dearer change waits to be paid. */
  readonly isChangeOpen: boolean
}

/**
 * Returns what a row costs and owes now. An expired change or hold is ignored, whether or not the sweep has processed
 * it.
 */
export const figuresOfRow = (
  row: FigureColumns,
  now: Date,
  { withoutChange = false }: { readonly withoutChange?: boolean } = {},
): RowFigures => {
  const isChangeOpen =
    !withoutChange && row.previous_total !== null && (row.hold_expires_at === null || row.hold_expires_at > now)
  const total = row.previous_total !== null && !isChangeOpen ? row.previous_total : row.total
  const waived = row.previous_waived !== null && !isChangeOpen ? row.previous_waived : row.waived
  const status = effectiveStatus(row.status, row.hold_expires_at, now)
  return { status, total, waived, balance: balanceOf({ ...row, total, waived, status }), isChangeOpen }
}

/** The columns that tell when the balance of a reservation is due, of its event `e`. */
export type DueColumns = Pick<StandingColumns, 'starts_at' | 'balance_due_at' | 'cash_deadline'>

/** Returns when the balance of a row is due. */
export const dueDateOf = (row: DueColumns): Date =>
  balanceDueAt({ startsAt: row.starts_at, balanceDueAt: row.balance_due_at, cashDeadline: row.cash_deadline })

/** Returns the standing of a row now. */
export const standingOfRow = (
  row: StandingColumns,
  now: Date,
  of: { readonly withoutChange?: boolean } = {},
): Standing & { readonly balance: number } => {
  const { status, total, waived, balance, isChangeOpen } = figuresOfRow(row, now, of)
  const dueAt = dueDateOf(row)
  const changeDue = isChangeOpen ? (row.change_due ?? total) : null
  return {
    ...standingOf(
      {
        status,
        total,
        paid: row.paid,
        waived,
        balance,
        dueNow: dueNowOf({ ...row, total, waived, status, dueAt, dueAtOnce: row.due_at_once, changeDue }, now),
        dueAt,
        holdExpiresAt: row.hold_expires_at,
        keptUntil: row.kept_until,
        paysAtDesk: isChangeOpen ? row.change_at_desk : row.pays_at_desk,
        waitsForApproval: row.needs_approval && row.approved_at === null,
        changeOpen: isChangeOpen,
        refundDue: row.refund_due,
        partReturning: row.part_returning,
        refunded: row.refunded,
      },
      now,
    ),
    balance,
  }
}

/** Returns what a row still owes now. */
export const owedOf = (row: StandingColumns, now: Date): number => standingOfRow(row, now).balance

/**
 * What a reservation `r` owes now, for conditions and orders of lists: the same amount as `owedOf`, which a test compares
 * with it.
 */
export const owedSql = (now: Date): RawBuilder<number> => sql<number>`(
  case when r.hold_expires_at is null or r.hold_expires_at > ${now} or r.owed = 0 then r.owed
    when r.status = 'pending' then 0
    else greatest(0, ${sql.raw(`${PRICE_IN_FORCE} - r.paid - ${WAIVED_IN_FORCE}`)} - r.reduced) end)`

/** The price in force of a reservation `r`, for sums: the same as `figuresOfRow` says, in its currency's minor units. */
export const priceSql = (now: Date): RawBuilder<number> => sql<number>`(
  case when r.hold_expires_at <= ${now} then ${sql.raw(PRICE_IN_FORCE)} else r.total end)`

/** What is waived of that price. */
export const waivedSql = (now: Date): RawBuilder<number> => sql<number>`(
  case when r.hold_expires_at <= ${now} then ${sql.raw(WAIVED_IN_FORCE)} else r.waived end)`

const STANDING = {
  name: 'reservations_money_standing',
  text: `select ${STANDING_COLUMNS} from reservations r join events e on e.id = r.event_id where r.id = $1`,
}
/**
 * Returns the standing of one reservation, and what it owes; undefined if it does not exist. `withoutChange`: for the
 * price in force while a dearer change waits.
 */
export const findMoneyStanding = async (
  sql: Sql,
  id: string,
  now: Date,
  of: { readonly withoutChange?: boolean } = {},
): Promise<(Standing & { readonly balance: number }) | undefined> => {
  const [row] = await sql<StandingColumns>(STANDING, [id])
  return row && standingOfRow(row, now, of)
}
