import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

export { addProbes, openMetricsListener } from './pages.ts'
export { type Connections, startSystem } from './watch.ts'

/** How the installation does: probes, metrics, and a status for staff. */
export const system: Feature = { endpoints }
