import type { Feature } from '#http/feature'
import { sampleEndpoints } from './endpoints.ts'

/** Files to fill in for an import: the office's own, and an empty one of each resource. */
export const samples: Feature = { endpoints: sampleEndpoints }
