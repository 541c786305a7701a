import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'

export {
  approveComment,
  changeFaq,
  faqPlace,
  faqsFor,
  postState,
  publishPost,
  refuseComment,
  withdrawPost,
} from './endpoints.ts'
export { namesOfComments, selectBlogs, selectComments, selectFaqs } from './store.ts'

/** Blogs with comments, and FAQs. */
export const content: Feature = { endpoints }
