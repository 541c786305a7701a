import { Button, Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  ACTIVITY_DAYS,
  ACTIVITY_PROGRESS,
  type Activity,
  activityProgress,
  activityRoutes,
  UNDER_WAY,
} from '@shiloh/contract/activities'
import { alertRoutes } from '@shiloh/contract/alerts/alerts'
import { bulkEditRoutes } from '@shiloh/contract/bulk-edits'
import { formatCount } from '@shiloh/contract/text/format'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBed,
  IconDownload,
  IconEdit,
  IconFileSpreadsheet,
  IconId,
  IconMail,
  IconReport,
  IconRoute,
  IconSpeakerphone,
  IconUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { queryOf, useAct } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { Rich } from '#ui/base/rich'
import { DateText } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { useUndo } from '#ui/list/bulk-edit'
import { AddressLink } from '#ui/list/used-by'
import { downloadAsked } from '../../ui/feedback/download.ts'
import { useModelWords } from '../authorization/index.ts'
import { UndoImport } from '../imports/index.ts'
import classes from './activity.module.css'
import { texts } from './texts.ts'

const ICONS = {
  import: IconUpload,
  import_undo: IconArrowBackUp,
  export: IconFileSpreadsheet,
  badges: IconId,
  message: IconMail,
  report: IconReport,
  bulk_edit: IconEdit,
  workflow: IconRoute,
  room_plan: IconBed,
  room_publication: IconSpeakerphone,
} as const

/** Milliseconds between two looks at the progress of others, of which the socket tells only the end. */
const OTHERS_MS = 5000

/** Returns the name of an activity: what it does with what. */
function useName() {
  const t = useT(texts)
  const { ofResource } = useModelWords()
  return (one: Activity): string => {
    const ends = UNDER_WAY.includes(one.state) ? 'under_way' : 'ended'
    switch (one.kind) {
      case 'import':
        return t(`import_${ends}`, { list: ofResource(one.about.resource), file: one.about.file_name })
      case 'import_undo':
        return t(`import_undo_${ends}`, { list: ofResource(one.about.resource), file: one.about.file_name })
      case 'export':
        return t(`export_${ends}`, { list: ofResource(one.about.resource) })
      case 'badges':
        return t(`badges_${ends}`)
      case 'bulk_edit':
        return t(`${one.about.is_undo ? 'bulk_undo' : 'bulk_edit'}_${ends}`, { list: ofResource(one.about.resource) })
      case 'room_plan':
        return t(`room_plan_${ends}`)
      case 'room_publication':
        return t(`room_publication_${ends}`)
      case 'workflow':
        return t('workflow', { name: one.about.name, count: one.total ?? 0 })
      default:
        return one.about.name
    }
  }
}

/** The figures of a result in words: `120 created, 3 refused`. */
function useFigures() {
  const t = useT(texts)
  const language = useLanguage()
  return ({ result }: Activity): string =>
    Object.entries(result)
      .flatMap(([name, count]: [string, number | undefined]) => {
        if (count === undefined || (count === 0 && name !== 'sent' && name !== 'created' && name !== 'deleted'))
          return []
        switch (name) {
          case 'rows':
            return [t('figure_rows', { count })]
          case 'badges':
            return [t('figure_badges', { count })]
          case 'placed':
            return [t('figure_placed', { count: formatCount(count, language) })]
          case 'left':
            return [t('figure_left', { count: formatCount(count, language) })]
          case 'told':
            return [t('figure_told', { count: formatCount(count, language) })]
          case 'created':
          case 'updated':
          case 'unchanged':
          case 'refused':
          case 'undone':
          case 'deleted':
          case 'restored':
          case 'kept':
          case 'sent':
          case 'failed':
          case 'waiting':
          case 'done':
            return [t(`figure_${name}`, { count: formatCount(count, language) })]
          default:
            return []
        }
      })
      .join(', ')
}

