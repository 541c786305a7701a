import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { type Announcement, AUDIENCE_ROLES, announcementRoutes } from '@shiloh/contract/messaging/announcements'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { RESERVATION_STATUSES } from '@shiloh/contract/reservations/states'
import { formatCount, formatDay, formatTime } from '@shiloh/contract/text/format'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useAccount, useCan } from '#platform/account'
import { call } from '#platform/api'
import { newIdempotencyKey } from '#platform/client'
import { text, useLanguage, useT } from '#platform/i18n'
import { refetchAll, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Rich } from '#ui/base/rich'
import { isStatus } from '#ui/base/status-badge'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { toastDone } from '#ui/feedback/toast'
import { NOT_SAVED } from '#ui/form/not-saved'
import { RecordForm } from '#ui/form/record-form'
import { texts as words } from '../../ui/base/texts.ts'
import { translated } from '../../ui/form/languages/translated.ts'
import { AnnounceDialog } from './announce-dialog.tsx'
import { texts } from './announcement-texts.ts'
import { audienceOf, bodyOf, type Form, formOf, schema } from './announcement-values.ts'
import classes from './announcements.module.css'

/** Milliseconds after the last change of the audience before it is counted. */
const SETTLED_MS = 300
const STALE = [announcementRoutes.listAnnouncements]

interface AudienceCountProps {
  onCount: (people: number | undefined) => void
  /** Whether it goes out later. */
  onPlan: (isPlanned: boolean) => void
}

/** How many people the audience in the form has now. Tells the page, whose button says it too. */
function AudienceCount({ onCount, onPlan }: AudienceCountProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { control } = useFormContext<Form>()
  const [roles, unit_ids, event_id, participant_type_id, statuses] = useWatch({
    control,
    name: ['roles', 'unit_ids', 'event_id', 'participant_type_id', 'statuses'],
  })
  const current = JSON.stringify(audienceOf({ roles, unit_ids, event_id, participant_type_id, statuses }))
  const [settled] = useDebouncedValue(current, SETTLED_MS)
  const { data, isPlaceholderData } = useQuery({
    queryKey: [announcementRoutes.countAudience.path, settled],
    queryFn: ({ signal }) =>
      call(announcementRoutes.countAudience, { body: { audience: JSON.parse(settled) }, signal }),
    placeholderData: keepPreviousData,
  })
  const isPlanned = Boolean(useWatch({ control, name: 'starts_at' }))
  useEffect(() => onPlan(isPlanned), [isPlanned, onPlan])
  const people = settled === current && !isPlaceholderData ? data?.people : undefined
  useEffect(() => onCount(people), [people, onCount])
  return (
    <p className={classes.reach} role="status">
      {people === undefined ? (
        t('counting')
      ) : (
        <Rich
          text={t('reaches', { count: people, people: formatCount(people, language) })}
          parts={{ b: (it) => <b>{it}</b> }}
        />
      )}
    </p>
  )
}

interface AnnouncementFormProps {
  row: Announcement | undefined
  title: string
  onDone: () => void
  /** It goes out later: it is not among those that are shown now. */
  onPlanned?: () => void
}

/**
 * Writes or changes an announcement. Once it is shown, only its end and whether it is pinned can change. One that was called off is
 * only read.
 */
