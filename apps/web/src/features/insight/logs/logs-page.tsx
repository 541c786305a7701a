import { authorizationRoutes } from '@shiloh/contract/authorization'
import {
  insightRoutes,
  LOG_PERMISSIONS,
  LOG_TYPES,
  type LogEntry,
  type LogType,
  MESSAGE_STATUSES,
  SECURITY_KINDS,
} from '@shiloh/contract/insight'
import { NOTICE_OUTCOMES } from '@shiloh/contract/payments/payments'
import { Navigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { EmptyState } from '#ui/feedback/empty-state'
import { NotFound } from '#ui/feedback/page-states'
import { ListPage } from '#ui/list/list-page'
import type { FilterOf } from '#ui/list/list-types'
import { TabLinks } from '#ui/shell/tab-links'
import classes from '../insight.module.css'
import { texts } from '../texts.ts'
import { useEntryTitle, useLogColumns, usePhoneRow } from './columns.tsx'
import { LogDrawer } from './log-drawer.tsx'
import { SystemNote } from './system-note.tsx'
import { TEMPLATES, useTemplateName } from './templates.ts'

/** Returns the logs that the user can see, in order. */
function useOpenTypes(): readonly LogType[] {
  const can = useCan()
  return useMemo(() => LOG_TYPES.filter((type) => can(LOG_PERMISSIONS[type])), [can])
}

type LogFilter = FilterOf<typeof insightRoutes.listLog>

function useFilters(type: LogType): readonly LogFilter[] {
  const templateName = useTemplateName()
  return useMemo(() => {
    const days: readonly LogFilter[] = [
      { kind: 'date', key: 'from', label: text(texts, 'from') },
      { kind: 'date', key: 'to', label: text(texts, 'to') },
    ]
    const address: LogFilter = { kind: 'text', key: 'ip', label: text(texts, 'address') }
    const person: LogFilter = {
      kind: 'pick',
      key: 'user_id',
      label: text(texts, 'person'),
      route: authorizationRoutes.pickUsers,
    }
    const path: LogFilter = { kind: 'text', key: 'path', label: text(texts, 'path') }
    switch (type) {
      case 'access':
        return [{ kind: 'text', key: 'route', label: text(texts, 'page') }, address, ...days]
      case 'mail':
      case 'sms':
        return [
          {
            kind: 'choice',
            key: 'status',
            label: text(texts, 'status'),
            choices: MESSAGE_STATUSES.map((value) => ({ value, label: text(texts, `status_${value}`) })),
          },
          {
            kind: 'choice',
            key: 'template',
            label: text(texts, 'template'),
            choices: TEMPLATES.map((value) => ({ value, label: () => templateName(value) })),
          },
          { kind: 'text', key: 'recipient', label: text(texts, 'recipient') },
          person,
          ...days,
        ]
      case 'payments':
        return [
          { kind: 'text', key: 'provider', label: text(texts, 'provider') },
          { kind: 'text', key: 'reference', label: text(texts, 'reference') },
          {
            kind: 'choice',
            key: 'outcome',
            label: text(texts, 'outcome'),
            choices: NOTICE_OUTCOMES.map((value) => ({ value, label: text(texts, `outcome_${value}`) })),
          },
          ...days,
        ]
      case 'imports':
        return [{ kind: 'flag', key: 'dry_run', label: text(texts, 'only_trials') }, ...days]
      case 'errors':
        return [path, { kind: 'text', key: 'request_id', label: text(texts, 'request') }, ...days]
      case 'security':
        return [
          {
            kind: 'choice',
            key: 'kind',
            label: text(texts, 'kind'),
            choices: SECURITY_KINDS.map((value) => ({ value, label: text(texts, `kind_${value}`) })),
          },
          address,
          path,
          ...days,
        ]
    }
  }, [type, templateName])
}

/** One log. */
function Log({ type, types }: { type: LogType; types: readonly LogType[] }) {
  const t = useT(texts)
  const columns = useLogColumns()
  const filters = useFilters(type)
  const title = useEntryTitle()
  const phone = usePhoneRow(title)
  const [opened, setOpened] = useState<LogEntry>()
  return (
    <>
      <ListPage
        route={insightRoutes.listLog}
        params={{ type }}
        name={`log-${type}`}
        title={text(texts, 'logs')}
        columns={columns[type]}
        filters={filters}
        rowName={title}
        onOpen={setOpened}
        exportRoute={insightRoutes.exportLog}
        exportPermission="logs.export"
        phone={phone}
        empty={{ title: text(texts, 'nothing_logged') }}
      >
        <TabLinks
          label={t('logs')}
          tabs={types.map((one) => ({ to: `/admin/logs/${one}`, label: t(`type_${one}`) }))}
        />
        <p className={classes.lead}>{t(`lead_${type}`)}</p>
        <SystemNote />
      </ListPage>
      {opened ? <LogDrawer entry={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}

/** `/admin/logs`: the first log that the user can see. */
export function LogsPage() {
  const t = useT(texts)
  const [first] = useOpenTypes()
  return first ? (
    <Navigate to="/admin/logs/$type" params={{ type: first }} replace />
  ) : (
    <EmptyState title={t('no_log')} hint={t('no_log_hint')} />
  )
}

/** `/admin/logs/{type}`: one log, with links to the others. */
export function LogPage() {
  const t = useT(texts)
  const { type } = useParams({ from: '/admin/logs/$type' })
  const types = useOpenTypes()
  const known = LOG_TYPES.find((one) => one === type)
  if (!known) return <NotFound />
  return types.includes(known) ? (
    // Each log has a search of its own.
    <Log key={known} type={known} types={types} />
  ) : (
    <EmptyState title={t('no_log')} hint={t('no_log_hint')} />
  )
}
