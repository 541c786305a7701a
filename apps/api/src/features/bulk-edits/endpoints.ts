import { bulkEditRoutes, MOST_EDITED, MOST_REFUSED, MOST_TRIED } from '@shiloh/contract/bulk-edits'
import { deniedIds, isAllowed, type Permission } from '@shiloh/contract/permissions'
import type { z } from 'zod'
import { selectPeople } from '#features/authorization'
import { selectCaterers, selectProductIds } from '#features/catalogue'
import { selectBlogs, selectComments, selectFaqs } from '#features/content'
import { selectEvents } from '#features/events'
import { insertExport } from '#features/exports'
import { findOfFilter as findReservations, findWaitingOfFilter } from '#features/reservations'
import { selectTickets } from '#features/support'
import { selectTasks } from '#features/tasks'
import { selectRooms } from '#features/venues'
import { bind, orchestrates, reads, writes } from '#http/binder'
import { startActivity } from '#platform/activity/activity'
import { hiddenFrom, hideIn } from '#platform/auth/denied'
import type { ReadContext, WriteContext } from '#platform/context'
import { found } from '#platform/db/found'
import { AppError, invalid } from '#platform/errors'
import { actOf } from './acts.ts'
import { reasonOf } from './run.ts'
import * as store from './store.ts'
import { tryEdit } from './try.ts'

interface Begin {
  readonly resource: string
  readonly act: string
  readonly ids: readonly string[]
  readonly reason?: string | undefined
  readonly change?: object | undefined
  readonly undoes?: string
}

interface Begun {
  readonly activity_id: string
  readonly total: number
}

/** Writes the rows down and starts the work. Rows on which the act is denied to the caller are refused at once. */
const begin = async (ctx: WriteContext, { resource, act, ids, reason, change, undoes }: Begin): Promise<Begun> => {
  const { act: single, read } = actOf(resource, act)
  const { permission } = single
  const denied = new Set(deniedIds(ctx.caller.authorization, permission))
  const refused = ids.filter((id) => denied.has(id)).map((id) => ({ id, code: 'forbidden' }))
  const total = ids.length
  const subject = permission.slice(0, permission.indexOf('.'))
  const activity_id = await startActivity(ctx, {
    kind: 'bulk_edit',
    about: { resource: subject, act, is_undo: undoes !== undefined },
    ownerId: ctx.caller.id,
    total,
    acts: ['pause', 'stop'],
    task: 'run_bulk_edit',
  })
  await store.insertBulkEdit(ctx.tx, {
    activity_id,
    resource,
    act,
    reason: reason ?? '',
    actor_id: ctx.caller.id,
    actor_name: ctx.caller.name,
    language: ctx.language,
    ids: [...refused.map(({ id }) => id), ...ids.filter((id) => !denied.has(id))],
    refused,
    change: change ?? {},
    undoes: undoes ?? null,
  })
  // The file of refused rows names them to those who can read them, and is judged again when it is downloaded.
  await insertExport(ctx.tx, {
    activity_id,
    user_id: ctx.caller.id,
    address: bulkEditRoutes.getBulkEdit.path,
    language: ctx.language,
    permission: isAllowed(ctx.caller.authorization, read) ? read : permission,
  })
  const action = undoes === undefined ? `bulk_${act}` : `undo_bulk_${act}`
  ctx.audit({ action, resource: subject, objectId: activity_id, after: { count: total, ...change } })
  return { activity_id, total }
}

interface Chosen<F> {
  readonly filter: F
  readonly ids?: readonly string[] | undefined
  readonly exclude: readonly string[]
  readonly reason?: string | undefined
  readonly change?: object | undefined
}
interface Wanted {
  readonly of: readonly string[] | undefined
  readonly most: number
}

/**
 * Returns the handler of an act on the rows of a list that the caller sees and chose.
 *
 * @param read a caller who lacks it for a row does not see that row
 * @throws invalid_input for no row or too many
 */
const many =
  <F extends object>(
    resource: string,
    read: Permission,
    find: (ctx: WriteContext, filter: F, wanted: Wanted) => Promise<string[]>,
  ) =>
  (act: string) => ({
    does: 'writes' as const,
    handle: async (ctx: WriteContext, { body }: { readonly body: Chosen<F> }): Promise<Begun> => {
      const { filter, ids: of, exclude, reason, change } = body
      hideIn(filter, hiddenFrom(ctx.caller.authorization, read))
      const left = new Set(exclude)
      const found = await find(ctx, filter, { of, most: MOST_EDITED + exclude.length + 1 })
      const ids = found.filter((id) => !left.has(id))
      if (ids.length === 0) throw invalid([{ field: 'filter', code: 'not_found' }])
      if (ids.length > MOST_EDITED) throw invalid([{ field: 'filter', code: 'too_big' }])
      return begin(ctx, { resource, act, ids, reason, change })
    },
  })

type Filter<N extends keyof typeof bulkEditRoutes> = (typeof bulkEditRoutes)[N] extends { readonly body: infer B }
  ? B extends z.ZodType<infer V>
    ? V extends { readonly filter: infer F }
      ? F
      : never
    : never
  : never

