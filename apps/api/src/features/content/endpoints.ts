import {
  type Blog,
  blogTranslations,
  COMMENT_MODES,
  COMMENT_STATUSES,
  contentRoutes,
  type EditedFaq,
  type Faq,
  faqTranslations,
} from '@shiloh/contract/content'
import { type BodyOf, isLanguage, type Language } from '@shiloh/contract/core'
import { PICTURE_FIELD } from '@shiloh/contract/record-fields'
import { freeSlug, slugFrom } from '@shiloh/contract/text/slug'
import { z } from 'zod'
import { bind, reads, readsLate, writes } from '#http/binder'
import { recordChange, recordHandlers } from '#http/records'
import { changed, created, removed } from '#platform/audit/audited'
import type { WriteContext } from '#platform/context'
import type { Queryable, Tx } from '#platform/db/db'
import { requireVersion } from '#platform/db/edits.store'
import { found } from '#platform/db/found'
import { takeTurn } from '#platform/db/turns.store'
import { AppError, invalid } from '#platform/errors'
import type { Upload } from '#platform/files/files'
import { fileUrl, fileUrlOrNull } from '#platform/files/files.store'
import { storePublicPicture } from '#platform/files/pictures'
import type { ReadWork, Work } from '#platform/jobs/work'
import { userRoom } from '#platform/realtime'
import { momentCell, wordCell } from '#platform/tables/cells'
import { eachOf, eachPage, exportRows } from '#platform/tables/exports'
import { renderRichText } from '#platform/text/rich-text'
import { told } from './languages.rules.ts'
import * as store from './store.ts'

const PICTURE_SIDE = 1600

const original = (language: string): Language => (isLanguage(language) ? language : 'en')

