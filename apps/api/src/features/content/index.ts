import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

export { allFaqs } from './store.ts'

/** Blogs with comments, and FAQs. */
export const content: Feature = { endpoints }
