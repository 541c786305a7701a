import { Button, Textarea } from '@mantine/core'
import { contentRoutes } from '@shiloh/contract/content'
import type { DataOf } from '@shiloh/contract/core'
import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#platform/client'
import { useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { keyOf, queryOf, useAct } from '#platform/queries'
import { ToneBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { Breadcrumbs } from '#ui/shell/page-header'
import { Article } from './article.tsx'
import classes from './blogs.module.css'
import { PostCard } from './post-card.tsx'
import { texts } from './texts.ts'

type Post = DataOf<typeof contentRoutes.getPost>
const longest = 4000

/** A form for a comment. The draft stays in the tab until it is published. */
function CommentForm({ slug, isChecked }: { slug: string; isChecked: boolean }) {
  const t = useT(texts)
  const say = useT(fieldTexts)
  const kept = `comment:${slug}`
  const [body, setBody] = useState(() => sessionStorage.getItem(kept) ?? '')
  const [isTried, setIsTried] = useState(false)
  const act = useAct(contentRoutes.commentOnPost, [contentRoutes.getPost, contentRoutes.listPosts])
  const refusal =
    act.error instanceof ApiError ? act.error.fields.find(({ field }) => field === 'body')?.message : undefined
  const isEmpty = body.trim() === ''
  const change = (text: string) => {
    setBody(text)
    sessionStorage.setItem(kept, text)
  }
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (isEmpty) return
        act.mutate(
          { params: { id: slug }, body: { body } },
          {
            onSuccess: ({ data }) => {
              change('')
              setIsTried(false)
              toastDone({ message: t(data.status === 'pending' ? 'sent_checked' : 'sent') })
            },
          },
        )
      }}
    >
      <Textarea
        label={t('your_comment')}
        {...(isChecked && { description: t('checked_hint') })}
        rows={4}
        maxLength={longest}
        value={body}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        error={isTried && isEmpty ? say('required') : refusal}
      />
      <Button type="submit" loading={act.isPending}>
        {t('send')}
      </Button>
    </form>
  )
}

function Comments({ post }: { post: Post }) {
  const t = useT(texts)
  return (
    <section className={classes.comments}>
      <h2>{t('comments')}</h2>
      {post.comments.length === 0 ? <p className="dim">{t('first')}</p> : null}
      <ul>
        {post.comments.map((comment) => (
          <li key={comment._id}>
            <p className={classes.byline}>
              <b>{comment.mine ? t('you') : comment.author}</b>
              <DateText value={comment.created_at} time />
            </p>
            <p className={classes.said}>{comment.body}</p>
            {comment.status === 'approved' ? null : (
              <p className={classes.state}>
                <ToneBadge tone={comment.status === 'pending' ? 'warn' : 'bad'}>
                  {t(`comment_${comment.status}`)}
                </ToneBadge>
                {comment.reason ? <span>{comment.reason}</span> : null}
              </p>
            )}
          </li>
        ))}
      </ul>
      {post.comment_mode === 'closed' ? (
        <p className="dim">{t('closed')}</p>
      ) : (
        <CommentForm key={post.slug} slug={post.slug} isChecked={post.comment_mode === 'checked'} />
      )}
    </section>
  )
}

/** Other posts, below the current one. */
function More({ slug }: { slug: string }) {
  const t = useT(texts)
  const { data } = useQuery(queryOf(contentRoutes.recentPosts, { query: { limit: 4 } }))
  const others = (data ?? []).filter((post) => post.slug !== slug).slice(0, 3)
  if (others.length === 0) return null
  return (
    <section className={classes.more}>
      <h2>{t('more')}</h2>
      <ul className={classes.list}>
        {others.map((post) => (
          <PostCard key={post._id} post={post} level={3} />
        ))}
      </ul>
    </section>
  )
}

/** `/blog/{slug}`: one post with its comments. */
export function BlogPage() {
  const { slug } = useParams({ from: '/blog/$slug' })
  const client = useQueryClient()
  useLive('comments.changed', () => void client.invalidateQueries({ queryKey: keyOf(contentRoutes.getPost) }))
  const { data, error, refetch } = useQuery({
    ...queryOf(contentRoutes.getPost, { params: { id: slug } }),
    placeholderData: undefined,
  })
  if (error && !data) return <LoadFailed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Scaffold />
  return (
    <>
      <Article post={data} above={<Breadcrumbs />}>
        <Comments post={data} />
      </Article>
      <More slug={slug} />
    </>
  )
}
