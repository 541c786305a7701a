import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { publishingEndpoints } from './publishing/endpoints.ts'
import { runPublication } from './publishing/publish.ts'
import { planEndpoints } from './run/endpoints.ts'
import { runRoomPlan } from './run/run.ts'
import { walkInEndpoints } from './walk-in/endpoints.ts'

export { proposeNow } from './run/run.ts'

/** Who sleeps where, for many people at once. */
export const allocation: Feature = {
  endpoints: [...endpoints, ...planEndpoints, ...publishingEndpoints, ...walkInEndpoints],
  jobs: { plan_rooms: runRoomPlan, publish_rooms: runPublication },
}
