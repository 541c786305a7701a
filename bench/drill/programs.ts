import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { type Machine, namespaceOf } from './network.ts'

/** Debian's account of PostgreSQL, which does not run as root. */
const ACCOUNT = 'postgres'
const POSTGRES = '/usr/lib/postgresql'

/** The programs of a drill with the Debian package of each. */
const NEEDED = [
  ['patroni', 'patroni'],
  ['etcd', 'etcd-server'],
  ['haproxy', 'haproxy'],
  ['redis-server', 'redis-server'],
  ['ip', 'iproute2'],
  ['setpriv', 'util-linux'],
  ['mount', 'mount'],
  ['curl', 'curl'],
] as const

const isThere = (program: string): boolean =>
  `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`.split(':').some((folder) => existsSync(path.join(folder, program)))

/** The folder of PostgreSQL's programs, of the newest version that is installed. */
export const postgresPrograms = (): string | undefined =>
  (existsSync(POSTGRES) ? readdirSync(POSTGRES) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(POSTGRES, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'postgres')))

/** Why no drill can run here, with what to do about it. Undefined if it can. */
export const whyNot = (): string | undefined => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'A drill makes networks and disks of its own: run it as root, on Linux. A virtual machine will do.'
  const missing = [
    ...(postgresPrograms() ? [] : ['postgresql']),
    ...NEEDED.filter(([program]) => !isThere(program)).map(([, name]) => name),
  ]
  if (missing.length === 0) return undefined
  const services = ['etcd', 'patroni', 'haproxy', 'redis-server', 'postgresql'].filter((service) =>
    missing.some((name) => name === service || name === `${service}-server`),
  )
  return [
    `A drill needs programs that npm does not have: ${missing.join(', ')}. On Debian:`,
    `    apt-get update && apt-get install --no-install-recommends ${missing.join(' ')}`,
    ...(services.length > 0 ? [`    systemctl disable --now ${services.join(' ')}    # a drill starts its own`] : []),
  ].join('\n')
}

/** Why a restore of a cluster cannot be rehearsed here. Undefined if it can. */
export const backupTools = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'This drill runs PostgreSQL as an account of its own: run it as root.'
  const missing = [...(postgresPrograms() ? [] : ['postgresql']), ...(isThere('pgbackrest') ? [] : ['pgbackrest'])]
  return missing.length === 0
    ? undefined
    : `This drill needs ${missing.join(', ')}. On Debian:\n    apt-get update && apt-get install --no-install-recommends ${missing.join(' ')}`
}

/** Returns the account of PostgreSQL. */
export const accountOfPostgres = (): { readonly uid: number; readonly gid: number } => {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, ACCOUNT], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const first = (program: string, ...args: string[]): string =>
  /\d+\.\d+(\.\d+)?/.exec(execFileSync(program, args, { encoding: 'utf8' }))?.[0] ?? '?'

/** The name of a program with its version. */
export const versionOf = (program: string, argument: string): string =>
  `${path.basename(program)} ${first(program, argument)}`

/** The versions of the programs, for the table. */
export const versions = (): string => {
  return [
    `PostgreSQL ${first(path.join(postgresPrograms() ?? '', 'postgres'), '--version')}`,
    `Patroni ${first('patroni', '--version')}`,
    `etcd ${first('etcd', '--version')}`,
    `HAProxy ${first('haproxy', '-v')}`,
    `Redis ${first('redis-server', '--version')}`,
  ].join(', ')
}

interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Runs it as PostgreSQL's account. */
  readonly asPostgres?: boolean
  /** The file that gets what it prints. */
  readonly log: string
}

/** Starts a program on a machine. */
export const startOn = (machine: Machine, { command, args, env = {}, asPostgres, log }: Program): ChildProcess => {
  mkdirSync(path.dirname(log), { recursive: true })
  const out = openSync(log, 'a')
  const as = asPostgres ? ['setpriv', '--reuid', ACCOUNT, '--regid', ACCOUNT, '--init-groups'] : []
  return spawn('ip', ['netns', 'exec', namespaceOf(machine), ...as, command, ...args], {
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', out, out],
  })
}
