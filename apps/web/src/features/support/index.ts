/** Help and the support desk. */
export { useCategoryName } from './parts/words.ts'
