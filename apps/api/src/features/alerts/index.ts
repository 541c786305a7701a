import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { crontab, jobs } from './jobs.ts'
import { templates } from './mails.ts'

export { countAlerts } from './endpoints.ts'

/** Work that waits for staff: listed, announced, postponed and closed. */
export const alerts: Feature = { endpoints, jobs, crontab, templates }
