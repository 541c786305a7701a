import { eventBlockRoutes, eventCenterRoutes, eventRoomRoutes, roomCategoryRoutes } from '@shiloh/contract/venues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { bulkNames } from './rules.ts'

let app: TestApp
let admin: TestAccount

beforeAll(async () => {
  app = await testApp()
  admin = await app.account({
    type: 'admin',
    permissions: [
      ...(['read', 'create', 'update', 'delete', 'export', 'import'] as const).flatMap(
        (action) =>
          [
            `event_centers.${action}`,
            `event_blocks.${action}`,
            `event_rooms.${action}`,
            `room_categories.${action}`,
          ] as const,
      ),
      'event_rooms.read_occupants',
    ],
  })
})
afterAll(() => app.close())

const venue = async (name: string) => {
  const center = await app.call(eventCenterRoutes.create, {
    as: admin,
    body: { name, city: 'Gomoa Fetteh', latitude: 5.4 },
  })
  const block = await app.call(eventBlockRoutes.create, {
    as: admin,
    body: { event_center_id: center.data._id, name: 'Block A', code: 'A' },
  })
  const category = await app.call(roomCategoryRoutes.create, { as: admin, body: { name: `${name} standard` } })
  return { center: center.data, block: block.data, category: category.data }
}

const csv = (text: string) => [{ field: 'file', name: 'rooms.csv', bytes: Buffer.from(text) }]

describe('names of many rooms', () => {
  it('puts every number into the pattern', () => expect(bulkNames('A-#', 9, 11)).toEqual(['A-9', 'A-10', 'A-11']))
})

describe('centers, blocks and categories', () => {
  it('are made, read, changed, found, and deleted unless in use', async () => {
    const { center, block } = await venue('Pent Convention Centre')
    expect(center).toMatchObject({ country: 'GH', latitude: 5.4, blocks: 0 })
    const changed = await app.call(eventCenterRoutes.update, {
      as: admin,
      params: { id: center._id },
      body: { latitude: null, address: null, phone: '+233 30 000 0000' },
    })
    expect(changed.data).toMatchObject({ name: 'Pent Convention Centre', latitude: null, address: '', blocks: 1 })
    // A country that no address of a person can have is none for a center either.
    const move = (country: string) =>
      app.call(eventCenterRoutes.update, { as: admin, params: { id: center._id }, body: { country } })
    expect((await move('ZZ')).errors).toMatchObject([{ field: 'country', code: 'unknown_choice' }])
    expect((await move('togo')).data.country).toBe('TG')
    await move('GH')
    const found = await app.call(eventCenterRoutes.list, { as: admin, query: { search: 'pent', sort: '-name' } })
    expect(found.data.map(({ _id }) => _id)).toEqual([center._id])
    expect(found.meta).toEqual({ page: 1, page_size: 50, total: 1, total_pages: 1 })
    expect((await app.call(eventCenterRoutes.remove, { as: admin, params: { id: center._id } })).code).toBe('in_use')
    expect((await app.call(eventBlockRoutes.remove, { as: admin, params: { id: block._id } })).status).toBe(200)
    expect((await app.call(eventCenterRoutes.remove, { as: admin, params: { id: center._id } })).status).toBe(200)
    expect((await app.call(eventCenterRoutes.get, { as: admin, params: { id: center._id } })).status).toBe(404)
  })

  it('refuse a second one of the same name, and a parent that is not there', async () => {
    const { center, block } = await venue('Twice')
    const again = await app.call(eventBlockRoutes.create, {
      as: admin,
      body: { event_center_id: center._id, name: block.name },
    })
    expect(again).toMatchObject({ status: 409, code: 'duplicate' })
    expect(again.errors[0]?.field).toBe('name')
    const orphan = await app.call(eventBlockRoutes.create, {
      as: admin,
      body: { event_center_id: 'f'.repeat(24), name: 'Nowhere' },
    })
    expect(orphan).toMatchObject({ status: 422, code: 'invalid_input' })
    expect(orphan.errors[0]).toMatchObject({ field: 'event_center_id', code: 'not_found' })
  })

  it('leave before and after in the audit trail', async () => {
    const { category } = await venue('Audited')
    await app.call(roomCategoryRoutes.update, { as: admin, params: { id: category._id }, body: { description: 'Fan' } })
    const { rows } = await app.database.pool.query(
      `select action, before->>'description' as before, after->>'description' as after from audit_trail where object_id = $1 order by seq`,
      [category._id],
    )
    expect(rows).toEqual([
      { action: 'create', before: null, after: '' },
      { action: 'update', before: '', after: 'Fan' },
    ])
  })
})

