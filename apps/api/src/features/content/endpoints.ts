import { BLOG_STATUSES, type Blog, contentRoutes, type Faq } from '@shiloh/contract/content'
import { PICTURE_FIELD } from '@shiloh/contract/record-fields'
import { freeSlug, slugFrom } from '@shiloh/contract/text/slug'
import { z } from 'zod'
import { bind, reads, writes } from '#http/binder'
import { recordHandlers } from '#http/records'
import { changed, created, removed } from '#platform/audit/audited'
import type { WriteContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { fileUrlOrNull } from '#platform/files/files.store'
import { storePublicPicture } from '#platform/files/pictures'
import { renderRichText } from '#platform/text/rich-text'
import * as store from './store.ts'

const PICTURE_SIDE = 1600

const faqView = ({ id, created_at, updated_at, ...row }: store.FaqRow): Faq => ({
  _id: id,
  ...row,
  answer_html: renderRichText(row.answer),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})
const readFaq = async (db: Queryable, id: string) => faqView(found(await store.findFaq(db, id)))
const faq = recordHandlers('faqs', readFaq)

const status = z.enum(BLOG_STATUSES)

const postView = (row: store.BlogRow) => ({
  _id: row.id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  author: row.author,
  picture_url: fileUrlOrNull(row.picture_file_id),
  comments: row.comments,
  published_at: row.published_at?.toISOString() ?? null,
})
const stampsOf = (row: store.BlogRow) => ({
  status: status.parse(row.status),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
const commentView = (row: store.CommentRow) => ({
  _id: row.id,
  author: row.author,
  avatar_url: fileUrlOrNull(row.avatar_file_id),
  body: row.body,
  created_at: row.created_at.toISOString(),
})

const blog = async (db: Queryable, id: string): Promise<Blog> => {
  const row = found(await store.findBlog(db, id))
  const comments = await store.listComments(db, row.id)
  return {
    ...postView(row),
    ...stampsOf(row),
    body: row.body,
    body_html: renderRichText(row.body),
    comments: comments.map((comment) => ({ ...commentView(comment), hidden: comment.hidden_at !== null })),
  }
}
/** Returns a published post. A draft is not found. */
const published = async (db: Queryable, idOrSlug: string): Promise<store.FullBlogRow> => {
  const row = found(await store.findBlog(db, idOrSlug))
  if (row.status !== 'published') throw new AppError('not_found')
  return row
}

const freshSlug = async (db: Queryable, title: string): Promise<string> => {
  const base = slugFrom(title, 'post')
  return freeSlug(base, await store.takenBlogSlugs(db, base))
}

const edited = async (ctx: WriteContext, id: string, action: string, change: (before: Blog) => Promise<void>) => {
  const before = await blog(ctx.tx, id)
  await change(before)
  return changed(ctx, 'blogs', before, await blog(ctx.tx, id), action)
}

export const endpoints = bind(contentRoutes, {
  listPublicFaqs: reads(async (ctx, { query }) => (await store.allFaqs(ctx.db, query)).map(faqView)),
  getPublicFaq: reads((ctx, { params }) => readFaq(ctx.db, params.id)),
  listFaqs: reads(async (ctx, { query }) => {
    const { items, total } = await store.listFaqs(ctx.db, query)
    return { items: items.map(faqView), total }
  }),
  createFaq: faq.create(store.insertFaq),
  getFaq: faq.get,
  updateFaq: faq.update(store.updateFaq),
  removeFaq: faq.remove(store.removeFaq),

  listPosts: reads(async (ctx, { query }) => {
    const { items, total } = await store.listPublished(ctx.db, query)
    return { items: items.map(postView), total }
  }),
  getPost: reads(async (ctx, { params }) => {
    const row = await published(ctx.db, params.id)
    const comments = await store.listComments(ctx.db, row.id)
    return {
      ...postView(row),
      body_html: renderRichText(row.body),
      comments: comments
        .filter((comment) => comment.hidden_at === null)
        .map((comment) => ({ ...commentView(comment), mine: comment.user_id === ctx.caller.id })),
    }
  }),
  recentPosts: reads(async (ctx, { query }) => (await store.recentPublished(ctx.db, query.limit)).map(postView)),
  commentOnPost: writes(async (ctx, { params, body }) => {
    const post = await published(ctx.tx, params.id)
    const { id } = await store.insertComment(ctx.tx, ctx.now, {
      blog_id: post.id,
      user_id: ctx.caller.id,
      body: body.body,
    })
    ctx.publish('staff', 'comments.changed')
    const comments = await store.listComments(ctx.tx, post.id)
    return { ...commentView(found(comments.find((comment) => comment.id === id))), mine: true }
  }),

  listBlogs: reads(async (ctx, { query }) => {
    const { items, total } = await store.listBlogs(ctx.db, query)
    return { items: items.map((row) => ({ ...postView(row), ...stampsOf(row) })), total }
  }),
  createBlog: writes(async (ctx, { body }) => {
    const { id } = await store.insertBlog(ctx.tx, ctx.now, {
      title: body.title,
      summary: body.summary ?? '',
      body: body.body,
      slug: body.slug ?? (await freshSlug(ctx.tx, body.title)),
      author_id: ctx.caller.id,
    })
    return created(ctx, 'blogs', await blog(ctx.tx, id))
  }),
  getBlog: reads((ctx, { params }) => blog(ctx.db, params.id)),
  updateBlog: writes((ctx, { params, body }) =>
    edited(ctx, params.id, 'update', () => store.updateBlog(ctx.tx, ctx.now, params.id, body)),
  ),
  removeBlog: writes(async (ctx, { params }) => {
    const before = await blog(ctx.tx, params.id)
    await store.removeBlog(ctx.tx, params.id)
    return removed(ctx, 'blogs', before)
  }),
  publishBlog: writes((ctx, { params }) =>
    edited(ctx, params.id, 'publish', async (before) => {
      if (before.status === 'published') throw new AppError('illegal_transition')
      // A post that is published again keeps its publication date.
      await store.updateBlog(ctx.tx, ctx.now, params.id, {
        status: 'published',
        published_at: before.published_at === null ? ctx.now : undefined,
      })
    }),
  ),
  setBlogPicture: writes((ctx, { params, files }) =>
    edited(ctx, params.id, 'set_picture', async () =>
      store.updateBlog(ctx.tx, ctx.now, params.id, {
        picture_file_id: await storePublicPicture(ctx, files, PICTURE_FIELD, 'blog_picture', PICTURE_SIDE),
      }),
    ),
  ),
  removeComment: writes(async (ctx, { params }) => {
    const hidden = await store.hideComment(ctx.tx, ctx.now, {
      blogId: params.id,
      commentId: params.comment_id,
      by: ctx.caller.id,
    })
    if (!hidden) throw new AppError('not_found')
    ctx.audit({
      action: 'hide_comment',
      resource: 'blogs',
      objectId: params.id,
      before: { comment: params.comment_id },
    })
    return {}
  }),
})
