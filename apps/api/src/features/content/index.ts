import type { Feature } from '#platform/feature'
import { endpoints } from './endpoints.ts'

export { allFaqs } from './store.ts'

/** Blogs with comments, and FAQs. */
export const content: Feature = { endpoints }
