import { Button } from '@mantine/core'
import { type Approval, workflowRoutes } from '@shiloh/contract/workflows'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { DateText } from '#ui/base/values'
import { toastDone } from '#ui/feedback/toast'
import { ReasonDialog } from '#ui/form/reason-dialog'
import { ListPage } from '#ui/list/list-page'
import { texts } from './texts.ts'
import classes from './workflows.module.css'

const STATES = ['open', 'approved', 'declined', 'no_answer'] as const

/** `/admin/workflow/approvals`: what waits for an answer of mine. */
export function ApprovalsPage() {
  const t = useT(texts)
  const { organisation } = useAccount()
  const [asked, setAsked] = useState<{ approval: Approval; answer: 'approved' | 'declined' }>()
  const act = useAct(workflowRoutes.answerApproval, [workflowRoutes.listApprovals], { shown: true })
  const about = (row: Approval) => {
    const name = [row.about, row.code].filter(Boolean).join(' ')
    return row.link ? <Link to={row.link}>{name}</Link> : name
  }
  const until = (row: Approval) => <DateText value={row.expires_at} zone={organisation.time_zone} />
  const acts = (row: Approval) =>
    row.state === 'open' ? (
      <div className={classes.acts}>
        {(['approved', 'declined'] as const).map((answer) => (
          <Button
            key={answer}
            size="compact-sm"
            variant="default"
            onClick={(event) => {
              event.stopPropagation()
              setAsked({ approval: row, answer })
            }}
          >
            {t(answer === 'approved' ? 'approve' : 'decline')}
          </Button>
        ))}
      </div>
    ) : (
      [t(`state_${row.state}`), row.answered_by, row.comment].filter(Boolean).join(' · ')
    )
  return (
    <>
      <ListPage
        route={workflowRoutes.listApprovals}
        name="approvals"
        title={text(texts, 'approvals')}
        live="workflows.changed"
        rowName={(row) => row.question}
        address={({ link }) => link ?? undefined}
        empty={{ title: text(texts, 'no_approvals') }}
        filters={[
          {
            kind: 'choice',
            key: 'state',
            label: text(texts, 'state'),
            choices: STATES.map((value) => ({ value, label: text(texts, `state_${value}`) })),
          },
        ]}
        columns={[
          { key: 'question', header: text(texts, 'question'), cell: (row) => <b>{row.question}</b>, wraps: true },
          { key: 'about', header: text(texts, 'about'), cell: about },
          { key: 'workflow', header: text(texts, 'asked_by'), cell: (row) => row.workflow },
          { key: 'expires_at', header: text(texts, 'expires'), cell: until },
          { key: 'state', header: text(texts, 'state'), cell: acts },
        ]}
        phone={{ title: (row) => row.question, note: about, value: until, acts }}
      />
      {asked ? (
        <ReasonDialog
          title={t('answer_title', { question: asked.approval.question })}
          reason={{ label: t('comment'), required: false }}
          action={() => t(asked.answer === 'approved' ? 'approve' : 'decline')}
          onAct={async ({ reason }) => {
            const body = { answer: asked.answer, comment: reason }
            await act.mutateAsync({ params: { id: asked.approval._id }, body })
            toastDone({ message: t('answered') })
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        >
          {[asked.approval.about, asked.approval.code].filter(Boolean).join(' ')}
        </ReasonDialog>
      ) : null}
    </>
  )
}
