import type { SealedPlace } from '#platform/audit/resealing.store'
import type { JobTable } from '#platform/deps'
import type { Templates } from '#platform/messaging/templates'
import type { Endpoint } from './binder.ts'

/** What a feature hands to the app: its only entry point, apart from the functions that other features call. */
export interface Feature {
  readonly endpoints: readonly Endpoint[]
  readonly jobs?: JobTable
  /** Lines for graphile-worker: `* * * * * task_name`. */
  readonly crontab?: readonly string[]
  readonly templates?: Templates
  /** The places where it stores sealed texts. */
  readonly sealed?: readonly SealedPlace[]
}