/** How far it is and about how long it still takes, from its own pace. */
function Progress({ one, name }: { one: Activity; name: string }) {
  const t = useT(texts)
  const language = useLanguage()
  const { done, total, started_at } = one
  if (total === null || total === 0) return <p className="dim small">{t('progress_unknown', { done })}</p>
  const share = Math.min(1, done / total)
  const percent = Math.floor(share * 100)
  const spent = started_at === null ? 0 : (Date.now() - Date.parse(started_at)) / 1000
  const left = one.state === 'running' && share > 0.05 && spent > 2 ? Math.ceil((spent / share) * (1 - share)) : 0
  return (
    <>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={name}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <p className={classes.pace}>
        <span>
          {t('progress', { done: formatCount(done, language), total: formatCount(total, language), percent })}
        </span>
        {left > 0 ? (
          <span>
            {left < 90 ? t('seconds_left', { count: left }) : t('minutes_left', { count: Math.round(left / 60) })}
          </span>
        ) : null}
      </p>
    </>
  )
}

function State({ one }: { one: Activity }) {
  const t = useT(texts)
  switch (one.state) {
    case 'queued':
      return <p className="dim small">{t('queued')}</p>
    case 'running':
      return one.mine ? <p className="dim small">{t('leave')}</p> : null
    case 'paused':
      return <p className="dim small">{t('paused')}</p>
    case 'stopped':
      return <p className="dim small">{t('stopped')}</p>
    case 'failed':
      return <p className={classes.failed}>{t('failed', { reason: one.error ?? '' })}</p>
    case 'done':
      return one.error === null ? null : <p className="dim small">{one.error}</p>
  }
}

/** The rows that an import stored. */
const written = ({ result }: Extract<Activity, { kind: 'import' }>): number =>
  (result.created ?? 0) + (result.updated ?? 0)

/** Takes a bulk edit back, while there is something to take back. */
function Undo({ id, name }: { id: string; name: string }) {
  const t = useT(texts)
  const undo = useUndo()
  const edit = useQuery(queryOf(bulkEditRoutes.getBulkEdit, { params: { id } }))
  const count = edit.data?.undoable ?? 0
  if (count === 0) return null
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconArrowBackUp size={16} />}
      aria-label={t('act_on', { act: t('undo_edit', { count }), name })}
      onClick={() => void undo(id)}
    >
      {t('undo_edit', { count })}
    </Button>
  )
}

function StartedBy({ person: { _id, name } }: { person: NonNullable<Activity['started_by']> }) {
  const t = useT(texts)
  return (
    <p className="dim small">
      <Rich
        text={t('by', { name: `<who>${name}</who>` })}
        parts={{ who: (words) => <PersonLink id={_id} name={words} type="admin" /> }}
      />
    </p>
  )
}

function One({ one, onLeave }: { one: Activity; onLeave: () => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const router = useRouter()
  const name = useName()(one)
  const figures = useFigures()(one)
  const control = useAct(activityRoutes.controlActivity, [
    activityRoutes.listActivities,
    activityRoutes.countActivities,
  ])
  const Icon = ICONS[one.kind]
  const { link, file } = one
  const download = (bytes: number) =>
    [t('save_file'), t('kilobytes', { count: formatCount(Math.ceil(bytes / 1000), language) })].join(', ')
  return (
    <li className={classes.one}>
      <Icon size={18} stroke={1.75} aria-hidden />
      <div className={classes.what}>
        <strong>{name}</strong>
        {one.mine || !one.started_by ? null : <StartedBy person={one.started_by} />}
        <State one={one} />
        {figures ? <p className="dim small">{figures}</p> : null}
        {UNDER_WAY.includes(one.state) && one.state !== 'queued' ? <Progress one={one} name={name} /> : null}
        {one.ended_at ? (
          <p className="dim small">
            <DateText value={one.ended_at} time />
          </p>
        ) : null}
        <div className={classes.acts}>
          {one.allowed.map((act) => (
            <Button
              key={act}
              variant="default"
              size="compact-md"
              aria-label={t('act_on', { act: t(act), name })}
              loading={control.isPending}
              onClick={() => control.mutate({ params: { id: one._id, act } })}
            >
              {t(act)}
            </Button>
          ))}
          {one.kind === 'import' && !UNDER_WAY.includes(one.state) && !one.result.undone && written(one) > 0 ? (
            <UndoImport
              importId={one.about.import_id}
              size="compact-md"
              label={t('act_on', { act: t('undo'), name })}
            />
          ) : null}
          {file ? (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconDownload size={16} />}
              aria-label={t('act_on', { act: download(file.bytes), name: file.name })}
              onClick={() => void downloadAsked(call(activityRoutes.downloadActivity, { params: { id: one._id } }))}
            >
              {download(file.bytes)}
            </Button>
          ) : null}
          {one.kind === 'bulk_edit' && one.mine && one.ended_at !== null ? <Undo id={one._id} name={name} /> : null}
          {link ? (
            <Button
              variant="default"
              size="compact-md"
              aria-label={t('act_on', { act: t('see'), name })}
              onClick={() => {
                onLeave()
                router.history.push(link)
              }}
            >
              {t('see')}
            </Button>
          ) : null}
        </div>
      </div>
    </li>
  )
}

