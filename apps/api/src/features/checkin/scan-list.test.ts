import { boardRoutes } from '@shiloh/contract/checkin/board'
import { gateDeviceRoutes, type QueuedScan } from '@shiloh/contract/checkin/devices'
import { type ListedScan, scanRoutes } from '@shiloh/contract/checkin/scan-list'
import { SCAN_VERDICTS, type ScanVerdict, verdictOf } from '@shiloh/contract/checkin/scans'
import type { QueryIn } from '@shiloh/contract/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookableEvent, reserve as made, makeEvent } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

let t: TestApp
let event: BookableEvent
let gate: TestAccount
let desk: TestAccount

beforeAll(async () => {
  t = await testApp()
  event = await makeEvent(t)
  gate = await t.account({ type: 'checkin_user' })
  desk = await t.account({ type: 'admin', permissions: ['reservations.check_in', 'reservations.export'] })
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [gate.id, event.id])
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

const verdictOfListed = ({ result, said, direction, name, point_kind }: ListedScan): ScanVerdict =>
  verdictOf({ result, said, direction, kind: point_kind, isKnown: name !== null })
const at = (minutes: number) => new Date(t.clock().getTime() - minutes * 60_000).toISOString()
const list = async (query: QueryIn<typeof scanRoutes.listScans> = {}) =>
  (await t.call(scanRoutes.listScans, { params: { id: event.id }, query, as: desk })).data

it('lists what every device scanned, and what became of it, by each filter', async () => {
  const devices = await Promise.all(
    ['North', 'South'].map(
      async (name) => (await t.call(gateDeviceRoutes.registerDevice, { body: { name }, as: gate })).data,
    ),
  )
  const [north, south] = devices
  const paid = { participant_type_id: event.otherTypeId }
  const guest = await made(t, event, paid)
  const [double, undone, unpaid] = [guest.view, (await made(t, event, paid)).view, (await made(t, event)).view]
  const sync = (device: { _id: string } | undefined, scans: QueuedScan[]) =>
    t.call(gateDeviceRoutes.syncScans, {
      body: { device_id: device?._id ?? '', sent_at: t.clock().toISOString(), scans },
      as: gate,
    })
  const scan = (name: string, code: string, minutes: number): QueuedScan => ({
    scan_id: `listed-${name}`,
    code,
    scanned_at: at(minutes),
    said: 'ok',
  })
  await sync(north, [
    scan('first', double.code, 60),
    { ...scan('undone', undone.code, 50), undone_at: at(49) },
    scan('unpaid', unpaid.code, 40),
  ])
  await sync(south, [
    scan('second', double.code, 30),
    { scan_id: 'listed-nobody', code: 'https://example.org/q/nobody?s=secret', scanned_at: at(20) },
    { ...scan('left', double.code, 10), direction: 'out' },
  ])
  const all = await list()
  expect(all.map(({ code, direction, states }) => [code, direction, states])).toEqual([
    [double.code, 'out', ['counted']],
    [double.code, 'in', ['counted', 'double']],
    [unpaid.code, 'in', ['counted', 'corrected']],
    [undone.code, 'in', ['undone']],
    [double.code, 'in', ['counted']],
  ])
  expect(all[0]?.user_id).toBe(guest.user.id)
  expect((await list({ sort: 'at' })).map(({ _id }) => _id)).toEqual(all.map(({ _id }) => _id).reverse())
  const pointId = (await t.call(boardRoutes.liveBoard, { params: { id: event.id }, as: desk })).data.points[0]?._id
  const counts: [QueryIn<typeof scanRoutes.listScans>, number][] = [
    [{ point_id: pointId }, 5],
    [{ device_id: north?._id }, 3],
    [{ direction: 'out' }, 1],
    [{ result: 'unpaid' }, 1],
    [{ result: '!ok' }, 2],
    [{ state: 'double' }, 1],
    [{ state: 'undone,corrected' }, 2],
    [{ state: '!counted' }, 1],
    [{ state: 'refused' }, 0],
    [{ search: double.code }, 3],
    [{ search: double.participants[0]?.name ?? '' }, 3],
    [{ search: 'Nobody of this name' }, 0],
    [{ from: at(45).slice(0, 16), until: at(20).slice(0, 16) }, 2],
  ]
  for (const [query, count] of counts) expect([query, (await list(query)).length]).toEqual([query, count])

  // Several people are found: their scans are in one order.
  const prefix = double.code.split('-')[0] ?? ''
  for (const sort of ['at', '-at'] as const)
    expect((await list({ search: prefix, sort })).map(({ _id }) => _id)).toEqual(
      (await list({ sort })).map(({ _id }) => _id),
    )

  const [, second] = all
  await t.call(boardRoutes.reviewScans, {
    params: { id: event.id },
    body: { act: 'withdraw', scan_ids: [second?._id ?? ''] },
    as: desk,
  })
  expect(await list({ state: 'withdrawn' })).toMatchObject([
    { _id: second?._id, states: ['withdrawn'], withdrawn: { by: expect.any(String) }, undone: null },
  ])
  const other = await makeEvent(t)
  expect((await t.call(scanRoutes.listScans, { params: { id: other.id }, as: desk })).data).toEqual([])
  const file = await t.call(scanRoutes.exportScans, {
    params: { id: event.id },
    query: { direction: 'in', columns: 'code,counted,undone_by' },
    as: desk,
  })
  expect(file.raw.toString().trim().split('\r\n').length).toBe(5)
})

it('finds scans by what they are called, as the list and the file call them', async () => {
  const of = await makeEvent(t)
  const point = async (kind: string, rule: string) =>
    (
      await t.database.pool.query<{ id: string }>(
        'insert into scan_points (event_id, kind, rule, name) values ($1, $2, $3, $2) returning id',
        [of.id, kind, rule],
      )
    ).rows[0]?.id ?? ''
  const [session, gone] = [await point('session', 'once'), await point('hall', 'count')]
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [gate.id, of.id])
  const body = { name: 'Every word' }
  const { data: device } = await t.call(gateDeviceRoutes.registerDevice, { body, as: gate })
  const paid = { participant_type_id: of.otherTypeId }
  const [inside, outside, owing] = [
    (await made(t, of, paid)).view.code,
    (await made(t, of, paid)).view.code,
    (await made(t, of)).view.code,
  ]
  let minutes = 50
  const scan = (name: string, more: Partial<QueuedScan>): QueuedScan => {
    minutes -= 1
    return { scan_id: `called-so-${name}`, scanned_at: at(minutes), ...more }
  }
  await t.database.pool.query('delete from scan_points where id = $1', [gone])
  await t.call(gateDeviceRoutes.syncScans, {
    body: {
      device_id: device._id,
      sent_at: t.clock().toISOString(),
      scans: [
        scan('in', { code: inside, said: 'ok' }),
        scan('again', { code: inside, said: 'already_redeemed' }),
        scan('out', { code: outside, said: 'invalid', direction: 'out' }),
        scan('kept', { code: outside, said: 'kept' }),
        scan('owing', { code: owing, said: 'unpaid' }),
        scan('sent-away', { code: outside, said: 'unpaid' }),
        scan('session', { code: inside, said: 'ok', point_id: session }),
        scan('session-again', { code: inside, said: 'already_redeemed', point_id: session }),
        scan('removed', { code: inside, said: 'ok', point_id: gone }),
      ],
    },
    as: gate,
  })
  const params = { id: of.id }
  const listed = async (query: QueryIn<typeof scanRoutes.listScans>) =>
    (await t.call(scanRoutes.listScans, { params, query, as: desk })).data.map((one) => verdictOfListed(one)).sort()
  const words: readonly ScanVerdict[] = [
    'already_once',
    'already_redeemed',
    'kept',
    'not_inside',
    'ok',
    'ok',
    'point_removed',
    'unpaid',
    'unpaid',
  ]
  expect(await listed({})).toEqual(words)
  for (const word of SCAN_VERDICTS) {
    expect(await listed({ result: word })).toEqual(words.filter((one) => one === word))
    expect(await listed({ result: `!${word}` })).toEqual(words.filter((one) => one !== word))
  }
  expect(await listed({ result: 'kept,not_inside' })).toEqual(['kept', 'not_inside'])
  const file = await t.call(scanRoutes.exportScans, {
    params,
    query: { columns: 'verdict', headers: 'words', sort: 'at' },
    as: desk,
  })
  expect(file.raw.toString().trim().split('\r\n')).toEqual([
    expect.stringMatching(/Result$/),
    'Accepted',
    'Already inside',
    'Not inside',
    '"Kept, not counted"',
    'Not paid',
    'Not paid',
    'Accepted',
    'Already used',
    'Point removed',
  ])
})

