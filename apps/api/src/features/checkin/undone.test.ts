import { boardRoutes } from '@shiloh/contract/checkin/board'
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { gateDeviceRoutes, type QueuedScan } from '@shiloh/contract/checkin/devices'
import { type AcceptedScan, DIRECTIONS, foldScans } from '@shiloh/contract/checkin/scans'
import fc from 'fast-check'
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
  event = await makeEvent(t, { capacity: 500 })
  gate = await t.account({ type: 'checkin_user' })
  desk = await t.account({ type: 'admin', permissions: ['reservations.check_in', 'checkin_users.update'] })
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [gate.id, event.id])
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

const reserve = async () => (await made(t, event, { participant_type_id: event.otherTypeId }, await t.account())).view
const register = async (name: string) =>
  (await t.call(gateDeviceRoutes.registerDevice, { body: { name }, as: gate })).data
const minutesAgo = (minutes: number) => new Date(t.clock().getTime() - minutes * 60_000).toISOString()
const sync = async (device: { _id: string }, scans: QueuedScan[]) =>
  (
    await t.call(gateDeviceRoutes.syncScans, {
      body: { device_id: device._id, sent_at: t.clock().toISOString(), scans },
      as: gate,
    })
  ).data
const board = async () => (await t.call(boardRoutes.liveBoard, { params: { id: event.id }, as: desk })).data
const addPoints = async () =>
  (
    await t.database.pool.query<{ id: string; rule: 'in_out' | 'once' | 'once_a_day' | 'count' }>(
      `insert into scan_points (event_id, kind, rule, name)
       select $1, p.kind, p.rule, p.rule from (values ('bus', 'in_out'), ('session', 'once'), ('bus', 'once_a_day'), ('hall', 'count')) as p(kind, rule)
       returning id, rule`,
      [event.id],
    )
  ).rows

it('counts a scan nowhere once the phone has taken it back, however often it hears of either', async () => {
  const device = await register('Wrong person')
  const person = await reserve()
  const scan: QueuedScan = { scan_id: 'wrong-person', code: person.code, scanned_at: minutesAgo(5), said: 'ok' }
  const before = await board()
  expect((await sync(device, [scan])).scans).toMatchObject([{ result: 'ok' }])
  expect((await board()).counters.inside).toBe(before.counters.inside + 1)
  const undone = { ...scan, undone_at: minutesAgo(4) }
  for (const sent of [undone, scan, { ...undone, undone_at: minutesAgo(1) }])
    expect((await sync(device, [sent])).scans).toMatchObject([{ stored: true, result: 'ok', corrected: false }])
  const after = await board()
  expect(after.counters).toEqual(before.counters)
  const statusOf = async () =>
    (await t.database.pool.query('select status from reservations where id = $1', [person._id])).rows[0]?.status
  expect(await statusOf()).toBe('active')
  expect(after.latest[0]).toMatchObject({ code: person.code, result: 'ok', undone_by: expect.any(String) })
  const { rows } = await t.database.pool.query(
    'select accepted, undone_at, undone_by from scans where device_id = $1 and reservation_id = $2',
    [device._id, person._id],
  )
  expect(rows).toEqual([{ accepted: false, undone_at: new Date(minutesAgo(4)), undone_by: gate.id }])
  // The office has nothing to withdraw any more, and cannot make it count again.
  for (const act of ['withdraw', 'restore'] as const) {
    const scan_ids = [after.latest[0]?._id ?? '']
    const { data } = await t.call(boardRoutes.reviewScans, {
      params: { id: event.id },
      body: { act, scan_ids },
      as: desk,
    })
    expect(data).toMatchObject([{ done: false, accepted: false }])
  }
  // Taking it up again is a new scan.
  expect((await sync(device, [{ ...scan, scan_id: 'right-after-all' }])).scans).toMatchObject([{ result: 'ok' }])
  expect((await board()).counters.inside).toBe(before.counters.inside + 1)
  expect(await statusOf()).toBe('redeemed')
})

