import { bulkEditRoutes, MOST_EDITED } from '@shiloh/contract/bulk-edits'
import type { BodyOf } from '@shiloh/contract/core'
import type { Permission } from '@shiloh/contract/permissions'
import { findOfFilter as findPeople } from '#features/authorization'
import { findOfFilter as findReservations } from '#features/reservations'
import { bind, writes } from '#http/binder'
import { startActivity } from '#platform/activity/activity'
import { hiddenFrom, hideIn } from '#platform/auth/denied'
import type { WriteContext } from '#platform/context'
import { invalid } from '#platform/errors'
import { insertBulkEdit } from './store.ts'

interface Chosen<F> {
  readonly filter: F
  readonly ids?: readonly string[] | undefined
  readonly exclude: readonly string[]
  readonly reason?: string | undefined
}

interface Begun {
  readonly activity_id: string
  readonly total: number
}

/** Writes down the rows that the caller sees and chose, and starts the work. @throws invalid_input for none or too many */
const begin = async <F extends object>(
  ctx: WriteContext,
  { filter, ids, exclude, reason = '' }: Chosen<F>,
  { resource, act }: { readonly resource: 'reservations' | 'users'; readonly act: string },
  find: (filter: F, of: { readonly of?: readonly string[] | undefined; readonly most: number }) => Promise<string[]>,
): Promise<Begun> => {
  const permission: Permission = `${resource}.read`
  hideIn(filter, hiddenFrom(ctx.caller.authorization, permission))
  const most = MOST_EDITED + exclude.length + 1
  const left = new Set(exclude)
  const chosen = (await find(filter, { of: ids, most })).filter((id) => !left.has(id))
  if (chosen.length === 0) throw invalid([{ field: 'filter', code: 'not_found' }])
  if (chosen.length > MOST_EDITED) throw invalid([{ field: 'filter', code: 'too_big' }])
  const activity_id = await startActivity(ctx, {
    kind: 'bulk_edit',
    about: { resource },
    ownerId: ctx.caller.id,
    total: chosen.length,
    acts: ['pause', 'stop'],
    task: 'run_bulk_edit',
  })
  const { id: actor_id, name: actor_name } = ctx.caller
  await insertBulkEdit(ctx.tx, {
    activity_id,
    resource,
    act,
    reason,
    actor_id,
    actor_name,
    language: ctx.language,
    ids: chosen,
  })
  ctx.audit({ action: `bulk_${act}`, resource, objectId: activity_id, after: { count: chosen.length } })
  return { activity_id, total: chosen.length }
}

const reservations = (ctx: WriteContext, chosen: BodyOf<typeof bulkEditRoutes.approveReservations>, act: string) =>
  begin(ctx, chosen, { resource: 'reservations', act }, (filter, of) => findReservations(ctx.tx, filter, ctx.now, of))
const users = (ctx: WriteContext, chosen: BodyOf<typeof bulkEditRoutes.approveUsers>, act: string) =>
  begin(ctx, chosen, { resource: 'users', act }, (filter, of) => findPeople(ctx.tx, filter, of))

export const endpoints = bind(bulkEditRoutes, {
  approveReservations: writes((ctx, { body }) => reservations(ctx, body, 'approve')),
  cancelReservations: writes((ctx, { body }) => reservations(ctx, body, 'cancel')),
  approveUsers: writes((ctx, { body }) => users(ctx, body, 'approve')),
  deactivateUsers: writes((ctx, { body }) => users(ctx, body, 'deactivate')),
})
