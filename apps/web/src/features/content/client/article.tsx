import type { contentRoutes } from '@shiloh/contract/content'
import type { DataOf } from '@shiloh/contract/core'
import type { ReactNode } from 'react'
import { Heading } from '#ui/base/values'
import classes from './blogs.module.css'
import { Byline, PostPicture } from './post-card.tsx'

type Post = DataOf<typeof contentRoutes.getPost>
type Shown =
  | '_id'
  | 'title'
  | 'summary'
  | 'author'
  | 'picture_url'
  | 'published_at'
  | 'language'
  | 'body_html'
  | 'body_language'

/** A post as its readers see it, also in the preview of its author. */
export function Article({
  post,
  above,
  children,
}: {
  post: Pick<Post, Shown>
  above?: ReactNode
  children?: ReactNode
}) {
  return (
    <article className={classes.article}>
      {above}
      <div lang={post.language}>
        <Heading level={1}>{post.title}</Heading>
      </div>
      <p className={classes.byline}>
        <Byline post={post} />
      </p>
      <PostPicture post={post} />
      {post.summary ? <p className={classes.summary}>{post.summary}</p> : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
      <div className={classes.text} lang={post.body_language} dangerouslySetInnerHTML={{ __html: post.body_html }} />
      {children}
    </article>
  )
}
