import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { BalancedPool } from 'undici'
import { z } from 'zod'
import { startOwnDatabase } from '../../apps/api/src/platform/db/own-database.ts'
import { makeEvent, prepare, type Shop } from '../cases.ts'
import { freePort } from '../world.ts'
import { checkInvariants, compareBooks, jobsRun } from './books.ts'
import { CURRENT, findFormer, hasOtherLibraries, NoFormerVersion, unpack } from './former.ts'
import { CONNECTING, type Sale, startSale } from './sale.ts'
import { openShop } from './shop.ts'
import { until } from './wait.ts'

// `npm run drill -- upgrade`: the former version sells, the new one migrates its database, both sell, then the new one alone.
// `npm run drill -- upgrade <commit>` begins with another version. Needs a clone with its history and nothing else.

const HOT = 120
const PEOPLE = 3000
/** A program that should end, and has not by then, is killed. Milliseconds. */
const PROGRAM_MS = 300_000
/** Acknowledged requests in each phase. */
const ENOUGH = 150
/** Seconds for which an export goes on after the first migration waits for it. */
const EXPORT_SECONDS = 4
/**
 * The longest time in which nobody may get an answer while the database is migrated, in milliseconds: an attempt to lock a
 * table takes a second.
 */
const GOAL = 2000
const MIGRATING = 'the new one migrates, during an export'

interface Phase {
  readonly name: string
  readonly answered: number
  readonly failed: number
  /** What the failed attempts were. */
  readonly failures: string
  readonly pause: number
  readonly wait: number
}

interface Process {
  readonly child: ChildProcess
  readonly url: string
}

const settingsFor = (folder: string, databaseUrl: string, port: number): Record<string, string> => ({
  NODE_ENV: 'development',
  PORT: String(port),
  HOST: '127.0.0.1',
  PUBLIC_URL: 'http://127.0.0.1:1',
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  ENCRYPTION_KEY: 'a key that only the drills of this product use',
  DEMO: '0',
  LOG_LEVEL: 'warn',
})

/** Runs a program of a version. Resolves to its exit code and what it printed. `hear` gets all that it has printed so far. */
const runOf = async (
  tree: string,
  program: string,
  env: Readonly<Record<string, string>>,
  hear: (said: string) => void = () => undefined,
) => {
  const child = spawn(process.execPath, [path.join(tree, 'apps/api/src', program)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8')
      hear(said)
    })
  const patience = setTimeout(() => child.kill('SIGKILL'), PROGRAM_MS)
  const [code] = await once(child, 'exit')
  clearTimeout(patience)
  return { code, said }
}

/** Reads every table in one transaction and keeps it open, as a long export does. Resolves to what ends it. */
const beginExport = async (databaseUrl: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'an export' })
  await client.connect()
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of rows) await client.query(`select from ${name} limit 1`)
  return async () => {
    await client.query('commit')
    await client.end()
  }
}

const described = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** Asks for everything that a version reads without naming a record. Returns the answers that say that it failed. */
const readAll = async (shop: Shop, admin: Parameters<Shop['call']>[2]): Promise<string[]> => {
  const { paths } = described.parse((await shop.call('GET', '/openapi.json', admin)).body)
  const wrong: string[] = []
  for (const [name, methods] of Object.entries(paths)) {
    if (!('get' in methods) || name.includes('{')) continue
    const { status } = await shop.call('GET', name.replace('/api/v1', ''), admin)
    if (status >= 500) wrong.push(`the former version answers ${status} to GET ${name} after the migrations`)
  }
  return wrong
}

/** Rehearses an upgrade. Returns the exit code: 2 if there is nothing to rehearse here. */
export const rehearseUpgrade = async (commit: string | undefined): Promise<number> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shiloh-upgrade-'))
  // The database can run as another account.
  await chmod(folder, 0o711)
  const children: ChildProcess[] = []
  const closing: (() => Promise<unknown>)[] = []
  const endAll = () => {
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL')
  }
  process.once('exit', endAll)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  try {
    return await rehearse(folder, commit, children, closing)
  } catch (error) {
    if (!(error instanceof NoFormerVersion)) throw error
    console.error(`The upgrade cannot be rehearsed: ${error.message}`)
    return 2
  } finally {
    endAll()
    for (const close of closing.toReversed()) await close().catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}

