import { z } from 'zod'
import type { JobTable } from '#platform/deps'
import { REMOVE_STORED_FILE } from './profile.ts'
import { sweepSessions } from './sessions.store.ts'
import { spouseLinkJobs } from './spouse-links.ts'

const SWEEP = 'sweep_sessions'
const KEPT_DAYS = 30

const storedFile = z.object({ storage_key: z.string() })

export const identityJobs: JobTable = {
  [REMOVE_STORED_FILE]: async (payload, deps) => deps.files.remove(storedFile.parse(payload).storage_key),
  ...spouseLinkJobs,
  [SWEEP]: async (_, deps) => sweepSessions(deps.db, new Date(deps.clock().getTime() - KEPT_DAYS * 86_400_000)),
}

export const identityCrontab = [`17 3 * * * ${SWEEP}`]
