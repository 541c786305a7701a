import { Button } from '@mantine/core'
import { RUN_STATES, type Run, workflowRoutes } from '@shiloh/contract/workflows'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { DateText } from '#ui/base/values'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { useListAddress } from '#ui/list/list-address'
import { ListPage } from '#ui/list/list-page'
import { About, RunActs, RunBadge, useProgress } from './run-parts.tsx'
import { texts } from './texts.ts'

/** `/admin/workflow/runs`: the runs of all workflows, or of one. */
export function RunsPage() {
  const t = useT(texts)
  const can = useCan()
  const zone = useAccount().organisation.time_zone
  const progress = useProgress()
  const { filters, search } = useListAddress(['workflow_id', 'state'])
  const [isAsking, setAsking] = useState(false)
  const workflows = useQuery(queryOf(workflowRoutes.list, { query: { page_size: 500 } }))
  const filter = {
    ...(filters['workflow_id'] && { workflow_id: filters['workflow_id'] }),
    ...(search && { search }),
  }
  const mayRetry = can('workflows.update') && (filters['state'] === undefined || filters['state'] === 'failed')
  const failed = useQuery({
    ...queryOf(workflowRoutes.listRuns, { query: { ...filter, state: 'failed' } }),
    enabled: mayRetry,
  })
  const count = failed.data?.meta.total ?? 0
  const retry = useAct(workflowRoutes.retryRuns, [workflowRoutes.listRuns, workflowRoutes.list, workflowRoutes.get])
  const about = (run: Run) => [run.about, run.code].filter(Boolean).join(' ')
  return (
    <>
      <ListPage
        route={workflowRoutes.listRuns}
        name="workflow-runs"
        exportRoute={workflowRoutes.exportRuns}
        title={text(texts, 'runs')}
        live="workflows.changed"
        rowName={about}
        address={({ workflow }) => `/admin/workflow/${workflow._id}`}
        empty={{ title: text(texts, 'no_runs') }}
        actions={
          mayRetry && count > 0 ? (
            <Button variant="default" leftSection={<IconRefresh size={18} />} onClick={() => setAsking(true)}>
              {t('retry_all', { count })}
            </Button>
          ) : null
        }
        filters={[
          {
            kind: 'choice',
            key: 'state',
            label: text(texts, 'state'),
            choices: RUN_STATES.map((value) => ({ value, label: text(texts, `run_${value}`) })),
          },
          {
            kind: 'choice',
            key: 'workflow_id',
            label: text(texts, 'workflow'),
            choices: (workflows.data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: () => name })),
          },
        ]}
        columns={[
          {
            key: 'started_at',
            header: text(texts, 'run_began'),
            cell: (run) => <DateText value={run.started_at} zone={zone} time weekday={false} />,
            sort: 'started_at',
          },
          {
            key: 'workflow',
            header: text(texts, 'workflow'),
            cell: ({ workflow }) => (
              <Link to="/admin/workflow/$id" params={{ id: workflow._id }}>
                {workflow.name}
              </Link>
            ),
            wraps: true,
          },
          { key: 'about', header: text(texts, 'run_about'), cell: (run) => <About run={run} />, wraps: true },
          { key: 'state', header: text(texts, 'state'), cell: (run) => <RunBadge state={run.state} /> },
          { key: 'steps', header: text(texts, 'run_last'), cell: progress, wraps: true },
          { key: 'acts', header: text(texts, 'acts'), cell: (run) => <RunActs run={run} />, acts: true },
        ]}
        phone={{
          title: about,
          badge: (run) => <RunBadge state={run.state} />,
          note: (run) => `${run.workflow.name}. ${progress(run)}`,
          acts: (run) => <RunActs run={run} />,
        }}
      />
      <ConfirmDialog
        opened={isAsking}
        busy={retry.isPending}
        title={t('retry_all', { count })}
        action={t('retry')}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          retry.mutate(
            { body: filter },
            {
              onSuccess: ({ data: { retried, left } }) => {
                setAsking(false)
                toastDone({ message: t(left > 0 ? 'retried_some' : 'retried', { count: retried, left }) })
              },
            },
          )
        }
      >
        <p>{t('retry_all_text')}</p>
      </ConfirmDialog>
    </>
  )
}
