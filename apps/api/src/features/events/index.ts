import type { Feature } from '#http/feature'
import { adminEndpoints } from './admin.ts'
import { publicEndpoints } from './public.ts'

export { listCards, listKinds, listSlugs } from './public.store.ts'
export { publicEventView } from './public.ts'

/** Events as everybody sees them, and as administrators keep them. */
export const events: Feature = { endpoints: [...publicEndpoints, ...adminEndpoints] }
