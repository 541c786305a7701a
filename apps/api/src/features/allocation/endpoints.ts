import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { bind, writes } from '#http/binder'
import { changeMany } from './bulk.ts'

export const endpoints = bind(allocationRoutes, {
  changeMany: writes((ctx, { params, query, body }) => changeMany(ctx, params.event_id, body, query)),

  unassignMany: writes((ctx, { params, query, body: { rows, ...why } }) =>
    changeMany(ctx, params.event_id, { ...why, rows: rows.map((row) => ({ ...row, room_id: null })) }, query),
  ),
})
