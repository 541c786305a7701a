import {
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type Transaction,
  type TransactionBuilder,
} from 'kysely'
import pg from 'pg'
import type { DB } from '#db'
import { noteStatement } from '../errors.ts'
import { HANGING_HOT_MS, HANGING_MS, IN_LINE_MS, LOCK_MS } from './patience.ts'
import { pipelined } from './pipelined.ts'
import { GuardedPool, holdingConnection, ListeningPool, PatientPool, type PoolLog, type PoolOptions } from './pool.ts'

/** The pool. A transaction does not compile in its place. */
export type Db = GuardedDb
/** A transaction. Functions that write or lock take it. The pool does not compile in its place. */
export type Tx = Transaction<DB>
/**
 * A source to read from: the pool, or a transaction, which also sees its own writes. What writes or opens a transaction
 * does not compile on it.
 */
export type Queryable = Pick<
  Kysely<DB>,
  'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'dynamic' | 'getExecutor' | 'executeQuery'
>

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082

/** int8 and numeric fit a JavaScript integer here (money has a ceiling). A date stays the text yyyy-MM-dd. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8 || oid === NUMERIC) return Number
    if (oid === DATE) return String
    return pg.types.getTypeParser(oid, format)
  },
}

/** The number of open connections, of idle ones, and of requests that wait for one. */
export interface PoolState {
  readonly pool: string
  readonly total: number
  readonly idle: number
  readonly waiting: number
}

export interface Database {
  readonly db: Db
  /** For the rate limit counters, whose library writes its own SQL. All other code uses `db`. */
  readonly pool: pg.Pool
  /** Dedicated connections for the hot path: statements are sent without waiting for the previous one. */
  readonly pipelines: pg.Pool
  /** For the job queue: one connection listens, the others fetch and complete jobs. */
  readonly queue: pg.Pool
  /** A replica, for reads only. Undefined if there is none. */
  readonly replica: Queryable | undefined
  /** For hints between processes: one connection listens, one notifies. */
  readonly hints: pg.Pool
  state(): PoolState[]
  close(): Promise<void>
}

/**
 * Statements of the hot path are prepared and look rows up by key. Planning them for each call would cost more than the
 * call. And a plan made on small tables, kept for the life of a connection, must not be a sequential scan.
 */
const KEY_LOOKUPS = ['plan_cache_mode=force_generic_plan']
  .concat(['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((way) => `enable_${way}=off`))
  .map((setting) => ` -c ${setting}`)
  .join('')

/** Two batches of reservations, two of scans, and the lookup of callers run in parallel, each on one connection. */
const PIPELINES = 5
const QUEUE = 4
const HINTS = 2

/** Why a transaction failed matters, and not that a lost connection cannot roll it back either. */
class ReasonedDriver extends PostgresDriver {
  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}

class ReasonedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }
  override createDriver(): PostgresDriver {
    return new ReasonedDriver(this.#config)
  }
}

/** Inside each of its transactions, only the transaction's own connection can be used. */
class GuardedDb extends Kysely<DB> {
  /** Also prevents the compiler from accepting a transaction, where this is `true`, as the pool. */
  override get isTransaction(): false {
    return false
  }
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: <T>(work: (tx: Transaction<DB>) => Promise<T>) => execute((tx) => holdingConnection(() => work(tx))),
      setIsolationLevel: unguarded,
      setAccessMode: unguarded,
    })
  }
  override connection(): never {
    return unguarded()
  }
  override startTransaction(): never {
    return unguarded()
  }
}

const unguarded = (): never => {
  throw new Error('Only transaction().execute() keeps its connection from being one of two.')
}

interface DatabaseOptions {
  readonly max?: number
  /** The address of a replica. */
  readonly replicaUrl?: string | undefined
  /** Limits every statement. The default is 15 s. */
  readonly statementTimeoutMs?: number
  readonly log?: PoolLog
}

/** Milliseconds within which a replica has to accept a connection. The primary is asked instead. */
const REPLICA_MS = 2000

/**
 * The options of every connection of the product. Compiling a statement (JIT) takes longer than any of ours runs. It would
 * begin at a cost that a forbidden sequential scan always has.
 */
export const connectionOf = (url: string, statementTimeoutMs = 15_000, settings = ''): pg.PoolConfig => ({
  connectionString: url,
  types,
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: HANGING_MS,
  options: `-c timezone=UTC -c lock_timeout=${LOCK_MS} -c jit=off${settings}`,
})

/** Opens the pools. */
export const openDatabase = (
  url: string,
  { max = 10, replicaUrl, statementTimeoutMs, log = () => undefined }: DatabaseOptions = {},
): Database => {
  const of = (options: Pick<PoolOptions, 'name' | 'max'>, settings = ''): PoolOptions => ({
    ...connectionOf(url, statementTimeoutMs, settings),
    log,
    ...options,
  })
  const pool = new GuardedPool(of({ name: 'main', max }))
  const pipelines = new GuardedPool({
    ...of({ name: 'pipelines', max: PIPELINES }, `${KEY_LOOKUPS} -c lock_timeout=${IN_LINE_MS}`),
    ...pipelined,
    idle_in_transaction_session_timeout: HANGING_HOT_MS,
  })
  const queue = new PatientPool(of({ name: 'queue', max: QUEUE }))
  const hints = new ListeningPool(of({ name: 'hints', max: HINTS }))
  const replica =
    replicaUrl === undefined
      ? undefined
      : new GuardedPool({
          ...of({ name: 'replica', max }, ' -c default_transaction_read_only=on'),
          connectionString: replicaUrl,
          connectionTimeoutMillis: REPLICA_MS,
        })
  const pools = [pool, pipelines, queue, hints, ...(replica ? [replica] : [])]
  return {
    db: new GuardedDb({
      dialect: new ReasonedDialect({ pool }),
      log: (event) => {
        if (event.level === 'error') noteStatement(event.error, event.query.sql)
      },
    }),
    pool,
    pipelines,
    queue,
    hints,
    replica: replica && new GuardedDb({ dialect: new ReasonedDialect({ pool: replica }) }),
    state: () =>
      pools.map(({ name, totalCount, idleCount, waitingCount }) => ({
        pool: name,
        total: totalCount,
        idle: idleCount,
        waiting: waitingCount,
      })),
    close: async () => {
      await Promise.all(pools.map((one) => one.end()))
    },
  }
}
