import { Button } from '@mantine/core'
import { ACTIVITIES_CHANGED, ACTIVITY_PROGRESS, activityProgress, activityRoutes } from '@shiloh/contract/activities'
import { type ImportDetail, importRoutes } from '@shiloh/contract/imports'
import type { ImportedResource } from '@shiloh/contract/sample-files'
import { formatCount } from '@shiloh/contract/text/format'
import { IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#platform/api'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import { useLive } from '#platform/live'
import { queryOf, refetchAll, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { PageHeader } from '#ui/shell/page-header'
import { downloadAsked } from '../../ui/feedback/download.ts'
import { useModelWords } from '../authorization/index.ts'
import { Figures } from './figures.tsx'
import classes from './imports.module.css'
import { Problems } from './problems.tsx'
import { Steps } from './steps.tsx'
import { texts } from './texts.ts'
import { UndoImport } from './undo-import.tsx'

/** Where the rows of each resource are. */
const LISTS = {
  users: '/admin/users',
  church_map: '/admin/church-map',
  countries: '/admin/countries',
  titles: '/admin/title',
  designations: '/admin/designation',
  event_centers: '/admin/event-centers',
  event_blocks: '/admin/event-blocks',
  event_rooms: '/admin/event-rooms',
  room_categories: '/admin/room-category',
  speakers: '/admin/speakers',
  caterers: '/admin/caterers',
  products: '/admin/products',
  product_options: '/admin/product-options',
  participant_types: '/admin/participant-types',
  committee_types: '/admin/committee-types',
} as const satisfies Record<ImportedResource, string>

/** Milliseconds between two looks at an import of somebody else, of which the socket tells only the end. */
const LOOK_MS = 3000

/** How far a running import is, or its undo. */
function Progress({ run }: { run: ImportDetail }) {
  const t = useT(texts)
  const language = useLanguage()
  const client = useQueryClient()
  const [live, setLive] = useState(0)
  const isUndo = run.state === 'undoing'
  const own = isUndo ? run.undo_activity_id : run.activity_id
  const activity = useQuery({
    ...queryOf(activityRoutes.getActivity, { params: { id: own ?? '' } }),
    enabled: own !== null,
    refetchInterval: LOOK_MS,
  })
  useLive(ACTIVITY_PROGRESS, (payload) => {
    const { id, done } = activityProgress.parse(payload)
    if (id === own) setLive(done)
  })
  const changed = () => void refetchAll(client, [importRoutes.getImport, importRoutes.listImports])
  useLive(ACTIVITIES_CHANGED, changed)
  useQuery({ ...queryOf(importRoutes.getImport, { params: { id: run._id } }), refetchInterval: LOOK_MS })
  const done = Math.max(live, activity.data?.done ?? 0)
  const total = isUndo ? (activity.data?.total ?? run.created + run.updated) : run.total
  const share = total === 0 ? 0 : Math.min(1, done / total)
  return (
    <>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={t(`state_${isUndo ? 'undoing' : 'running'}`)}
        aria-valuenow={Math.floor(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <p>{t('progress', { done: formatCount(done, language), total: formatCount(total, language) })}</p>
    </>
  )
}

/** An import that runs or has ended: progress, sums, the file, its refused rows, and the undo. */
export function ImportOutcome({ run }: { run: ImportDetail }) {
  const t = useT(texts)
  const language = useLanguage()
  const { ofResource } = useModelWords()
  const params = { id: run._id }
  const goOn = useAct(importRoutes.continueImport, [importRoutes.getImport, importRoutes.listImports])
  const { deleted, restored, kept } = run.undo
  const isRunning = run.state === 'running' || run.state === 'undoing'
  const said = () => {
    switch (run.state) {
      case 'draft':
        return null
      case 'running':
        return t('leave')
      case 'undoing':
        return t('undo_leave')
      case 'undone':
        return run.undone_at && t('undone', { when: formatDate(run.undone_at, language), name: run.undone_by ?? '' })
      case 'stopped':
        return t('stopped')
      case 'failed':
        return run.error
      case 'completed':
        return t('done')
    }
  }
  return (
    <>
      <PageHeader
        breadcrumbs={false}
        compact
        title={t('import_into', { list: ofResource(run.resource) })}
        note={[run.file_name, run.started_by?.name].filter(Boolean).join(', ')}
      />
      {isRunning ? <Steps at="import" /> : null}
      <div className={classes.summary}>
        {isRunning ? <Progress key={run.state} run={run} /> : null}
        {/* It stays through all states: a screen reader reads out what changes in it, not what comes with it. */}
        <p role="status" className={isRunning ? 'dim' : undefined}>
          {said()}
        </p>
        {isRunning ? null : (
          <>
            {deleted + restored + kept > 0 ? (
              <p>
                {t('undo_did', run.undo)} {run.state === 'undone' ? null : t('undo_rest')}
              </p>
            ) : null}
            {run.file_erased ? <p>{t('file_erased')}</p> : null}
            <Figures run={run} />
            <div className={classes.acts}>
              <LinkButton variant="default" to={LISTS[run.resource]}>
                {t('see_list')}
              </LinkButton>
              {run.continues_after === null ? null : (
                <Button loading={goOn.isPending} onClick={() => goOn.mutate({ params })}>
                  {run.continues_after === 0 ? t('go_on_nothing') : t('go_on', { count: run.continues_after })}
                </Button>
              )}
              {run.state === 'undone' || run.created + run.updated === 0 ? null : <UndoImport importId={run._id} />}
              {run.has_file ? (
                <Button
                  variant="subtle"
                  leftSection={<IconDownload size={17} />}
                  onClick={() => void downloadAsked(call(importRoutes.downloadImport, { params }))}
                >
                  {t('download_file')}
                </Button>
              ) : null}
              {run.refused > 0 && run.has_file ? (
                <Button
                  variant="subtle"
                  leftSection={<IconDownload size={17} />}
                  onClick={() =>
                    void downloadAsked(call(importRoutes.downloadRefused, { params, query: { format: 'xlsx' } }))
                  }
                >
                  {t('save_refused')}
                </Button>
              ) : null}
            </div>
            <Problems problems={run.problems} choices={run.choices} />
          </>
        )}
      </div>
    </>
  )
}
