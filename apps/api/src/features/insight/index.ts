import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { crontab, jobs } from './jobs.ts'

/** The audit trail with its chain, and the logs. */
export const insight: Feature = { endpoints, jobs, crontab }
