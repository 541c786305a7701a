import {
  type Activity,
  type ActivityAct,
  type ActivityState,
  activity,
  activityRoutes,
} from '@shiloh/contract/activities'
import { isAllowed, PERMISSIONS } from '@shiloh/contract/permissions'
import { FILE_ERASED, mayDownload } from '#features/exports'
import { bind, reads, writes } from '#http/binder'
import { enqueueActivity, hintActivity } from '#platform/activity/activity'
import type { ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError } from '#platform/errors'
import { storedErrorText } from '#platform/text/texts'
import * as store from './activities.store.ts'

const readerOf = ({ caller, now }: ReadContext): store.Reader => ({
  id: caller.id,
  permissions: PERMISSIONS.filter((permission) => isAllowed(caller.authorization, permission)),
  now,
})

/** From → act → to. */
const ACTS: Readonly<Record<ActivityState, Partial<Record<ActivityAct, ActivityState>>>> = {
  queued: { pause: 'paused', stop: 'stopped' },
  running: { pause: 'paused', stop: 'stopped' },
  paused: { resume: 'queued', stop: 'stopped' },
  done: {},
  failed: {},
  stopped: {},
}

const isState = (text: string): text is ActivityState => Object.hasOwn(ACTS, text)

const actsOf = ({ state, acts }: store.ActivityRow): ActivityAct[] =>
  isState(state)
    ? (['pause', 'resume', 'stop'] as const).filter(
        (act) => ACTS[state][act] !== undefined && acts.includes(act === 'resume' ? 'pause' : act),
      )
    : []

const view = (ctx: ReadContext, row: store.ActivityRow): Activity =>
  activity.parse({
    _id: row.id,
    kind: row.kind,
    about: row.about,
    result: row.result,
    state: row.state,
    done: row.done,
    total: row.total,
    started_by: row.owner_id === null ? null : { _id: row.owner_id, name: row.owner ?? '' },
    mine: row.owner_id === ctx.caller.id,
    link: row.link,
    error: row.error === null ? null : storedErrorText(row.error, ctx.language),
    file: row.file_name === null ? null : { name: row.file_name, bytes: row.file_bytes ?? 0 },
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    allowed: actsOf(row),
  })

export const endpoints = bind(activityRoutes, {
  listActivities: reads(async (ctx, { query }) => {
    const { items, total } = await store.listActivities(ctx.db, readerOf(ctx), query)
    return { items: items.map((row) => view(ctx, row)), total }
  }),
  countActivities: reads(async (ctx) => ({ under_way: await store.countUnderWay(ctx.db, ctx.caller.id) })),
  getActivity: reads(async (ctx, { params, query }) =>
    view(ctx, found(await store.findActivity(ctx.db, readerOf(ctx), params.id, query))),
  ),
  controlActivity: writes(async (ctx, { params: { id, act }, query }) => {
    await store.lockActivity(ctx.tx, id)
    const find = async () => found(await store.findActivity(ctx.tx, readerOf(ctx), id, query))
    const row = await find()
    const next = isState(row.state) ? ACTS[row.state][act] : undefined
    if (!next || !actsOf(row).includes(act)) throw new AppError('illegal_transition')
    await store.setState(ctx.tx, ctx.now, id, next)
    if (next === 'queued') await enqueueActivity(ctx, row)
    ctx.audit({ action: act, resource: 'activities', objectId: id, after: { kind: row.kind, about: row.about } })
    hintActivity(ctx, row.owner_id)
    return view(ctx, await find())
  }),
  downloadActivity: reads(async (ctx, { params, query }) => {
    const row = found(await store.findActivity(ctx.db, readerOf(ctx), params.id, query))
    if (row.storage_key === null) throw new AppError(row.error === FILE_ERASED ? FILE_ERASED : 'not_found')
    if (!(await mayDownload(ctx, row.id))) throw new AppError('forbidden')
    return { name: row.file_name ?? '', mime: row.file_mime ?? '', body: await ctx.deps.files.read(row.storage_key) }
  }),
})