it('tells scans at sittings of one name apart', async () => {
  const of = await makeEvent(t)
  const desks = { as: desk }
  const begins = ['2027-01-22T18:00:00.000Z', '2027-01-23T18:00:00.000Z']
  const { rows } = await t.database.pool.query<{ id: string }>(
    `insert into scan_points (event_id, kind, rule, name, position, starts_at)
     select $1, 'meal', 'once', 'Supper', n, at from unnest($2::timestamptz[]) with ordinality as sittings (at, n)
     union all select $1, 'bus', 'once_a_day', 'Shuttle', 9, ($2::timestamptz[])[1] returning id`,
    [of.id, begins],
  )
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [gate.id, of.id])
  const body = { name: 'Dining hall' }
  const { data: device } = await t.call(gateDeviceRoutes.registerDevice, { body, as: gate })
  const { code } = (await made(t, of, { participant_type_id: of.otherTypeId })).view
  await t.call(gateDeviceRoutes.syncScans, {
    body: {
      device_id: device._id,
      sent_at: t.clock().toISOString(),
      scans: rows.map(({ id }, nth) => ({
        scan_id: `sitting-${nth}`,
        point_id: id,
        code,
        scanned_at: at(9 - nth),
        said: 'ok',
      })),
    },
    as: gate,
  })
  const times = ['Shuttle', null, 'Supper', begins[1], 'Supper', begins[0]]
  const params = { id: of.id }
  const scans = (await t.call(scanRoutes.listScans, { params, ...desks })).data
  expect(scans.flatMap(({ point, point_starts_at }) => [point, point_starts_at])).toEqual(times)
  const { latest } = (await t.call(boardRoutes.liveBoard, { params, ...desks })).data
  expect(latest.flatMap(({ point, point_starts_at }) => [point, point_starts_at])).toEqual(times)
  // A second scan is called otherwise at a sitting than at a gate.
  for (const some of [scans, latest]) expect(some.map(({ point_kind }) => point_kind)).toEqual(['bus', 'meal', 'meal'])
  const devices = (await t.call(gateDeviceRoutes.listDevices, { params, ...desks })).data
  expect(devices).toMatchObject([{ point: 'Shuttle', point_starts_at: null }])
})
