import { systemRoutes } from '@shiloh/contract/system'
import { bind, reads } from '#http/binder'
import { judge } from './state.rules.ts'
import { readWaiting } from './state.store.ts'
import { freeBytes } from './watch.ts'

export const endpoints = bind(systemRoutes, {
  readSystemStatus: reads(async (ctx) => {
    const { deps, now } = ctx
    const [waiting, free] = await Promise.all([readWaiting(ctx.db, now), freeBytes(deps.config.dataDir)])
    const waitingForDatabase = deps.services.system.connections().reduce((sum, { waiting: some }) => sum + some, 0)
    return {
      ...judge({
        jobsAge: waiting.jobs_age,
        jobsFailed: waiting.jobs_failed,
        messagesAge: waiting.messages_age,
        waitingForDatabase,
        freeBytes: free,
      }),
      at: now.toISOString(),
      processes: waiting.processes,
      jobs: { due: waiting.jobs, oldest_seconds: Math.round(waiting.jobs_age), failed: waiting.jobs_failed },
      messages: { due: waiting.messages, oldest_seconds: Math.round(waiting.messages_age) },
      waiting_for_database: waitingForDatabase,
      sockets: deps.realtime.sockets(),
      free_bytes: free,
    }
  }),
})
