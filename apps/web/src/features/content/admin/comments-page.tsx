import { Button } from '@mantine/core'
import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { COMMENT_STATUSES, type CommentStatus, contentRoutes } from '@shiloh/contract/content'
import type { DataOf } from '@shiloh/contract/core'
import { IconCheck, IconMessageOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { text, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { Segments } from '#ui/base/segments'
import { type Tone, ToneBadge } from '#ui/base/status-badge'
import { DateText } from '#ui/base/values'
import { toastDone } from '#ui/feedback/toast'
import { ReasonDialog } from '#ui/form/reason-dialog'
import { ListPage } from '#ui/list/list-page'
import classes from './content.module.css'
import { texts } from './texts.ts'

type Comment = DataOf<typeof contentRoutes.listComments>

const NAMES = { pending: 'waiting', approved: 'approved', rejected: 'rejected', removed: 'removed' } as const
const TONES: Readonly<Record<CommentStatus, Tone>> = {
  pending: 'warn',
  approved: 'ok',
  rejected: 'bad',
  removed: 'bad',
}

function Status({ status }: { status: CommentStatus }) {
  const t = useT(texts)
  return <ToneBadge tone={TONES[status]}>{t(NAMES[status])}</ToneBadge>
}

interface Decided {
  /** As it was before. */
  readonly comment: Comment
  readonly status: CommentStatus
}

interface ActsProps {
  comment: Comment
  onRefuse: () => void
  onDecided: (decided: Decided) => void
}

function Acts({ comment, onRefuse, onDecided }: ActsProps) {
  const t = useT(texts)
  const act = useAct(contentRoutes.decideComment, [contentRoutes.listComments, contentRoutes.listBlogs])
  const params = { id: comment.blog._id, comment_id: comment._id }
  return (
    <span className={classes.acts}>
      {comment.status === 'approved' ? null : (
        <Button
          size="compact-sm"
          variant="default"
          loading={act.isPending}
          onClick={() =>
            act.mutate(
              { params, body: { status: 'approved' } },
              { onSuccess: () => onDecided({ comment, status: 'approved' }) },
            )
          }
        >
          {t('approve')}
        </Button>
      )}
      {comment.status === 'pending' || comment.status === 'approved' ? (
        <Button size="compact-sm" variant="subtle" color="red" onClick={onRefuse}>
          {t(comment.status === 'pending' ? 'reject' : 'remove')}
        </Button>
      ) : null}
    </span>
  )
}

/** `/admin/comments`: what members wrote below posts; what waits to be read first. */
export function CommentsPage() {
  const t = useT(texts)
  const [shown, setShown] = useState<'to_read' | 'all'>('to_read')
  const [refusing, setRefusing] = useState<Comment>()
  const act = useAct(contentRoutes.decideComment, [contentRoutes.listComments, contentRoutes.listBlogs], {
    shown: true,
  })
  const isWaiting = refusing?.status === 'pending'
  const undo = useAct(contentRoutes.decideComment, [contentRoutes.listComments, contentRoutes.listBlogs])
  const told = ({ comment, status }: Decided) =>
    toastDone({
      message: t(`done_${status}`, { author: comment.author }),
      undo: {
        label: t('undo'),
        act: () =>
          undo.mutate({
            params: { id: comment.blog._id, comment_id: comment._id },
            // The author goes on seeing why it was refused before.
            body: { status: comment.status, reason: comment.reason, was: status },
          }),
      },
    })
  return (
    <>
      <ListPage
        route={contentRoutes.listComments}
        name="comments"
        exportRoute={contentRoutes.exportComments}
        title={text(texts, 'comments')}
        live="comments.changed"
        fixed={shown === 'to_read' ? { status: 'pending' } : {}}
        empty={{ title: text(texts, shown === 'to_read' ? 'nothing_to_read' : 'no_comments') }}
        rowName={(row) => row.author}
        bulk={[
          {
            label: text(texts, 'approve'),
            icon: IconCheck,
            permission: 'blogs.moderate',
            many: { route: bulkEditRoutes.approveComments, consequence: text(texts, 'approve_many_text') },
          },
          {
            label: text(texts, 'refuse_many'),
            icon: IconMessageOff,
            permission: 'blogs.moderate',
            fits: (rows) => rows.every(({ status }) => status === 'pending' || status === 'approved'),
            many: {
              route: bulkEditRoutes.refuseComments,
              consequence: text(texts, 'refuse_many_text'),
              danger: true,
              asksReason: 'required',
            },
          },
        ]}
        filters={
          shown === 'all'
            ? [
                {
                  kind: 'choice',
                  key: 'status',
                  label: text(texts, 'status'),
                  choices: COMMENT_STATUSES.map((value) => ({ value, label: text(texts, NAMES[value]) })),
                },
              ]
            : []
        }
        columns={[
          {
            key: 'body',
            header: text(texts, 'body'),
            cell: (row) => <span className={classes.said}>{row.body}</span>,
            wraps: true,
          },
          {
            key: 'author',
            header: text(texts, 'author'),
            sort: 'author',
            cell: (row) => (row.user_id === null ? row.author : <PersonLink id={row.user_id} name={row.author} />),
          },
          {
            key: 'blog',
            exported: ['post'],
            header: text(texts, 'post'),
            sort: 'post',
            cell: (row) => (
              <Link to="/admin/blogs/$id" params={{ id: row.blog._id }}>
                {row.blog.name}
              </Link>
            ),
            wraps: true,
          },
          {
            key: 'status',
            header: text(texts, 'status'),
            cell: (row) => <Status status={row.status} />,
            sort: 'status',
          },
          {
            key: 'created_at',
            header: text(texts, 'written'),
            cell: (row) => <DateText value={row.created_at} time weekday={false} />,
            sort: 'created_at',
          },
          {
            key: 'acts',
            acts: true,
            header: () => '',
            cell: (row) => <Acts comment={row} onRefuse={() => setRefusing(row)} onDecided={told} />,
          },
        ]}
        phone={{
          title: (row) => row.author,
          badge: (row) => <Status status={row.status} />,
          note: (row) => <span className={classes.said}>{row.body}</span>,
          acts: (row) => <Acts comment={row} onRefuse={() => setRefusing(row)} onDecided={told} />,
        }}
      >
        <div className={classes.search}>
          <Segments
            label={t('status')}
            choices={(['to_read', 'all'] as const).map((value) => ({ value, label: t(value) }))}
            value={shown}
            onChange={setShown}
          />
        </div>
      </ListPage>
      {refusing ? (
        <ReasonDialog
          title={t(isWaiting ? 'reject_title' : 'remove_title')}
          reason={{ label: t('reason'), hint: t('reason_hint'), required: true }}
          action={() => t(isWaiting ? 'reject' : 'remove')}
          danger
          onAct={async ({ reason }) => {
            const status = isWaiting ? 'rejected' : 'removed'
            await act.mutateAsync({
              params: { id: refusing.blog._id, comment_id: refusing._id },
              body: { status, reason },
            })
            setRefusing(undefined)
            told({ comment: refusing, status })
          }}
          onClose={() => setRefusing(undefined)}
        >
          <p className={classes.said}>{refusing.body}</p>
        </ReasonDialog>
      ) : null}
    </>
  )
}
