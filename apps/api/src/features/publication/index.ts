import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

/** What publishing an event would do, before somebody does it. */
export const publication: Feature = { endpoints }
