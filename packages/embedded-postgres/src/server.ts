import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, renameSync, rm, rmSync, statSync } from 'node:fs'
import net from 'node:net'
import { constants } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Binaries, findBinaries } from './binaries.ts'
import { adminRole, ensureCluster, runAs } from './cluster.ts'
import { logSince, PostgresFailure } from './failure.ts'
import {
  type Credentials,
  claim,
  describeHome,
  type Home,
  isOwned,
  openHome,
  readCredentials,
  readServer,
  release,
  rememberServer,
  share,
} from './home.ts'
import { chooseOperator, type Operator } from './operator.ts'
import { isAlive, markOf, type ProcessMark, signal, waitForEnd } from './processes.ts'

export interface EmbeddedPostgresOptions {
  /** The folder of the server; made when missing. */
  dataDir: string
  /** A fixed port. Without one a free port is chosen, and kept as long as it stays free. */
  port?: number
  /** Server settings over the defaults, as in postgresql.conf. Commits are durable unless a setting here says otherwise. */
  settings?: Record<string, string>
  /** Takes one line for whoever runs the server. */
  log: (line: string) => void
}

export interface EmbeddedPostgres {
  /** Connects as `shiloh`, the owner of the database `shiloh`, who is no superuser. */
  url: string
  /** Connects as the superuser, to the database `postgres`. */
  adminUrl: string
  port: number
  /** The folder in which the data really is. */
  dataDir: string
  /** Ends the server and leaves no process. */
  stop(): Promise<void>
}

/** What a start needs to know about its surroundings, worked out once. */
interface Launch {
  home: Home
  binaries: Binaries
  operator: Operator | undefined
  secrets: Credentials
  settings: Record<string, string>
  fixedPort: number | undefined
  guard: Guard
  log: (line: string) => void
}

/** Sees to it that a process that ends without calling stop() takes its server along. */
interface Guard {
  mark: ProcessMark | undefined
  lift(): void
}

interface Running {
  port: number
  mark: ProcessMark
  child: ChildProcess
}

const appRole = 'shiloh'
const defaults: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Its log says what went wrong, and not with whose data: no statements, and no values of rows.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
  jit: 'off',
  // Log files are used again rather than made anew: making one holds up whoever commits for a twentieth of a second.
  min_wal_size: '256MB',
}
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const logLimit = 5_000_000

/**
 * Starts PostgreSQL on a folder; a server that a killed process left running there is replaced. It listens on 127.0.0.1 only, and on a
 * socket in its folder where one can be made. When it dies while in use, it is started again on the same port.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const operator = chooseOperator(`${options.dataDir}/cluster`)
  const binaries = findBinaries(operator)
  const home = openHome(options.dataDir, operator)
  claim(home)
  const guard = setGuard()
  try {
    const secrets = readCredentials(home)
    const settings: Record<string, string> = {
      ...defaults,
      unix_socket_directories: (await takesSocket(home)) ? home.root : '',
      ...options.settings,
    }
    ensureCluster(home, binaries, operator, secrets, settings.fsync !== 'off')
    const launch = { home, binaries, operator, secrets, settings, fixedPort: options.port, guard, log: options.log }
    await replaceOrphan(launch)
    const running = await start(launch, 3)
    await ensureDatabase(launch, running.port)
    return supervise(launch, running)
  } catch (error) {
    if (guard.mark) await shutDown(guard.mark)
    guard.lift()
    release(home)
    throw error
  }
}

/** The address of the server that another, living process runs on a folder: for programs that look at its data beside it. */
export function findEmbeddedPostgres(dataDir: string): string | undefined {
  const home = describeHome(dataDir)
  const record = isOwned(home) ? readServer(home) : undefined
  return record && urlOf(home, appRole, readCredentials(home).app, record.port, appRole)
}

/**
 * Ends the server that a killed process left running on a folder. False when the folder's owner lives, whose server it then is.
 */
export async function endOrphan(dataDir: string): Promise<boolean> {
  const home = describeHome(dataDir)
  if (isOwned(home)) return false
  const record = readServer(home)
  if (record) await shutDown(record)
  return true
}

function supervise(launch: Launch, first: Running): EmbeddedPostgres {
  let running = first
  let restart = Promise.resolve()
  let stopping: Promise<void> | undefined
  const startAgain = async () => {
    if (stopping) return
    launch.log('PostgreSQL stopped by itself and is started again.')
    try {
      running = await start({ ...launch, fixedPort: running.port }, 20)
      watch()
    } catch (error) {
      launch.log(error instanceof Error ? error.message : String(error))
    }
  }
  const watch = () => {
    running.child.once('exit', () => {
      restart = startAgain()
    })
  }
  watch()

  const end = async () => {
    await restart
    await shutDown(running.mark)
    launch.guard.lift()
    release(launch.home)
  }
  return {
    url: urlOf(launch.home, appRole, launch.secrets.app, running.port, appRole),
    adminUrl: urlOf(launch.home, adminRole, launch.secrets.admin, running.port, 'postgres'),
    port: running.port,
    dataDir: launch.home.root,
    stop: () => {
      stopping ??= end()
      return stopping
    },
  }
}

function setGuard(): Guard {
  // In this event nothing can be awaited; a signal is enough.
  const onExit = () => guard.mark && signal(guard.mark, 'SIGINT')
  // A signal that nobody listens to ends a process without that event. Who listens sees to the end himself.
  const onSignal = (name: NodeJS.Signals) => {
    if (process.listenerCount(name) === 1) process.exit(128 + constants.signals[name])
  }
  const guard: Guard = {
    mark: undefined,
    lift: () => {
      process.removeListener('exit', onExit)
      for (const name of endSignals) process.removeListener(name, onSignal)
    },
  }
  process.once('exit', onExit)
  for (const name of endSignals) process.on(name, onSignal)
  return guard
}

