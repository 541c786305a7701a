import type { JobTable } from '#platform/deps'
import { checkChain } from './chain.ts'
import { shortenLogs } from './logs.store.ts'

const DAY_MS = 86_400_000

export const jobs: JobTable = {
  check_audit_chain: (_, deps) => checkChain(deps),
  shorten_logs: async (_, { db, clock, config, log }) => {
    const removed = await shortenLogs(db, new Date(clock().getTime() - config.logDays * DAY_MS))
    if (removed > 0) log.info({ removed, days: config.logDays }, 'logs shortened')
  },
}

export const crontab = ['27 * * * * check_audit_chain', '53 2 * * * shorten_logs'] as const
