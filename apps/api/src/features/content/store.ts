import type {
  BlogStatus,
  blogFilter,
  CommentStatus,
  commentFilter,
  contentRoutes,
  faqFilter,
} from '@shiloh/contract/content'
import type { BodyOf, Language, QueryOf } from '@shiloh/contract/core'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { BlogComments, Blogs, Faqs } from '#db'
import type { Queryable, Tx } from '#platform/db/db'
import { nextVersion } from '#platform/db/edits.store'
import { patchSet } from '#platform/db/pages'
import { type ListSql, matching, paginate } from '#platform/db/pages.store'
import { BY_NAME, contains, hasWords, personKey } from '#platform/db/search.store'

type Routes = typeof contentRoutes

/** A JSON value as a parameter. */
const json = (value: object | undefined) => (value === undefined ? undefined : JSON.stringify(value))

// ── FAQs ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const listedFaqs = {
  table: 'f',
  sort: {},
  filter: {
    search: (words) =>
      hasWords(
        words,
        sql`search_key(f.question || ' ' || f.answer || ' ' || undated_translations(f.translations)::text)`,
      ),
  },
} as const satisfies ListSql<Routes['listFaqs'], Faqs>

const faqs = (db: Queryable) =>
  db
    .selectFrom('faqs as f')
    .select([
      'f.id',
      'f.category',
      'f.question',
      'f.answer',
      'f.position',
      'f.language',
      'f.translations',
      'f.published',
      'f.created_at',
      'f.updated_at',
    ])

export const listFaqs = (db: Queryable, query: QueryOf<Routes['listFaqs']>) => paginate(faqs(db), query, listedFaqs)
/** Selects the ids of the questions of a filter. */
export const selectFaqs = (db: Queryable, filter: z.output<typeof faqFilter>) =>
  matching(faqs(db), filter, listedFaqs).clearSelect().select('f.id')
/** Returns the published questions in order. */
export const allFaqs = (db: Queryable, query: QueryOf<Routes['listPublicFaqs']>) =>
  matching(faqs(db).where('f.published', '=', true), query, listedFaqs)
    .orderBy('f.category')
    .orderBy('f.position')
    .orderBy('f.id')
    .limit(500)
    .execute()
export const findFaq = (db: Queryable, id: string) => faqs(db).where('f.id', '=', id).executeTakeFirst()
export type FaqRow = NonNullable<Awaited<ReturnType<typeof findFaq>>>