export function AnnouncementForm({ row, title, onDone, onPlanned }: AnnouncementFormProps) {
  const t = useT(texts)
  const status = useT(words)
  const can = useCan()
  const client = useQueryClient()
  const { time_zone: zone, language: own } = useAccount().organisation
  const language = useLanguage()
  const [people, setPeople] = useState<number>()
  const [isPlanned, setPlanned] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const cancel = useAct(announcementRoutes.removeAnnouncement, STALE)
  const change = useAct(announcementRoutes.changeAnnouncement, STALE, { shown: true })
  const restore = useAct(announcementRoutes.changeAnnouncement, STALE)
  const hasStarted = row !== undefined && row.state !== 'planned'
  const fixed = hasStarted ? ({ readOnly: true } as const) : {}
  const isCalledOff = row?.state === 'called_off'
  const mayWrite = can('notifications.create') && !isCalledOff
  /** What is asked about before it goes out, and how the answer is given. */
  const [asked, setAsked] = useState<{ body: ReturnType<typeof bodyOf>; answer: (isWanted: boolean) => void }>()
  const confirm = async (body: ReturnType<typeof bodyOf>) => {
    const isWanted = await new Promise<boolean>((answer) => setAsked({ body, answer }))
    setAsked(undefined)
    return isWanted
  }
  const save = async (form: Form) => {
    const body = bodyOf(form, own)
    if (!hasStarted && !(await confirm(body))) return NOT_SAVED
    if (row && hasStarted) {
      await change.mutateAsync({ params: { id: row._id }, body: { ends_at: body.ends_at, pinned: body.pinned } })
      const { ends_at, pinned } = row
      const undo = {
        label: t('undo'),
        act: () => restore.mutate({ params: { id: row._id }, body: { ends_at, pinned } }),
      }
      const isOver = body.ends_at != null && Date.parse(body.ends_at) <= Date.now()
      toastDone({ message: t(isOver ? 'ended' : 'saved'), undo })
      return
    }
    if (!row) await call(announcementRoutes.announce, { body, idempotencyKey: newIdempotencyKey() })
    else await call(announcementRoutes.changeAnnouncement, { params: { id: row._id }, body })
    await refetchAll(client, STALE)
    if (body.starts_at) {
      const when = `${formatDay(body.starts_at, language, zone)}, ${formatTime(body.starts_at, language, zone)}`
      toastDone({ message: t('planned_for', { when }) })
      onPlanned?.()
    } else toastDone({ message: t('announced', { count: people ?? 0 }) })
    return
  }
  return (
    <>
      <RecordForm
        schema={schema}
        title={title}
        action={
          row
            ? text(texts, 'save')
            : isPlanned
              ? text(texts, 'plan')
              : people === undefined
                ? text(texts, 'announce')
                : text(texts, 'announce_to', { count: people })
        }
        readOnly={!mayWrite}
        saved={null}
        values={formOf(row, own)}
        onSave={save}
        onDone={onDone}
        sections={[
          {
            fields: [
              { kind: 'text', name: 'title', label: text(texts, 'title'), required: true, ...fixed },
              { kind: 'marked', name: 'text', label: text(texts, 'text'), rows: 6, required: true, ...fixed },
              ...(isCalledOff
                ? []
                : [
                    {
                      ...translated(
                        { name: 'title', label: text(texts, 'title'), max: 150 },
                        { name: 'text', label: text(texts, 'text'), rows: 4, max: 5000 },
                      ),
                      ...fixed,
                    },
                  ]),
            ] as const,
          },
          ...(hasStarted
            ? []
            : [
                {
                  title: text(texts, 'audience'),
                  hint: text(texts, 'audience_hint'),
                  fields: [
                    {
                      kind: 'multiselect',
                      name: 'roles',
                      label: text(texts, 'roles'),
                      choices: AUDIENCE_ROLES.map((value) => ({ value, label: text(texts, `role_${value}`) })),
                    },
                    {
                      kind: 'multipick',
                      name: 'unit_ids',
                      label: text(texts, 'units'),
                      route: organisationRoutes.pickChurchUnits,
                      picked: row?.units ?? [],
                    },
                    {
                      kind: 'pick',
                      name: 'event_id',
                      label: text(texts, 'event'),
                      route: adminEventRoutes.pickEvents,
                      picked: row?.event ? [row.event] : [],
                    },
                    {
                      kind: 'pick',
                      name: 'participant_type_id',
                      label: text(texts, 'participant_type'),
                      route: participantTypeRoutes.query,
                      picked: row?.participant_type ? [row.participant_type] : [],
                    },
                    {
                      kind: 'multiselect',
                      name: 'statuses',
                      label: text(texts, 'statuses'),
                      choices: RESERVATION_STATUSES.map((value) => ({
                        value,
                        label: () => (isStatus(value) ? status(`status_${value}`) : value),
                      })),
                    },
                  ] as const,
                },
              ]),
          ...(isCalledOff
            ? []
            : [
                {
                  title: text(texts, 'when'),
                  fields: [
                    ...(hasStarted
                      ? []
                      : ([
                          {
                            kind: 'multiselect',
                            name: 'channels',
                            label: text(texts, 'channels'),
                            hint: text(texts, 'channels_hint'),
                            choices: (['mail', 'sms'] as const).map((value) => ({
                              value,
                              label: text(texts, `channel_${value}`),
                            })),
                          },
                          {
                            kind: 'datetime',
                            name: 'starts_at',
                            label: text(texts, 'starts_at'),
                            hint: text(texts, 'starts_hint'),
                            zone,
                          },
                        ] as const)),
                    {
                      kind: 'datetime',
                      name: 'ends_at',
                      label: text(texts, 'ends_at'),
                      hint: text(texts, 'ends_hint'),
                      zone,
                    },
                    { kind: 'switch', name: 'pinned', label: text(texts, 'pinned'), hint: text(texts, 'pinned_hint') },
                  ] as const,
                },
              ]),
        ]}
      >
        {isCalledOff ? (
          <p className="dim">{t('called_off_note')}</p>
        ) : hasStarted ? (
          <LinkButton variant="default" to="/admin/announcements/$id" params={{ id: row._id }}>
            {t('see_readers')}
          </LinkButton>
        ) : (
          <AudienceCount onCount={setPeople} onPlan={setPlanned} />
        )}
        {row?.state === 'planned' && mayWrite ? (
          <Button variant="subtle" color="red" className={classes.cancel ?? ''} onClick={() => setCancelling(true)}>
            {t('cancel')}
          </Button>
        ) : null}
      </RecordForm>
      {asked ? (
        <AnnounceDialog body={asked.body} onAnnounce={() => asked.answer(true)} onClose={() => asked.answer(false)} />
      ) : null}
      {isCancelling && row ? (
        <ConfirmDialog
          opened
          danger
          title={t('cancel_question', { title })}
          action={t('cancel')}
          keep={t('cancel_keep')}
          busy={cancel.isPending}
          onClose={() => setCancelling(false)}
          onConfirm={() =>
            cancel.mutate(
              { params: { id: row._id } },
              {
                onSuccess: () => {
                  toastDone({ message: t('cancelled') })
                  onDone()
                },
              },
            )
          }
        >
          {t('cancel_text')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
