import { Button } from '@mantine/core'
import { TRIGGER_NAMES, type Workflow, workflowRoutes } from '@shiloh/contract/workflows'
import { IconAdjustments, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { ToneBadge } from '#ui/base/status-badge'
import { RecordForm } from '#ui/form/record-form'
import { ListPage } from '#ui/list/list-page'
import { texts } from './texts.ts'

/** The switch and the limits of all workflows. */
function LimitsForm({ onDone }: { onDone: () => void }) {
  const t = useT(texts)
  const config = useQuery({ ...queryOf(workflowRoutes.getConfig, {}), staleTime: 0 })
  const options = useQuery(queryOf(workflowRoutes.options, {}))
  const update = useAct(workflowRoutes.updateConfig, [workflowRoutes.getConfig], { shown: true })
  if (!config.data || !options.data) return null
  return (
    <RecordForm
      schema={workflowRoutes.updateConfig.body}
      title={t('limits')}
      values={config.data}
      sections={[
        {
          fields: [
            { kind: 'switch', name: 'enabled', label: text(texts, 'all_on'), hint: text(texts, 'all_on_hint') },
            {
              kind: 'select',
              name: 'approver_role_id',
              label: text(texts, 'approver'),
              choices: options.data.roles.map(({ _id, name }) => ({ value: _id, label: () => name })),
            },
            {
              kind: 'number',
              name: 'runs_per_record',
              label: text(texts, 'per_record'),
              required: true,
              min: 1,
              max: 50,
            },
            { kind: 'number', name: 'runs_per_hour', label: text(texts, 'per_hour'), required: true, min: 1 },
            {
              kind: 'number',
              name: 'depth',
              label: text(texts, 'depth'),
              hint: text(texts, 'depth_hint'),
              required: true,
              min: 1,
              max: 10,
            },
          ],
        },
      ]}
      onSave={(body) => update.mutateAsync({ body })}
      onDone={onDone}
    />
  )
}

/** `/admin/workflow`: what the product does by itself. */
export function WorkflowsPage() {
  const t = useT(texts)
  const can = useCan()
  const navigate = useNavigate()
  const [limits, setLimits] = useState(false)
  const badge = (row: Workflow) =>
    row.gone.length > 0 ? (
      <ToneBadge tone="warn">{t('broken')}</ToneBadge>
    ) : row.hindrance ? (
      <ToneBadge tone="warn">{t('paused')}</ToneBadge>
    ) : (
      <ToneBadge tone={row.enabled ? 'ok' : 'mute'}>{t(row.enabled ? 'on' : 'off')}</ToneBadge>
    )
  const name = (row: Workflow) => (
    <>
      <b>{row.name}</b>
      {row.hindrance ? (
        <div className="dim small">
          {row.author ? t(row.hindrance, { name: row.author.name }) : t('author_gone_unknown')}
        </div>
      ) : null}
    </>
  )
  const runs = ({ runs: { total, failed } }: Workflow) => t('runs_since', { total, failed })
  return (
    <>
      <ListPage
        route={workflowRoutes.list}
        name="workflows"
        exportRoute={workflowRoutes.export}
        title={text(texts, 'workflows')}
        live="workflows.changed"
        rowName={(row) => row.name}
        address={(row) => `/admin/workflow/${row._id}`}
        create={{
          label: text(texts, 'add'),
          permission: 'workflows.create',
          onCreate: () => void navigate({ to: '/admin/workflow/$id', params: { id: 'new' } }),
        }}
        empty={{ title: text(texts, 'none'), hint: text(texts, 'none_hint') }}
        filters={[
          { kind: 'flag', key: 'enabled', label: text(texts, 'on') },
          {
            kind: 'choice',
            key: 'trigger',
            label: text(texts, 'starts_when'),
            choices: TRIGGER_NAMES.map((value) => ({ value, label: text(texts, `trigger_${value}`) })),
          },
        ]}
        actions={
          <>
            <LinkButton to="/admin/workflow/runs" variant="default" leftSection={<IconListDetails size={18} />}>
              {t('see_runs')}
            </LinkButton>
            {can('workflows.update') ? (
              <Button variant="default" leftSection={<IconAdjustments size={18} />} onClick={() => setLimits(true)}>
                {t('settings')}
              </Button>
            ) : null}
          </>
        }
        columns={[
          { key: 'name', header: text(texts, 'name'), cell: name, sort: 'name', wraps: true },
          { key: 'enabled', header: text(texts, 'state'), cell: badge, sort: 'enabled' },
          {
            key: 'trigger',
            header: text(texts, 'starts_when'),
            cell: (row) => t(`trigger_${row.trigger}`),
            sort: 'trigger',
            wraps: true,
          },
          {
            key: 'runs',
            header: text(texts, 'runs'),
            cell: (row) => (
              <Link
                to="/admin/workflow/runs"
                search={{ workflow_id: row._id }}
                onClick={(event) => event.stopPropagation()}
              >
                {runs(row)}
              </Link>
            ),
          },
        ]}
        phone={{ title: (row) => row.name, badge, note: (row) => t(`trigger_${row.trigger}`), value: runs }}
      />
      {limits ? <LimitsForm onDone={() => setLimits(false)} /> : null}
    </>
  )
}
