import { Button } from '@mantine/core'
import { ALERT_NAMES } from '@shiloh/contract/alerts/alert-texts'
import { ALERT_KINDS, ALERT_SEVERITIES, ALERT_STATES, type Alert, alertRoutes } from '@shiloh/contract/alerts/alerts'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { useAct } from '#platform/queries'
import { ToneBadge } from '#ui/base/status-badge'
import { DateText, Unbroken } from '#ui/base/values'
import { toastDone } from '#ui/feedback/toast'
import { ReasonDialog } from '#ui/form/reason-dialog'
import { ListPage } from '#ui/list/list-page'
import { nothing } from '#ui/list/list-table'
import classes from './alerts.module.css'
import { texts } from './texts.ts'

const SEVERITY_TONES = { critical: 'bad', act: 'warn', info: 'mute' } as const
const STALE = [alertRoutes.listAlerts, alertRoutes.countAlerts]

/** `/admin/alerts`: open alerts, what to do about each, and a link to the place. */
export function AlertsPage() {
  const t = useT(texts)
  const { organisation } = useAccount()
  const [closing, setClosing] = useState<Alert>()
  const resolve = useAct(alertRoutes.resolveAlert, STALE, { shown: true })
  const snooze = useAct(alertRoutes.snoozeAlert, STALE)
  const reopen = useAct(alertRoutes.reopenAlert, STALE)
  const putOff = ({ _id, state }: Alert) => {
    const params = { id: _id }
    if (state === 'snoozed')
      return snooze.mutate(
        { params, body: { days: null } },
        { onSuccess: () => toastDone({ message: t('brought_back') }) },
      )
    const undo = { label: t('undo'), act: () => snooze.mutate({ params, body: { days: null } }) }
    snooze.mutate({ params, body: { days: 1 } }, { onSuccess: () => toastDone({ message: t('was_put_off'), undo }) })
  }
  const severity = (row: Alert) => (
    <ToneBadge tone={SEVERITY_TONES[row.severity]}>{t(`severity_${row.severity}`)}</ToneBadge>
  )
  /**
   * On a phone the buttons are the size of a thumb. In the table they share one line, with the action common to all
   * rows first.
   */
  const acts = (row: Alert, where: 'phone' | 'table') => {
    const name = [row.title, row.about].filter(Boolean).join(': ')
    const size = where === 'table' ? ({ size: 'compact-sm' } as const) : {}
    const label = t(row.state === 'snoozed' ? 'bring_back' : 'put_off')
    return row.allowed.length === 0 ? null : (
      <div className={classes.acts} data-where={where}>
        {row.allowed.includes('snooze') ? (
          <Button
            {...size}
            variant={where === 'table' ? 'subtle' : 'default'}
            aria-label={`${label}: ${name}`}
            onClick={(event) => {
              event.stopPropagation()
              putOff(row)
            }}
          >
            {label}
          </Button>
        ) : null}
        {row.allowed.includes('resolve') ? (
          <Button
            {...size}
            variant="default"
            aria-label={`${t('close')}: ${name}`}
            onClick={(event) => {
              event.stopPropagation()
              setClosing(row)
            }}
          >
            {t('close')}
          </Button>
        ) : null}
      </div>
    )
  }
  return (
    <>
      <ListPage
        route={alertRoutes.listAlerts}
        name="alerts"
        exportRoute={alertRoutes.exportAlerts}
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
          { kind: 'days', key: 'created_at', label: text(texts, 'since') },
        ]}
        rowName={(row) => [row.title, row.about].filter(Boolean).join(': ')}
        address={({ link }) => link ?? undefined}
        columns={[
          {
            key: 'title',
            exported: ['title', 'about'],
            header: text(texts, 'what'),
            cell: (row) => (
              <span className={classes.whole}>
                <b>{row.title}</b> <Unbroken>{row.about ?? ''}</Unbroken>
              </span>
            ),
          },
          {
            key: 'todo',
            header: text(texts, 'todo'),
            cell: (row) => (
              <span className={classes.whole}>
                <Unbroken>{row.resolution || row.todo}</Unbroken>
              </span>
            ),
          },
          { key: 'severity', header: text(texts, 'severity'), cell: severity },
          {
            key: 'created_at',
            header: text(texts, 'since'),
            sort: 'created_at',
            cell: (row) => <DateText value={row.created_at} zone={organisation.time_zone} time />,
          },
          {
            key: 'acts',
            acts: true,
            header: text(texts, 'acts'),
            cell: (row) => acts(row, 'table') ?? nothing,
          },
        ]}
        phone={{
          title: (row) => <Unbroken>{[row.title, row.about].filter(Boolean).join(': ')}</Unbroken>,
          badge: severity,
          note: (row) => <Unbroken>{row.resolution || row.todo}</Unbroken>,
          value: (row) => <DateText value={row.created_at} zone={organisation.time_zone} weekday={false} />,
          acts: (row) => acts(row, 'phone'),
        }}
        empty={{ title: text(texts, 'nothing'), hint: text(texts, 'nothing_hint') }}
      />
      {closing ? (
        <ReasonDialog
          title={t('close_title')}
          reason={{ label: t('close_reason'), required: true }}
          action={() => t('close')}
          onAct={async ({ reason }) => {
            await resolve.mutateAsync({ params: { id: closing._id }, body: { resolution: reason } })
            setClosing(undefined)
            toastDone({
              message: t('closed'),
              undo: { label: t('undo'), act: () => reopen.mutate({ params: { id: closing._id } }) },
            })
          }}
          onClose={() => setClosing(undefined)}
        >
          {closing.title} {closing.about}
        </ReasonDialog>
      ) : null}
    </>
  )
}
