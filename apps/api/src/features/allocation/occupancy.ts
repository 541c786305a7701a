import type { Occupancy, OccupancyRoom, occupancyRoutes } from '@shiloh/contract/allocation/occupancy'
import type { QueryOf } from '@shiloh/contract/core'
import { addDays, nightsBetween } from '@shiloh/contract/reservations/nights'
import { dayIn } from '@shiloh/contract/text/zone'
import type { FileAnswer, ReadContext } from '#platform/context'
import { found } from '#platform/db/found'
import { exportRows } from '#platform/tables/exports'
import * as store from './occupancy.sql.ts'

type Asked = QueryOf<typeof occupancyRoutes.readOccupancy>

/** The evening before an event belongs to the picture: people who arrive early. */
const EVENING_BEFORE = -1

/**
 * Returns which beds of a center are taken on which nights. What is hidden from the caller is counted, without a name: a
 * bed that somebody sleeps in is not free.
 *
 * @throws not_found without the center or the block
 */
export const occupancyView = async (ctx: ReadContext, query: Asked): Promise<Occupancy> => {
  const { db, now, language } = ctx
  const event = query.event_id === undefined ? undefined : await store.findEventNights(db, query.event_id, query)
  if (query.event_id !== undefined) found(event)
  const centers = await store.listCenters(db, query)
  const wanted = query.event_center_id ?? event?.center_id ?? centers[0]?.id
  const from = query.from ?? (event?.first ? addDays(event.first, EVENING_BEFORE) : dayIn(now, 'UTC'))
  const until = addDays(from, query.nights)
  const named = { centers: centers.map(({ id, name }) => ({ _id: id, name })), from, until }
  if (wanted === undefined)
    return { ...named, center_id: null, event_block_id: null, blocks: [], events: [], rooms: [] }
  const center = found(centers.find(({ id }) => id === wanted)).id
  const blocks = await store.listBlocks(db, center)
  const blockId = query.event_block_id
  if (blockId !== undefined) found(blocks.find(({ id }) => id === blockId))

  const nights = { from, until }
  const events = await store.listEvents(db, center, nights, query, language)
  const positions = new Map(blocks.map(({ id }, position) => [id, position]))
  const rooms = new Map<string, OccupancyRoom>()
  for (const { id, block_id, ...row } of await store.listRooms(db, center, blockId))
    rooms.set(id, {
      _id: id,
      block: positions.get(block_id) ?? 0,
      ...row,
      taken: new Array<number>(query.nights).fill(0),
      closed: [],
    })
  for (const { room_id, first, end, people } of await store.countStays(db, center, blockId, nights, now)) {
    const taken = rooms.get(room_id)?.taken
    if (taken) for (let night = first; night < end; night += 1) taken[night] = (taken[night] ?? 0) + people
  }
  for (const { room_id, ...closing } of await store.listClosings(db, center, blockId, nights))
    rooms.get(room_id)?.closed.push(closing)
  return {
    ...named,
    center_id: center,
    event_block_id: query.event_id === undefined ? null : await store.findBlockOf(db, query.event_id, center),
    blocks: blocks.map(({ id, name }) => ({ _id: id, name })),
    events: events.map(({ id, ...one }) => ({ _id: id, ...one })),
    rooms: [...rooms.values()],
  }
}

/** Returns the same as a file: a row for each room, with the beds taken in each night, or why it is closed. */
export const occupancyFile = async (
  ctx: ReadContext,
  query: QueryOf<typeof occupancyRoutes.exportOccupancy>,
): Promise<FileAnswer> => {
  const { blocks, rooms, from, until } = await occupancyView(ctx, query)
  const nights = nightsBetween(from, until)
  async function* chunks() {
    yield rooms
  }
  return exportRows(ctx, query, {
    name: 'occupancy',
    about: from,
    columns: {
      event_block: ({ block }: OccupancyRoom) => blocks[block]?.name,
      floor: ({ floor }) => floor,
      name: ({ name }) => name,
      room_category: ({ category }) => category,
      beds: ({ beds }) => beds,
      ...Object.fromEntries(
        nights.map((night, index) => [
          night,
          ({ taken, closed }: OccupancyRoom) =>
            closed.find((one) => one.from <= night && night < one.until)?.reason ?? taken[index],
        ]),
      ),
    },
    rows: chunks(),
  })
}
