import type { ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { Pool } from 'undici'
import { makeEvent, prepare, type Shop } from '../cases.ts'
import { APIS, type ApiMachine, PUBLIC_URL, settingsOf, startApi } from './api.ts'
import { rehearseRestore } from './backup.ts'
import { checkInvariants, compareBooks, jobsRun } from './books.ts'
import { closeCluster, DATABASE_URL, fileOf, openCluster, whole } from './cluster.ts'
import { type Drill, drills } from './drills.ts'
import { versions, whyNot } from './programs.ts'
import { CONNECTING, type Seen, startSale } from './sale.ts'
import { openShop } from './shop.ts'
import { rehearseUpgrade } from './upgrade.ts'
import { until } from './wait.ts'

// `npm run drill`: breaks a cluster while a sale is on, and compares the books with what was acknowledged. `npm run
// drill -- primary-killed` runs one drill. docs/how-to/fail-over.md says what it proves. `npm run drill -- upgrade` is
// another rehearsal, which needs no cluster (docs/how-to/upgrade.md), and so is `-- backup`
// (docs/how-to/back-up-and-restore.md).

/** Places of the event that sells out. The other event of a drill has room for all. */
const HOT = 120
const PEOPLE = 1500
/** Acknowledged requests before the strike, and after it until everybody counts as served again. */
const WARM = 60
/** Milliseconds without a failure after which everybody counts as served again. */
const CALM = 3000

interface Result {
  readonly drill: Drill
  readonly seen: Seen
  readonly counts: { readonly reservations: number; readonly payments: number; readonly scans: number }
  readonly invariants: string
  readonly wrong: readonly string[]
}

const missed = ({ goal }: Drill, seen: Seen): string[] => [
  ...(goal.pause !== undefined && seen.pause > goal.pause
    ? [`nobody was served for ${Math.round(seen.pause)} ms`]
    : []),
  ...(goal.pauseAtEvent !== undefined && seen.pauseAtEvent > goal.pauseAtEvent
    ? [`nobody at one event was served for ${Math.round(seen.pauseAtEvent)} ms`]
    : []),
  ...(goal.failed !== undefined && seen.failed > goal.failed ? [`${seen.failed} attempts failed`] : []),
]

/** Runs one drill on a cluster that is whole. */
const runDrill = async (
  drill: Drill,
  {
    db,
    shop,
    stock,
    apis,
  }: { db: pg.Pool; shop: Shop; stock: Awaited<ReturnType<typeof prepare>>; apis: Map<ApiMachine, ChildProcess> },
): Promise<Result> => {
  const primary = await whole(60)
  const [gate] = await shop.accounts(1, 'checkin_user')
  if (!gate) throw new Error('nobody is at the gate')
  const people = await shop.accounts(PEOPLE)
  const hotId = await makeEvent(shop, stock, HOT)
  const openId = await makeEvent(shop, stock, null)
  await db.query('insert into check_in_user_events select $1, unnest($2::text[])', [gate.id, [hotId, openId]])
  const sale = startSale({
    http: new Pool(PUBLIC_URL, CONNECTING),
    eventIds: [hotId, openId],
    typeId: stock.typeId,
    people,
    gate,
    journalFile: fileOf(`journal-${drill.name}.jsonl`),
  })
  const served = (what: string, answered: number) =>
    until(what, 90, async () => (sale.seen().answered >= answered && sale.calm() > CALM) || undefined)
  let during: readonly string[] = []
  try {
    await served('a sale', WARM)
    sale.mark()
    console.log(`${drill.name}: ${drill.what} (${primary} is the primary)`)
    const mend = await drill.strike({ primary, db, apis, begins: sale.mark })
    await served('everybody is served again', sale.seen().answered + WARM)
    during = await mend()
    await whole(120)
    await served('everybody is served after the repair', sale.seen().answered + WARM)
    await delay(1000)
  } catch (error) {
    during = [error instanceof Error ? error.message : String(error)]
  }
  const seen = sale.seen()
  await sale.stop()
  const jobs = await jobsRun(db).then(
    () => [],
    (error: unknown) => [String(error)],
  )
  const { journal } = sale
  const books = await compareBooks(db, journal, { eventId: hotId, capacity: HOT })
  const { line, broken } = await checkInvariants(settingsOf('api1'))
  const { reservations, payments, scans } = journal
  const result: Result = {
    drill,
    seen,
    counts: { reservations: reservations.size, payments: payments.size, scans: scans.size },
    invariants: line,
    wrong: [...missed(drill, seen), ...during, ...jobs, ...seen.problems, ...books, ...broken],
  }
  console.log(`  ${row(result).join(' | ')}`)
  console.log(`  slowest: ${seen.slowest}; half of the answers within ${Math.round(seen.median)} ms`)
  for (const problem of result.wrong) console.log(`  WRONG ${problem}`)
  return result
}

const HEAD = [
  'drill',
  'reservations, payments, scans',
  'lost, oversold, broken',
  'failed attempts',
  'nobody served for',
  'nobody at one event',
  'longest wait of one',
  'goal',
  'met',
]
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
const goalOf = ({ goal: { pause, pauseAtEvent, failed } }: Drill): string =>
  [
    ...(pause === undefined ? [] : [`nobody served ≤ ${pause / 1000} s`]),
    ...(pauseAtEvent === undefined ? [] : [`nobody at one event ≤ ${pauseAtEvent / 1000} s`]),
    ...(failed === undefined ? [] : [`${failed} failed`]),
  ].join(', ')
const row = ({ drill, seen, counts, wrong, invariants }: Result): string[] => [
  `${drill.name}: ${drill.what}`,
  `${counts.reservations}, ${counts.payments}, ${counts.scans}`,
  `${wrong.filter((text) => /lost|oversold|BROKEN/.test(text)).length}; ${invariants}`,
  `${seen.failed}${seen.failed > 0 ? ` (${[...seen.failures].map(([what, count]) => `${what}: ${count}`).join(', ')})` : ''} of ${seen.answered + seen.failed}`,
  seconds(seen.pause),
  seconds(seen.pauseAtEvent),
  seconds(seen.wait),
  goalOf(drill),
  wrong.length === 0 ? 'yes' : `**no**: ${wrong.slice(0, 3).join('; ')}`,
]

const run = async (names: readonly string[]): Promise<number> => {
  if (names[0] === 'upgrade') return rehearseUpgrade(names[1])
  if (names[0] === 'backup') return rehearseRestore()
  const reason = whyNot()
  if (reason) {
    console.error(reason)
    return 2
  }
  const unknown = names.filter((name) => !drills.some((drill) => drill.name === name))
  if (unknown.length > 0) {
    const known = [...drills.map(({ name }) => name), 'upgrade', 'backup']
    console.error(`Unknown drill "${unknown.join('", "')}". There are: ${known.join(', ')}.`)
    return 2
  }
  // Also after a failure or Ctrl-C, nothing of it is left.
  if (process.env['DRILL_KEEP'] !== '1') process.once('exit', closeCluster)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  console.log('Starting three PostgreSQL, three etcd, HAProxy and Redis …')
  await openCluster()
  const apis = new Map<ApiMachine, ChildProcess>()
  for (const machine of APIS) apis.set(machine, await startApi(machine))
  const db = new pg.Pool({ connectionString: DATABASE_URL, max: 3, connectionTimeoutMillis: 5000 })
  db.on('error', () => undefined)
  await db.query('create table drill_writes (id int primary key)')
  const shop = openShop(db, PUBLIC_URL, settingsOf('api1'))
  const stock = await until('the proxy sees both processes', 10, () => prepare(shop))
  const results: Result[] = []
  let broken: string | undefined
  for (const drill of drills)
    if (names.length === 0 || names.includes(drill.name))
      try {
        results.push(await runDrill(drill, { db, shop, stock, apis }))
      } catch (error) {
        // The cluster did not come back: nothing more can be learnt from it.
        console.error(error)
        broken = drill.name
        break
      }
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}, ${versions()}`
  const lines = [HEAD, HEAD.map(() => '---'), ...results.map(row)].map((cells) => `| ${cells.join(' | ')} |`)
  console.log(`\n${machine}, ${new Date().toISOString().slice(0, 10)}\n\n${lines.join('\n')}\n`)
  const folder = path.join(import.meta.dirname, '../results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, 'drill.json'),
    `${JSON.stringify({ machine, at: new Date().toISOString(), table: lines }, null, 2)}\n`,
  )
  return broken !== undefined || results.some(({ wrong }) => wrong.length > 0) ? 1 : 0
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error)
    console.error(`The logs were in ${fileOf('logs')}. DRILL_KEEP=1 keeps them, and the cluster.`)
    process.exit(1)
  },
)
