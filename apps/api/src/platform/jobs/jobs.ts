import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  Logger,
  type Runner,
  type RunnerOptions,
  run,
  runMigrations,
  runTaskListOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import type { Deps, Jobs, JobTable } from '../deps.ts'

/** Milliseconds after which a runner that ended by itself is restarted. */
const RESTART_MS = 1000
/** Milliseconds for running jobs to end at the stop. After that, they are returned to the queue. */
const STOP_MS = 2000

/** Returns the trace that a job goes on with (`work.ts`). */
const traceOf = (payload: unknown): string | undefined => {
  const value: unknown =
    typeof payload === 'object' && payload !== null ? Reflect.get(payload, 'traceparent') : undefined
  return typeof value === 'string' ? value : undefined
}

/** Crontab lines of graphile-worker: `* * * * * task_name`. */
export const openJobs = (pool: pg.Pool, table: JobTable, crontab: string, deps: () => Deps): Jobs => {
  const tasks: TaskList = Object.fromEntries(
    Object.entries(table).map(([name, job]) => [
      name,
      (payload: unknown) =>
        deps().trace.span(`job ${name}`, { kind: 'consumer', after: traceOf(payload) }, () => job(payload, deps())),
    ]),
  )
  const quiet = () => () => undefined
  let runner: Runner | undefined
  let stopping = false
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    const { presence, log } = deps()
    presence
      .addJobPool(workerPool.id)
      .catch((error: unknown) => log.warn({ err: error }, 'a pool of jobs is not noted'))
  })

  const options = (): RunnerOptions => ({
    pgPool: pool,
    taskList: tasks,
    crontab,
    concurrency: 3,
    noHandleSignals: true,
    events,
    pollInterval: 2000,
    logger: new Logger((scope) => (level, message) => {
      if (level === 'error') deps().log.error({ scope }, message)
    }),
  })

  const begin = async (): Promise<void> => {
    const begun = await run(options())
    runner = begun
    begun.promise
      .catch((error: unknown) => deps().log.error({ err: error }, 'the job runner failed'))
      .finally(() => {
        if (!stopping) void restart()
      })
  }

  const restart = async (): Promise<void> => {
    while (!stopping) {
      await delay(RESTART_MS)
      if (stopping) return
      try {
        await begin()
        deps().log.warn('the job runner was started again')
        return
      } catch (error) {
        deps().log.error({ err: error }, 'the job runner could not be started')
      }
    }
  }

  return {
    start: async () => {
      await runMigrations({ pgPool: pool })
      await begin()
    },
    stop: async () => {
      stopping = true
      const stopped = runner
      runner = undefined
      if (!stopped) return
      const ended = stopped.stop().then(
        () => true,
        () => true,
      )
      if (await Promise.race([ended, delay(STOP_MS, false)])) return
      await stopped.kill('the process ends').catch(() => undefined)
    },
    drain: async () => {
      const client = await pool.connect()
      try {
        await runTaskListOnce({ logger: new Logger(quiet) }, tasks, client)
      } finally {
        client.release()
      }
    },
  }
}
