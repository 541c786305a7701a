import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { BLOG_STATUSES, type BlogStatus, contentRoutes } from '@shiloh/contract/content'
import type { DataOf } from '@shiloh/contract/core'
import { textIn } from '@shiloh/contract/text/translations'
import { IconArchive, IconWorld } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { text, useLanguage, useT } from '#platform/i18n'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { LanguageStates } from '#ui/form/languages/language-states'
import { ListPage } from '#ui/list/list-page'
import { texts } from './texts.ts'

type Row = DataOf<typeof contentRoutes.listBlogs>

const TONES: Readonly<Record<BlogStatus, Tone>> = {
  draft: 'mute',
  scheduled: 'warn',
  published: 'ok',
  archived: 'mute',
}

export function PostStatus({ status }: { status: BlogStatus }) {
  const t = useT(texts)
  return <ToneBadge tone={TONES[status]}>{t(status)}</ToneBadge>
}

const States = ({ row }: { row: Row }) => (
  <LanguageStates
    fields={['title', 'summary', 'body']}
    original={row.language}
    // A list has no bodies of originals. Every original has one.
    all={{ ...row.translations, [row.language]: { title: row.title, summary: row.summary, body: row.title } }}
  />
)

/** `/admin/blogs`: all posts with their state. */
export function BlogsPage() {
  const navigate = useNavigate()
  const language = useLanguage()
  const titleOf = (row: Row) => textIn(row, 'title', language)
  return (
    <ListPage
      route={contentRoutes.listBlogs}
      name="blogs"
      exportRoute={contentRoutes.exportBlogs}
      title={text(texts, 'blogs')}
      empty={{ title: text(texts, 'no_posts'), hint: text(texts, 'no_posts_hint') }}
      rowName={titleOf}
      address={(row) => `/admin/blogs/${row._id}`}
      bulk={[
        {
          label: text(texts, 'publish'),
          icon: IconWorld,
          permission: 'blogs.publish',
          many: { route: bulkEditRoutes.publishBlogs, consequence: text(texts, 'publish_many_text') },
        },
        {
          label: text(texts, 'archive'),
          icon: IconArchive,
          permission: 'blogs.update',
          many: { route: bulkEditRoutes.archiveBlogs, consequence: text(texts, 'archive_many_text') },
        },
      ]}
      create={{
        label: text(texts, 'add_post'),
        permission: 'blogs.create',
        onCreate: () => void navigate({ to: '/admin/blogs/$id', params: { id: 'new' } }),
      }}
      filters={[
        {
          kind: 'choice',
          key: 'status',
          label: text(texts, 'status'),
          choices: BLOG_STATUSES.map((value) => ({ value, label: text(texts, value) })),
        },
      ]}
      columns={[
        {
          key: 'title',
          header: text(texts, 'title'),
          cell: (row) => <b>{titleOf(row)}</b>,
          sort: 'title',
          wraps: true,
        },
        {
          key: 'status',
          header: text(texts, 'status'),
          cell: (row) => <PostStatus status={row.status} />,
          sort: 'status',
        },
        {
          key: 'translations',
          exported: ['language'],
          header: text(texts, 'languages'),
          cell: (row) => <States row={row} />,
        },
        {
          key: 'published_at',
          header: text(texts, 'published_at'),
          cell: (row) => (row.published_at ? <DateText value={row.published_at} time weekday={false} /> : null),
          sort: 'published_at',
        },
        { key: 'comments', header: text(texts, 'comments'), cell: (row) => row.comments, numeric: true },
        {
          key: 'pending',
          exported: ['comments_waiting'],
          header: text(texts, 'pending'),
          cell: (row) => row.pending || null,
          numeric: true,
        },
        {
          key: 'updated_at',
          header: text(texts, 'changed'),
          cell: (row) => <DateText value={row.updated_at} weekday={false} />,
          sort: 'updated_at',
        },
      ]}
      phone={{
        title: titleOf,
        badge: (row) => <PostStatus status={row.status} />,
        note: (row) => <States row={row} />,
      }}
    />
  )
}
