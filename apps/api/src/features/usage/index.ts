import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

/** What uses a record, before it is deleted. */
export const usage: Feature = { endpoints }