describe('rooms', () => {
  it('are made many at once, all or none', async () => {
    const { block, category } = await venue('Many')
    const room = { event_block_id: block._id, room_category_id: category._id, floor: 2, beds: 4 }
    const made = await app.call(eventRoomRoutes.createMany, {
      as: admin,
      body: { ...room, pattern: '#', from: 201, to: 220 },
    })
    expect(made.data.created).toBe(20)
    const again = await app.call(eventRoomRoutes.createMany, {
      as: admin,
      body: { ...room, pattern: '#', from: 219, to: 230 },
    })
    expect(again).toMatchObject({ status: 409, code: 'duplicate' })
    const list = await app.call(eventRoomRoutes.list, {
      as: admin,
      query: { event_block_id: block._id, floor: '2', page_size: 50 },
    })
    expect(list.meta.total).toBe(20)
    expect(list.data[0]).toMatchObject({ name: '201', beds: 4, event_center: 'Many', occupied: 0, maintenance: [] })
  })

  it('respect their limits', async () => {
    const { block, category } = await venue('Bounds')
    const body = { event_block_id: block._id, room_category_id: category._id, name: '1', floor: 6, beds: 0 }
    const answer = await app.call(eventRoomRoutes.create, { as: admin, body })
    expect(answer.status).toBe(422)
    expect(answer.errors.map(({ field, code }) => [field, code])).toEqual([
      ['floor', 'too_big'],
      ['beds', 'too_small'],
    ])
    const overlapping = await app.call(eventRoomRoutes.create, {
      as: admin,
      body: {
        ...body,
        floor: 0,
        beds: 2,
        maintenance: [
          { from: '2027-01-01', until: '2027-01-05', reason: 'Paint' },
          { from: '2027-01-04', until: '2027-01-06', reason: 'Doors' },
        ],
      },
    })
    expect(overlapping.status).toBe(422)
  })

  it('may not lose a bed that somebody holds', async () => {
    const { center, block, category } = await venue('Held')
    const room = await app.call(eventRoomRoutes.create, {
      as: admin,
      body: { event_block_id: block._id, room_category_id: category._id, name: '1', floor: 0, beds: 3 },
    })
    await occupy(app, center._id, room.data._id, 3, '[2026-12-01,2026-12-04)')
    const smaller = await app.call(eventRoomRoutes.update, {
      as: admin,
      params: { id: room.data._id },
      body: { beds: 2 },
    })
    expect(smaller).toMatchObject({ status: 409, code: 'room_occupied' })
    expect(smaller.details).toMatchObject({
      people: [{ code: 'HELD-1', check_in: '2026-12-01', check_out: '2026-12-04', reasons: ['too_small'] }],
    })
    const closed = await app.call(eventRoomRoutes.update, {
      as: admin,
      params: { id: room.data._id },
      body: { maintenance: [{ from: '2026-12-02', until: '2026-12-03', reason: 'Water' }] },
    })
    expect(closed.details).toMatchObject({ people: [{ code: 'HELD-1', reasons: ['maintenance'] }] })
    expect((await app.call(eventRoomRoutes.remove, { as: admin, params: { id: room.data._id } })).code).toBe('in_use')
    const occupants = await app.call(eventRoomRoutes.occupants, { as: admin, params: { id: room.data._id } })
    expect(occupants.data).toMatchObject([
      { bed: 3, name: 'Ama Mensah', check_in: '2026-12-01', check_out: '2026-12-04' },
    ])
    const file = await app.call(eventRoomRoutes.exportOccupants, { as: admin, params: { id: room.data._id } })
    expect(file.raw.toString()).toContain('Ama Mensah')
  })
})

describe('import and export', () => {
  it('take rooms by the names of their places, report the rest, and change nothing the second time', async () => {
    const { center, block, category } = await venue('Imported')
    const text = [
      'Event Center;Event Block;Name;Floor;Room Category;Beds;Gender Rule;Accessible',
      `${center.name};${block.name};101;1;${category.name};4;male;yes`,
      `${center.name};Block Z;102;1;${category.name};4;;`,
      `${center.name};${block.name};103;9;${category.name};4;;no`,
    ].join('\r\n')
    const dry = await app.call(eventRoomRoutes.import, { as: admin, body: { dry_run: 'true' }, files: csv(text) })
    expect(dry.data).toMatchObject({ dry_run: true, total: 3, created: 1, refused: 2 })
    const first = await app.call(eventRoomRoutes.import, { as: admin, files: csv(text) })
    expect(first.data).toMatchObject({ created: 1, refused: 2 })
    expect(first.data.errors.map(({ row, field, code }) => ({ row, field, code }))).toEqual(
      expect.arrayContaining([
        { row: 3, field: 'event_block', code: 'not_found' },
        { row: 4, field: 'floor', code: 'too_big' },
      ]),
    )
    const second = await app.call(eventRoomRoutes.import, { as: admin, files: csv(text) })
    expect(second.data).toMatchObject({ created: 0, unchanged: 1, refused: 2 })
    const file = await app.call(eventRoomRoutes.export, { as: admin, query: { event_block_id: block._id } })
    expect(file.raw.toString()).toContain('Imported,Block A,101,1,Imported standard,4,male,true')
  })
})

/** Puts a person with a live reservation into this bed. */
const occupy = async (on: TestApp, centerId: string, roomId: string, bed: number, nights: string) => {
  const user = await on.account()
  const query = async (text: string, values: unknown[]) => {
    const { rows } = await on.database.pool.query<{ id: string }>(text, values)
    return rows[0]?.id ?? ''
  }
  const eventId = await query(
    `insert into events (slug, code_prefix, name, starts_at, ends_at, event_center_id) values ('held', 'HELD', 'Held', '2026-12-01', '2026-12-05', $1) returning id`,
    [centerId],
  )
  const typeId = await query(`insert into participant_types (name) values ('Held delegate') returning id`, [])
  const eventTypeId = await query(
    `insert into event_participant_types (event_id, participant_type_id, price) values ($1, $2, 0) returning id`,
    [eventId, typeId],
  )
  const reservationId = await query(
    `insert into reservations (code, event_id, user_id, payer_id, status, currency, total, event_participant_type_id) values ('HELD-1', $1, $2, $2, 'active', 'GHS', 0, $3) returning id`,
    [eventId, user.id, eventTypeId],
  )
  const participantId = await query(
    `insert into reservation_participants (reservation_id, event_id, role, user_id, name, gender, qr_id, live, event_participant_type_id) values ($1, $2, 'main', $3, 'Ama Mensah', 'female', new_id(), true, $4) returning id`,
    [reservationId, eventId, user.id, eventTypeId],
  )
  await query(
    `insert into bed_assignments (room_id, bed, nights, reservation_id, participant_id) values ($1, $2, $3, $4, $5) returning id`,
    [roomId, bed, nights, reservationId, participantId],
  )
}