/**
 * Ends what a killed process left running on this folder. It could be adopted, but nobody would notice its death: a server of our
 * own is our child, and to stop and start one takes a tenth of a second.
 */
async function replaceOrphan(launch: Launch): Promise<void> {
  const record = readServer(launch.home)
  if (record && isAlive(record)) {
    launch.log('Stopping a database that an interrupted run left behind.')
    await shutDown(record)
  }
  // The number in a dead server's file may by now be another program's, and PostgreSQL would then refuse to start.
  rmSync(launch.home.pidFile, { force: true })
  // It may have listened on another port, and nobody else would remove that socket.
  for (const name of readdirSync(launch.home.root))
    if (name.startsWith('.s.PGSQL.')) rmSync(path.join(launch.home.root, name), { force: true })
}

async function start(launch: Launch, attempts: number): Promise<Running> {
  const port = launch.fixedPort ?? (await choosePort(readServer(launch.home)?.port))
  try {
    return await startOn(launch, port)
  } catch (error) {
    // Another program may take a free port first; a killed server's last processes may need a moment to end.
    const passing =
      error instanceof PostgresFailure && (error.stillInUse || (error.portTaken && launch.fixedPort === undefined))
    if (!passing || attempts <= 1) throw error
    await delay(250)
    return start(launch, attempts - 1)
  }
}

async function startOn(launch: Launch, port: number): Promise<Running> {
  const { home, binaries, operator, settings } = launch
  const logStart = rotateLog(home.log)
  const log = openSync(home.log, 'a', 0o600)
  share(home.log)
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      home.cluster,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // In a session of its own: Ctrl-C reaches us and not the database, which must outlive the last request. Its log is a file and
    // not a pipe, so that it also outlives us being killed.
    { ...runAs(operator), detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  let reportEarlyEnd: () => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    reportEarlyEnd = () =>
      reject(new PostgresFailure('The database could not be started.', logSince(home.log, logStart)))
    child.once('error', (error) => reject(new PostgresFailure('The database could not be started.', error.message)))
    child.once('exit', reportEarlyEnd)
  })
  // Nobody waits for it once the server is ready.
  failed.catch(() => undefined)
  const mark = child.pid === undefined ? undefined : markOf(child.pid)
  if (!mark) return failed
  launch.guard.mark = mark
  rememberServer(home, { ...mark, port })
  if (!(await untilReady(launch, mark))) await failed
  // From here its end is the supervisor's business; the log may be gone by then, with the folder of a test run.
  child.removeListener('exit', reportEarlyEnd)
  child.unref()
  return { port, mark, child }
}

/** Whether the server becomes ready before it ends. PostgreSQL writes its state into the eighth line of its pid file. */
async function untilReady(launch: Launch, mark: ProcessMark): Promise<boolean> {
  const begun = Date.now()
  let told = false
  while (isAlive(mark)) {
    const [pid, , , , , , , state] = readPidFile(launch.home.pidFile)
    if (Number(pid) === mark.pid && state?.trim() === 'ready') return true
    if (!told && Date.now() - begun > 5_000) {
      launch.log('The database is recovering from an interrupted run; this can take a while.')
      told = true
    }
    await delay(20)
  }
  return false
}

function readPidFile(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Fast first (open transactions are rolled back), then without ceremony: the next start recovers from its log. */
async function shutDown(mark: ProcessMark): Promise<void> {
  for (const [name, patience] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    signal(mark, name)
    if (await waitForEnd(mark, patience)) return
  }
  throw new Error(`The database process ${mark.pid} cannot be ended.`)
}

async function ensureDatabase(launch: Launch, port: number): Promise<void> {
  const client = new pg.Client(urlOf(launch.home, adminRole, launch.secrets.admin, port, 'postgres'))
  await client.connect()
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [appRole])
    if (role.rowCount === 0) await client.query(`create role ${appRole} login password '${launch.secrets.app}'`)
    const database = await client.query('select 1 from pg_database where datname = $1', [appRole])
    if (database.rowCount === 0) await client.query(`create database ${appRole} owner ${appRole}`)
  } finally {
    await client.end()
  }
}

async function choosePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await listenOnce(preferred)) !== undefined) return preferred
  const free = await listenOnce(0)
  if (free === undefined) throw new Error('This machine has no free port on 127.0.0.1 for the database.')
  return free
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}

function rotateLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < logLimit) return size
  renameSync(file, `${file}.1`)
  return 0
}

/** Over the socket where there is one: a tenth of what a statement costs both sides is the network, also on one machine. */
function urlOf(home: Home, role: string, password: string, port: number, database: string): string {
  const host = existsSync(socketOf(home, port)) ? encodeURIComponent(home.root) : '127.0.0.1'
  return `postgres://${role}:${password}@${host}:${port}/${database}`
}

/** Where PostgreSQL puts its socket. */
function socketOf(home: Home, port: number): string {
  return path.join(home.root, `.s.PGSQL.${port}`)
}

/** macOS has room for 103 characters, Linux for four more. */
const longestSocketPath = 103

/** Whether a socket can be made in the folder: not on Windows, nor under a long path, nor on many a shared file system. */
function takesSocket(home: Home): Promise<boolean> {
  if (process.platform === 'win32' || socketOf(home, 65_535).length > longestSocketPath) return Promise.resolve(false)
  const file = path.join(home.root, '.socket-probe')
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    rm(file, { force: true }, () => probe.listen(file, () => probe.close(() => resolve(true))))
  })
}
