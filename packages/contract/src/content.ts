import { z } from 'zod'
import { adminResource } from './admin-resource.ts'
import {
  can,
  done,
  id,
  idParams,
  line,
  listRoute,
  paragraphs,
  publicAccess,
  route,
  searchText,
  signedIn,
  timestamp,
} from './core.ts'
import { anyOf, declareList, listQuery } from './lists.ts'
import { optionalText, PICTURE_FIELD, pictureUrl, stamps } from './record-fields.ts'

/** Published content: blogs with comments, and frequently asked questions. */

// ── FAQs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const faq = z.object({
  _id: id,
  category: z.string(),
  question: z.string(),
  answer: z.string(),
  /** The answer as sanitised HTML. */
  answer_html: z.string(),
  position: z.int(),
  ...stamps,
})
export type Faq = z.output<typeof faq>
const position = z.coerce.number().pipe(z.int().min(0).max(100_000))
const longText = paragraphs(50_000).pipe(z.string().min(1, { error: 'required' }))
const faqs = adminResource({
  path: '/admin/faqs',
  resource: 'faqs',
  name: 'FAQs',
  item: faq,
  create: z.object({
    category: line(60).default('general'),
    question: line(300),
    answer: longText,
    position: position.default(0),
  }),
  update: z.object({ category: line(60), question: line(300), answer: longText, position }).partial(),
  list: declareList({
    sort: ['category', 'question', 'position', 'created_at', 'updated_at'],
    order: ['category', 'position'],
    filter: { category: z.string().max(60).optional() },
  }),
})

// ── Blogs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const BLOG_STATUSES = ['draft', 'published', 'archived'] as const

const blogSummary = z.object({
  _id: id,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  author: z.string().nullable(),
  picture_url: pictureUrl,
  comments: z.number(),
  published_at: timestamp.nullable(),
})
const comment = z.object({
  _id: id,
  author: z.string(),
  avatar_url: z.string().nullable(),
  body: z.string(),
  mine: z.boolean(),
  created_at: timestamp,
})
/** A post as readers see it. */
export const blogPost = blogSummary
  .omit({ comments: true })
  .extend({ body_html: z.string(), comments: z.array(comment) })

/** A post as editors see it, including removed comments. */
export const blog = blogSummary.omit({ comments: true }).extend({
  body: z.string(),
  body_html: z.string(),
  status: z.enum(BLOG_STATUSES),
  comments: z.array(comment.omit({ mine: true }).extend({ hidden: z.boolean() })),
  ...stamps,
})
export type Blog = z.output<typeof blog>
export const blogRow = blogSummary.extend({ status: z.enum(BLOG_STATUSES), ...stamps })

const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'invalid' })
  .max(100)
  .refine((text) => !/^[0-9a-f]{24}$/.test(text), { error: 'invalid' })
const BLOG_SORT = ['title', 'status', 'published_at', 'created_at', 'updated_at'] as const
const blogList = declareList({
  sort: BLOG_SORT,
  order: ['-created_at'],
  filter: { status: anyOf(z.enum(BLOG_STATUSES)).optional() },
})
const blogs = adminResource({
  path: '/admin/blogs',
  resource: 'blogs',
  name: 'blog posts',
  item: blog,
  create: z.object({ title: line(200), slug: slug.optional(), summary: optionalText(500), body: longText }),
  update: z
    .object({
      title: line(200),
      slug,
      summary: optionalText(500),
      body: longText,
      status: z.enum(['draft', 'archived']),
    })
    .partial(),
  list: blogList,
})

export const contentRoutes = {
  listPublicFaqs: route({
    method: 'GET',
    path: '/faqs',
    access: publicAccess,
    summary: 'Frequently asked questions, by category and in order',
    query: z.object({ category: z.string().max(60).optional(), search: searchText.optional() }),
    response: z.array(faq),
  }),
  getPublicFaq: route({
    method: 'GET',
    path: '/faqs/{id}',
    access: publicAccess,
    summary: 'One question with its answer',
    params: idParams,
    response: faq,
  }),
  listFaqs: faqs.list,
  createFaq: faqs.create,
  getFaq: faqs.get,
  updateFaq: faqs.update,
  removeFaq: faqs.remove,

  listPosts: listRoute({
    method: 'GET',
    path: '/blogs',
    access: signedIn(),
    summary: 'Published posts, newest first',
    query: listQuery({ sort: BLOG_SORT, order: ['-published_at'] }),
    response: blogSummary,
  }),
  getPost: route({
    method: 'GET',
    path: '/blogs/{id}',
    access: signedIn(),
    summary: 'A published post with its comments; by id or slug',
    params: z.object({ id: z.string().min(1).max(120) }),
    response: blogPost,
  }),
  recentPosts: route({
    method: 'GET',
    path: '/blogs/query/recent',
    access: signedIn(),
    summary: 'The newest posts',
    query: z.object({ limit: z.coerce.number().int().min(1).max(20).default(5) }),
    response: z.array(blogSummary),
  }),
  commentOnPost: route({
    method: 'POST',
    path: '/blogs/{id}/comment',
    access: signedIn(),
    summary: 'Comment on a published post',
    params: z.object({ id: z.string().min(1).max(120) }),
    body: z.object({ body: paragraphs(4000).pipe(z.string().min(1, { error: 'required' })) }),
    response: comment,
    limits: [{ points: 20, seconds: 600, by: 'caller' }],
    idempotent: true,
    status: 201,
  }),
  listBlogs: listRoute({
    method: 'GET',
    path: '/admin/blogs',
    access: can('blogs.read'),
    summary: 'List blog posts',
    query: listQuery(blogList),
    response: blogRow,
  }),
  createBlog: blogs.create,
  getBlog: blogs.get,
  updateBlog: blogs.update,
  removeBlog: blogs.remove,
  publishBlog: route({
    method: 'PUT',
    path: '/admin/blogs/{id}/publish',
    access: can('blogs.publish'),
    summary: 'Publish a post',
    params: idParams,
    response: blog,
    errors: ['illegal_transition'],
  }),
  setBlogPicture: route({
    method: 'POST',
    path: '/admin/blogs/{id}/picture',
    access: can('blogs.update'),
    summary: 'Set or, without a file, remove the picture of a post',
    params: idParams,
    files: [PICTURE_FIELD],
    response: blog,
  }),
  removeComment: route({
    method: 'DELETE',
    path: '/admin/blogs/{id}/comments/{comment_id}',
    access: can('blogs.moderate'),
    summary: 'Remove a comment',
    params: z.object({ id, comment_id: id }),
    response: done,
  }),
}
