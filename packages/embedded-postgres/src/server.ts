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
  /** Folder of the server. It is created when it does not exist. */
  dataDir: string
  /** Name of the database that is created, and of the role that owns it. */
  database: string
  /** Fixed port. Without it, a free port is chosen and reused at later starts for as long as it stays free. */
  port?: number
  /** Server settings that override the defaults, as in postgresql.conf. Commits are durable unless you set `fsync` to `off`. */
  settings?: Record<string, string>
  /** Receives messages for the operator, one line each. */
  log: (line: string) => void
}

export interface EmbeddedPostgres {
  /** Connects to the database as its owner, who is not a superuser. */
  url: string
  /** Connects to the database `postgres` as the superuser. */
  adminUrl: string
  port: number
  /** The folder that really holds the data: it differs from the requested one where root had to move the data elsewhere. */
  dataDir: string
  /** Stops the server. No process is left when the promise resolves. */
  stop(): Promise<void>
}

/** Everything a start depends on, determined once. */
interface Launch {
  home: Home
  database: string
  binaries: Binaries
  operator: Operator | undefined
  secrets: Credentials
  settings: Record<string, string>
  fixedPort: number | undefined
  guard: Guard
  log: (line: string) => void
}

/** Stops the server when this process ends without calling stop(). */
interface Guard {
  mark: ProcessMark | undefined
  lift(): void
}

interface Running {
  port: number
  mark: ProcessMark
  child: ChildProcess
}

const defaults: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The server's log must not contain personal data: no statements and no row values.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
  jit: 'off',
  // Keeps WAL files for reuse: creating one delays every commit in progress by about 50 ms.
  min_wal_size: '256MB',
}
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const logLimit = 5_000_000

/**
 * Starts PostgreSQL on a folder, and replaces a server that a killed process left running there. The server listens on 127.0.0.1 and,
 * where the file system allows it, on a Unix socket in its folder. If it dies while in use, it is restarted on the same port.
 *
 * @throws Error when another running process uses the folder; PostgresFailure with the end of the server's log when it cannot start
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
    const launch = {
      home,
      database: options.database,
      binaries,
      operator,
      secrets,
      settings,
      fixedPort: options.port,
      guard,
      log: options.log,
    }
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

/** URLs of a server that another process runs. */
export type RunningPostgres = Pick<EmbeddedPostgres, 'url' | 'adminUrl'>

/**
 * Finds the server that another running process has started on a folder. Returns undefined when there is none.
 *
 * @param database the name that the other process passed to {@link startEmbeddedPostgres}
 */
export function findEmbeddedPostgres(dataDir: string, database: string): RunningPostgres | undefined {
  const home = describeHome(dataDir)
  const record = isOwned(home) ? readServer(home) : undefined
  return record && urlsOf(home, readCredentials(home), record.port, database)
}

/**
 * Stops the server that a killed process left running on a folder. Returns false, and stops nothing, while the process that started it
 * is running.
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
    ...urlsOf(launch.home, launch.secrets, running.port, launch.database),
    port: running.port,
    dataDir: launch.home.root,
    stop: () => {
      stopping ??= end()
      return stopping
    },
  }
}

function setGuard(): Guard {
  // Nothing can be awaited in an exit handler. Sending the signal is enough.
  const onExit = () => guard.mark && signal(guard.mark, 'SIGINT')
  // A signal without a listener ends the process without an exit event. A program with a listener of its own decides when to exit.
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
 * Stops a server that a killed process left running on this folder. Adopting it would be possible, but we would not notice if it died:
 * only a child process reports its end. A stop and a start take about 100 ms.
 */
async function replaceOrphan(launch: Launch): Promise<void> {
  const record = readServer(launch.home)
  if (record && isAlive(record)) {
    launch.log('Stopping a database that an interrupted run left behind.')
    await shutDown(record)
  }
  // The process number in a dead server's file may belong to another program by now, and PostgreSQL would refuse to start.
  rmSync(launch.home.pidFile, { force: true })
  // The old server may have used another port, and nothing else removes that socket.
  for (const name of readdirSync(launch.home.root))
    if (name.startsWith('.s.PGSQL.')) rmSync(path.join(launch.home.root, name), { force: true })
}

async function start(launch: Launch, attempts: number): Promise<Running> {
  const port = launch.fixedPort ?? (await choosePort(readServer(launch.home)?.port))
  try {
    return await startOn(launch, port)
  } catch (error) {
    // Another program may take the free port first. The last processes of a killed server may need a moment to end.
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
    // In a session of its own, so that Ctrl-C reaches this process only: the database must run until the last request is answered.
    // It logs to a file, because a pipe would break when this process is killed.
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
  // Nothing awaits this promise once the server is ready.
  failed.catch(() => undefined)
  const mark = child.pid === undefined ? undefined : markOf(child.pid)
  if (!mark) return failed
  launch.guard.mark = mark
  rememberServer(home, { ...mark, port })
  if (!(await untilReady(launch, mark))) await failed
  // From here on the supervisor handles the end of the server. The log may be gone by then, with the folder of a test run.
  child.removeListener('exit', reportEarlyEnd)
  child.unref()
  return { port, mark, child }
}

/** Resolves to false when the server ends before it is ready. PostgreSQL writes its state into line 8 of its pid file. */
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

/** Requests a fast shutdown, which rolls back open transactions; then kills the server: the next start recovers from the WAL. */
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
  const { database, secrets } = launch
  const name = pg.escapeIdentifier(database)
  const client = new pg.Client(urlsOf(launch.home, secrets, port, database).adminUrl)
  await client.connect()
  try {
    const role = await client.query('select 1 from pg_roles where rolname = $1', [database])
    if (role.rowCount === 0) await client.query(`create role ${name} login password ${pg.escapeLiteral(secrets.app)}`)
    const existing = await client.query('select 1 from pg_database where datname = $1', [database])
    if (existing.rowCount === 0) await client.query(`create database ${name} owner ${name}`)
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

/** Uses the Unix socket where there is one: TCP costs a tenth of a statement's processor time, even on one machine. */
function urlsOf(home: Home, secrets: Credentials, port: number, database: string): RunningPostgres {
  const host = existsSync(socketOf(home, port)) ? encodeURIComponent(home.root) : '127.0.0.1'
  const name = encodeURIComponent(database)
  return {
    url: `postgres://${name}:${secrets.app}@${host}:${port}/${name}`,
    adminUrl: `postgres://${adminRole}:${secrets.admin}@${host}:${port}/postgres`,
  }
}

/** The path at which PostgreSQL creates its socket. */
function socketOf(home: Home, port: number): string {
  return path.join(home.root, `.s.PGSQL.${port}`)
}

/** Length limit of a socket's path: 103 characters on macOS, 107 on Linux. */
const longestSocketPath = 103

/** Returns whether a socket can be created in the folder. Windows, long paths and some network file systems do not allow it. */
function takesSocket(home: Home): Promise<boolean> {
  if (process.platform === 'win32' || socketOf(home, 65_535).length > longestSocketPath) return Promise.resolve(false)
  const file = path.join(home.root, '.socket-probe')
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    rm(file, { force: true }, () => probe.listen(file, () => probe.close(() => resolve(true))))
  })
}
