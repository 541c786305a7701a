import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import type { Journal } from './sale.ts'
import { until } from './wait.ts'

const CHECK = path.resolve(import.meta.dirname, '../../apps/api/src/check-invariants.ts')

/** Returns those of `ids` that `text` does not find. */
const missing = async (db: pg.Pool, text: string, ids: ReadonlySet<string>): Promise<string[]> => {
  const { rows } = await db.query<{ id: string }>(text, [[...ids]])
  const found = new Set(rows.map(({ id }) => id))
  return [...ids].filter((id) => !found.has(id))
}

/** Compares the books with what was acknowledged. Returns a line for each thing that is wrong. */
export const compareBooks = async (
  db: pg.Pool,
  journal: Journal,
  hot: { readonly eventId: string; readonly capacity: number },
): Promise<string[]> => {
  const lost = {
    reservation: await missing(
      db,
      `select id from reservations where id = any($1) and status in ('pending', 'active', 'redeemed')`,
      journal.reservations,
    ),
    payment: await missing(
      db,
      `select reference as id from payments p where reference = any($1) and status = 'paid'
         and captured = (select sum(amount) from ledger_entries where payment_id = p.id)`,
      journal.payments,
    ),
    scan: await missing(db, `select scan_id as id from scans where scan_id = any($1) and result = 'ok'`, journal.scans),
  }
  const problems = Object.entries(lost).flatMap(([what, ids]) => ids.map((id) => `lost: ${what} ${id}`))
  const { rows } = await db.query<{ sold: number; twice: number; bare: number }>(
    `select (select count(*)::int from reservations where event_id = $1 and status in ('pending', 'active', 'redeemed')) as sold,
       (select count(*)::int from (select reservation_id from ledger_entries where kind = 'capture' group by 1 having count(*) > 1) t) as twice,
       (select count(*)::int from messages m where template = 'payment_received' and channel = 'mail' and status = 'sent'
          and not exists (select 1 from message_attachments a where a.message_id = m.id)) as bare`,
    [hot.eventId],
  )
  const { sold = 0, twice = 0, bare = 0 } = rows[0] ?? {}
  if (sold > hot.capacity) problems.push(`oversold: ${sold} of ${hot.capacity}`)
  if (journal.soldOut > 0 && sold < hot.capacity) problems.push(`refused as sold out with ${sold} of ${hot.capacity}`)
  if (twice > 0) problems.push(`${twice} reservations were paid twice`)
  if (bare > 0) problems.push(`${bare} mails went out without their ticket`)
  return problems
}

/** Runs `npm run check:invariants`. Returns its last line, or what is broken. */
export const checkInvariants = async (
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly line: string; readonly broken: readonly string[] }> => {
  const { stdout } = await promisify(execFile)(process.execPath, [CHECK], {
    env: { PATH: process.env['PATH'], ...settings },
  }).catch((error: { stdout?: string; stderr?: string }) => ({ stdout: `${error.stdout}\nBROKEN ${error.stderr}` }))
  const lines = stdout.trim().split('\n')
  return { line: lines.at(-1) ?? '', broken: lines.filter((line) => line.startsWith('BROKEN')) }
}

/** Resolves when a job that is added now has been done: the queue works again. */
export const jobsRun = async (db: pg.Pool): Promise<void> => {
  await db.query(`select graphile_worker.add_job('deliver_messages', job_key => 'drill')`)
  await until('jobs run again', 20, async () => {
    const { rows } = await db.query(`select 1 from graphile_worker.jobs where key = 'drill'`)
    return rows.length === 0 || undefined
  })
}
