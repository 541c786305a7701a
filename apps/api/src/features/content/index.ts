import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

export { faqsFor } from './endpoints.ts'

/** Blogs with comments, and FAQs. */
export const content: Feature = { endpoints }
