import type { Route } from '@shiloh/contract/core'
import {
  type AdminEvent,
  adminEventRoutes,
  type EventAction,
  type EventRow,
  nextEventStatus,
} from '@shiloh/contract/events/events'
import { taskTemplateRoutes } from '@shiloh/contract/tasks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { text, useT } from '#platform/i18n'
import { keyOf, useAct } from '#platform/queries'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { RecordForm } from '#ui/form/record-form'
import { Losing, useUses } from '#ui/list/used-by'
import classes from './editor.module.css'
import { PublicationFacts } from './publication.tsx'
import { eventKey } from './queries.ts'
import { texts } from './texts.ts'

/** The actions on a whole event. */
export type Act = EventAction | 'copy' | 'remove'

const routes = {
  publish: adminEventRoutes.publishEvent,
  unpublish: adminEventRoutes.unpublishEvent,
  archive: adminEventRoutes.archiveEvent,
} as const
const done = { publish: 'published_done', unpublish: 'unpublished_done', archive: 'archived_done' } as const
const statusActs: readonly EventAction[] = ['publish', 'unpublish', 'archive']
const isStatusAct = (act: Act): act is EventAction => act !== 'copy' && act !== 'remove'

/** Returns the actions that an event's status and the user's permissions allow. */
export function useActs(): (event: Pick<EventRow, 'status' | 'ends_at' | 'published_at'>) => Act[] {
  const can = useCan()
  return (event) => {
    const ended = Date.parse(event.ends_at) <= Date.now()
    const permitted = (act: EventAction) => can(act === 'archive' ? 'events.archive' : 'events.publish')
    return [
      ...statusActs.filter((act) => permitted(act) && nextEventStatus(event.status, act, { ended }) !== undefined),
      ...(can('events.create') ? (['copy'] as const) : []),
      ...(can('events.delete') && event.published_at === null ? (['remove'] as const) : []),
    ]
  }
}

interface ActDialogProps {
  act: Act | undefined
  event: EventRow
  onClose: () => void
  /** Called after the action. */
  onDone?: (act: Act) => void
}

function CopyForm({ event, onClose }: Pick<ActDialogProps, 'event' | 'onClose'>) {
  const t = useT(texts)
  const can = useCan()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const copied = useRef<AdminEvent>(undefined)
  const duplicate = useAct(adminEventRoutes.duplicateEvent, [adminEventRoutes.listAdminEvents], { shown: true })
  return (
    <RecordForm
      schema={adminEventRoutes.duplicateEvent.body}
      title={t('copy_of', { name: event.name })}
      action={text(texts, 'copy')}
      saved={text(texts, 'copied_done')}
      values={{ name: event.name, starts_at: event.starts_at }}
      sections={[
        {
          fields: [
            { kind: 'text', name: 'name', label: text(texts, 'name'), required: true },
            {
              kind: 'datetime',
              name: 'starts_at',
              label: text(texts, 'starts_at'),
              zone: event.time_zone,
              required: true,
            },
            ...(can('tasks.create') && can('tasks.read')
              ? [
                  {
                    kind: 'pick' as const,
                    name: 'task_template_id' as const,
                    label: text(texts, 'task_template'),
                    hint: text(texts, 'task_template_hint'),
                    route: taskTemplateRoutes.pick,
                  },
                ]
              : []),
          ],
        },
      ]}
      onSave={async (body) => {
        const { data: copy } = await duplicate.mutateAsync({ params: { id: event._id }, body })
        queries.setQueryData(eventKey(copy._id), copy)
        copied.current = copy
      }}
      onDone={() => {
        onClose()
        if (copied.current) void navigate({ to: '/admin/events/$id', params: { id: copied.current._id } })
      }}
    >
      <p className="dim small">{t('copy_hint')}</p>
    </RecordForm>
  )
}

/** What is deleted with an event that was never published. */
function GoesWithIt({ id }: { id: string }) {
  return <Losing uses={useUses(adminEventRoutes.removeEvent, [id])?.[0]?.filter(({ blocks }) => !blocks) ?? []} />
}

/** Asks before an action, explains its consequences, and shows why it failed. */
export function ActDialog({ act, event, onClose, onDone }: ActDialogProps) {
  const t = useT(texts)
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<readonly string[]>([])
  if (act === 'copy') return <CopyForm event={event} onClose={onClose} />

  const close = () => {
    setRefusal([])
    onClose()
  }
  const perform = async () => {
    if (!act) return
    setBusy(true)
    setRefusal([])
    try {
      const params = { id: event._id }
      if (isStatusAct(act)) {
        queries.setQueryData(eventKey(event._id), await call(routes[act], { params }))
        toastDone({ message: t(done[act]) })
      } else {
        await call(adminEventRoutes.removeEvent, { params })
        toastDone({ message: t('removed_done') })
      }
      const stale: readonly Route[] = [adminEventRoutes.listAdminEvents, adminEventRoutes.pickEvents]
      await Promise.all(stale.map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })))
      close()
      onDone?.(act)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal([error.message, ...new Set(error.fields.map(({ message }) => message))])
    } finally {
      setBusy(false)
    }
  }

  return (
    <ConfirmDialog
      opened={act !== undefined}
      danger={act === 'archive' || act === 'remove'}
      busy={busy}
      title={act ? t(`${act}_question`, { name: event.name }) : ''}
      action={act ? t(act) : ''}
      onConfirm={() => void perform()}
      onClose={close}
    >
      {act ? <p>{t(`${act}_text`, { claimed: event.claimed })}</p> : null}
      {act === 'publish' ? <PublicationFacts id={event._id} /> : null}
      {act === 'remove' ? <GoesWithIt id={event._id} /> : null}
      {refusal.length > 0 ? (
        <div role="alert" className={classes.dialogRefusal}>
          {refusal.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      ) : null}
    </ConfirmDialog>
  )
}