/** Lets questions that join a subject area at once get a place each. */
const lockPlaces = async (tx: Tx, category: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`places of questions ${category}`}, 0))`.execute(tx)
}

export const insertFaq = async (
  tx: Tx,
  now: Date,
  { translations, position, ...values }: BodyOf<Routes['createFaq']>,
) => {
  if (position === undefined) await lockPlaces(tx, values.category)
  return tx
    .insertInto('faqs')
    .values({
      ...values,
      position:
        position ??
        sql<number>`coalesce((select max(position) + 1 from faqs where category = ${values.category} and position < 100000), 0)`,
      translations: JSON.stringify(translations),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}
export const updateFaq = async (
  tx: Tx,
  now: Date,
  id: string,
  { translations, ...patch }: BodyOf<Routes['updateFaq']>,
): Promise<void> => {
  if (patch.category !== undefined && patch.position === undefined) await lockPlaces(tx, patch.category)
  await tx
    .updateTable('faqs')
    .set({ ...patchSet({ ...patch, translations: json(translations) }), updated_at: now })
    .$if(patch.category !== undefined && patch.position === undefined, (update) =>
      update.set({
        position: sql`case when category = ${patch.category} then position else
          coalesce((select max(o.position) + 1 from faqs o where o.category = ${patch.category} and o.position < 100000), 0) end`,
      }),
    )
    .where('id', '=', id)
    .execute()
}
export const removeFaq = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('faqs').where('id', '=', id).execute()
}
/** Returns whether these are all questions of one category, each once. They are locked. */
export const areWholeCategory = async (tx: Tx, ids: readonly string[]): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`select id from faqs
    where category = (select category from faqs where id = ${ids[0]}) order by id for update`.execute(tx)
  return rows.length === ids.length && rows.every(({ id }) => ids.includes(id))
}
/** Numbers the questions in this order. */
export const orderFaqs = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`update faqs f set position = o.n - 1
    from unnest(${[...ids]}::text[]) with ordinality o(id, n) where f.id = o.id`.execute(tx)
}

// ── Blogs ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The status as people see it: a published post is scheduled until its time comes. */
const statusAt = (now: Date) =>
  sql<BlogStatus>`case when b.status = 'published' and b.published_at > ${now} then 'scheduled' else b.status end`

const listedBlogs = (now: Date) =>
  ({
    table: 'b',
    sort: { status: statusAt(now) },
    filter: {
      search: (words) =>
        // The tags of a formatted text are not its words.
        hasWords(
          words,
          sql`search_key(regexp_replace(concat_ws(' ', b.title, b.summary, b.body, undated_translations(b.translations)::text), '<[^<>]*>', ' ', 'g'))`,
        ),
      status: statusAt(now),
    },
  }) as const satisfies ListSql<Routes['listBlogs'], Blogs>

const blogs = (db: Queryable, now: Date) =>
  db
    .selectFrom('blogs as b')
    .leftJoin('users as u', 'u.id', 'b.author_id')
    .select([
      'b.id',
      'b.slug',
      'b.title',
      'b.summary',
      'b.picture_file_id',
      'b.published_at',
      'b.language',
      'b.translations',
      'b.comment_mode',
      'b.version',
      'b.created_at',
      'b.updated_at',
    ])
    .select([
      statusAt(now).as('status'),
      // Visitors read a person's name or none: what a program posted is the organisation's.
      sql<string | null>`case when u.user_type <> 'service' then u.first_name || ' ' || u.last_name end`.as('author'),
      sql<number>`(select count(*)::int from blog_comments c where c.blog_id = b.id and c.status = 'approved')`.as(
        'comments',
      ),
      sql<number>`(select count(*)::int from blog_comments c where c.blog_id = b.id and c.status = 'pending')`.as(
        'pending',
      ),
    ])

const published = (db: Queryable, now: Date) =>
  blogs(db, now).where('b.status', '=', 'published').where('b.published_at', '<=', now)

export const listBlogs = (db: Queryable, now: Date, query: QueryOf<Routes['listBlogs']>) =>
  paginate(blogs(db, now), query, listedBlogs(now))
/** Selects the ids of the posts of a filter. */
export const selectBlogs = (db: Queryable, now: Date, filter: z.output<typeof blogFilter>) =>
  matching(blogs(db, now), filter, listedBlogs(now)).clearSelect().select('b.id')
export const listPublished = (db: Queryable, now: Date, query: QueryOf<Routes['listPosts']>) =>
  paginate(published(db, now), query, listedBlogs(now))
export const recentPublished = (db: Queryable, now: Date, limit: number) =>
  published(db, now).orderBy('b.published_at', 'desc').orderBy('b.id').limit(limit).execute()
export type BlogRow = Awaited<ReturnType<typeof recentPublished>>[number]

const ID = /^[0-9a-f]{24}$/

/** Returns a post by id or slug. */
export const findBlog = (db: Queryable, now: Date, idOrSlug: string) =>
  blogs(db, now)
    .select('b.body')
    .where(ID.test(idOrSlug) ? 'b.id' : 'b.slug', '=', idOrSlug)
    .executeTakeFirst()
export type FullBlogRow = NonNullable<Awaited<ReturnType<typeof findBlog>>>

/** Locks a post and returns its version, or undefined if it is gone. */
export const lockBlog = async (tx: Tx, id: string): Promise<number | undefined> =>
  (await tx.selectFrom('blogs').select('version').where('id', '=', id).forUpdate().executeTakeFirst())?.version

interface BlogValues {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly body: string
  readonly language: Language
  readonly comment_mode: string
  readonly translations: object
}
export const insertBlog = (tx: Tx, now: Date, { translations, ...values }: BlogValues & { author_id: string }) =>
  tx
    .insertInto('blogs')
    .values({ ...values, translations: JSON.stringify(translations), created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const updateBlog = async (
  tx: Tx,
  now: Date,
  id: string,
  {
    translations,
    ...patch
  }: { [K in keyof BlogValues]?: BlogValues[K] | undefined } & {
    status?: string | undefined
    published_at?: Date | undefined
    picture_file_id?: string | null | undefined
  },
): Promise<void> => {
  await tx
    .updateTable('blogs')
    .set({ ...patchSet({ ...patch, translations: json(translations) }), version: nextVersion, updated_at: now })
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

// ── Comments ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const comments = (db: Queryable) =>
  db
    .selectFrom('blog_comments as c')
    .innerJoin('blogs as b', 'b.id', 'c.blog_id')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .leftJoin('users as d', 'd.id', 'c.decided_by')
    .select([
      'c.id',
      'c.user_id',
      'c.body',
      'c.status',
      'c.reason',
      'c.decided_at',
      'c.created_at',
      'u.avatar_file_id',
      'b.id as blog_id',
      'b.title as blog_title',
      'b.slug as blog_slug',
    ])
    .select([
      sql<string>`coalesce(u.first_name || ' ' || u.last_name, '')`.as('author'),
      sql<string | null>`d.first_name || ' ' || d.last_name`.as('decider'),
    ])

const listedComments = {
  table: 'c',
  sort: { author: BY_NAME, post: 'b.title' },
  filter: { search: (words, query) => contains(words, 'c.body', 'b.title', personKey(words, query)) },
} as const satisfies ListSql<Routes['listComments'], BlogComments>

/** The newest comments that one page shows. */
const SHOWN = 500

/** Returns the newest comments of a post in the order in which they were written. */
export const commentsOf = async (db: Queryable, blogId: string) => {
  const rows = await comments(db)
    .where('c.blog_id', '=', blogId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.reverse()
}

/** The same for a reader: the approved ones, and their own that wait or were refused. What was removed without a reason is gone. */
export const commentsFor = async (db: Queryable, blogId: string, readerId: string) => {
  const rows = await comments(db)
    .where('c.blog_id', '=', blogId)
    .where(
      sql<boolean>`(c.status = 'approved' or (c.user_id = ${readerId} and (c.status <> 'removed' or c.reason <> '')))`,
    )
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.reverse()
}

export const listComments = (db: Queryable, query: QueryOf<Routes['listComments']>) =>
  paginate(comments(db), query, listedComments)
/** Selects the ids of the comments of a filter. */
export const selectComments = (db: Queryable, filter: z.output<typeof commentFilter>) =>
  matching(comments(db), filter, listedComments).clearSelect().select('c.id')

/** Returns what comments are called in the list of those that were refused: their post and author. */
export const namesOfComments = async (db: Queryable, ids: readonly string[]): Promise<Map<string, [string, string]>> =>
  new Map(
    (
      await comments(db)
        .where('c.id', 'in', [...ids])
        .execute()
    ).map((row) => [row.id, [row.blog_title, row.author]]),
  )

/** Returns the post of a comment. */
export const blogOf = async (db: Queryable, commentId: string): Promise<string | undefined> =>
  (await db.selectFrom('blog_comments').select('blog_id').where('id', '=', commentId).executeTakeFirst())?.blog_id

export const findComment = (db: Queryable, blogId: string, id: string) =>
  comments(db).where('c.id', '=', id).where('c.blog_id', '=', blogId).executeTakeFirst()
export type CommentRow = NonNullable<Awaited<ReturnType<typeof findComment>>>

export const insertComment = (
  tx: Tx,
  now: Date,
  values: { blog_id: string; user_id: string; body: string; status: 'pending' | 'approved' },
) =>
  tx
    .insertInto('blog_comments')
    .values({ ...values, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Decides about a comment. The row is kept for the record. Returns false if it had this status already. */
export const decideComment = async (
  tx: Tx,
  now: Date,
  comment: {
    blogId: string
    commentId: string
    by: string
    status: CommentStatus
    reason: string
    /** Only if this is its status. */
    was?: CommentStatus | undefined
  },
): Promise<boolean> => {
  const decided =
    comment.status === 'pending' ? { decided_at: null, decided_by: null } : { decided_at: now, decided_by: comment.by }
  const rows = await tx
    .updateTable('blog_comments')
    .set({ status: comment.status, reason: comment.reason, ...decided })
    .where('id', '=', comment.commentId)
    .where('blog_id', '=', comment.blogId)
    .where('status', '<>', comment.status)
    .$if(comment.was !== undefined, (query) => query.where('status', '=', comment.was ?? ''))
    .returning('id')
    .execute()
  return rows.length > 0
}
