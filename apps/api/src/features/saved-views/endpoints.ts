import { isAllowed } from '@shiloh/contract/permissions'
import { MOST_VIEWS, type SavedView, SHARE_VIEWS, savedViewRoutes } from '@shiloh/contract/saved-views'
import { z } from 'zod'
import { bind, reads, writes } from '#http/binder'
import type { ReadContext } from '#platform/context'
import type { Queryable } from '#platform/db/db'
import { found } from '#platform/db/found'
import { takeTurn } from '#platform/db/turns.store'
import { AppError, invalid } from '#platform/errors'
import { countOf } from './counts.ts'
import { permissionOf, requireFits } from './lists.ts'
import * as store from './store.ts'

type Row = Awaited<ReturnType<typeof store.findViews>>[number]

const stored = z.record(z.string(), z.string())
const mayShare = ({ caller }: Pick<ReadContext, 'caller'>): boolean => isAllowed(caller.authorization, SHARE_VIEWS)

const viewOf = (ctx: Pick<ReadContext, 'caller'>, row: Row): SavedView => ({
  ...row,
  query: stored.parse(row.query),
  editable: !row.shared || mayShare(ctx),
})

const mayRead = ({ caller }: Pick<ReadContext, 'caller'>, list: string): boolean => {
  const permission = permissionOf(list)
  return permission === undefined || isAllowed(caller.authorization, permission)
}

/** @throws not_found for a view of somebody else, forbidden for one that only others may change */
const requireEditable = async (ctx: Pick<ReadContext, 'caller'>, db: Queryable, id: string): Promise<Row> => {
  const row = found(await store.findView(db, ctx.caller.id, id))
  if (!mayRead(ctx, row.list)) throw new AppError('not_found')
  if (row.shared && !mayShare(ctx)) throw new AppError('forbidden')
  return row
}

export const endpoints = bind(savedViewRoutes, {
  countViews: reads(async (ctx, { query: { list, event_id } }) => {
    const counts = []
    for (const { _id, query } of await store.findViews(ctx.db, ctx.caller.id, list)) {
      const count = await countOf(ctx, list, { ...stored.parse(query), ...(event_id && { event_id }) })
      if (count !== undefined) counts.push({ _id, count })
    }
    return counts
  }),
  // What a view filters by can say something about the rows.
  listViews: reads(async (ctx, { query }) =>
    mayRead(ctx, query.list)
      ? (await store.findViews(ctx.db, ctx.caller.id, query.list)).map((row) => viewOf(ctx, row))
      : [],
  ),
  saveView: writes(async (ctx, { body }) => {
    requireFits(body.list, body)
    if (!mayRead(ctx, body.list) || (body.shared && !mayShare(ctx))) throw new AppError('forbidden')
    await takeTurn(ctx.tx, `saved_views ${ctx.caller.id} ${body.list}`)
    if ((await store.findViews(ctx.tx, ctx.caller.id, body.list)).length >= MOST_VIEWS)
      throw new AppError('too_many_views')
    const id = await store.insertView(ctx.tx, ctx.now, { ...body, owner_id: ctx.caller.id })
    if (body.shared) ctx.audit({ action: 'save_view', resource: 'settings', objectId: id, after: { name: body.name } })
    return viewOf(ctx, found(await store.findView(ctx.tx, ctx.caller.id, id)))
  }),
  changeView: writes(async (ctx, { params, body }) => {
    const { list, shared } = await requireEditable(ctx, ctx.tx, params.id)
    requireFits(list, body)
    await store.updateView(ctx.tx, ctx.now, params.id, body)
    const row = found(await store.findView(ctx.tx, ctx.caller.id, params.id))
    if (shared) ctx.audit({ action: 'save_view', resource: 'settings', objectId: params.id, after: { name: row.name } })
    return viewOf(ctx, row)
  }),
  removeView: writes(async (ctx, { params }) => {
    const { shared, name } = await requireEditable(ctx, ctx.tx, params.id)
    await store.deleteView(ctx.tx, params.id)
    if (shared) ctx.audit({ action: 'remove_view', resource: 'settings', objectId: params.id, before: { name } })
    return {}
  }),
  openWith: writes(async (ctx, { body }) => {
    requireFits(body.list, {})
    const view = body.view_id === null ? null : found(await store.findView(ctx.tx, ctx.caller.id, body.view_id))
    if (view && view.list !== body.list) throw invalid([{ field: 'view_id', code: 'not_found' }])
    await store.setDefault(ctx.tx, ctx.caller.id, body.list, body.view_id)
    return {}
  }),
})
