import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

/** What waits for the office, and its notes about people. */
export const office: Feature = { endpoints }
