import type { Feature } from '#http/feature'
import { blockEndpoints, categoryEndpoints, centerEndpoints } from './endpoints.ts'
import { roomEndpoints } from './rooms.ts'

export { bedsByBlock } from './rooms.store.ts'

/** Centers, blocks, room categories and rooms. */
export const venues: Feature = {
  endpoints: [...centerEndpoints, ...blockEndpoints, ...categoryEndpoints, ...roomEndpoints],
}
