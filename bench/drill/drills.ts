import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { APIS, type ApiMachine, startApi } from './api.ts'
import {
  DATABASES,
  type DatabaseMachine,
  fileOf,
  fillDisk,
  hasPatroni,
  killEtcd,
  loadOf,
  localAccess,
  membersOf,
  startEtcd,
  startGuard,
  startPatroni,
  startRedis,
  tellProxy,
} from './cluster.ts'
import { cutOff, plugIn, signalAll } from './network.ts'
import { startOn } from './programs.ts'
import { until } from './wait.ts'

/** What a drill works on. */
export interface Stage {
  /** The primary before the strike. */
  readonly primary: DatabaseMachine
  /** The database behind the proxy. */
  readonly db: pg.Pool
  readonly apis: Map<ApiMachine, ChildProcess>
  /** Begins to measure only now: what was before prepared the strike. */
  begins(): void
}

/** What a drill promises. Milliseconds. */
interface Goal {
  /** The longest time in which nobody gets an answer. */
  readonly pause?: number
  /** The longest time in which nobody at one of the events gets an answer. */
  readonly pauseAtEvent?: number
  /** Failed attempts. */
  readonly failed?: number
}

/** Repairs what was broken, as an operator would. The sale goes on. Resolves to what was wrong meanwhile. */
type Mend = () => Promise<readonly string[]>

export interface Drill {
  readonly name: string
  readonly what: string
  readonly goal: Goal
  /** Breaks something while the sale goes on. Resolves to what repairs it, once everybody is served again. */
  strike(stage: Stage): Promise<Mend>
}

const FAILOVER: Goal = { pause: 15_000 }
const ONE_API: Goal = { pause: 1000 }

const nothing: Mend = () => Promise.resolve([])

/** A mend after which nothing can be wrong. */
const mending =
  (mend: () => unknown): Mend =>
  async () => {
    await mend()
    return []
  }

const startDatabase = (machine: DatabaseMachine): void => {
  startEtcd(machine)
  startPatroni(machine)
  startGuard(machine)
}

const roleOf = async (role: string): Promise<DatabaseMachine> => {
  const found = (await membersOf()).find((one) => one.role === role)
  if (!found) throw new Error(`no ${role}`)
  return found.name
}

const other = (...not: readonly DatabaseMachine[]): DatabaseMachine => {
  const found = DATABASES.find((one) => !not.includes(one))
  if (!found) throw new Error('no other machine')
  return found
}

/** Seconds that a primary without network goes on being asked to write. */
const SPLIT_SECONDS = 20

/** Programs on the cut-off primary itself go on writing. What is acknowledged to them has to be there afterwards, too. */
const writeAlone = (machine: DatabaseMachine, log: string): void => {
  for (let writer = 1; writer <= 4; writer += 1)
    startOn(machine, {
      command: 'sh',
      args: [
        '-c',
        `for n in $(seq 1 ${SPLIT_SECONDS * 4}); do psql -qAt -c "insert into drill_writes values (${writer} * 1000 + $n)" && echo acknowledged $((${writer} * 1000 + n)); sleep 0.25; done`,
      ],
      env: localAccess(machine),
      asPostgres: true,
      log,
    })
}

const splitLog = fileOf('logs', 'split.log')

/** Numbers that the cut-off primary acknowledged and that are not there. */
const lostWrites = async (db: pg.Pool): Promise<readonly string[]> => {
  const acknowledged = [...readFileSync(splitLog, 'utf8').matchAll(/^acknowledged (\d+)$/gm)].map(([, id]) =>
    Number(id),
  )
  const { rows } = await db.query<{ id: number }>('select id from drill_writes')
  const there = new Set(rows.map(({ id }) => id))
  const lost = acknowledged.filter((id) => !there.has(id))
  return lost.map((id) => `the cut-off primary acknowledged ${id}, which is lost`)
}

/** Where a process can hang with locks: the pool of its connection, and a table that only such transactions of it look into. */
interface Hanging {
  readonly pool: 'main' | 'pipelines'
  readonly table: 'quotas' | 'scans'
}