/** Alerts that the drawer names. The page has all. */
const NEWEST_ALERTS = 3

/** What waits for the caller: how many alerts, the newest of them, and the way to all. Nothing without any. */
function Alerts({ onLeave }: { onLeave: () => void }) {
  const t = useT(texts)
  const language = useLanguage()
  const { data, refetch } = useQuery(queryOf(alertRoutes.listAlerts, { query: {} }))
  useLive('alerts', () => void refetch())
  if (!data || data.meta.total === 0) return null
  const { total } = data.meta
  return (
    <section>
      <h3 className={classes.group}>
        <Link to="/admin/alerts" onClick={onLeave}>
          {t('alerts', { count: total, total: formatCount(total, language) })}
        </Link>
      </h3>
      <ul className={classes.list} aria-label={t('alerts', { count: total, total: formatCount(total, language) })}>
        {data.items.slice(0, NEWEST_ALERTS).map((one) => (
          <li key={one._id} className={classes.one}>
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
            <div className={classes.what}>
              <strong>
                <AddressLink to={one.link ?? '/admin/alerts'} onFollow={onLeave}>
                  {[one.title, one.about].filter(Boolean).join(': ')}
                </AddressLink>
              </strong>
              <p className="dim small">{one.todo}</p>
              <p className="dim small">
                <DateText value={one.created_at} time />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All long work that somebody may see: what is under way with its progress, then what ended in the last days. */
export function ActivityDrawer({ onClose }: { onClose: () => void }) {
  const t = useT(texts)
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  const list = useQuery({
    ...queryOf(activityRoutes.listActivities, { query: {} }),
    refetchInterval: ({ state }) => {
      const others = state.data?.items.some((one) => UNDER_WAY.includes(one.state) && !one.mine)
      return others ? OTHERS_MS : false
    },
  })
  const [moved, setMoved] = useState<Readonly<Record<string, Pick<Activity, 'done' | 'total'>>>>({})
  useLive(ACTIVITY_PROGRESS, (payload) => {
    const { id, ...progress } = activityProgress.parse(payload)
    setMoved((before) => ({ ...before, [id]: progress }))
  })
  const all = (list.data?.items ?? []).map((one): Activity => {
    const newer = one.state === 'running' ? moved[one._id] : undefined
    return newer && newer.done > one.done ? { ...one, ...newer } : one
  })
  const underWay = all.filter(({ state }) => UNDER_WAY.includes(state))
  const ended = all.filter(({ state }) => !UNDER_WAY.includes(state))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 460}
      title={t('activity')}
      closeButtonProps={{ 'aria-label': t('close'), size: 'lg' }}
    >
      <Alerts onLeave={onClose} />
      {list.error && !list.data ? (
        <LoadFailed message={list.error.message} onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <Scaffold kind="list" rows={4} />
      ) : all.length === 0 ? (
        <EmptyState title={t('none')} hint={t('none_hint')} />
      ) : (
        <>
          {underWay.length > 0 ? (
            <ul className={classes.list} aria-label={t('under_way')}>
              {underWay.map((one) => (
                <One key={one._id} one={one} onLeave={onClose} />
              ))}
            </ul>
          ) : null}
          {ended.length > 0 ? (
            <>
              <h3 className={classes.group}>{t('finished')}</h3>
              <ul className={classes.list} aria-label={t('finished')}>
                {ended.map((one) => (
                  <One key={one._id} one={one} onLeave={onClose} />
                ))}
              </ul>
            </>
          ) : null}
          <p className={classes.foot}>{t('kept', { count: ACTIVITY_DAYS })}</p>
        </>
      )}
    </Drawer>
  )
}
