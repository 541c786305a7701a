import { type ChildProcess, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { addressOf, closeNetwork, command, type Machine, openNetwork } from './network.ts'
import { postgresPrograms, startOn } from './programs.ts'
import { until } from './wait.ts'

// Three PostgreSQL with synchronous replication under Patroni, with etcd beside each, behind HAProxy. How-to:
// docs/how-to/fail-over.md.

export type DatabaseMachine = Extract<Machine, `db${number}`>
export const DATABASES: readonly DatabaseMachine[] = ['db1', 'db2', 'db3']

const FOLDER = path.join(tmpdir(), 'shiloh-drill')
const DISK_MB = 800
/** Seconds. Together they bound how long a dead primary is waited for. */
const TIMES = { ttl: 7, loop_wait: 1, retry_timeout: 3 }

/** A file of this run. */
export const fileOf = (...names: readonly string[]): string => path.join(FOLDER, ...names)
const diskOf = (machine: Machine): string => fileOf('disks', machine)
const secret = randomBytes(16).toString('hex')

const unmount = (machine: DatabaseMachine): void => {
  try {
    execFileSync('umount', ['--lazy', diskOf(machine)], { stdio: 'ignore' })
  } catch {
    // It was not mounted.
  }
}

/** Ends every process of the drill, and takes away its networks, disks and files. */
export const closeCluster = (): void => {
  closeNetwork()
  for (const machine of DATABASES) unmount(machine)
  rmSync(FOLDER, { recursive: true, force: true })
}

/**
 * Gives a machine a disk of its own, so that it can be filled. It is in memory: a drill ends programs, not the machine
 * below them, and measures no disk.
 */
const makeDisk = async (machine: DatabaseMachine): Promise<void> => {
  mkdirSync(diskOf(machine), { recursive: true })
  await command('mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m`, `shiloh-${machine}`, diskOf(machine))
  await command('chown', 'postgres:', diskOf(machine))
}

const etcds = new Map<DatabaseMachine, ChildProcess>()

/** Starts etcd on a machine: with its old data, if it has some. */
export const startEtcd = (machine: DatabaseMachine): void => {
  const own = addressOf(machine)
  const child = startOn(machine, {
    command: 'etcd',
    args: Object.entries({
      name: machine,
      'data-dir': path.join(diskOf(machine), 'etcd'),
      'listen-peer-urls': `http://${own}:2380`,
      'initial-advertise-peer-urls': `http://${own}:2380`,
      'listen-client-urls': `http://${own}:2379`,
      'advertise-client-urls': `http://${own}:2379`,
      'initial-cluster': DATABASES.map((one) => `${one}=http://${addressOf(one)}:2380`).join(','),
      'initial-cluster-state': 'new',
      'enable-v2': 'true',
    }).map(([name, value]) => `--${name}=${value}`),
    log: fileOf('logs', `etcd-${machine}.log`),
  })
  etcds.set(machine, child)
}

/** Kills the etcd of a machine alone. */
export const killEtcd = (machine: DatabaseMachine): void => {
  etcds.get(machine)?.kill('SIGKILL')
}

/** Starts Patroni on a machine, which starts PostgreSQL. */
export const startPatroni = (machine: DatabaseMachine): void => {
  const own = addressOf(machine)
  const programs = postgresPrograms()
  const file = fileOf(`patroni-${machine}.yml`)
  const account = (username: string) => ({ username, password: secret })
  // JSON is YAML.
  const settings = {
    scope: 'shiloh',
    name: machine,
    restapi: { listen: `${own}:8008`, connect_address: `${own}:8008` },
    // The older protocol, in which Patroni compares before it takes the lock. With etcd3, Patroni 3.0.2 of Debian 12 does
    // not: a primary whose network came back took the lock from its successor, with what had been written meanwhile.
    etcd: { hosts: DATABASES.map((one) => `${addressOf(one)}:2379`) },
    bootstrap: {
      dcs: {
        ...TIMES,
        // A primary that crashed is not waited for: another one has everything that was acknowledged.
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: {
            max_connections: 120,
            wal_keep_size: '64MB',
            max_wal_size: '200MB',
            // Nobody can commit before a replica follows the new primary. The default, 5 s, is how long that would take.
            wal_retrieve_retry_interval: '500ms',
          },
        },
      },
      // Small files of the log, so that a full disk is noticed within seconds.
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, { 'wal-segsize': '1' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${own}:5432`,
      connect_address: `${own}:5432`,
      data_dir: path.join(diskOf(machine), 'data'),
      bin_dir: programs,
      pgpass: path.join(diskOf(machine), 'pgpass'),
      authentication: {
        superuser: account('postgres'),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
      pg_hba: [
        'local all all trust',
        'host replication replicator 10.213.77.0/24 scram-sha-256',
        'host all all 10.213.77.0/24 scram-sha-256',
      ],
      parameters: { unix_socket_directories: diskOf(machine), password_encryption: 'scram-sha-256' },
      // A copy for a new replica would otherwise wait for the next checkpoint: minutes.
      basebackup: [{ checkpoint: 'fast' }],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  }
  writeFileSync(file, JSON.stringify(settings, null, 2))
  chmodSync(file, 0o644)
  startOn(machine, {
    command: 'patroni',
    args: [file],
    asPostgres: true,
    log: fileOf('logs', `patroni-${machine}.log`),
  })
}

const GUARD = path.join(import.meta.dirname, '../../deploy/patroni/disk-guard.sh')
/** Megabytes that a machine keeps free: the files of the log are small here. */
const LEAST_FREE_MB = 16

/** Starts what makes another machine the primary when the disk of this one is full. */
export const startGuard = (machine: DatabaseMachine): void => {
  startOn(machine, {
    command: 'sh',
    args: [
      fileOf('disk-guard.sh'),
      path.join(diskOf(machine), 'data'),
      `http://${addressOf(machine)}:8008`,
      String(LEAST_FREE_MB),
    ],
    asPostgres: true,
    log: fileOf('logs', `guard-${machine}.log`),
  })
}

const HAPROXY = `
global
  stats socket ${fileOf('haproxy.sock')} mode 600 level admin
defaults
  mode tcp
  retries 3
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s

listen primary
  bind :5000
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${DATABASES.map((one) => `  server ${one} ${addressOf(one)}:5432 check port 8008`).join('\n')}

listen replicas
  bind :5001
  option httpchk OPTIONS /replica
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${DATABASES.map((one) => `  server ${one} ${addressOf(one)}:5432 check port 8008`).join('\n')}

listen web
  bind :8080
  mode http
  timeout connect 500ms
  timeout client 65s
  timeout server 65s
  timeout check 300ms
  option forwardfor
  option http-server-close
  option redispatch 1
  retry-on conn-failure
  option httpchk GET /health/live
  http-check expect status 200
  default-server inter 100ms fastinter 50ms fall 2 rise 1 on-marked-down shutdown-sessions
${(['api1', 'api2'] as const).map((one) => `  server ${one} ${addressOf(one)}:3000 check`).join('\n')}
`

export const startRedis = (): void => {
  startOn('redis', {
    command: 'redis-server',
    args: ['--bind', addressOf('redis'), '--protected-mode', 'no', '--save', '', '--dir', FOLDER],
    log: fileOf('logs', 'redis.log'),
  })
}

/** Says a line to HAProxy, such as `set server web/api1 state drain`. Resolves to its answer. */
export const tellProxy = (line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(fileOf('haproxy.sock'), () => socket.write(`${line}\n`))
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(answer))
  })

