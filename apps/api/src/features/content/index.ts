import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

export { approveComment, faqsFor, postState, publishPost, withdrawPost } from './endpoints.ts'
export { namesOfComments, selectBlogs, selectComments } from './store.ts'

/** Blogs with comments, and FAQs. */
export const content: Feature = { endpoints }
