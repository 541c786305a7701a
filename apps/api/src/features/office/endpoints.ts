import {
  COUNTED_ALERTS,
  MOST_COUNTED,
  officeRoutes,
  STEP_PERMISSIONS,
  type StepKind,
  WORK_PERMISSIONS,
} from '@shiloh/contract/office'
import { isAllowed } from '@shiloh/contract/permissions'
import { countAlerts } from '#features/alerts'
import { bind, reads, writes } from '#http/binder'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { listSteps, type StepRow } from './steps.store.ts'
import * as store from './store.ts'

type Counted = keyof typeof WORK_PERMISSIONS
const COUNTED = Object.keys(WORK_PERMISSIONS).filter((key): key is Counted => key in WORK_PERMISSIONS)

const STEP_KINDS = Object.keys(STEP_PERMISSIONS).filter((key): key is StepKind => key in STEP_PERMISSIONS)

const stepView = ({ at, actor_id, actor_name, actor_type, reservation_id, code, event, ...step }: StepRow) => ({
  kind: step.kind,
  action: step.action,
  at: at.toISOString(),
  by:
    actor_id === null || actor_type === null ? null : { _id: actor_id, name: actor_name ?? '', user_type: actor_type },
  reservation: reservation_id === null ? null : { _id: reservation_id, code: code ?? '', event: event ?? '' },
  ticket: step.ticket_id === null ? null : { _id: step.ticket_id, subject: step.subject ?? '' },
  room: step.room,
  amount: step.amount,
  currency: step.currency,
})

const noteView = ({ created_at, ...note }: store.NoteRow, caller: string) => ({
  ...note,
  created_at: created_at.toISOString(),
  own: note.author_id === caller,
})

export const endpoints = bind(officeRoutes, {
  countWaitingWork: reads(async (ctx, { query }) => {
    const { authorization } = ctx.caller
    const kinds = COUNTED.filter((kind) => isAllowed(authorization, WORK_PERMISSIONS[kind]))
    const work = await store.countWork(ctx.db, kinds, query, ctx.caller.id)
    const { open, critical, of } = await countAlerts(ctx, query)
    const about = Map.groupBy(Object.entries(COUNTED_ALERTS), ([, kind]) => kind)
    // Of the work of one event, no more alerts can be about it than there is: alerts are those of all events.
    const counted = [...about].reduce((sum, [kind, alerts]) => {
      const open = alerts.reduce((all, [alert]) => all + (of.get(alert) ?? 0), 0)
      return sum + Math.min(open, work[kind] ?? 0)
    }, 0)
    const described = query.details
      ? await store.describeWork(
          ctx.db,
          kinds.filter((kind) => kind !== 'tasks' && (work[kind] ?? MOST_COUNTED) < MOST_COUNTED),
          query,
          ctx.caller.id,
        )
      : []
    return {
      ...work,
      alerts: Math.min(open, MOST_COUNTED),
      critical_alerts: Math.min(critical, MOST_COUNTED),
      counted_alerts: Math.min(counted, MOST_COUNTED),
      ...(query.details && {
        details: Object.fromEntries(
          described.flatMap(({ kind, since, ...money }) =>
            since ? [[kind, { ...money, since: since.toISOString() }]] : [],
          ),
        ),
      }),
    }
  }),
  listPersonNotes: reads(async (ctx, { params }) => {
    found(await store.findPerson(ctx.db, params.id))
    return (await store.listNotes(ctx.db, params.id)).map((note) => noteView(note, ctx.caller.id))
  }),
  listPersonSteps: reads(async (ctx, { params, query }) => {
    found(await store.findPerson(ctx.db, params.id))
    const { authorization } = ctx.caller
    const kinds = STEP_KINDS.filter((kind) =>
      STEP_PERMISSIONS[kind].every((permission) => isAllowed(authorization, permission)),
    )
    return (await listSteps(ctx.db, params.id, kinds, query, ctx.language)).map(stepView)
  }),
  addPersonNote: writes(async (ctx, { params, body }) => {
    found(await store.findPerson(ctx.tx, params.id))
    const note = await store.insertNote(ctx.tx, {
      user_id: params.id,
      author_id: ctx.caller.id,
      body: body.body,
      created_at: ctx.now,
    })
    // The note itself goes with the account; the audit trail stays, so it does not repeat it.
    ctx.audit({ action: 'add_note', resource: 'users', objectId: params.id })
    return noteView(note, ctx.caller.id)
  }),
  /** @throws forbidden for a note of somebody else */
  removePersonNote: writes(async (ctx, { params }) => {
    const note = found(await store.findNote(ctx.tx, params.id, params.note_id))
    if (note.author_id !== ctx.caller.id) throw new AppError('forbidden')
    await store.deleteNote(ctx.tx, note._id)
    ctx.audit({ action: 'remove_note', resource: 'users', objectId: params.id })
    return {}
  }),
})
