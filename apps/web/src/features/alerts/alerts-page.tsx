import { Button, type ButtonProps, Group, Stack } from '@mantine/core'
import { ALERT_NAMES } from '@shiloh/contract/alert-texts'
import { ALERT_KINDS, ALERT_SEVERITIES, ALERT_STATES, type Alert, alertRoutes } from '@shiloh/contract/alerts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { ListPage } from '#ui/list-page'
import { nothing } from '#ui/list-table'
import { ReasonDialog } from '#ui/reason-dialog'
import { DateText } from '#ui/values'
import { texts } from './texts.ts'

const STALE = [alertRoutes.listAlerts, alertRoutes.countAlerts]

/** `/admin/alerts`: what waits for a person, what to do about it, and the way there. */
export function AlertsPage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const { organisation } = useAccount()
  const [closing, setClosing] = useState<Alert>()
  const resolve = useAct(alertRoutes.resolveAlert, STALE, { shown: true })
  const snooze = useAct(alertRoutes.snoozeAlert, STALE)
  const buttons = (row: Alert, size: ButtonProps['size']) => (
    <>
      {row.allowed.includes('resolve') ? (
        <Button
          {...(size && { size })}
          variant="default"
          onClick={(event) => {
            event.stopPropagation()
            setClosing(row)
          }}
        >
          {t('close')}
        </Button>
      ) : null}
      {row.allowed.includes('snooze') ? (
        <Button
          {...(size && { size })}
          variant="subtle"
          onClick={(event) => {
            event.stopPropagation()
            snooze.mutate({ params: { id: row._id }, body: { days: row.state === 'snoozed' ? null : 1 } })
          }}
        >
          {t(row.state === 'snoozed' ? 'bring_back' : 'put_off')}
        </Button>
      ) : null}
    </>
  )
  return (
    <>
      <ListPage
        route={alertRoutes.listAlerts}
        name="alerts"
        title={text(texts, 'alerts')}
        live="alerts"
        filters={[
          {
            kind: 'choice',
            key: 'state',
            label: text(texts, 'state'),
            choices: ALERT_STATES.map((value) => ({ value, label: text(texts, `state_${value}`) })),
          },
          {
            kind: 'choice',
            key: 'kind',
            label: text(texts, 'kind'),
            choices: ALERT_KINDS.map((value) => ({ value, label: text(ALERT_NAMES, value) })),
          },
          {
            kind: 'choice',
            key: 'severity',
            label: text(texts, 'severity'),
            choices: ALERT_SEVERITIES.map((value) => ({ value, label: text(texts, `severity_${value}`) })),
          },
        ]}
        rowName={(row) => [row.title, row.about].filter(Boolean).join(': ')}
        onOpen={({ link }) => link && void navigate({ to: link })}
        columns={[
          {
            key: 'title',
            header: text(texts, 'what'),
            cell: (row) => (
              <>
                <b>{row.title}</b> {row.about}
              </>
            ),
          },
          { key: 'todo', header: text(texts, 'todo'), cell: (row) => row.resolution || row.todo },
          { key: 'severity', header: text(texts, 'severity'), cell: (row) => t(`severity_${row.severity}`) },
          {
            key: 'created_at',
            header: text(texts, 'since'),
            sortable: true,
            cell: (row) => <DateText value={row.created_at} zone={organisation.time_zone} time />,
          },
          {
            key: 'acts',
            header: text(texts, 'acts'),
            cell: (row) =>
              row.allowed.length > 0 ? (
                <Stack gap={4} align="flex-start">
                  {buttons(row, 'compact-sm')}
                </Stack>
              ) : (
                nothing
              ),
          },
        ]}
        phone={{
          title: (row) => [row.title, row.about].filter(Boolean).join(': '),
          badge: (row) => t(`severity_${row.severity}`),
          note: (row) => row.resolution || row.todo,
          value: (row) => <DateText value={row.created_at} zone={organisation.time_zone} weekday={false} />,
          acts: (row) =>
            row.allowed.length > 0 ? (
              <Group gap={8} pt={6}>
                {buttons(row, undefined)}
              </Group>
            ) : null,
        }}
        empty={{ title: text(texts, 'nothing'), hint: text(texts, 'nothing_hint') }}
      />
      {closing ? (
        <ReasonDialog
          title={t('close_title')}
          reason={{ label: t('close_reason'), required: true }}
          action={() => t('close')}
          onAct={({ reason }) => resolve.mutateAsync({ params: { id: closing._id }, body: { resolution: reason } })}
          onClose={() => setClosing(undefined)}
        >
          {closing.title} {closing.about}
        </ReasonDialog>
      ) : null}
    </>
  )
}
