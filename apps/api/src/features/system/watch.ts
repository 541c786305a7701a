import { statfs } from 'node:fs/promises'
import type { PoolState } from '#platform/db/db'
import type { Deps, Service } from '#platform/deps'
import type { Reading } from '#platform/metrics/metrics'
import { countPayments, readWaiting, type Waiting } from './state.store.ts'

/** The state of the connection pools of this process. */
export type Connections = () => readonly PoolState[]

export interface SystemService extends Service {
  readonly connections: Connections
}

declare module '#platform/deps' {
  interface Services {
    readonly system: SystemService
  }
}

/** However many ask, the database is asked once in this many milliseconds. */
const FRESH_MS = 5000

/** Free bytes of the file system that holds the data of this process. */
export const freeBytes = async (dataDir: string): Promise<number> => {
  const { bavail, bsize } = await statfs(dataDir)
  return bavail * bsize
}

const one = (value: number): readonly Reading[] => [{ value }]

/** Remembers the last answer of `read` for `FRESH_MS`. */
const remembered = <T>(deps: Deps, read: () => Promise<T>): (() => Promise<T>) => {
  let known: { readonly at: number; readonly value: Promise<T> } | undefined
  return () => {
    const now = deps.clock().getTime()
    if (known && now - known.at >= 0 && now - known.at < FRESH_MS) return known.value
    const value = read()
    known = { at: now, value }
    value.catch(() => {
      known = undefined
    })
    return value
  }
}

/** Adds the gauges of the installation to the metrics of this process. */
const addGauges = (deps: Deps, connections: Connections): void => {
  const { metrics, db } = deps
  metrics.gauges(
    [
      {
        name: 'shiloh_pool_connections',
        help: 'Connections to the database by pool and use.',
        labels: ['pool', 'use'],
      },
      { name: 'shiloh_pool_waiting', help: 'Requests that wait for a connection.', labels: ['pool'] },
      { name: 'shiloh_sockets', help: 'Open sockets of browsers.' },
    ],
    () => ({
      shiloh_pool_connections: connections().flatMap(({ pool, total, idle }) => [
        { value: total - idle, labels: { pool, use: 'busy' } },
        { value: idle, labels: { pool, use: 'idle' } },
      ]),
      shiloh_pool_waiting: connections().map(({ pool, waiting }) => ({ value: waiting, labels: { pool } })),
      shiloh_sockets: one(deps.realtime.sockets()),
    }),
  )
  metrics.gauges([{ name: 'shiloh_disk_free_bytes', help: 'Free bytes in DATA_DIR.' }], async () => ({
    shiloh_disk_free_bytes: one(await freeBytes(deps.config.dataDir)),
  }))
  if (deps.replica.isGiven)
    metrics.gauges(
      [
        { name: 'shiloh_replica_lag_seconds', help: 'How late the replica is. NaN while it does not answer.' },
        { name: 'shiloh_replica_used', help: '1 while reads that may be late go to the replica.' },
      ],
      () => ({
        shiloh_replica_lag_seconds: one(deps.replica.lag() ?? Number.NaN),
        shiloh_replica_used: one(deps.replica.isUsed() ? 1 : 0),
      }),
    )
  const waiting = remembered<Waiting>(deps, () => readWaiting(db, deps.clock()))
  metrics.gauges(
    [
      { name: 'shiloh_jobs_due', help: 'Jobs that are due and have not begun. The same on every process.' },
      { name: 'shiloh_jobs_oldest_seconds', help: 'Age of the oldest of them.' },
      { name: 'shiloh_jobs_failed', help: 'Jobs that used up their attempts.' },
      { name: 'shiloh_messages_due', help: 'Mails and SMS that are due. The same on every process.' },
      { name: 'shiloh_messages_oldest_seconds', help: 'Age of the oldest of them.' },
      { name: 'shiloh_processes', help: 'Processes on this database.' },
    ],
    async () => {
      const now = await waiting()
      return {
        shiloh_jobs_due: one(now.jobs),
        shiloh_jobs_oldest_seconds: one(now.jobs_age),
        shiloh_jobs_failed: one(now.jobs_failed),
        shiloh_messages_due: one(now.messages),
        shiloh_messages_oldest_seconds: one(now.messages_age),
        shiloh_processes: one(now.processes),
      }
    },
  )
  const payments = remembered(deps, () => countPayments(db, deps.clock()))
  metrics.gauges(
    [
      {
        name: 'shiloh_payments_last_day',
        help: 'Payments of the last 24 hours by provider and state. The same on every process.',
        labels: ['provider', 'state'],
      },
    ],
    async () => ({
      shiloh_payments_last_day: (await payments()).map(({ provider, status, count }) => ({
        value: count,
        labels: { provider, state: status },
      })),
    }),
  )
}

/** Keeps what the status of this process is read from. */
export const startSystem = (deps: Deps, connections: Connections): SystemService => {
  if (deps.metrics.isRead) addGauges(deps, connections)
  return { connections, stop: () => Promise.resolve() }
}