it('keeps an undo that comes with the word that it takes back', async () => {
  const device = await register('Question first')
  const asked = await reserve()
  const question: QueuedScan = { scan_id: 'question-first', code: asked.code, scanned_at: minutesAgo(5) }
  await sync(device, [question])
  const said = { ...question, said: 'ok' as const }
  const others = await Promise.all(Array.from({ length: 4 }, () => reserve()))
  const entries = others.map(({ code }, nth) => ({
    scan_id: `other-scan-${nth}`,
    code,
    scanned_at: minutesAgo(4),
    said: 'ok' as const,
  }))
  const answered = await sync(device, [...entries, said, { ...said, undone_at: minutesAgo(4) }])
  expect(answered.scans.every(({ stored }) => stored)).toBe(true)
  const { rows: kept } = await t.database.pool.query(
    `select s.accepted, s.undone_at is not null as undone, r.status from scans s join reservations r on r.id = s.reservation_id where s.scan_id = 'question-first'`,
  )
  expect(kept).toEqual([{ accepted: false, undone: true, status: 'active' }])
})

it('takes back a double entry with its alert, and nobody has to look at a correction that was undone', async () => {
  const [north, south] = [await register('North'), await register('South')]
  const [person, owing] = [
    await reserve(),
    (await made(t, event, { participant_type_id: event.typeId }, await t.account())).view,
  ]
  const entry = (scan_id: string, code: string, minutes: number): QueuedScan => ({
    scan_id,
    code,
    scanned_at: minutesAgo(minutes),
    said: 'ok',
  })
  await sync(north, [entry('first-entry', person.code, 20), entry('of-a-debtor', owing.code, 20)])
  await sync(south, [entry('second-entry', person.code, 10)])
  const seen = await board()
  expect([seen.double_entries.length, seen.corrections.length]).toEqual([1, 1])
  const answer = await sync(north, [
    { ...entry('first-entry', person.code, 20), undone_at: minutesAgo(1) },
    { ...entry('of-a-debtor', owing.code, 20), undone_at: minutesAgo(1) },
  ])
  expect(answer.scans.map(({ corrected, double_entry }) => [corrected, double_entry])).toEqual([
    [false, null],
    [false, null],
  ])
  const after = await board()
  expect([after.double_entries, after.corrections]).toEqual([[], []])
  const { rowCount } = await t.database.pool.query(
    `select 1 from alerts where kind = 'double_entry' and subject = $1 and resolved_at is null`,
    [person._id],
  )
  expect(rowCount).toBe(0)
})

