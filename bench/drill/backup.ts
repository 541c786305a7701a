import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { freePort } from '../world.ts'
import { checkInvariants } from './books.ts'
import { accountOfPostgres, backupTools, postgresPrograms, versionOf } from './programs.ts'
import { until } from './wait.ts'

// `npm run drill -- backup`: backs a PostgreSQL up with pgBackRest while the product runs on it, loses its disk, and restores it
// to a moment in an empty place, with the commands of docs/how-to/back-up-and-restore.md.

const ENTRY = path.resolve(import.meta.dirname, '../../apps/api/src/main.ts')
const ADMIN = { email: 'admin@shiloh.example', password: 'Shiloh#2026!' }

interface Step {
  readonly what: string
  readonly seconds: number
}

/** One PostgreSQL of Debian's, with a data directory of its own. */
interface Server {
  readonly data: string
  readonly port: number
}

const session = z.object({ data: z.object({ access_token: z.string() }) })
const titles = z.object({ data: z.array(z.object({ name: z.string() })) })

/** Talks to the product as the administrator of the demo church. */
const openOffice = async (url: string) => {
  const call = async (method: string, route: string, bearer?: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1${route}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const { access_token } = session.parse(await call('POST', '/admin/auth/login', undefined, ADMIN)).data
  return {
    addTitle: (name: string) => call('POST', '/admin/title', access_token, { name, rank: 90 }),
    titles: async () =>
      titles.parse(await call('GET', '/admin/title?page_size=500', access_token)).data.map(({ name }) => name),
  }
}

const sizeOf = async (folder: string): Promise<number> => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => stat(path.join(file.parentPath, file.name))),
  )
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

