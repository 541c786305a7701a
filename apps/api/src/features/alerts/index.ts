import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { crontab, jobs } from './jobs.ts'
import { templates } from './mails.ts'

/** What waits for staff: seen, told, put off and closed. */
export const alerts: Feature = { endpoints, jobs, crontab, templates }