// ── FAQs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A question in the language of a reader. */
const faqView = (row: store.FaqRow, reader: Language): Faq => {
  const texts = { ...row, translations: faqTranslations.parse(row.translations) }
  const [question, answer] = [told(texts, 'question', reader), told(texts, 'answer', reader)]
  return {
    _id: row.id,
    category: row.category,
    question: question.text,
    answer: answer.text,
    answer_html: renderRichText(answer.text),
    position: row.position,
    language: question.language,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
const editedFaqView = (row: store.FaqRow): EditedFaq => ({
  ...faqView(row, original(row.language)),
  translations: faqTranslations.parse(row.translations),
  published: row.published,
})
const faqOf = async (db: Queryable, id: string) => editedFaqView(found(await store.findFaq(db, id)))
const faq = recordHandlers('faqs', faqOf)
/** Changes a question. One that moves to another subject area without a position goes behind the others there. */
export const changeFaq = recordChange('faqs', faqOf, store.updateFaq)
/** Returns what a change of many questions can set. The place is one value: a position means nothing without its subject area. */
export const faqPlace = async ({ db }: ReadWork, id: string) => {
  const { category, position, published } = await faqOf(db, id)
  return { place: { category, position }, published }
}

/** Returns the published questions in the language of a reader, by category and in order. */
export const faqsFor = async (db: Queryable, reader: Language, query: Parameters<typeof store.allFaqs>[1]) =>
  (await store.allFaqs(db, query)).map((row) => faqView(row, reader))

// ── Blogs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const postView = (row: store.BlogRow, reader: Language) => {
  const texts = { ...row, translations: blogTranslations.parse(row.translations) }
  const title = told(texts, 'title', reader)
  return {
    _id: row.id,
    slug: row.slug,
    title: title.text,
    summary: told(texts, 'summary', reader).text,
    author: row.author,
    picture_url: fileUrlOrNull(row.picture_file_id),
    comments: row.comments,
    published_at: row.published_at?.toISOString() ?? null,
    language: title.language,
  }
}
const editedView = (row: store.BlogRow) => ({
  ...postView(row, original(row.language)),
  status: row.status,
  translations: blogTranslations.parse(row.translations),
  comment_mode: z.enum(COMMENT_MODES).parse(row.comment_mode),
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
const commentView = (row: store.CommentRow) => ({
  _id: row.id,
  author: row.author,
  avatar_url: fileUrlOrNull(row.avatar_file_id),
  body: row.body,
  status: z.enum(COMMENT_STATUSES).parse(row.status),
  reason: row.reason,
  created_at: row.created_at.toISOString(),
})
const queuedView = (row: store.CommentRow) => ({
  ...commentView(row),
  blog: { _id: row.blog_id, name: row.blog_title, slug: row.blog_slug },
  user_id: row.user_id,
  decided_by: row.decider,
  decided_at: row.decided_at?.toISOString() ?? null,
})
const ownView = (row: store.CommentRow, readerId: string) => ({ ...commentView(row), mine: row.user_id === readerId })

const blog = async (db: Queryable, now: Date, id: string): Promise<Blog> => {
  const row = found(await store.findBlog(db, now, id))
  const comments = await store.commentsOf(db, row.id)
  return {
    ...editedView(row),
    body: row.body,
    body_html: renderRichText(row.body),
    translations_html: Object.fromEntries(
      Object.entries(blogTranslations.parse(row.translations)).map(([one, { body = '' }]) => [
        one,
        renderRichText(body),
      ]),
    ),
    comments: comments.map((comment) => ({ ...commentView(comment), hidden: comment.status !== 'approved' })),
  }
}
/** Returns a post that readers see. A draft is not found, and a scheduled one not before its time. */
const published = async (db: Queryable, now: Date, idOrSlug: string): Promise<store.FullBlogRow> => {
  const row = found(await store.findBlog(db, now, idOrSlug))
  if (row.status !== 'published') throw new AppError('not_found')
  return row
}

/** Stores a picture of a text. @throws invalid_input without a file */
const bodyPicture = async (ctx: WriteContext, files: readonly Upload[], objectId?: string) => {
  const id = await storePublicPicture(ctx, files, PICTURE_FIELD, 'blog_picture', PICTURE_SIDE)
  if (id === null) throw invalid([{ field: PICTURE_FIELD, code: 'required' }])
  ctx.audit({ action: 'add_picture', resource: 'blogs', ...(objectId && { objectId }), after: { file: id } })
  return { url: fileUrl(id) }
}

const freshSlug = async (tx: Tx, title: string): Promise<string> => {
  const base = slugFrom(title, 'post')
  await takeTurn(tx, `blogs.slug ${base}`)
  return freeSlug(base, await store.takenBlogSlugs(tx, base))
}

const edited = async (
  ctx: Work,
  id: string,
  action: string,
  change: (before: Blog) => Promise<void>,
  given?: number | null,
) => {
  const version = found(await store.lockBlog(ctx.tx, id))
  await requireVersion(ctx.tx, { resource: 'blogs', objectId: id, version }, given)
  const before = await blog(ctx.tx, ctx.now, id)
  await change(before)
  return changed(ctx, 'blogs', before, await blog(ctx.tx, ctx.now, id), action)
}

/** Returns the status of a post as people see it, and when it was published. @throws not_found */
export const postState = async ({ db, now }: ReadWork, id: string) => {
  const { status, published_at } = await blog(db, now, id)
  return { status, published_at }
}

/** Publishes a post, now or from a time on. @throws illegal_transition for one that is published */
export const publishPost = (work: Work, id: string, from?: string | null): Promise<Blog> =>
  edited(work, id, 'publish', async (before) => {
    if (before.status === 'published') throw new AppError('illegal_transition')
    const at = from ? new Date(from) : undefined
    const first = before.published_at === null ? undefined : new Date(before.published_at)
    await store.updateBlog(work.tx, work.now, id, {
      status: 'published',
      // A post that is published again keeps its publication date.
      published_at: at && at > work.now ? at : first && first <= work.now ? first : work.now,
    })
  })

/** Makes a post a draft, or archives it. */
export const withdrawPost = (work: Work, id: string, status: 'draft' | 'archived'): Promise<Blog> =>
  edited(work, id, 'update', () => store.updateBlog(work.tx, work.now, id, { status }))

/** Decides about a comment, whose author sees the reason. @throws illegal_transition if it is so already */
const decideComment = async (
  work: Work,
  { blogId, commentId }: { readonly blogId: string; readonly commentId: string },
  { status, reason = '', was }: BodyOf<typeof contentRoutes.decideComment>,
  by: string,
) => {
  const before = found(await store.findComment(work.tx, blogId, commentId))
  const decided = await store.decideComment(work.tx, work.now, { blogId, commentId, by, status, reason, was })
  if (!decided && was !== undefined) throw new AppError('stale')
  // Somebody else decided the same meanwhile.
  if (!decided) throw new AppError('illegal_transition')
  work.publish('staff', 'comments.changed')
  if (before.user_id) work.publish(userRoom(before.user_id), 'comments.changed')
  work.audit({
    action: `${status}_comment`,
    resource: 'blogs',
    objectId: blogId,
    before: { comment: commentId, status: before.status },
    after: { comment: commentId, status, reason },
  })
  return queuedView(found(await store.findComment(work.tx, blogId, commentId)))
}

/** Who decides about one of many comments, and when they asked for it. */
interface Decider {
  readonly id: string
  readonly at: Date
}

/** Returns a comment as it was when somebody asked to decide about it. @throws stale if a colleague decided since */
const undecidedSince = async ({ tx }: Work, commentId: string, at: Date) => {
  const blogId = found(await store.blogOf(tx, commentId))
  const { status, decided_at } = found(await store.findComment(tx, blogId, commentId))
  if (decided_at && decided_at > at) throw new AppError('stale')
  return { ids: { blogId, commentId }, was: z.enum(COMMENT_STATUSES).parse(status) }
}

/** Approves one of many comments. @throws illegal_transition if it is approved; stale if a colleague decided since */
export const approveComment = async (work: Work, commentId: string, by: Decider) => {
  const { ids, was } = await undecidedSince(work, commentId, by.at)
  if (was === 'approved') throw new AppError('illegal_transition')
  return decideComment(work, ids, { status: 'approved', was }, by.id)
}

/**
 * Rejects one of many comments, or removes it if it is visible.
 * @throws illegal_transition for one that nobody sees anyway; stale if a colleague decided since
 */
export const refuseComment = async (work: Work, commentId: string, by: Decider & { readonly reason: string }) => {
  const { ids, was } = await undecidedSince(work, commentId, by.at)
  if (was !== 'pending' && was !== 'approved') throw new AppError('illegal_transition')
  return decideComment(work, ids, { status: was === 'pending' ? 'rejected' : 'removed', reason: by.reason, was }, by.id)
}

export const endpoints = bind(contentRoutes, {
  listPublicFaqs: readsLate((ctx, { query }) => faqsFor(ctx.db, ctx.language, query)),
  getPublicFaq: readsLate(async (ctx, { params }) => {
    const row = found(await store.findFaq(ctx.db, params.id))
    if (!row.published) throw new AppError('not_found')
    return faqView(row, ctx.language)
  }),
  listFaqs: reads(async (ctx, { query }) => {
    const { items, total } = await store.listFaqs(ctx.db, query)
    return { items: items.map(editedFaqView), total }
  }),
  exportFaqs: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'faqs',
      columns: {
        category: (row) => row.category,
        position: (row) => row.position,
        question: (row) => row.question,
        answer: (row) => row.answer,
        language: (row) => wordCell(row.language),
        published: (row) => row.published,
        created_at: (row) => momentCell(row.created_at),
        updated_at: (row) => momentCell(row.updated_at),
      },
      rows: eachOf(
        eachPage((page) => store.listFaqs(ctx.db, { ...query, ...page })),
        editedFaqView,
      ),
    }),
  ),
  createFaq: faq.create(store.insertFaq),
  getFaq: faq.get,
  updateFaq: faq.update(store.updateFaq),
  removeFaq: faq.remove(store.removeFaq),
  orderFaqs: writes(async (ctx, { body }) => {
    if (!(await store.areWholeCategory(ctx.tx, body.ids))) throw invalid([{ field: 'ids', code: 'invalid' }])
    await store.orderFaqs(ctx.tx, body.ids)
    ctx.audit({ action: 'order', resource: 'faqs', after: { ids: body.ids } })
    return {}
  }),

  listPosts: readsLate(async (ctx, { query }) => {
    const { items, total } = await store.listPublished(ctx.db, ctx.now, query)
    return { items: items.map((row) => postView(row, ctx.language)), total }
  }),
  getPost: reads(async (ctx, { params }) => {
    const row = await published(ctx.db, ctx.now, params.id)
    const comments = await store.commentsFor(ctx.db, row.id, ctx.caller.id)
    const body = told({ ...row, translations: blogTranslations.parse(row.translations) }, 'body', ctx.language)
    return {
      ...postView(row, ctx.language),
      body_html: renderRichText(body.text),
      body_language: body.language,
      comments: comments.map((comment) => ownView(comment, ctx.caller.id)),
      comment_mode: z.enum(COMMENT_MODES).parse(row.comment_mode),
    }
  }),
  recentPosts: readsLate(async (ctx, { query }) =>
    (await store.recentPublished(ctx.db, ctx.now, query.limit)).map((row) => postView(row, ctx.language)),
  ),
  commentOnPost: writes(async (ctx, { params, body }) => {
    const post = await published(ctx.tx, ctx.now, params.id)
    if (post.comment_mode === 'closed') throw new AppError('illegal_transition')
    const { id } = await store.insertComment(ctx.tx, ctx.now, {
      blog_id: post.id,
      user_id: ctx.caller.id,
      body: body.body,
      status: post.comment_mode === 'open' ? 'approved' : 'pending',
    })
    ctx.publish('staff', 'comments.changed')
    return ownView(found(await store.findComment(ctx.tx, post.id, id)), ctx.caller.id)
  }),

  listBlogs: reads(async (ctx, { query }) => {
    const { items, total } = await store.listBlogs(ctx.db, ctx.now, query)
    return { items: items.map((row) => ({ ...editedView(row), pending: row.pending })), total }
  }),
  exportBlogs: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'posts',
      columns: {
        title: (row) => row.title,
        summary: (row) => row.summary,
        author: (row) => row.author,
        status: (row) => wordCell(row.status),
        published_at: (row) => momentCell(row.published_at),
        language: (row) => wordCell(row.language),
        slug: (row) => row.slug,
        comments: (row) => row.comments,
        comments_waiting: (row) => row.pending,
        created_at: (row) => momentCell(row.created_at),
        updated_at: (row) => momentCell(row.updated_at),
      },
      rows: eachOf(
        eachPage((page) => store.listBlogs(ctx.db, ctx.now, { ...query, ...page })),
        (row) => ({ ...editedView(row), pending: row.pending }),
      ),
    }),
  ),
  createBlog: writes(async (ctx, { body }) => {
    const { id } = await store.insertBlog(ctx.tx, ctx.now, {
      ...body,
      summary: body.summary ?? '',
      slug: body.slug ?? (await freshSlug(ctx.tx, body.title)),
      author_id: ctx.caller.id,
    })
    return created(ctx, 'blogs', await blog(ctx.tx, ctx.now, id))
  }),
  getBlog: reads((ctx, { params }) => blog(ctx.db, ctx.now, params.id)),
  updateBlog: writes((ctx, { params, body: { version, ...patch } }) =>
    edited(ctx, params.id, 'update', () => store.updateBlog(ctx.tx, ctx.now, params.id, patch), version),
  ),
  removeBlog: writes(async (ctx, { params }) => {
    const before = await blog(ctx.tx, ctx.now, params.id)
    await store.removeBlog(ctx.tx, params.id)
    return removed(ctx, 'blogs', before)
  }),
  publishBlog: writes((ctx, { params, body }) => publishPost(ctx, params.id, body.at)),
  setBlogPicture: writes((ctx, { params, files }) =>
    edited(ctx, params.id, 'set_picture', async () =>
      store.updateBlog(ctx.tx, ctx.now, params.id, {
        picture_file_id: await storePublicPicture(ctx, files, PICTURE_FIELD, 'blog_picture', PICTURE_SIDE),
      }),
    ),
  ),
  addBodyPicture: writes(async (ctx, { params, files }) => {
    found(await store.lockBlog(ctx.tx, params.id))
    return bodyPicture(ctx, files, params.id)
  }),
  addFreshPicture: writes((ctx, { files }) => bodyPicture(ctx, files)),
  previewBody: reads((_, { body }) => Promise.resolve({ html: renderRichText(body.body) })),

  listComments: reads(async (ctx, { query }) => {
    const { items, total } = await store.listComments(ctx.db, query)
    return { items: items.map(queuedView), total }
  }),
  exportComments: readsLate((ctx, { query }) =>
    exportRows(ctx, query, {
      name: 'comments',
      columns: {
        body: (row) => row.body,
        author: (row) => row.author,
        post: (row) => row.blog.name,
        status: (row) => wordCell(row.status),
        reason: (row) => row.reason,
        created_at: (row) => momentCell(row.created_at),
        decided_by: (row) => row.decided_by,
        decided_at: (row) => momentCell(row.decided_at),
      },
      rows: eachOf(
        eachPage((page) => store.listComments(ctx.db, { ...query, ...page })),
        queuedView,
      ),
    }),
  ),
  decideComment: writes((ctx, { params, body }) =>
    decideComment(ctx, { blogId: params.id, commentId: params.comment_id }, body, ctx.caller.id),
  ),
  removeComment: writes(async (ctx, { params }) => {
    const hidden = await store.decideComment(ctx.tx, ctx.now, {
      blogId: params.id,
      commentId: params.comment_id,
      by: ctx.caller.id,
      status: 'removed',
      reason: '',
    })
    if (!hidden) throw new AppError('not_found')
    ctx.publish('staff', 'comments.changed')
    ctx.audit({
      action: 'hide_comment',
      resource: 'blogs',
      objectId: params.id,
      before: { comment: params.comment_id },
    })
    return {}
  }),
})
