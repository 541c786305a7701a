import type { Feature } from '#platform/feature'
import { endpoints } from './endpoints.ts'

/** Blogs with comments, and FAQs. */
export const content: Feature = { endpoints }
