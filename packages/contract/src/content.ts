import { z } from 'zod'
import { adminResource, exportRoute, flag } from './admin-resource.ts'
import {
  can,
  done,
  id,
  idParams,
  language,
  line,
  listRoute,
  paragraphs,
  pick,
  publicAccess,
  route,
  searchText,
  signedIn,
  timestamp,
} from './core.ts'
import { anyOf, dayRange, declareList, listFilter, listQuery } from './lists.ts'
import { optionalText, PICTURE_FIELD, pictureUrl, stamps, version } from './record-fields.ts'
import { withTranslates } from './text/translations.ts'

/**
 * Published content: blogs with comments, and frequently asked questions. Each is written in one language and can be
 * translated into the others. A reader gets their own language, and the original where a translation is missing.
 */

/**
 * Translations of some fields: by language, without the one of the original. An empty text is a missing one. Each can say
 * which words it translates.
 */
const translationsOf = <K extends string, T extends z.ZodType>(fields: Readonly<Record<K, T>>) =>
  z.partialRecord(language, z.object(withTranslates<K, T>(fields)).partial())

// ── FAQs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Categories of questions. Others are stored unchanged. */
export const FAQ_CATEGORIES = [
  'general',
  'registration',
  'payment',
  'rooms',
  'meals',
  'travel',
  'check-in',
  'account',
] as const

const position = z.coerce.number().pipe(z.int().min(0).max(100_000))
const longText = paragraphs(50_000).pipe(z.string().min(1, { error: 'required' }))
const writtenIn = { language }

/** A question as readers see it. */
export const faq = z.object({
  _id: id,
  category: z.string(),
  question: z.string(),
  answer: z.string(),
  /** The answer as sanitised HTML. */
  answer_html: z.string(),
  position: z.int(),
  /** The language of these texts: the reader's, or the original's where the translation is missing. */
  ...writtenIn,
  ...stamps,
})
export type Faq = z.output<typeof faq>

/** The translations of a question, for editors. */
export const faqTranslations = translationsOf({ question: z.string(), answer: z.string() })
/** A question as editors see it: the original and its translations. */
export const editedFaq = faq.extend({ translations: faqTranslations, published: z.boolean() })
export type EditedFaq = z.output<typeof editedFaq>

const faqBody = {
  category: line(60),
  question: line(300),
  answer: longText,
  position,
  language,
  /** Replaces all translations. */
  translations: translationsOf({ question: paragraphs(300), answer: paragraphs(50_000) }),
  published: flag,
}
export const faqCreate = z.object({
  ...faqBody,
  category: faqBody.category.default('general'),
  // Behind the others of its category.
  position: position.optional(),
  language: language.default('en'),
  translations: faqBody.translations.default({}),
  published: flag.default(true),
})
const faqList = declareList({
  sort: ['category', 'question', 'position', 'created_at', 'updated_at'],
  order: ['category', 'position'],
  filter: { category: z.string().max(60).optional(), published: flag.optional() },
})
/** The filter of questions, for calls that act on all of its rows. */
export const faqFilter = listFilter(faqList)
/** What can be set of many questions. */
export const faqChange = { category: faqBody.category, published: z.boolean() }

const faqs = adminResource({
  path: '/admin/faqs',
  resource: 'faqs',
  name: 'FAQs',
  item: editedFaq,
  create: faqCreate,
  update: z.object(faqBody).partial(),
  list: faqList,
})

// ── Blogs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** `scheduled`: published, and visible from a time that has not come yet. */
export const BLOG_STATUSES = ['draft', 'scheduled', 'published', 'archived'] as const
export type BlogStatus = (typeof BLOG_STATUSES)[number]

/** `checked`: a comment is visible after somebody has read it. */
export const COMMENT_MODES = ['checked', 'open', 'closed'] as const
export type CommentMode = (typeof COMMENT_MODES)[number]
export const COMMENT_STATUSES = ['pending', 'approved', 'rejected', 'removed'] as const
export type CommentStatus = (typeof COMMENT_STATUSES)[number]

const blogSummary = z.object({
  _id: id,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  author: z.string().nullable(),
  picture_url: pictureUrl,
  /** Visible comments. */
  comments: z.number(),
  published_at: timestamp.nullable(),
  /** The language of the title. */
  ...writtenIn,
})
const comment = z.object({
  _id: id,
  author: z.string(),
  avatar_url: z.string().nullable(),
  body: z.string(),
  mine: z.boolean(),
  /** Of somebody else: always `approved`. */
  status: z.enum(COMMENT_STATUSES),
  /** Why it was rejected or removed. */
  reason: z.string(),
  created_at: timestamp,
})
/** A post as readers see it. */
export const blogPost = blogSummary.omit({ comments: true }).extend({
  body_html: z.string(),
  /** The language of the body. */
  body_language: language,
  comments: z.array(comment),
  comment_mode: z.enum(COMMENT_MODES),
})