const reservations = many('reservations', 'reservations.read', (ctx, filter: Filter<'approveReservations'>, wanted) =>
  findReservations(ctx.tx, filter, ctx.now, wanted),
)
const waiting = many('waiting_list', 'waiting_list.read', (ctx, filter: Filter<'removeWaiting'>, wanted) =>
  findWaitingOfFilter(ctx.tx, filter, wanted),
)
const people = many('users', 'users.read', (ctx, filter: Filter<'approveUsers'>, wanted) =>
  store.chosenIds(ctx.tx, selectPeople(ctx.tx, filter), wanted),
)
const rooms = many('event_rooms', 'event_rooms.read', (ctx, filter: Filter<'editRooms'>, wanted) =>
  store.chosenIds(ctx.tx, selectRooms(ctx.tx, filter), wanted),
)
const events = many('events', 'events.read', (ctx, filter: Filter<'publishEvents'>, wanted) =>
  store.chosenIds(ctx.tx, selectEvents(ctx.tx, ctx.now, filter), wanted),
)
const posts = many('blogs', 'blogs.read', (ctx, filter: Filter<'publishBlogs'>, wanted) =>
  store.chosenIds(ctx.tx, selectBlogs(ctx.tx, ctx.now, filter), wanted),
)
const comments = many('comments', 'blogs.moderate', (ctx, filter: Filter<'approveComments'>, wanted) =>
  store.chosenIds(ctx.tx, selectComments(ctx.tx, filter), wanted),
)

const tasks = many('tasks', 'tasks.read', (ctx, filter: Filter<'editTasks'>, wanted) =>
  store.chosenIds(ctx.tx, selectTasks(ctx.tx, { id: ctx.caller.id, now: ctx.now }, filter), wanted),
)

const questions = many('faqs', 'faqs.read', (ctx, filter: Filter<'editFaqs'>, wanted) =>
  store.chosenIds(ctx.tx, selectFaqs(ctx.tx, filter), wanted),
)
const tickets = many('support_tickets', 'support_tickets.read', (ctx, filter: Filter<'editTickets'>, wanted) =>
  store.chosenIds(ctx.tx, selectTickets(ctx.tx, ctx.caller.id, filter), wanted),
)
const caterers = many('caterers', 'caterers.read', (ctx, filter: Filter<'editCaterers'>, wanted) =>
  store.chosenIds(ctx.tx, selectCaterers(ctx.tx, filter), wanted),
)
const products = many('products', 'products.read', (ctx, filter: Filter<'editProducts'>, wanted) =>
  store.chosenIds(ctx.tx, selectProductIds(ctx.tx, filter), wanted),
)

/** Returns an edit of the caller. @throws not_found for somebody else's */
const own = async ({ db, caller }: ReadContext, id: string) => {
  const edit = found(await store.findBulkEdit(db, id))
  if (edit.actor_id !== caller.id) throw new AppError('not_found')
  return edit
}

export const endpoints = bind(bulkEditRoutes, {
  approveReservations: reservations('approve'),
  cancelReservations: reservations('cancel'),
  editReservations: reservations('edit'),
  tryReservations: orchestrates(async (ctx, { body: { filter, ids: of, exclude, change } }) => {
    hideIn(filter, hiddenFrom(ctx.caller.authorization, 'reservations.read'))
    const left = new Set(exclude)
    const found = await findReservations(ctx.db, filter, ctx.now, { of, most: MOST_EDITED + exclude.length + 1 })
    const ids = found.filter((id) => !left.has(id))
    const allowed = ids.filter((id) => isAllowed(ctx.caller.authorization, 'reservations.update', id))
    // What a reservation costs is for those who can read it.
    const isPriced = (id: string): boolean => isAllowed(ctx.caller.authorization, 'reservations.read', id)
    const tried = await tryEdit(ctx.deps, allowed.slice(0, MOST_TRIED), { change, by: ctx.caller.id, isPriced })
    return { total: ids.length, ...tried }
  }),
  inviteWaiting: waiting('invite'),
  removeWaiting: waiting('remove'),
  dropWaiting: waiting('drop'),
  approveUsers: people('approve'),
  deactivateUsers: people('deactivate'),
  editUsers: people('edit'),
  editRooms: rooms('edit'),
  publishEvents: events('publish'),
  unpublishEvents: events('unpublish'),
  archiveEvents: events('archive'),
  publishBlogs: posts('publish'),
  archiveBlogs: posts('archive'),
  approveComments: comments('approve'),
  refuseComments: comments('refuse'),
  editFaqs: questions('edit'),
  editTickets: tickets('edit'),
  editCaterers: caterers('edit'),
  editProducts: products('edit'),
  editTasks: tasks('edit'),
  getBulkEdit: reads(async (ctx, { params }) => {
    const edit = await own(ctx, params.id)
    const { names, read, act } = actOf(edit.resource, edit.act)
    const shown = edit.refused.slice(0, MOST_REFUSED)
    // Somebody may change rows whose names they cannot read.
    const isReadable = (id: string): boolean => isAllowed(ctx.caller.authorization, read, id)
    const ids = shown.map(({ id }) => id).filter(isReadable)
    const known = ids.length > 0 ? await names(ctx.db, ids) : new Map<string, string[]>()
    return {
      _id: edit.activity_id,
      undoable: !edit.is_under_way && isAllowed(ctx.caller.authorization, act.permission) && act.undo ? edit.kept : 0,
      is_undo: edit.undoes !== null,
      refused: shown.map((row) => ({
        _id: row.id,
        name: (known.get(row.id) ?? []).filter((part) => part !== '').join(' '),
        reason: reasonOf(row, ctx.language, isReadable(row.id)),
      })),
    }
  }),
  undoBulkEdit: writes(async (ctx, { params }) => {
    // Of two at once, the second finds the work of the first under way.
    await store.lockBulkEdit(ctx.tx, params.id)
    const { activity_id: undoes, resource, act, is_under_way, kept } = await own(ctx, params.id)
    if (is_under_way || kept === 0) throw new AppError('illegal_transition')
    if (!isAllowed(ctx.caller.authorization, actOf(resource, act).act.permission)) throw new AppError('forbidden')
    return begin(ctx, { resource, act, undoes, ids: await store.keptRows(ctx.tx, undoes) })
  }),
})
