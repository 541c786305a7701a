import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Clock } from '../clock.ts'
import { connectionOf } from '../db/db.ts'
import type { Log } from '../log/log.ts'
import type { Random } from '../random.ts'
import { enter, findUnseen } from './presence.store.ts'

/**
 * Milliseconds between two looks, and without a connection to the database after which a process counts as gone. A
 * living one connects again within a second, also after the database was restarted.
 */
const PATIENCE = { look: 1000, gone: 4000 }
/** A machine that was switched off says nothing. Its connections end after 10 s (seconds, milliseconds). */
const KEEPALIVE =
  ' -c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000'

export interface Presence {
  /** Of this process: what it works on carries it. Without hyphens. */
  readonly name: string
  /** Whether other processes may take over what this one works on, because they have lost sight of it. */
  isLost(): boolean
  /** Whether this process ends. Others, or the next one, then take over what it leaves. */
  isEnding(): boolean
  /** Adds a pool of graphile-worker, which names itself in the jobs that it runs. */
  addJobPool(id: string): Promise<void>
  /** Lets others see this process, and gives back the work of those that are gone. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Processes see each other by a lock that lasts as long as a connection to the database: PostgreSQL releases it when a
 * process dies. `giveBack` is called for each one that was not seen for four seconds.
 */
export const openPresence = (
  { databaseUrl, random, clock, log }: { databaseUrl: string; random: Random; clock: Clock; log: Log },
  giveBack: (name: string) => Promise<void>,
  patience = PATIENCE,
): Presence => {
  const name = random.bytes(4).toString('hex')
  const unseen = new Map<string, number>()
  const jobPools: string[] = []
  const stopping = new AbortController()
  let client: pg.Client | undefined
  let isSeen = false
  let running: Promise<void> | undefined

  const leave = () => {
    isSeen = false
    // What this process could not see for a while may have come and gone.
    unseen.clear()
    const old = client
    client = undefined
    old?.end().catch(() => undefined)
  }

  const look = async () => {
    if (!client) {
      const fresh = new pg.Client({ ...connectionOf(databaseUrl, 4000, KEEPALIVE), connectionTimeoutMillis: 4000 })
      fresh.on('error', () => {
        if (client === fresh) leave()
      })
      await fresh.connect()
      client = fresh
    }
    isSeen ||= await enter(client, clock(), { name, jobPools })
    const now = performance.now()
    const missing = (await findUnseen(client)).filter((one) => one !== name)
    for (const one of unseen.keys()) if (!missing.includes(one)) unseen.delete(one)
    for (const one of missing) {
      const since = unseen.get(one) ?? now
      unseen.set(one, since)
      if (now - since < patience.gone) continue
      unseen.delete(one)
      await giveBack(one)
    }
  }

  const lookOnce = async () => {
    try {
      await look()
    } catch (error) {
      leave()
      if (!stopping.signal.aborted) log.warn({ err: error }, 'cannot see other processes')
    }
  }

  return {
    name,
    isLost: () => running !== undefined && !isSeen,
    isEnding: () => stopping.signal.aborted,
    addJobPool: async (id) => {
      jobPools.push(id)
      if (client) await enter(client, clock(), { name, jobPools })
    },
    start: async () => {
      await lookOnce()
      running = (async () => {
        while (!stopping.signal.aborted) {
          await delay(patience.look, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
          if (!stopping.signal.aborted) await lookOnce()
        }
      })()
    },
    stop: async () => {
      stopping.abort()
      await running
      leave()
    },
  }
}
