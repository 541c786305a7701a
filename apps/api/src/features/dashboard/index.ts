import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

/** Figures of a month, of all events or of one, beside those of the year before. */
export const dashboard: Feature = { endpoints }
