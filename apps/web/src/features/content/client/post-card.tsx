import type { contentRoutes } from '@shiloh/contract/content'
import type { DataOf } from '@shiloh/contract/core'
import { coverSvg } from '@shiloh/contract/events/covers'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useT } from '#platform/i18n'
import { DateText, Heading } from '#ui/base/values'
import classes from './blogs.module.css'
import { texts } from './texts.ts'

export type Post = DataOf<typeof contentRoutes.listPosts>

/** The photograph of a post, or a cover generated from its id. */
export function PostPicture({ post }: { post: Pick<Post, '_id' | 'picture_url'> }) {
  const drawn = useMemo(
    () => (post.picture_url ? null : `data:image/svg+xml,${encodeURIComponent(coverSvg(post._id))}`),
    [post._id, post.picture_url],
  )
  return (
    <img
      className={classes.picture}
      src={post.picture_url ?? drawn ?? ''}
      alt=""
      width={1200}
      height={675}
      loading="lazy"
    />
  )
}

/** Author and date. */
export function Byline({ post }: { post: Pick<Post, 'author' | 'published_at'> }) {
  const t = useT(texts)
  return (
    <>
      {post.author ? <span>{t('by', { author: post.author })}</span> : null}
      {post.published_at ? <DateText value={post.published_at} /> : null}
    </>
  )
}

/** A post in a list. */
export function PostCard({ post, level }: { post: Post; level: 2 | 3 }) {
  const t = useT(texts)
  return (
    <li>
      <Link to="/blog/$slug" params={{ slug: post.slug }} className={classes.card}>
        <PostPicture post={post} />
        <div>
          <Heading level={level}>{post.title}</Heading>
          {post.summary ? <p>{post.summary}</p> : null}
          <p className={classes.byline}>
            <Byline post={post} />
            <span>{t('comment_count', { count: post.comments })}</span>
          </p>
        </div>
      </Link>
    </li>
  )
}