it('books what a device tells about its scan, no matter who delivers it, and nothing that somebody else tells in its name', async () => {
  const device = await register('Two accounts')
  const [person, owing] = [
    await reserve(),
    (await made(t, event, { participant_type_id: event.typeId }, await t.account())).view,
  ]
  const scan: QueuedScan = { scan_id: 'asked-then-undone', code: person.code, scanned_at: minutesAgo(0) }
  await sync(device, [scan])
  const inside = (await board()).counters.inside
  // Another account, of no event, is signed in on the phone when it delivers that the scan was undone.
  const next = await t.account({ type: 'checkin_user' })
  const { data } = await t.call(gateDeviceRoutes.syncScans, {
    body: {
      device_id: device._id,
      device_key: device.key,
      sent_at: t.clock().toISOString(),
      scans: [{ ...scan, undone_at: minutesAgo(1) }],
    },
    as: next,
  })
  expect(data.scans).toMatchObject([{ stored: true, reservation: null }])
  expect((await board()).counters.inside).toBe(inside - 1)
  // A device that is not registered is only a name: an account of another event lets nobody in with it.
  const body = { scan_id: 'of-a-named-gate', device_id: 'gate-y', scanned_at: minutesAgo(0) }
  const asked = await t.call(checkinRoutes.scan, { params: { id: owing.code }, body, as: gate })
  expect(asked.data.result).toBe('unpaid')
  for (const [as, more] of [
    [next, {}],
    [gate, { event_id: (await makeEvent(t)).id }],
  ] as const)
    await t.call(checkinRoutes.scan, { params: { id: 'TEST-ZZZZZZZZ' }, body: { ...body, ...more, said: 'ok' }, as })
  const { rows } = await t.database.pool.query('select said, accepted from scans where device_id = $1', ['gate-y'])
  expect(rows).toEqual([{ said: null, accepted: false }])
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

it('makes no entry of a question that a registered device asks late', async () => {
  const [north, south] = [await register('First'), await register('Second')]
  const person = await reserve()
  await sync(north, [{ scan_id: 'let-in-first', code: person.code, scanned_at: minutesAgo(10), said: 'ok' }])
  // The network went before the second phone had an answer, and nobody was let in there.
  const question: QueuedScan = { scan_id: 'asked-too-late', code: person.code, scanned_at: minutesAgo(3) }
  for (const sent of [question, { ...question, said: 'already_redeemed' as const }])
    expect((await sync(south, [sent])).scans).toMatchObject([{ result: 'already_redeemed', double_entry: null }])
  const { rows } = await t.database.pool.query('select said, accepted, double_of from scans where device_id = $1', [
    south._id,
  ])
  expect(rows).toEqual([{ said: 'already_redeemed', accepted: false, double_of: null }])
})

it('ends in the same books for any order and repetition of scans and their undoing, at points of every rule', async () => {
  const points = [...(await addPoints()), { id: '', rule: 'in_out' as const }]
  const devices = [await register('One'), await register('Two')]
  let drawn = 0
  const scan = fc.record({
    point: fc.nat({ max: points.length - 1 }),
    device: fc.nat({ max: 1 }),
    direction: fc.constantFrom(...DIRECTIONS),
    at: fc.nat({ max: 60 }),
    isUndone: fc.boolean(),
  })
  const deliveries = fc.array(scan, { minLength: 1, maxLength: 10 }).chain((scans) => {
    // Each scan is sent as it was made, and as undone: in any order, and in parts twice.
    const messages = scans.flatMap(({ isUndone }, index) => [
      { index, undone: false },
      ...(isUndone ? [{ index, undone: true }] : []),
    ])
    return fc.record({
      scans: fc.constant(scans),
      again: fc.shuffledSubarray(messages),
      all: fc.shuffledSubarray(messages, { minLength: messages.length }),
    })
  })
  await fc.assert(
    fc.asyncProperty(deliveries, async ({ scans, again, all }) => {
      drawn += 1
      const person = await reserve()
      const wire = scans.map(
        ({ point, direction, at }, index): QueuedScan => ({
          scan_id: `drawn-${drawn}-${index}`,
          code: person.code,
          ...(points[point]?.id && { point_id: points[point].id }),
          direction,
          scanned_at: minutesAgo(at * 60),
          said: 'ok',
        }),
      )
      for (const { index, undone } of [...again, ...all]) {
        const [sent, device] = [wire[index], devices[scans[index]?.device ?? 0]]
        if (sent && device) await sync(device, [{ ...sent, ...(undone && { undone_at: minutesAgo(0) }) }])
      }
      const accepted = scans.map((one, index) => ({ ...one, ...wire[index] })).filter(({ isUndone }) => !isUndone)
      for (const [number, { id, rule }] of points.entries()) {
        const its = accepted
          .filter(({ point }) => point === number)
          .map(
            (one): AcceptedScan => ({
              deviceId: devices[one.device]?._id ?? '',
              scanId: one.scan_id ?? '',
              direction: one.direction,
              at: new Date(one.scanned_at ?? ''),
            }),
          )
        const { state, doubles } = foldScans(its, { rule, zone: 'Africa/Accra' })
        const { rows: books } = await t.database.pool.query(
          `select count(*) filter (where s.accepted)::int as accepted, count(s.double_of)::int as doubles
           from scans s left join scan_points p on p.id = s.point_id
           where s.reservation_id = $1 and case when $2 = '' then p.kind = 'gate' else s.point_id = $2 end`,
          [person._id, id],
        )
        expect(books, rule).toEqual([{ accepted: its.length, doubles: doubles.length }])
        if (id !== '') continue
        const { rows } = await t.database.pool.query(
          'select checked_in_at, checked_out_at from reservation_participants where reservation_id = $1',
          [person._id],
        )
        expect(rows).toEqual([{ checked_in_at: state.entered?.at ?? null, checked_out_at: state.left }])
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)