/** Stops a process in the middle of a transaction that holds locks: nothing is worse. */
const hangInTransaction = async (machine: ApiMachine, db: pg.Pool, { pool, table }: Hanging): Promise<void> => {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    await signalAll(machine, 'SIGSTOP')
    await delay(40)
    const { rows } = await db.query(
      `select 1 from pg_stat_activity a where application_name = $1 and state = 'idle in transaction'
         and now() - state_change > interval '30 ms'
         and exists (select from pg_locks l where l.pid = a.pid and l.relation = $2::regclass)`,
      [`shiloh ${pool}`, table],
    )
    if (rows.length > 0) return
    await signalAll(machine, 'SIGCONT')
    await delay(15 + (attempt % 10))
  }
  throw new Error(`${machine} was not caught in a transaction`)
}

/** Replaces one process: takes it out of the rotation, stops it, starts the new one and puts it in again. */
const replace = async (machine: ApiMachine, { apis }: Stage): Promise<void> => {
  await tellProxy(`set server web/${machine} state drain`)
  await until(`${machine} has answered everything`, 30, async () => (await loadOf(machine)).requests === 0 || undefined)
  const child = apis.get(machine)
  if (child && child.exitCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  apis.set(machine, await startApi(machine))
  await tellProxy(`set server web/${machine} state ready`)
  await until(`the proxy sends to ${machine}`, 30, async () => (await loadOf(machine)).isUp || undefined)
}

const hung = (name: string, work: string, where: Hanging): Drill => ({
  name,
  what: `one of two processes hangs in the middle of ${work}, with its locks`,
  goal: { pauseAtEvent: 1000 },
  strike: async ({ db, begins }) => {
    await hangInTransaction('api1', db, where)
    begins()
    return mending(() => signalAll('api1', 'SIGCONT'))
  },
})

/** The drills, in the order in which they run. */
export const drills: readonly Drill[] = [
  {
    name: 'primary-killed',
    what: 'the machine of the primary loses its power',
    goal: FAILOVER,
    strike: async ({ primary }) => {
      await signalAll(primary, 'SIGKILL')
      return mending(() => startDatabase(primary))
    },
  },
  {
    name: 'primary-cut-off',
    what: 'the primary loses its network, and programs on it go on writing',
    goal: FAILOVER,
    strike: async ({ primary, db }) => {
      rmSync(splitLog, { force: true })
      await db.query('truncate drill_writes')
      await cutOff(primary)
      writeAlone(primary, splitLog)
      await delay(SPLIT_SECONDS * 1000)
      return async () => {
        await plugIn(primary)
        await delay(2000)
        return lostWrites(db)
      }
    },
  },
  {
    name: 'replica-lost',
    what: 'the machine of the synchronous replica loses its power',
    goal: FAILOVER,
    strike: async () => {
      const machine = await roleOf('sync_standby')
      await signalAll(machine, 'SIGKILL')
      return mending(() => startDatabase(machine))
    },
  },
  {
    name: 'etcd-lost',
    what: 'one of three etcd ends',
    goal: ONE_API,
    strike: async ({ primary }) => {
      const machine = other(primary)
      killEtcd(machine)
      return mending(() => startEtcd(machine))
    },
  },
  {
    name: 'api-killed',
    what: 'one of two processes of the product is killed',
    goal: ONE_API,
    strike: async ({ apis }) => {
      await signalAll('api1', 'SIGKILL')
      return mending(async () => apis.set('api1', await startApi('api1')))
    },
  },
  hung('api-hung', 'a booking', { pool: 'pipelines', table: 'quotas' }),
  hung('api-hung-paying', 'entering a payment', { pool: 'main', table: 'quotas' }),
  hung('api-hung-scanning', 'a scan', { pool: 'pipelines', table: 'scans' }),
  {
    name: 'redis-lost',
    what: 'Redis ends',
    goal: { ...ONE_API, failed: 0 },
    strike: async () => {
      await signalAll('redis', 'SIGKILL')
      return mending(startRedis)
    },
  },
  {
    name: 'rolling-upgrade',
    what: 'both processes are replaced, one after the other',
    goal: { ...ONE_API, failed: 0 },
    strike: async (stage) => {
      for (const machine of APIS) await replace(machine, stage)
      return nothing
    },
  },
  {
    name: 'disk-full',
    what: 'the disk of the primary is full',
    goal: FAILOVER,
    strike: async ({ primary }) => {
      const file = await fillDisk(primary)
      return mending(async () => {
        rmSync(file)
        if (!(await hasPatroni(primary))) startPatroni(primary)
      })
    },
  },
]
