import type { contentRoutes } from '@shiloh/contract/content'
import type { BodyOf, QueryOf } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { Blogs, Faqs } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { patchSet } from '#platform/db/pages'
import { type ListSql, matching, paginate } from '#platform/db/pages.store'
import { contains } from '#platform/db/search.store'

type Routes = typeof contentRoutes

// ── FAQs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const listedFaqs = {
  table: 'f',
  sort: {},
  filter: { search: (words) => contains(words, 'f.question', 'f.answer') },
} as const satisfies ListSql<Routes['listFaqs'], Faqs>

const faqs = (db: Queryable) =>
  db
    .selectFrom('faqs as f')
    .select(['f.id', 'f.category', 'f.question', 'f.answer', 'f.position', 'f.created_at', 'f.updated_at'])

export const listFaqs = (db: Queryable, query: QueryOf<Routes['listFaqs']>) => paginate(faqs(db), query, listedFaqs)
export const allFaqs = (db: Queryable, query: QueryOf<Routes['listPublicFaqs']>) =>
  matching(faqs(db), query, listedFaqs).orderBy('f.category').orderBy('f.position').orderBy('f.id').limit(500).execute()
export const findFaq = (db: Queryable, id: string) => faqs(db).where('f.id', '=', id).executeTakeFirst()
export type FaqRow = NonNullable<Awaited<ReturnType<typeof findFaq>>>

export const insertFaq = (tx: Tx, now: Date, values: BodyOf<Routes['createFaq']>) =>
  tx
    .insertInto('faqs')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateFaq = async (tx: Tx, now: Date, id: string, patch: BodyOf<Routes['updateFaq']>): Promise<void> => {
  await tx
    .updateTable('faqs')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()
}
export const removeFaq = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('faqs').where('id', '=', id).execute()
}

// ── Blogs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const listedBlogs = {
  table: 'b',
  sort: {},
  filter: { search: (words) => contains(words, 'b.title', 'b.summary', 'b.body') },
} as const satisfies ListSql<Routes['listBlogs'], Blogs>

const blogs = (db: Queryable) =>
  db
    .selectFrom('blogs as b')
    .leftJoin('users as u', 'u.id', 'b.author_id')
    .select([
      'b.id',
      'b.slug',
      'b.title',
      'b.summary',
      'b.picture_file_id',
      'b.status',
      'b.published_at',
      'b.created_at',
      'b.updated_at',
    ])
    .select([
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('author'),
      sql<number>`(select count(*)::int from blog_comments c where c.blog_id = b.id and c.hidden_at is null)`.as(
        'comments',
      ),
    ])

const published = (db: Queryable) => blogs(db).where('b.status', '=', 'published')

export const listBlogs = (db: Queryable, query: QueryOf<Routes['listBlogs']>) => paginate(blogs(db), query, listedBlogs)
export const listPublished = (db: Queryable, query: QueryOf<Routes['listPosts']>) =>
  paginate(published(db), query, listedBlogs)
export const recentPublished = (db: Queryable, limit: number) =>
  published(db).orderBy('b.published_at', 'desc').orderBy('b.id').limit(limit).execute()
export type BlogRow = Awaited<ReturnType<typeof recentPublished>>[number]

const ID = /^[0-9a-f]{24}$/

/** Returns a post by id or slug. */
export const findBlog = (db: Queryable, idOrSlug: string) =>
  blogs(db)
    .select('b.body')
    .where(ID.test(idOrSlug) ? 'b.id' : 'b.slug', '=', idOrSlug)
    .executeTakeFirst()
export type FullBlogRow = NonNullable<Awaited<ReturnType<typeof findBlog>>>

export const listComments = (db: Queryable, blogId: string) =>
  db
    .selectFrom('blog_comments as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.user_id', 'c.body', 'c.hidden_at', 'c.created_at', 'u.avatar_file_id'])
    .select(sql<string>`coalesce(u.first_name || ' ' || u.last_name, '')`.as('author'))
    .where('c.blog_id', '=', blogId)
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()
export type CommentRow = Awaited<ReturnType<typeof listComments>>[number]

export const insertComment = (tx: Tx, now: Date, values: { blog_id: string; user_id: string; body: string }) =>
  tx
    .insertInto('blog_comments')
    .values({ ...values, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Hides a comment. The row is kept for the record. Returns whether a visible comment existed. */
export const hideComment = async (
  tx: Tx,
  now: Date,
  where: { blogId: string; commentId: string; by: string },
): Promise<boolean> => {
  const rows = await tx
    .updateTable('blog_comments')
    .set({ hidden_at: now, hidden_by: where.by })
    .where('id', '=', where.commentId)
    .where('blog_id', '=', where.blogId)
    .where('hidden_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length > 0
}

interface BlogValues {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly body: string
}
export const insertBlog = (tx: Tx, now: Date, values: BlogValues & { author_id: string }) =>
  tx
    .insertInto('blogs')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateBlog = async (
  tx: Tx,
  now: Date,
  id: string,
  patch: { [K in keyof BlogValues]?: BlogValues[K] | undefined } & {
    status?: string | undefined
    published_at?: Date | undefined
    picture_file_id?: string | null | undefined
  },
): Promise<void> => {
  await tx
    .updateTable('blogs')
    .set({ ...patchSet(patch), updated_at: now })
    .where('id', '=', id)
    .execute()
}
export const removeBlog = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('blogs').where('id', '=', id).execute()
}

export const takenBlogSlugs = async (db: Queryable, base: string): Promise<Set<string>> => {
  const rows = await db
    .selectFrom('blogs')
    .select('slug')
    .where(sql<boolean>`slug = ${base} or slug like ${`${base}-%`}`)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}