/** The requests that a process of the product has from the proxy now, and whether the proxy sends it any. */
export const loadOf = async (machine: Machine): Promise<{ readonly requests: number; readonly isUp: boolean }> => {
  const [head = '', ...lines] = (await tellProxy('show stat')).replace('# ', '').split('\n')
  const names = head.split(',')
  const values = lines.map((line) => line.split(',')).find(([proxy, server]) => proxy === 'web' && server === machine)
  if (!values) throw new Error(`the proxy does not know ${machine}`)
  return {
    requests: Number(values[names.indexOf('scur')]),
    isUp: values[names.indexOf('status')]?.startsWith('UP') ?? false,
  }
}

const member = z.object({ name: z.enum(['db1', 'db2', 'db3']), role: z.string(), state: z.string() })
const members = z.object({ members: z.array(member) })

/** What Patroni says of its members, asked on any of them. */
export const membersOf = async () => {
  for (const machine of DATABASES)
    try {
      const answer = await fetch(`http://${addressOf(machine)}:8008/cluster`, { signal: AbortSignal.timeout(1000) })
      return members.parse(await answer.json()).members
    } catch {
      // Another one knows.
    }
  throw new Error('no Patroni answers')
}

/** Returns whether Patroni runs on a machine. */
export const hasPatroni = (machine: DatabaseMachine): Promise<boolean> =>
  fetch(`http://${addressOf(machine)}:8008/liveness`, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  )