/** The translations of a post, for editors. */
export const blogTranslations = translationsOf({ title: z.string(), summary: z.string(), body: z.string() })
const edited = {
  status: z.enum(BLOG_STATUSES),
  translations: blogTranslations,
  comment_mode: z.enum(COMMENT_MODES),
  version,
  ...stamps,
}
/** A post as editors see it: the original and its translations. Includes comments that nobody sees. */
export const blog = blogSummary.omit({ comments: true }).extend({
  body: z.string(),
  body_html: z.string(),
  /** The translations of the body as sanitised HTML. */
  translations_html: z.partialRecord(language, z.string()),
  ...edited,
  comments: z.array(comment.omit({ mine: true }).extend({ hidden: z.boolean() })),
})
export type Blog = z.output<typeof blog>
export const blogRow = blogSummary.extend({
  ...edited,
  /** Comments that wait to be read. */
  pending: z.number(),
})

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
/** The filter of posts, for calls that act on all of its rows. */
export const blogFilter = listFilter(blogList)
const blogBody = {
  title: line(200),
  slug,
  summary: optionalText(500),
  /** HTML, reduced to harmless elements when it is shown; or plain text, in which empty lines separate paragraphs. */
  body: longText,
  language,
  /** Replaces all translations. */
  translations: translationsOf({ title: paragraphs(200), summary: paragraphs(500), body: paragraphs(50_000) }),
  comment_mode: z.enum(COMMENT_MODES),
}
const blogs = adminResource({
  path: '/admin/blogs',
  resource: 'blogs',
  name: 'blog posts',
  item: blog,
  create: z.object({
    ...blogBody,
    slug: slug.optional(),
    language: language.default('en'),
    translations: blogBody.translations.default({}),
    comment_mode: z.enum(COMMENT_MODES).default('checked'),
  }),
  update: z.object({ ...blogBody, status: z.enum(['draft', 'archived']), version: version.nullable() }).partial(),
  list: blogList,
  errors: ['edit_conflict'],
})

const commentList = declareList({
  sort: ['status', 'created_at', 'author', 'post'],
  order: ['-created_at'],
  filter: {
    status: anyOf(z.enum(COMMENT_STATUSES)).optional(),
    blog_id: id.optional(),
    created_at: dayRange().optional(),
  },
})
/** The filter of comments, for calls that act on all of its rows. */
export const commentFilter = listFilter(commentList)

/** A comment in the queue. */
const queuedComment = comment.omit({ mine: true }).extend({
  blog: pick.extend({ slug: z.string() }),
  user_id: id.nullable(),
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
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
  exportFaqs: exportRoute('/admin/faqs/export', 'faqs.read', 'FAQs', faqList),
  createFaq: faqs.create,
  getFaq: faqs.get,
  updateFaq: faqs.update,
  removeFaq: faqs.remove,
  orderFaqs: route({
    method: 'PUT',
    path: '/admin/faqs/order',
    access: can('faqs.update'),
    summary: 'Set the order of the questions of one category: all of them, each once',
    body: z.object({ ids: z.array(id).min(1).max(500) }),
    response: done,
  }),

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
    params: z.object({
      id: z
        .string()
        .max(120)
        .regex(/^[\w-]+$/),
    }),
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
    errors: ['illegal_transition'],
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
  exportBlogs: exportRoute('/admin/blogs/export', 'blogs.read', 'blog posts', blogList),
  createBlog: blogs.create,
  getBlog: blogs.get,
  updateBlog: blogs.update,
  removeBlog: blogs.remove,
  publishBlog: route({
    method: 'PUT',
    path: '/admin/blogs/{id}/publish',
    access: can('blogs.publish'),
    summary: 'Publish a post, now or from a time on',
    params: idParams,
    body: z.object({
      /** Visible from then on. If absent or past: now. */
      at: timestamp.nullable().optional(),
    }),
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
  addBodyPicture: route({
    method: 'POST',
    path: '/admin/blogs/{id}/pictures',
    access: can('blogs.update'),
    summary: 'Store a picture to use inside the text of a post',
    params: idParams,
    files: [PICTURE_FIELD],
    response: z.object({ url: z.string() }),
    status: 201,
  }),
  addFreshPicture: route({
    method: 'POST',
    path: '/admin/blogs/pictures',
    access: can('blogs.create'),
    summary: 'Store a picture to use inside the text of a post that is not saved yet',
    files: [PICTURE_FIELD],
    response: z.object({ url: z.string() }),
    status: 201,
  }),
  previewBody: route({
    method: 'POST',
    path: '/admin/blogs/preview',
    access: can('blogs.read'),
    summary: 'The text of a post as its readers will see it: sanitised HTML; nothing is stored',
    body: z.object({ body: paragraphs(50_000) }),
    response: z.object({ html: z.string() }),
    asks: true,
  }),
  listComments: listRoute({
    method: 'GET',
    path: '/admin/comments',
    access: can('blogs.moderate'),
    summary: 'Comments on all posts, newest first',
    query: listQuery(commentList),
    response: queuedComment,
  }),
  exportComments: exportRoute('/admin/comments/export', 'blogs.moderate', 'comments', commentList),
  decideComment: route({
    method: 'PUT',
    path: '/admin/blogs/{id}/comments/{comment_id}',
    access: can('blogs.moderate'),
    summary: 'Approve, reject or remove a comment; its author sees the reason. Or have it wait again, to undo that',
    params: z.object({ id, comment_id: id }),
    body: z
      .object({
        status: z.enum(COMMENT_STATUSES),
        /** Needed to reject or remove one, except by an undo. */
        reason: optionalText(300),
        /** Only if this is still its status, as an undo asks. */
        was: z.enum(COMMENT_STATUSES).optional(),
      })
      .refine(
        ({ status, reason, was }) =>
          was !== undefined || (status !== 'rejected' && status !== 'removed') || (reason ?? '').trim() !== '',
        { error: 'required', path: ['reason'] },
      ),
    response: queuedComment,
    errors: ['illegal_transition', 'stale'],
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
