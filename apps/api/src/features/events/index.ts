import type { Feature } from '#http/feature'
import { adminEndpoints } from './admin.ts'
import { publicEndpoints } from './public.ts'

export { findEvents, selectEvents } from './admin.store.ts'
export { backToDraft, bedsToSell, eventView, transit } from './admin.ts'
export { findFormer } from './former.store.ts'
export { hasEvent, listCards, listKinds, listSlugs } from './public.store.ts'
export { memberEventView, publicEventView } from './public.ts'

/** Events as the public sees them and as administrators edit them. */
export const events: Feature = { endpoints: [...publicEndpoints, ...adminEndpoints] }
