import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Logs facts about the connections that matter to an operator. */
export type PoolLog = (what: { pool: string; waited_ms: number; in_use: number; waiting: number }, text: string) => void

interface Held {
  open: boolean
}

const held = new AsyncLocalStorage<Held>()

/**
 * Runs the inside of a transaction. Until it ends, nothing that it starts can take another connection from any pool: as
 * many such requests as the pool has connections would each hold one and wait forever for a second.
 */
export const holdingConnection = async <T>(work: () => Promise<T>): Promise<T> => {
  const mine: Held = { open: true }
  try {
    return await held.run(mine, work)
  } finally {
    // A timer that was set in here outlives the transaction and can use the pool.
    mine.open = false
  }
}

/** The database cannot be reached, or a connection to it was lost. Work in progress may or may not have happened. */
export class DatabaseUnavailable extends Error {}

const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** A write was sent to a server that only reads: a primary that has become a replica. */
const READ_ONLY = '25006'
/**
 * Shutdown, crash, startup, too many connections, a full disk, a transaction that was ended because its process hung, and
 * the class of connection exceptions.
 */
const SQLSTATES = /^(57P0[1-5]|53100|53300|25P03|25006|08...)$/
/** Driver errors without a code. */
const DRIVER =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|This socket has been ended|Cannot use a pool after calling end)/

/**
 * Returns whether an error of the driver means a lost connection, or a server that cannot write at present, rather than a
 * wrong statement.
 */
export const isConnectionLoss = (error: unknown): boolean => {
  if (error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (SQLSTATES.test(code) || DRIVER.test(error.message)) return true
  return (
    SYSTEM.has(code) &&
    'syscall' in error &&
    ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall))
  )
}

/** How long a request waits for a connection before it is answered with 503. Milliseconds. */
const WAIT_MS = 8000

export interface PoolOptions extends pg.PoolConfig {
  /** Its name in the log and in `pg_stat_activity`. */
  readonly name: string
  readonly log: PoolLog
}

/** Minimum milliseconds between log entries about waiting requests: an unreachable database fails every request. */
const LOG_EVERY_MS = 1000

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/**
 * A pool that refuses a second connection to code that holds one, limits the waiting time, and logs who waited.
 * @throws Error (for the developer) inside a transaction; DatabaseUnavailable
 */
export class GuardedPool extends pg.Pool {
  readonly name: string
  readonly #log: PoolLog
  #loggedAt = Number.NEGATIVE_INFINITY
  /** Connections to a server that refused a write. They are closed when they come back. */
  readonly #readOnly = new WeakSet<pg.PoolClient>()

  constructor({ name, log, ...config }: PoolOptions) {
    super({
      connectionTimeoutMillis: WAIT_MS,
      // Reconnecting renews the plans, for the tables as they are by then.
      maxLifetimeSeconds: 600,
      application_name: `shiloh ${name}`,
      ...config,
    })
    this.name = name
    this.#log = log
    // The query that meets a lost connection reports it. Without a listener, the process would end.
    this.on('error', () => undefined)
    this.on('connect', (client) => {
      client.on('error', () => undefined)
      this.#watch(client)
    })
    this.on('release', (_, client) => {
      if (this.#readOnly.has(client)) client.end()
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.acquire()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, (error) => client.release(error instanceof Error || error === true)),
      (error: unknown) =>
        callback(error instanceof Error ? error : new Error(String(error)), undefined, () => undefined),
    )
    return undefined
  }

  /** The address leads to another server after a failover, so a new connection can write. */
  #watch(client: pg.PoolClient): void {
    const wire: unknown = Reflect.get(client, 'connection')
    if (!(wire instanceof EventEmitter)) throw new Error('the driver has no connection to watch')
    wire.on('errorMessage', (message: unknown) => {
      if (Reflect.get(Object(message), 'code') === READ_ONLY) this.#readOnly.add(client)
    })
  }

  /** Returns a connection. Throws if there is none. */
  protected async acquire(): Promise<pg.PoolClient> {
    if (held.getStore()?.open)
      throw new Error(
        `The pool "${this.name}" was asked for a connection inside a transaction. Use the transaction's own tx, or do it before or after.`,
      )
    const since = performance.now()
    try {
      return await super.connect()
    } catch (error) {
      throw this.#unavailable(error, Math.round(performance.now() - since))
    }
  }

  #unavailable(cause: unknown, waited: number): DatabaseUnavailable {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const now = performance.now()
    if (!this.ending && now - this.#loggedAt >= LOG_EVERY_MS) {
      this.#loggedAt = now
      const inUse = this.totalCount - this.idleCount
      this.#log(
        { pool: this.name, waited_ms: waited, in_use: inUse, waiting: this.waitingCount },
        `no connection of the pool "${this.name}" after ${waited} ms: ${reason}`,
      )
    }
    return new DatabaseUnavailable(`no database connection: ${reason}`, { cause })
  }
}

/** First and longest wait between two attempts to reconnect, in milliseconds. */
const FIRST_WAIT = 50
const LONGEST_WAIT = 1000

/**
 * A pool for the job queue, whose library ends the process when it cannot record the result of a job. It waits until
 * the database is back, and reports interrupted statements as retryable.
 */
export class PatientPool extends GuardedPool {
  constructor(options: PoolOptions) {
    super(options)
    this.on('connect', (client) => {
      const query = client.query.bind(client)
      Object.defineProperty(client, 'query', {
        value: (...args: unknown[]) => {
          const result: unknown = Reflect.apply(query, client, args)
          return result instanceof Promise ? result.catch(asRetryable) : result
        },
      })
    })
  }

  protected override async acquire(): Promise<pg.PoolClient> {
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      try {
        return await super.acquire()
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
        // Nobody is left to handle an error.
        if (this.ending) return new Promise(() => undefined)
        await delay(wait)
      }
    }
  }
}

/** Serialization failure: one of the few codes that graphile-worker retries, and soon. */
const RETRYABLE = '40001'

const asRetryable = (error: unknown): never => {
  if (error instanceof Error && isConnectionLoss(error)) throw Object.assign(error, { code: RETRYABLE })
  throw error
}

/**
 * A pool for a library that listens on one connection (`connect()`) and notifies through `query`. The library does not
 * return a lost connection. If the connection is lost while it starts to listen, it requests two new ones and keeps
 * both. Only the last one counts, so that one is always left to notify with.
 */
export class ListeningPool extends GuardedPool {
  readonly #out = new Set<pg.PoolClient>()
  #listener: pg.PoolClient | undefined

  constructor(options: PoolOptions) {
    super(options)
    this.on('acquire', (client) => this.#out.add(client))
    this.on('release', (_, client) => this.#out.delete(client))
    this.on('connect', (client) => {
      client.once('end', () => {
        if (this.#out.has(client)) client.release(true)
      })
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return this.#listen()
    super.connect(callback)
    return undefined
  }

  async #listen(): Promise<pg.PoolClient> {
    const client = await super.connect()
    const before = this.#listener
    this.#listener = client
    if (before && before !== client && this.#out.has(before)) {
      // Its end is no reason to request another one.
      before.removeAllListeners('end')
      before.release(true)
    }
    return client
  }
}
