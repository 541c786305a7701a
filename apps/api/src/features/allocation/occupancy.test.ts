import { allocationRoutes } from '@shiloh/contract/allocation/bulk'
import { occupancyRoutes } from '@shiloh/contract/allocation/occupancy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeEvent, NIGHTS, reserve } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'

let t: TestApp
let staff: TestAccount

beforeAll(async () => {
  t = await testApp()
  staff = await t.account({ type: 'admin', permissions: ['event_rooms.read', 'reservations.assign_rooms'] })
})
afterAll(() => t.close())

const read = async (query: object, as = staff) => (await t.call(occupancyRoutes.readOccupancy, { as, query })).data

test('counts the beds of all events by room and night, with what is closed and kept', async () => {
  const event = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 3, beds: 2 })
  const other = await makeEvent(t, { price: 0, pricePerNight: 0, rooms: 3, beds: 2, venueOf: event })
  const names: string[] = []
  for (const at of [event, other]) {
    const { id, view } = await reserve(
      t,
      at,
      { accommodation: { room_category_id: event.categoryId, ...NIGHTS } },
      await t.account({ columns: { gender: 'female' } }),
    )
    names.push(id)
    const placed = await t.call(allocationRoutes.changeMany, {
      as: staff,
      params: { event_id: at.id },
      body: { rows: [{ participant_id: view.participants[0]?._id ?? '', room_id: event.roomIds[0] ?? null }] },
    })
    expect(placed.data.changed).toBe(1)
  }
  const { pool } = t.database
  await pool.query(
    `insert into room_maintenance (room_id, nights, reason) values ($1, '[2027-01-01,2027-01-12)', 'Painting')`,
    [event.roomIds[1]],
  )
  const title = await pool.query<{ id: string }>(`insert into titles (name) values ('Bishop of rooms') returning id`)
  await pool.query(`update event_rooms set kept_for_title_ids = array[$2]::oid24[] where id = $1`, [
    event.roomIds[2],
    title.rows[0]?.id,
  ])
  const seen = await read({ event_id: event.id, nights: 5 })
  expect([seen.center_id, seen.from, seen.until]).toEqual([event.centerId, '2027-01-09', '2027-01-14'])
  const room = (id: string | undefined) => seen.rooms.find(({ _id }) => _id === id)
  expect(room(event.roomIds[0])?.taken).toEqual([0, 2, 2, 2, 0])
  expect(room(event.roomIds[1])?.closed).toEqual([{ from: '2027-01-09', until: '2027-01-12', reason: 'Painting' }])
  expect(room(event.roomIds[2])?.kept_for).toEqual(['Bishop of rooms'])
  expect(seen.events.map(({ _id }) => _id).sort()).toEqual([event.id, other.id].sort())

  // The event's people sleep in the second block, so the picture opens there; another event names its own.
  await pool.query(
    `with block as (insert into event_blocks (event_center_id, name) values ($1, 'Annex') returning id)
     insert into event_rooms (event_center_id, event_block_id, room_category_id, name, floor, beds)
     select $1, id, $2, 'Z1', 0, 2 from block`,
    [event.centerId, event.categoryId],
  )
  const again = await read({ event_id: event.id, nights: 5 })
  expect(again.blocks.map(({ name }) => name)).toEqual(['Annex', 'Block A'])
  expect(again.event_block_id).toBe(again.blocks[1]?._id)
  expect((await read({ event_center_id: event.centerId })).event_block_id).toBeNull()

  // A hidden event has no band, and its people still take their beds.
  const blind = await t.account({ type: 'admin', permissions: ['event_rooms.read'] })
  await pool.query(
    `insert into special_permissions (user_id, effect, resource, object_id, actions) values ($1, 'deny', 'events', $2, '{read}')`,
    [blind.id, other.id],
  )
  const half = await read({ event_id: event.id, nights: 5 }, blind)
  expect(half.events.map(({ _id }) => _id)).toEqual([event.id])
  expect(half.rooms.find(({ _id }) => _id === event.roomIds[0])?.taken).toEqual([0, 2, 2, 2, 0])
  const asked = await t.call(occupancyRoutes.readOccupancy, { as: blind, query: { event_id: other.id } })
  expect(asked.status).toBeGreaterThanOrEqual(403)
})

test('the time, the block and the center are what was asked for', async () => {
  const event = await makeEvent(t, { rooms: 2 })
  const later = await read({ event_center_id: event.centerId, from: '2027-03-01', nights: 2 })
  expect([later.from, later.until, later.events]).toEqual(['2027-03-01', '2027-03-03', []])
  expect(later.rooms.every(({ taken }) => taken.length === 2)).toBe(true)
  const none = { event_center_id: event.centerId, event_block_id: 'f'.repeat(24) }
  expect((await t.call(occupancyRoutes.readOccupancy, { as: staff, query: none })).code).toBe('not_found')
  expect(
    (await t.call(occupancyRoutes.readOccupancy, { as: staff, query: { event_center_id: 'f'.repeat(24) } })).code,
  ).toBe('not_found')
  expect((await t.call(occupancyRoutes.readOccupancy, { as: staff, query: { nights: '93' } })).status).toBe(422)
  const file = await t.call(occupancyRoutes.exportOccupancy, {
    as: staff,
    query: { event_center_id: event.centerId, from: '2027-01-10', nights: 2, headers: 'words' },
    headers: { 'accept-language': 'de' },
  })
  expect(file.raw.toString()).toMatch(/2027-01-10;2027-01-11\r\n/)
  expect(file.raw.toString().trim().split('\r\n')).toHaveLength(1 + event.roomIds.length)
})