const rehearse = async (
  folder: string,
  commit: string | undefined,
  children: ChildProcess[],
  closing: (() => Promise<unknown>)[],
): Promise<number> => {
  const former = findFormer(commit)
  const tree = path.join(folder, 'former')
  unpack(former, tree)
  const libraries = hasOtherLibraries(former) ? ', with the libraries of this version' : ''
  console.log(`From ${former.commit} (${former.at})${libraries}: ${former.added.length} migrations.`)
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  await chmod(dataDir, 0o711)
  const postgres = await startOwnDatabase({ dataDir }, () => undefined)
  closing.push(() => postgres.stop())
  const settings = settingsFor(dataDir, postgres.url, 1)

  const start = async (from: string, name: string): Promise<Process> => {
    const port = await freePort()
    const files = path.join(folder, name)
    mkdirSync(files)
    const child = spawn(process.execPath, [path.join(from, 'apps/api/src/main.ts')], {
      env: { PATH: process.env['PATH'], ...settingsFor(files, postgres.url, port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    children.push(child)
    const url = `http://127.0.0.1:${port}`
    await until(`${name} is ready`, 120, async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
      return (await fetch(`${url}/api/v1/health`)).ok || undefined
    })
    return { child, url }
  }
  const former1 = await start(tree, 'former-1')
  const former2 = await start(tree, 'former-2')
  const db = new pg.Pool({ connectionString: postgres.url, max: 3 })
  db.on('error', () => undefined)
  closing.push(() => db.end())
  const shop = openShop(db, former1.url, settings)
  const stock = await prepare(shop)
  const [gate] = await shop.accounts(1, 'checkin_user')
  if (!gate) throw new Error('nobody is at the gate')
  const people = await shop.accounts(PEOPLE)
  const hotId = await makeEvent(shop, stock, HOT)
  const openId = await makeEvent(shop, stock, null)
  await db.query('insert into check_in_user_events select $1, unnest($2::text[])', [gate.id, [hotId, openId]])
  const http = new BalancedPool([former1.url, former2.url], CONNECTING)
  const sale = startSale({
    http,
    eventIds: [hotId, openId],
    typeId: stock.typeId,
    people,
    gate,
    journalFile: path.join(folder, 'journal.jsonl'),
  })
  const phases: Phase[] = []
  const during = async (name: string, act: () => Promise<unknown>) => {
    sale.mark()
    await act()
    await sold(sale, name)
    const { answered, failed, pause, wait, ...seen } = sale.seen()
    const failures = [...seen.failures].map(([what, count]) => `${what}: ${count}`).join(', ')
    phases.push({ name, answered, failed, failures, pause, wait })
  }
  const stop = async ({ child, url }: Process) => {
    // Out of the rotation first, as a load balancer is told; what is under way is answered.
    await http.removeUpstream(url)
    await delay(500)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  const wrong: string[] = []
  let said = ''
  await during('the former version, two processes', () => Promise.resolve())
  await during(MIGRATING, async () => {
    const endExport = await beginExport(postgres.url)
    let ending: Promise<void> | undefined
    const migrated = await runOf(CURRENT, 'migrate.ts', settings, (so) => {
      if (so.includes(' waits for ')) ending ??= delay(EXPORT_SECONDS * 1000).then(endExport)
    })
    await (ending ?? endExport())
    said = migrated.said
    if (migrated.code !== 0) wrong.push(`the migrations failed: ${said}`)
  })
  console.log(said.trim().replace(/^/gm, '    '))
  if (wrong.length === 0) {
    await during('the former version on the new schema', async () => {
      wrong.push(...(await readAll(shop, { as: stock.admin })))
    })
    let newer: Process | undefined
    await during('a former and a new process', async () => {
      newer = await start(CURRENT, 'new-1')
      http.addUpstream(newer.url)
      await stop(former2)
    })
    await during('two new processes', async () => {
      http.addUpstream((await start(CURRENT, 'new-2')).url)
      await stop(former1)
    })
    const back = await runOf(tree, 'main.ts', { ...settings, PORT: '0' })
    if (!back.said.includes('newer than this program'))
      wrong.push(`the former version does not refuse the newer database: ${back.said}`)
  }
  const { problems } = sale.seen()
  await sale.stop()
  const jobs = await jobsRun(db).then(
    () => [],
    (error: unknown) => [String(error)],
  )
  const { line, broken } = await checkInvariants(settings)
  wrong.push(...problems, ...jobs, ...broken)
  wrong.push(...(await compareBooks(db, sale.journal, { eventId: hotId, capacity: HOT })))
  for (const { name, failed, failures, pause } of phases) {
    if (failed > 0) wrong.push(`${name}: ${failed} attempts failed (${failures})`)
    if (name === MIGRATING && pause > GOAL) wrong.push(`${name}: nobody was served for ${Math.round(pause)} ms`)
  }
  report(former.added.length, sale, phases, line)
  for (const problem of wrong) console.log(`WRONG ${problem}`)
  return wrong.length === 0 ? 0 : 1
}

/** Resolves when enough was sold in this phase. */
const sold = (sale: Sale, name: string): Promise<boolean> =>
  until(`a sale: ${name}`, 120, async () => sale.seen().answered >= ENOUGH || undefined)

const report = (migrations: number, { journal }: Sale, phases: readonly Phase[], invariants: string): void => {
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`
  const lines = [
    ['phase', 'answered', 'failed', 'nobody served for', 'longest wait of one'],
    ['---', '---', '---', '---', '---'],
    ...phases.map(({ name, answered, failed, failures, pause, wait }) => [
      name,
      String(answered),
      failed === 0 ? '0' : `${failed} (${failures})`,
      `${Math.round(pause)} ms`,
      `${Math.round(wait)} ms`,
    ]),
  ].map((cells) => `| ${cells.join(' | ')} |`)
  const { reservations, payments, scans } = journal
  const summary = `${migrations} migrations; acknowledged: ${reservations.size} reservations, ${payments.size} payments, ${scans.size} scans; ${invariants}`
  console.log(`\n${machine}, ${new Date().toISOString().slice(0, 10)}\n${summary}\n\n${lines.join('\n')}\n`)
  const results = path.join(CURRENT, 'bench/results')
  mkdirSync(results, { recursive: true })
  writeFileSync(
    path.join(results, 'upgrade.json'),
    `${JSON.stringify({ machine, at: new Date().toISOString(), summary, phases }, null, 2)}\n`,
  )
}
