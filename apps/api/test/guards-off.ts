import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Plugin } from 'vite'

/**
 * A guard of the books, and how to switch it off: in the source as the test loads it, or in the test's database. `npm
 * run check:guards` switches off one at a time and expects books.model.test.ts to notice.
 */
export type Guard = { readonly name: string } & (
  | { readonly file: string; readonly find: string; readonly replace: string; readonly sql?: string }
  | { readonly sql: string }
)

const root = path.resolve(import.meta.dirname, '../../..')
const GUARD = process.env['GUARD_OFF']

const PAYING = 'apps/api/src/features/reservations/money/paying.ts'
const REFUNDS = 'apps/api/src/features/payments/refunds.ts'
const BEDS = 'packages/contract/src/reservations/bed-rules.ts'

export const GUARDS: readonly Guard[] = [
  {
    name: 'money that arrived ends the hold',
    file: 'apps/api/src/features/reservations/money/money.store.ts',
    find: "case when r.status = 'pending' and l.paid > 0 then null else r.hold_expires_at end",
    replace: 'r.hold_expires_at',
    sql: 'alter table reservations drop constraint reservations_paid_is_not_held',
  },
  {
    name: 'what was paid beyond the price is due back',
    file: PAYING,
    find: '\n  const surplus = await oweExcess(sql, held, paid, now)',
    replace: '\n  const surplus = 0',
  },
  {
    name: 'money that came too late is due back',
    file: PAYING,
    find: "if (due > 0) await oweRefund(sql, held.id, due, { reason: 'too_late', kind: 'owed' }, now)",
    replace: '',
  },
  {
    name: 'a payment redeems who was let in before',
    file: PAYING,
    find: '\n  await redeemArrived(sql, id, by, now)',
    replace: '',
  },
  {
    name: 'a check-in that is withdrawn makes the reservation active again',
    file: 'apps/api/src/features/checkin/visit-writes.ts',
    find: "...redeeming(work, 'withdraw_check_in', atTheGate(undone, nobody), by),",
    replace: '',
  },
  {
    name: 'goodwill lowers what is owed',
    file: PAYING,
    find: '{ goodwill: gift - released, released }',
    replace: '{ goodwill: 0, released }',
  },
  {
    name: 'a cancellation owes the money back',
    file: 'apps/api/src/features/reservations/lifecycle/transitions.ts',
    find: 'kept = (await giveBack(sql, held, offer, await gatherMoney(sql, held, now), 0, why, now)).kept',
    replace: 'void [offer, why]',
  },
  {
    name: 'a provider that says nothing has not refused',
    file: REFUNDS,
    find: 'await inWork(deps, ({ tx, now }) => saveWaiting(tx, id, { error: error.message, now }))',
    replace: 'await inWork(deps, ({ tx }) => saveRefused(tx, id, String(error)))',
  },
  {
    name: 'a refund is asked for again under the same key',
    file: REFUNDS,
    find: 'key: refund.attempt === 1',
    replace: 'key: refund.asked > 0 ? refund.id + refund.asked : refund.attempt === 1',
  },
  {
    name: 'a refund that the provider refuses later comes back',
    file: 'apps/api/src/features/payments/rules.ts',
    find: "return status === 'done' && verdict.state === 'refused' ? 'return' : 'keep'",
    replace: "return 'keep'",
  },
  {
    name: 'cash that was given back leaves the till',
    file: REFUNDS,
    find: '...(till ? { till } : {}),',
    replace: '',
  },
  {
    name: 'an unpaid balance does not get in',
    file: 'packages/contract/src/checkin/scans.ts',
    find: "return status === 'pending' || balance > 0 ? 'unpaid' : null",
    replace: "return status === 'pending' ? 'unpaid' : null",
  },
  {
    name: 'each person holds a place',
    file: 'apps/api/src/features/reservations/booking/decide.rules.ts',
    find: "add('event', null, persons, null)",
    replace: "add('event', null, 1, null)",
  },
  {
    name: 'unrelated men and women do not share a room',
    file: BEDS,
    find: 'others.every(({ gender }) => gender === first.gender) &&',
    replace: '',
  },
  {
    name: 'a kept room opens to whom it is kept for',
    file: BEDS,
    find: "if (isKeptFrom(room, mine)) reasons.push('kept')",
    replace: '',
  },
  {
    name: 'nobody who cannot climb sleeps upstairs',
    file: BEDS,
    find: "reasons.push('floor')",
    replace: 'reasons.slice()',
  },
  {
    name: 'a closed room is given to nobody',
    file: BEDS,
    find: "if (room.maintenance.some((period) => staysOverlap(period, party))) reasons.push('maintenance')",
    replace: '',
  },
  {
    name: 'beds are looked at again after an edit',
    file: 'apps/api/src/features/reservations/lifecycle/change.ts',
    find: 'if (!roomId) return tellOfBeds(work, held, offer, await refitBeds(sql, held.id, work.now))',
    replace: 'if (!roomId) return',
  },
  {
    name: 'a room that changes asks who sleeps there',
    file: 'apps/api/src/features/venues/rooms.ts',
    find: 'await putMisfitsElsewhere(work, [id], { force, locked })',
    replace: 'void [force, locked]',
  },
  {
    name: 'two events do not sell one bed',
    sql: 'drop trigger bed_pool_not_oversold on bed_pool',
  },
]

const guardNamed = (name: string): Guard => {
  const guard = GUARDS.find((one) => one.name === name)
  if (!guard) throw new Error(`There is no guard "${name}".`)
  return guard
}

/** Loads the guarded file without its guard. Throws when the file does not contain the guard exactly once. */
export const guardsOff = (): Plugin => ({
  name: 'guards-off',
  enforce: 'pre',
  transform: (code, id) => {
    if (GUARD === undefined) return undefined
    const guard = guardNamed(GUARD)
    if (!('file' in guard) || id !== path.join(root, guard.file)) return undefined
    return { code: withoutGuard(guard, code), map: null }
  },
})

const withoutGuard = (guard: Extract<Guard, { file: string }>, code: string): string => {
  const parts = code.split(guard.find)
  if (parts.length !== 2) throw new Error(`${guard.file} holds the guard "${guard.name}" ${parts.length - 1} times.`)
  return parts.join(guard.replace)
}

/** Switches off the selected guard if it is in the database. */
export const switchOffInDatabase = async (pool: pg.Pool): Promise<void> => {
  const guard = GUARD === undefined ? undefined : guardNamed(GUARD)
  if (guard?.sql) await pool.query(guard.sql)
}

/** Returns guards that are not in the source where this list expects them: the list must follow the code. */
export const lostGuards = (): string[] =>
  GUARDS.flatMap((guard) => {
    if (!('file' in guard)) return []
    const isThere = readFileSync(path.join(root, guard.file), 'utf8').split(guard.find).length === 2
    return isThere ? [] : [guard.name]
  })
