import { z } from 'zod'
import { can, route, timestamp } from './core.ts'

/** How the installation does, for its staff. Operators read `/metrics`. */

/**
 * `good`: nothing waits longer than it should. `busy`: work waits, but moves. `trouble`: something stands still, and the
 * person who runs the server has to look.
 */
export const SYSTEM_STATES = ['good', 'busy', 'trouble'] as const
export type SystemState = (typeof SYSTEM_STATES)[number]

/** Reasons for a state other than `good`, most important first. */
export const SYSTEM_REASONS = ['disk', 'jobs_failed', 'jobs_wait', 'mails_wait', 'database_waits'] as const
export type SystemReason = (typeof SYSTEM_REASONS)[number]

export const systemStatus = z.object({
  state: z.enum(SYSTEM_STATES),
  reasons: z.array(z.enum(SYSTEM_REASONS)),
  at: timestamp,
  /** Processes of the product that work on this database. */
  processes: z.number(),
  /** Jobs that are due and have not begun. */
  jobs: z.object({ due: z.number(), oldest_seconds: z.number(), failed: z.number() }),
  /** Mails and SMS that are due. */
  messages: z.object({ due: z.number(), oldest_seconds: z.number() }),
  /** Requests of the answering process that wait for a connection to the database. */
  waiting_for_database: z.number(),
  /** Open pages of the answering process. */
  sockets: z.number(),
  /** Free bytes where the answering process keeps its data. */
  free_bytes: z.number(),
})
export type SystemStatus = z.output<typeof systemStatus>

export const systemRoutes = {
  readSystemStatus: route({
    method: 'GET',
    path: '/admin/system/status',
    access: can('system_logs.read'),
    summary: 'How the installation does: work that waits, processes, free space',
    response: systemStatus,
  }),
} as const