const rehearse = async (
  folder: string,
  programs: string,
  account: { readonly uid: number; readonly gid: number },
  begun: ChildProcess[],
): Promise<number> => {
  const steps: Step[] = []
  const wrong: string[] = []
  const logFile = path.join(folder, 'drill.log')
  /** Runs a command as PostgreSQL's account. */
  const asPostgres = async (program: string, args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(program, [...args], {
      ...account,
      cwd: folder,
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' },
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout
  }
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    steps.push({ what, seconds: (performance.now() - start) / 1000 })
    console.log(`  ${what}: ${steps.at(-1)?.seconds.toFixed(1)} s`)
    return result
  }

  const [repo, conf] = [path.join(folder, 'repo'), path.join(folder, 'pgbackrest.conf')]
  mkdirSync(repo, { mode: 0o700 })
  await chown(repo, account.uid, account.gid)
  const first: Server = { data: path.join(folder, 'lost'), port: await freePort() }
  const second: Server = { data: path.join(folder, 'restored'), port: await freePort() }
  const configure = ({ data, port }: Server) =>
    writeFileSync(
      conf,
      [
        '[global]',
        `repo1-path=${repo}`,
        'repo1-retention-full=2',
        'repo1-cipher-type=aes-256-cbc',
        'repo1-cipher-pass=only-the-drills-of-this-product-use-it',
        'start-fast=y',
        'compress-type=zst',
        `log-path=${folder}`,
        `lock-path=${folder}`,
        `spool-path=${folder}`,
        '[shiloh]',
        `pg1-path=${data}`,
        `pg1-port=${port}`,
        `pg1-socket-path=${folder}`,
        '',
      ].join('\n'),
      { mode: 0o644 },
    )
  const pgBackRest = (...args: readonly string[]) =>
    asPostgres('pgbackrest', [`--config=${conf}`, '--stanza=shiloh', ...args])
  const url = ({ port }: Server, user = 'shiloh', database = 'shiloh') =>
    `postgres://${user}@127.0.0.1:${port}/${database}`
  const startDatabase = async (server: Server) => {
    const log = openSync(logFile, 'a')
    const child = spawn(path.join(programs, 'postgres'), ['-D', server.data], {
      ...account,
      cwd: folder,
      stdio: ['ignore', log, log],
    })
    begun.push(child)
    await until('PostgreSQL', 120, async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`)
      const client = new pg.Client(url(server, 'postgres', 'postgres'))
      await client.connect()
      const { rows } = await client.query<{ done: boolean }>('select not pg_is_in_recovery() as done')
      await client.end()
      return rows[0]?.done || undefined
    })
    return child
  }
  const settingsFor = (server: Server, port: number): Record<string, string> => ({
    NODE_ENV: 'development',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: path.join(folder, 'files'),
    DATABASE_URL: url(server),
    ENCRYPTION_KEY: 'a key that only the drills of this product use',
    DEMO: '1',
    LOG_LEVEL: 'warn',
  })
  const startProduct = async (server: Server) => {
    const port = await freePort()
    const log = openSync(logFile, 'a')
    const settings = settingsFor(server, port)
    const child = spawn(process.execPath, [ENTRY], {
      env: { PATH: process.env['PATH'], ...settings },
      stdio: ['ignore', log, log],
    })
    begun.push(child)
    await until('the product', 240, async () => {
      if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`)
      return (await fetch(`${settings['PUBLIC_URL']}/health/ready`)).ok || undefined
    })
    return { child, settings, office: await openOffice(settings['PUBLIC_URL'] ?? '') }
  }
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  configure(first)
  await asPostgres(path.join(programs, 'initdb'), [
    '-D',
    first.data,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-k',
  ])
  writeFileSync(
    path.join(first.data, 'postgresql.auto.conf'),
    [
      `listen_addresses = '127.0.0.1'`,
      `port = ${first.port}`,
      `unix_socket_directories = '${folder}'`,
      'archive_mode = on',
      `archive_command = 'pgbackrest --config=${conf} --stanza=shiloh archive-push %p'`,
      'archive_timeout = 60',
      '',
    ].join('\n'),
  )
  const lost = await startDatabase(first)
  const admin = new pg.Client(url(first, 'postgres', 'postgres'))
  await admin.connect()
  await admin.query('create role shiloh login')
  await admin.query('create database shiloh owner shiloh')
  const { child: product, office } = await timed('the product starts, with the demo church', () => startProduct(first))

  await timed('stanza-create and check', async () => {
    await pgBackRest('stanza-create')
    await pgBackRest('check')
  })
  await timed('full backup, while it runs', () => pgBackRest('--type=full', 'backup'))
  await office.addTitle('Between the backups')
  await timed('incremental backup', () => pgBackRest('--type=incr', 'backup'))
  await office.addTitle('After the backups')
  const { rows: moments } = await admin.query<{ moment: string; books: number }>(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US+00') as moment`,
  )
  const moment = moments[0]?.moment ?? ''
  await office.addTitle('After the moment')
  await end(product, 'SIGTERM')
  await admin.query('select pg_switch_wal()')
  await until('the log is in the archive', 60, async () => {
    const { rows } = await admin.query<{ there: boolean }>(
      `select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as there from pg_stat_archiver`,
    )
    return rows[0]?.there || undefined
  })
  await admin.end()
  const repository = await sizeOf(repo)
  const database = await sizeOf(first.data)
  await end(lost, 'SIGKILL')
  await rm(first.data, { recursive: true })

  console.log(`  the data directory is gone; restoring to ${moment}`)
  mkdirSync(second.data, { mode: 0o700 })
  await chown(second.data, account.uid, account.gid)
  configure(second)
  await timed('restore into an empty place', () =>
    pgBackRest('--type=time', `--target=${moment}`, '--target-action=promote', 'restore'),
  )
  writeFileSync(path.join(second.data, 'postgresql.auto.conf'), `\nport = ${second.port}\narchive_mode = off\n`, {
    flag: 'a',
  })
  await timed('the log is replayed to the moment', () => startDatabase(second))
  const { settings, office: after } = await timed('the product starts, and an administrator signs in', () =>
    startProduct(second),
  )
  const found = await after.titles()
  for (const name of ['Between the backups', 'After the backups'])
    if (!found.includes(name)) wrong.push(`“${name}” is lost`)
  if (found.includes('After the moment')) wrong.push('“After the moment” is there')
  const { line, broken } = await timed('the invariants', () => checkInvariants(settings))
  wrong.push(...broken)

  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
  console.log(
    `\n${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1)}, ${[versionOf('pgbackrest', 'version'), versionOf(path.join(programs, 'postgres'), '--version')].join(', ')}, ${new Date().toISOString().slice(0, 10)}`,
  )
  console.log(`database ${megabytes(database)} with its log, repository ${megabytes(repository)}; ${line}\n`)
  console.log('| step | took |\n|---|---|')
  for (const { what, seconds } of steps) console.log(`| ${what} | ${seconds.toFixed(1)} s |`)
  for (const problem of wrong) console.log(`WRONG ${problem}`)
  return wrong.length === 0 ? 0 : 1
}

/** Rehearses a restore of a cluster. Returns the exit code: 2 if it cannot run here. */
export const rehearseRestore = async (): Promise<number> => {
  const reason = backupTools()
  const programs = postgresPrograms()
  if (reason || !programs) {
    console.error(reason)
    return 2
  }
  const account = accountOfPostgres()
  const folder = await mkdtemp(path.join(tmpdir(), 'shiloh-backup-'))
  await chmod(folder, 0o755)
  await chown(folder, account.uid, account.gid)
  const begun: ChildProcess[] = []
  const endAll = () => {
    for (const child of begun) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  }
  process.once('exit', endAll)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
  try {
    return await rehearse(folder, programs, account, begun)
  } finally {
    endAll()
    if (process.env['DRILL_KEEP'] !== '1') await rm(folder, { recursive: true, force: true })
  }
}
