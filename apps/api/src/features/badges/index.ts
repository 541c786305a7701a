import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { runBadges } from './run.ts'

/** Badges: what people wear, printed for many in the office or for one at the gate. */
export const badges: Feature = { endpoints, jobs: { print_badges: runBadges } }
