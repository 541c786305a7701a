import { boardRoutes } from '@shiloh/contract/allocation/board'
import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { occupancyRoutes } from '@shiloh/contract/allocation/occupancy'
import { bind, reads, readsLate, writes } from '#http/binder'
import { hiddenOf } from '#platform/auth/denied'
import { boardView } from './board.ts'
import { changeMany } from './bulk.ts'
import { occupancyFile, occupancyView } from './occupancy.ts'

const bulkEndpoints = bind(allocationRoutes, {
  changeMany: writes((ctx, { params, query, body }) => changeMany(ctx, params.event_id, body, query)),

  unassignMany: writes((ctx, { params, query, body: { rows, ...why } }) =>
    changeMany(ctx, params.event_id, { ...why, rows: rows.map((row) => ({ ...row, room_id: null })) }, query),
  ),
})

const boardEndpoints = bind(boardRoutes, {
  readBoard: reads((ctx, { params, query }) => boardView(ctx, params.event_id, query.since, hiddenOf(query))),
})

const occupancyEndpoints = bind(occupancyRoutes, {
  readOccupancy: reads((ctx, { query }) => occupancyView(ctx, query)),
  exportOccupancy: readsLate((ctx, { query }) => occupancyFile(ctx, query)),
})

export const endpoints = [...bulkEndpoints, ...boardEndpoints, ...occupancyEndpoints]
