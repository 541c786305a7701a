import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

/** Who sleeps where, for many people at once. */
export const allocation: Feature = { endpoints }
