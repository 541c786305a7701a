import type { BodyOf } from '@shiloh/contract/core'
import { type EventRoom, eventRoomRoutes } from '@shiloh/contract/venues'
import { followRooms, lockCenters, lockRoomsToChange, putMisfitsElsewhere } from '#features/reservations'
import { bind, reads, readsLate, writes } from '#http/binder'
import { changed, created, removed } from '#platform/audit/audited'
import { found } from '#platform/db/found'
import { stamped, stampedPage } from '#platform/db/stamps'
import { invalid } from '#platform/errors'
import type { ReadWork, Work } from '#platform/jobs/work'
import { dayCell, wordCell } from '#platform/tables/cells'
import { exportRows } from '#platform/tables/exports'
import { declareImport, importRows, knownBy, type RowOutcome } from '#platform/tables/imports.store'
import {
  centerOfBlock,
  centersWithRooms,
  deleteRoom,
  exportOccupants,
  exportRooms,
  findRoom,
  importRooms,
  insertRooms,
  listOccupants,
  listRooms,
  pickRooms,
  replaceMaintenance,
  roomsJustWritten,
  updateRoom,
} from './rooms.store.ts'
import { bulkNames } from './rules.ts'
import { roomSheet } from './sheets.ts'

const today = ({ now }: Pick<ReadWork, 'now'>): string => now.toISOString().slice(0, 10)

/** Returns a room as the list shows it. @throws not_found */
export const roomView = async (work: ReadWork, id: string): Promise<EventRoom> =>
  stamped(found(await findRoom(work.db, today(work), id)))

/**
 * Changes many rooms: the centers are locked before, misfits get other beds, and the events follow.
 * @param change returns the rooms that it changed
 */
export const changingRooms = async (work: Work, change: () => Promise<readonly string[]>): Promise<void> => {
  const centers = await centersWithRooms(work.tx)
  await lockCenters(work, centers)
  await putMisfitsElsewhere(work, await change(), { force: false, locked: new Set() })
  await followRooms(work, centers)
}

export const roomImport = declareImport(roomSheet, () => ({
  row: roomSheet.row,
  keys: knownBy('event_center', 'event_block', 'name'),
  save: async (work, rows, given) => {
    let outcomes: readonly RowOutcome[] = []
    await changingRooms(work, async () => {
      outcomes = await importRooms(work.tx, work.now.toISOString().slice(0, 10), rows, given)
      return roomsJustWritten(work.tx)
    })
    return outcomes
  },
}))

const centerOf = async ({ tx }: Work, blockId: string): Promise<string> => {
  const centerId = await centerOfBlock(tx, blockId)
  if (!centerId) throw invalid([{ field: 'event_block_id', code: 'not_found' }])
  return centerId
}

/** Changes many rooms by `changeRoom` without its end: the events of all centers follow once. @throws beds_sold */
export const followingOnce = async (work: Work, change: () => Promise<void>): Promise<void> => {
  const centers = await centersWithRooms(work.tx)
  await lockCenters(work, centers)
  await change()
  await followRooms(work, centers)
}

/**
 * Changes a room. Its guests stay where they fit, and the events follow.
 *
 * @param follows false inside of `followingOnce`
 * @throws room_occupied when a guest cannot stay, unless `force` gives them another room
 */
export const changeRoom = async (
  work: Work,
  id: string,
  { maintenance, force = false, ...room }: BodyOf<typeof eventRoomRoutes.update>,
  { follows = true } = {},
): Promise<EventRoom> => {
  const centerId = room.event_block_id ? await centerOf(work, room.event_block_id) : undefined
  const centers = [(await roomView(work, id)).event_center_id, ...(centerId ? [centerId] : [])]
  await lockCenters(work, centers)
  const locked = await lockRoomsToChange(work, [id])
  const before = await roomView(work, id)
  await updateRoom(work.tx, work.now, id, { ...room, event_center_id: centerId })
  if (maintenance) await replaceMaintenance(work.tx, work.now, id, maintenance)
  await putMisfitsElsewhere(work, [id], { force, locked })
  if (follows) await followRooms(work, centers)
  return changed(work, 'event_rooms', before, await roomView(work, id))
}

export const roomEndpoints = bind(eventRoomRoutes, {
  list: reads(async (ctx, { query }) => stampedPage(await listRooms(ctx.db, today(ctx), query, ctx.language))),
  get: reads((ctx, { params }) => roomView(ctx, params.id)),
  create: writes(async (ctx, { body: { maintenance = [], ...room } }) => {
    const centerId = await centerOf(ctx, room.event_block_id)
    await lockCenters(ctx, [centerId])
    const [made] = await insertRooms(ctx.tx, ctx.now, centerId, [room])
    const { _id } = found(made)
    await replaceMaintenance(ctx.tx, ctx.now, _id, maintenance)
    await followRooms(ctx, [centerId])
    return created(ctx, 'event_rooms', await roomView(ctx, _id))
  }),
  createMany: writes(async (ctx, { body: { pattern, from, to, ...room } }) => {
    const centerId = await centerOf(ctx, room.event_block_id)
    await lockCenters(ctx, [centerId])
    const rooms = await insertRooms(
      ctx.tx,
      ctx.now,
      centerId,
      bulkNames(pattern, from, to).map((name) => ({ ...room, name })),
    )
    await followRooms(ctx, [centerId])
    ctx.audit({ action: 'create_many', resource: 'event_rooms', after: { ...room, rooms } })
    return { created: rooms.length, rooms }
  }),
  update: writes((ctx, { params, body }) => changeRoom(ctx, params.id, body)),
  remove: writes(async (ctx, { params }) => {
    const centers = [(await roomView(ctx, params.id)).event_center_id]
    await lockCenters(ctx, centers)
    const before = await roomView(ctx, params.id)
    await deleteRoom(ctx.tx, params.id)
    await followRooms(ctx, centers)
    return removed(ctx, 'event_rooms', before)
  }),
  query: reads((ctx, { query }) => pickRooms(ctx.db, query)),
  export: readsLate(async (ctx, { query }) =>
    exportRows(ctx, query, {
      ...roomSheet,
      rows: exportRooms(ctx.db, today(ctx), query),
    }),
  ),
  import: writes((ctx, input) => importRows(ctx, input, roomImport)),
  occupants: reads(async (ctx, { params, query }) => {
    found(await findRoom(ctx.db, today(ctx), params.id))
    return listOccupants(ctx.db, params.id, query)
  }),
  exportOccupants: readsLate(async (ctx, { params, query }) => {
    const room = found(await findRoom(ctx.db, today(ctx), params.id))
    return exportRows(ctx, query, {
      name: 'occupants',
      about: room.name,
      columns: {
        room: () => room.name,
        bed: (row) => row.bed,
        name: (row) => row.name,
        gender: (row) => wordCell(row.gender),
        check_in: (row) => dayCell(row.check_in),
        check_out: (row) => dayCell(row.check_out),
        reservation: (row) => row.reservation_code,
        status: (row) => wordCell(row.reservation_status),
        event: (row) => row.event,
      },
      rows: exportOccupants(ctx.db, params.id, query),
    })
  }),
})
