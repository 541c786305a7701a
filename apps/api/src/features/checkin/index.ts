import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

export { startCheckin } from './scan.ts'

/** The gate: who comes in, who goes out, and what the device is told. */
export const checkin: Feature = { endpoints }
