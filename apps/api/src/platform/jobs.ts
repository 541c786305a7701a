import { type Runner, run, runMigrations, runTaskListOnce, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Deps, Jobs, JobTable } from './deps.ts'

/** Crontab lines of graphile-worker: `* * * * * task_name`. */
export const openJobs = (pool: pg.Pool, table: JobTable, crontab: string, deps: () => Deps): Jobs => {
  const tasks: TaskList = Object.fromEntries(
    Object.entries(table).map(([name, job]) => [name, (payload: unknown) => job(payload, deps())]),
  )
  const quiet = () => () => undefined
  let runner: Runner | undefined
  return {
    start: async () => {
      await runMigrations({ pgPool: pool })
      const { Logger } = await import('graphile-worker')
      runner = await run({
        pgPool: pool,
        taskList: tasks,
        crontab,
        concurrency: 3,
        noHandleSignals: true,
        pollInterval: 2000,
        logger: new Logger((scope) => (level, message) => {
          if (level === 'error') deps().log.error({ scope }, message)
        }),
      })
    },
    stop: async () => {
      await runner?.stop()
      runner = undefined
    },
    drain: async () => {
      const { Logger } = await import('graphile-worker')
      const client = await pool.connect()
      try {
        await runTaskListOnce({ logger: new Logger(quiet) }, tasks, client)
      } finally {
        client.release()
      }
    },
  }
}