/** The address of the database on a port of the proxy: 5000 for the primary, 5001 for the replicas. */
const urlOn = (port: number, user: string, database: string): string =>
  `postgres://${user}:${secret}@${addressOf('proxy')}:${port}/${database}`

export const DATABASE_URL = urlOn(5000, 'shiloh', 'shiloh')
export const REPLICA_URL = urlOn(5001, 'shiloh', 'shiloh')

/** Resolves to the primary when it and two replicas run and one of them is synchronous. */
export const whole = async (seconds: number): Promise<DatabaseMachine> => {
  let all: Awaited<ReturnType<typeof membersOf>> = []
  return until('a primary with two replicas', seconds, async () => {
    all = await membersOf()
    const isWhole =
      all.length === DATABASES.length &&
      all.every(({ state }) => state === 'running' || state === 'streaming') &&
      all.some(({ role }) => role === 'sync_standby')
    return isWhole ? all.find(({ role }) => role === 'leader')?.name : undefined
  }).catch((error: unknown) => {
    throw new Error(`the cluster is not whole: ${JSON.stringify(all)}`, { cause: error })
  })
}

/** Makes networks and disks, starts everything but the product, and makes an empty database. */
export const openCluster = async (): Promise<void> => {
  closeCluster()
  mkdirSync(FOLDER, { recursive: true })
  chmodSync(FOLDER, 0o755)
  if (!existsSync(fileOf('logs'))) mkdirSync(fileOf('logs'))
  await openNetwork()
  for (const machine of DATABASES) await makeDisk(machine)
  for (const machine of DATABASES) startEtcd(machine)
  for (const machine of DATABASES) startPatroni(machine)
  // PostgreSQL's account cannot read everywhere.
  copyFileSync(GUARD, fileOf('disk-guard.sh'))
  for (const machine of DATABASES) startGuard(machine)
  startRedis()
  writeFileSync(fileOf('haproxy.cfg'), HAPROXY)
  startOn('proxy', {
    command: 'haproxy',
    args: ['-db', '-f', fileOf('haproxy.cfg')],
    log: fileOf('logs', 'haproxy.log'),
  })
  await whole(90)
  const admin = await until('the proxy', 20, async () => {
    const client = new pg.Client(urlOn(5000, 'postgres', 'postgres'))
    await client.connect()
    return client
  })
  await admin.query(`create role shiloh login password '${secret}'`)
  await admin.query('create database shiloh owner shiloh')
  await admin.end()
}

/** The settings with which `psql` on a machine reaches its own PostgreSQL. */
export const localAccess = (machine: DatabaseMachine): Record<string, string> => ({
  PGHOST: diskOf(machine),
  PGUSER: 'postgres',
  PGDATABASE: 'shiloh',
})

/** Fills the disk of a machine. Returns the file to delete. */
export const fillDisk = async (machine: DatabaseMachine): Promise<string> => {
  const file = path.join(diskOf(machine), 'filling')
  await command('sh', '-c', `cat /dev/zero > ${file} 2>/dev/null || true`)
  return file
}
