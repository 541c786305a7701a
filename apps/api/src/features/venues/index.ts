import type { Feature } from '#http/feature'
import { blockEndpoints, categoryEndpoints, centerEndpoints } from './endpoints.ts'
import { roomEndpoints } from './rooms.ts'

export { pickBlocks } from './blocks.store.ts'
export { pickCategories } from './categories.store.ts'
export { pickCenters } from './centers.store.ts'
export { blockImport, categoryImport, centerImport } from './endpoints.ts'
export { bedsByBlock, findRooms, selectRooms } from './rooms.store.ts'
export { changeRoom, changingRooms, followingOnce, roomImport, roomView } from './rooms.ts'
export { blockSheet, categorySheet, centerSheet, roomSheet } from './sheets.ts'

/** Centers, blocks, room categories and rooms. */
export const venues: Feature = {
  endpoints: [...centerEndpoints, ...blockEndpoints, ...categoryEndpoints, ...roomEndpoints],
}
