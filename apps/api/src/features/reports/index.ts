import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { crontab, jobs, templates } from './sending.ts'

/** Reports about an event, on the screen, as files and by mail. */
export const reports: Feature = { endpoints, jobs, crontab, templates }
