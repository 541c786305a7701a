import type { Feature } from '#platform/feature'
import { endpoints } from './endpoints.ts'

/** The gate: who comes in, who goes out, and what the device is told. */
export const checkin: Feature = { endpoints }
