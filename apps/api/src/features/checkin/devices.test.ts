import { boardRoutes } from '@shiloh/contract/checkin/board'
import { bundleRoutes, LAYOUT } from '@shiloh/contract/checkin/bundle'
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { gateDeviceRoutes, type QueuedScan } from '@shiloh/contract/checkin/devices'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookableEvent, reserve as made, makeEvent, makeSpouse } from '../../../test/booking.ts'
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
const sync = (device: { _id: string }, scans: QueuedScan[], more: Readonly<Record<string, unknown>> = {}) =>
  t.call(gateDeviceRoutes.syncScans, {
    body: { device_id: device._id, sent_at: t.clock().toISOString(), scans, ...more },
    as: gate,
  })
const board = async () => (await t.call(boardRoutes.liveBoard, { params: { id: event.id }, as: desk })).data

/** A new sign-in is a new session. */
let sessions = 0
const signInAgain = async () => {
  sessions += 1
  gate = { ...gate, sessionId: String(sessions).repeat(24) }
  await t.database.pool.query(
    'insert into sessions (id, user_id, refresh_hash, expires_at) values ($1::text, $2, $1::text, $3)',
    [gate.sessionId, gate.id, new Date(t.clock().getTime() + 86_400_000)],
  )
}

it('delivers the scans of devices in any order and as often as they like, and the books are the same', async () => {
  const [north, south] = [await register('North gate'), await register('South gate')]
  const people = await Promise.all(Array.from({ length: 6 }, reserve))
  // The clock of the south gate is three minutes slow.
  const slow = { sent_at: minutesAgo(3) }
  const scans = (device: string, at: number): QueuedScan[] =>
    people.map(({ code }, index) => ({
      scan_id: `${device}-scan-${index}`,
      code,
      scanned_at: minutesAgo(at - index / 10),
      said: 'ok',
    }))
  // Two of them were scanned at both gates, and one of the two had left in between.
  const atNorth = scans('north', 30)
  const atSouth = scans('south', 13).slice(0, 2)
  const left: QueuedScan = {
    scan_id: 'north-left-1',
    code: people[1]?.code ?? '',
    direction: 'out',
    scanned_at: minutesAgo(20),
    said: 'ok',
  }
  const first = await sync(south, atSouth, slow)
  expect(first.data.scans).toMatchObject([
    { stored: true, result: 'ok', corrected: false, reservation: null },
    { stored: true, result: 'ok' },
  ])
  expect((await board()).double_entries).toEqual([])
  const queue = [left, ...atNorth].reverse()
  for (const part of [queue.slice(0, 4), queue.slice(2), queue, []]) {
    const { data } = await sync(north, part, { queue_length: 3, battery: 80, bundle_at: minutesAgo(5) })
    expect(data.scans.map(({ scan_id, stored }) => [scan_id, stored])).toEqual(
      part.map(({ scan_id }) => [scan_id, true]),
    )
  }
  await sync(south, atSouth, slow)
  const seen = await board()
  expect(seen.double_entries).toMatchObject([
    {
      reservation_id: people[0]?._id,
      first: { at: minutesAgo(30), device: 'North gate', point: 'Gate' },
      second: { at: minutesAgo(10), device: 'South gate', point: 'Gate' },
    },
  ])
  expect(seen.counters).toEqual({ expected: 6, in: 6, out: 0, inside: 6 })
  expect(seen.points).toMatchObject([{ name: 'Gate', in: 6, out: 0, inside: 6, lately: 1, overfull: false }])
  // Six came, one of them left and came again. The second entry of a double one is nobody new.
  const sum = (way: 'in' | 'out') => seen.quarters.reduce((all, quarter) => all + quarter[way], 0)
  expect([sum('in'), sum('out')]).toEqual([7, 1])
  const devices = await t.call(gateDeviceRoutes.listDevices, { params: { id: event.id }, as: desk })
  expect(devices.data.find(({ _id }) => _id === north._id)).toMatchObject({
    name: 'North gate',
    queue_length: 3,
    battery: 80,
    bundle_at: minutesAgo(5),
    scans: 7,
    point: 'Gate',
  })
  const { rows } = await t.database.pool.query(
    `select count(*)::int as alerts, count(resolved_at)::int as resolved from alerts where kind = 'double_entry'`,
  )
  expect(rows).toEqual([{ alerts: 1, resolved: 0 }])
})

it('answers each scan on its own, whatever the others are', async () => {
  const device = await register('Side gate')
  const { code } = await reserve()
  const { status, data } = await sync(device, [
    { scan_id: 'read-nonsense', code: `${'\u0000\ud800'}${'x'.repeat(3000)}`, scanned_at: 'yesterday' },
    { scan_id: 'point-is-gone', code, scanned_at: minutesAgo(1), point_id: 'a'.repeat(24), said: 'ok' },
    { scan_id: 'clock-offset', code, scanned_at: '1970-01-01T00:00:10Z', clock_offset: t.clock().getTime() - 40_000 },
    { scan_id: 'server-decides', code, scanned_at: minutesAgo(0) },
  ])
  expect(status).toBe(200)
  expect(data.scans).toMatchObject([
    { stored: true, result: 'invalid' },
    { stored: true, result: 'wrong_event', corrected: true },
    { stored: true, result: 'ok', reservation: { code, entered: { device: 'Side gate' } } },
    { stored: true, result: 'already_redeemed', reservation: { code } },
  ])
  // It is not lost: staff see it, and it counts nowhere.
  expect((await board()).corrections).toMatchObject([
    { code, device: 'Side gate', point: '', said: 'ok', result: 'wrong_event', accepted: false },
  ])
  expect((await sync({ _id: 'b'.repeat(24) }, [])).status).toBe(404)
})

it('takes the queue of a revoked device, marks it, and tells it nothing about people', async () => {
  const device = await register('Lost phone')
  const { code } = await reserve()
  const update = (body: { revoked?: true; may_search?: boolean }) =>
    t.call(gateDeviceRoutes.updateDevice, { params: { id: event.id, device_id: device._id }, body, as: desk })
  expect((await update({ may_search: false })).data).toMatchObject({ may_search: false, revoked_at: null })
  expect((await sync(device, [])).data).toMatchObject({ revoked: false, may_search: false })
  const revoked = await update({ revoked: true })
  expect((await update({ revoked: true })).data.revoked_at).toBe(revoked.data.revoked_at)
  const { data } = await sync(device, [{ scan_id: 'before-it-was-lost', code, scanned_at: minutesAgo(4), said: 'ok' }])
  expect(data).toMatchObject({
    revoked: true,
    may_search: false,
    scans: [{ stored: true, result: null, reservation: null }],
  })
  // A question that it asks afterwards lets nobody in, and it learns nothing about codes.
  t.clock.forward(2)
  const asked = await reserve()
  const questions = [asked.code, 'TEST-ZZZZZZZZ'].map((code, nth) => ({
    scan_id: `asked-by-a-thief-${nth}`,
    code,
    scanned_at: minutesAgo(1),
  }))
  const silence = { stored: true, result: null, corrected: false, reservation: null }
  expect((await sync(device, questions)).data.scans).toMatchObject([silence, silence])
  const stolen = async () => {
    const { rows } = await t.database.pool.query(
      `select s.accepted, r.status from scans s join reservations r on r.id = s.reservation_id where s.scan_id = 'asked-by-a-thief-0'`,
    )
    return rows
  }
  expect(await stolen()).toEqual([{ accepted: false, status: 'active' }])
  expect((await board()).corrections.filter(({ device }) => device !== 'Side gate')).toMatchObject([
    { device: 'Lost phone', code: asked.code, from_revoked: true, said: 'kept', result: 'ok', accepted: false },
    { device: 'Lost phone', code, from_revoked: true, said: 'ok', result: 'ok' },
  ])
  // The phone had not heard of its revocation, and let them in itself: a fact, whatever arrived first.
  const facts = questions.slice(0, 1).map((question) => ({ ...question, said: 'ok' as const }))
  expect((await sync(device, facts)).data.scans).toMatchObject([silence])
  expect(await stolen()).toEqual([{ accepted: true, status: 'redeemed' }])
  // Its session delivers what it still has, and is no way to the names: not even as a new device.
  const params = { id: code }
  const scan = { scan_id: 'after-it-was-lost', device_id: 'desk', scanned_at: minutesAgo(0) }
  for (const refused of [
    t.call(gateDeviceRoutes.registerDevice, { body: { name: 'Another name' }, as: gate }),
    t.call(bundleRoutes.readBundle, { query: { event_id: event.id, device_id: device._id, layout: LAYOUT }, as: gate }),
    t.call(checkinRoutes.listGateReservations, { as: gate }),
    t.call(checkinRoutes.scan, { params, body: scan, as: gate }),
  ])
    expect((await refused).status).toBe(403)
  expect((await sync(device, [])).status).toBe(200)
  await signInAgain()
  expect((await t.call(gateDeviceRoutes.registerDevice, { body: { name: 'Found again' }, as: gate })).status).toBe(201)
})

it('takes the queue from another account on the same phone, and tells it nothing of the first one’s events', async () => {
  const device = await register('Shared phone')
  const [{ code }, { code: other }] = [await reserve(), await reserve()]
  const next = await t.account({ type: 'checkin_user' })
  // Who only knows the device by its id is somebody else.
  const stranger = { field: 'device_id', code: 'other_account' }
  for (const device_key of [undefined, '0'.repeat(64)]) {
    const body = {
      device_id: device._id,
      sent_at: t.clock().toISOString(),
      scans: [],
      ...(device_key && { device_key }),
    }
    const refused = await t.call(gateDeviceRoutes.syncScans, { body, as: next })
    expect([refused.status, refused.errors]).toMatchObject([422, [stranger]])
  }
  const query = { event_id: event.id, device_id: device._id, layout: LAYOUT }
  const scan = { scan_id: 'in-its-name', device_id: device._id, scanned_at: minutesAgo(0) }
  for (const refused of [
    t.call(bundleRoutes.readBundle, { query, as: next }),
    t.call(checkinRoutes.scan, { params: { id: code }, body: scan, as: next }),
    t.call(checkinRoutes.adminScan, { params: { id: code }, body: { ...scan, event_id: event.id }, as: desk }),
  ])
    expect((await refused).errors).toMatchObject([stranger])
  const { data } = await t.call(gateDeviceRoutes.syncScans, {
    body: {
      device_id: device._id,
      device_key: device.key,
      sent_at: t.clock().toISOString(),
      scans: [
        { scan_id: 'left-by-the-first', code, scanned_at: minutesAgo(9), said: 'ok' },
        { scan_id: 'asked-by-the-next', code: other, scanned_at: minutesAgo(0) },
      ],
    },
    as: next,
  })
  expect(data).toMatchObject({
    search_key: null,
    device_key: null,
    event_ids: [],
    scans: [
      { stored: true, result: 'ok', reservation: null },
      { stored: true, result: 'wrong_event', reservation: null },
    ],
  })
  // The phone is lost: every session on it only delivers.
  const params = { id: event.id, device_id: device._id }
  await t.call(gateDeviceRoutes.updateDevice, { params, body: { revoked: true }, as: desk })
  for (const as of [gate, next])
    expect((await t.call(gateDeviceRoutes.registerDevice, { body: { name: 'Again' }, as })).status).toBe(403)
  await signInAgain()
})

it('tells phones of one name apart, and takes a hundred of one account', async () => {
  const own = await t.account({ type: 'checkin_user' })
  const other = await t.account({ type: 'checkin_user' })
  for (const { id } of [own, other])
    await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [id, event.id])
  const named = async (name: string, as = own) =>
    (await t.call(gateDeviceRoutes.registerDevice, { body: { name }, as })).data
  const names = await Promise.all([named('Ama’s phone'), named('Ama’s phone'), named('AMA’s phone', other)])
  expect(names.map(({ name }) => name.toLowerCase()).sort()).toEqual(['ama’s phone', 'ama’s phone 2', 'ama’s phone 3'])
  expect((await named('ä'.repeat(60))).name).toHaveLength(60)
  expect((await named('ä'.repeat(60))).name).toBe(`${'ä'.repeat(58)} 2`)
  await t.database.pool.query(
    `insert into gate_devices (user_id, name, registered_at, seen_at) select $1, 'Phone ' || n, now(), now() from generate_series(1, $2::int) as n`,
    [own.id, 100 - 4],
  )
  const last = await t.call(gateDeviceRoutes.registerDevice, { body: { name: 'One more' }, as: own })
  expect([last.status, last.code]).toEqual([409, 'too_many_devices'])
  await t.database.pool.query(`update gate_devices set revoked_at = now() where user_id = $1 and name = 'Phone 1'`, [
    own.id,
  ])
  expect((await named('One more')).name).toBe('One more')
})

it('tells a phone whose shift was ended from one without a network', async () => {
  const device = await register('Evening gate')
  await sync(device, [], { queue_length: 4 })
  const listed = async () =>
    (await t.call(gateDeviceRoutes.listDevices, { params: { id: event.id }, as: desk })).data.find(
      ({ _id }) => _id === device._id,
    )
  expect(await listed()).toMatchObject({ queue_length: 4, ended_at: null })
  // A second account on the phone: the shift goes on until the last of them is signed out.
  const first = gate
  await signInAgain()
  await sync(device, [])
  const signOut = (as: TestAccount) => t.call(identityRoutes.logout, { as })
  await signOut(first)
  expect(await listed()).toMatchObject({ ended_at: null })
  await signOut(gate)
  expect(await listed()).toMatchObject({ ended_at: t.clock().toISOString(), queue_length: 4 })
  await signInAgain()
  await sync(device, [])
  expect(await listed()).toMatchObject({ ended_at: null })
})

it('redeems somebody who was let in before they paid by what settles the reservation', async () => {
  const device = await register('Early gate')
  const owing = (await made(t, event, { participant_type_id: event.typeId }, await t.account())).view
  const early = { scan_id: 'let-in-anyway', code: owing.code, scanned_at: minutesAgo(9), said: 'ok' } as const
  expect((await sync(device, [early])).data.scans).toMatchObject([{ result: 'unpaid', corrected: true }])
  const office = await t.account({ type: 'admin', permissions: ['reservations.waive', 'reservations.read'] })
  const params = { id: owing._id }
  const waived = await t.call(reservationRoutes.waiveBalance, { params, body: { reason: 'A guest' }, as: office })
  expect(waived.data).toMatchObject({ status: 'redeemed' })
  expect(waived.data.timeline.map(({ action, to }) => [action, to])).toEqual([
    ['make', 'pending'],
    ['waive', 'active'],
    ['check_in', 'redeemed'],
  ])
})

it('counts nobody whom a phone has sent away because it could not decide, and shows them to the office until they are in', async () => {
  const device = await register('Phone without names')
  const { code, participants } = await reserve()
  const [guest] = participants
  const kept: QueuedScan = { scan_id: 'kept-question', code, scanned_at: minutesAgo(20), said: 'kept' }
  const { data } = await sync(device, [kept])
  expect(data.scans).toMatchObject([
    { stored: true, result: 'ok', corrected: true, reservation: { _id: guest?._id, entered: null } },
  ])
  const asked = async () => (await board()).corrections.filter((one) => one.code === code)
  const inside = async () => (await board()).counters.inside
  const before = await inside()
  expect(await asked()).toMatchObject([{ said: 'kept', result: 'ok', accepted: false, direction: 'in' }])
  // The same question again, and one that the phone had asked before it gave up, change nothing.
  const late: QueuedScan = { scan_id: 'gave-up-later', code, scanned_at: minutesAgo(0) }
  expect((await sync(device, [kept, late])).data.scans).toMatchObject([{ result: 'ok' }, { result: 'ok' }])
  expect(await inside()).toBe(before + 1)
  await sync(device, [{ ...late, said: 'kept' }])
  expect(await inside()).toBe(before)
  // Somebody says that they came in then.
  const entry: QueuedScan = {
    scan_id: 'said-afterwards',
    participant_id: guest?._id ?? '',
    scanned_at: minutesAgo(0),
    said: 'ok',
  }
  expect((await sync(device, [entry])).data.scans).toMatchObject([{ result: 'ok', double_entry: null }])
  expect([await inside(), await asked()]).toEqual([before + 1, []])
  // What was kept differs from the entry that counts.
  const latest = (await board()).latest.filter((one) => one.code === code)
  expect(latest.map(({ said, result }) => `${said}: ${result}`).sort()).toEqual(['kept: ok', 'kept: ok', 'ok: ok'])
})

it('asks about somebody who was sent away at one place until they were let in there', async () => {
  const { rows } = await t.database.pool.query<{ id: string }>(
    `insert into scan_points (event_id, kind, rule, name, position) values ($1, 'hall', 'in_out', 'Hall', 9) returning id`,
    [event.id],
  )
  const hall = rows[0]?.id ?? ''
  const device = await register('At the hall')
  const { code } = await reserve()
  const asked = async () => (await board()).corrections.filter((one) => one.code === code).length
  const scan = (name: string, minutes: number, more: Partial<QueuedScan>): QueuedScan => ({
    scan_id: `at-the-hall-${name}`,
    code,
    scanned_at: minutesAgo(minutes),
    said: 'ok',
    ...more,
  })
  await sync(device, [scan('kept', 20, { point_id: hall, said: 'kept' })])
  expect(await asked()).toBe(1)
  await sync(device, [scan('gate', 15, {})])
  expect(await asked()).toBe(1)
  await sync(device, [scan('hall', 10, { point_id: hall })])
  expect(await asked()).toBe(0)
})

it('asks nothing about somebody whom another phone had let in before, and asks again when that is undone', async () => {
  const [kept, offline] = [await register('Phone that asks'), await register('Phone offline')]
  const { code, participants } = await reserve()
  const person = participants[0]?._id ?? ''
  await sync(kept, [{ scan_id: 'asks-at-five', code, scanned_at: minutesAgo(5), said: 'kept' }])
  const asked = async () => (await board()).corrections.filter((one) => one.code === code).length
  expect(await asked()).toBe(1)
  const entry: QueuedScan = { scan_id: 'in-at-six', participant_id: person, scanned_at: minutesAgo(6), said: 'ok' }
  await sync(offline, [entry])
  expect(await asked()).toBe(0)
  await sync(offline, [{ ...entry, undone_at: minutesAgo(1) }])
  expect(await asked()).toBe(1)
  await t.database.pool.query(`update reservations set status = 'cancelled' where code = $1`, [code])
  expect(await asked()).toBe(0)
  await t.database.pool.query(`update reservations set status = 'active' where code = $1`, [code])
})

it('shows the office a code of several people that a phone kept, until one of them is in', async () => {
  const device = await register('Phone without families')
  const user = await t.account()
  const of = { participant_type_id: event.otherTypeId, with_spouse: await makeSpouse(t, user.id) }
  const { code, participants } = (await made(t, event, of, user)).view
  const kept: QueuedScan = { scan_id: 'kept-family', code, scanned_at: minutesAgo(20), said: 'kept' }
  expect((await sync(device, [kept])).data.scans).toMatchObject([{ stored: true, result: 'several' }])
  const asked = async () => (await board()).corrections.filter((one) => one.code === code)
  expect(await asked()).toMatchObject([{ said: 'kept', result: 'several', accepted: false }])
  const entry = { scan_id: 'one-of-them', participant_id: participants[1]?._id ?? '', scanned_at: minutesAgo(0) }
  expect((await sync(device, [{ ...entry, said: 'ok' }])).data.scans).toMatchObject([{ result: 'ok' }])
  expect(await asked()).toEqual([])
})

it('lets nobody in by the answer to a question of an older app that comes late', async () => {
  const device = await register('Older app')
  const { code, _id } = await reserve()
  const asked: QueuedScan = { scan_id: 'asked-an-hour-ago', code, scanned_at: minutesAgo(60) }
  const ofDevice = async () => {
    const { counters, corrections } = await board()
    return { inside: counters.inside, corrections: corrections.filter((one) => one.device === 'Older app') }
  }
  const { inside } = await ofDevice()
  // Without a result the phone lets nobody in.
  for (const _ of [1, 2])
    expect((await sync(device, [asked])).data.scans).toMatchObject([{ stored: true, result: null, reservation: null }])
  const seen = await ofDevice()
  expect(seen.inside).toBe(inside)
  expect(seen.corrections).toMatchObject([{ reservation_id: _id, said: 'kept', result: 'ok', accepted: false }])
  // By the route of single scans too.
  const body = { scan_id: 'single-and-late', device_id: device._id, scanned_at: minutesAgo(5) }
  const params = { id: (await reserve()).code }
  expect((await t.call(checkinRoutes.scan, { params, body, as: gate })).data).toMatchObject({ result: 'kept' })
  expect((await ofDevice()).inside).toBe(inside)
  // The person came back: that is an entry, and answers the question.
  await sync(device, [{ scan_id: 'came-back', code, scanned_at: minutesAgo(0) }])
  const after = await ofDevice()
  expect([after.inside, after.corrections.filter(({ code: of }) => of === code)]).toEqual([inside + 1, []])
  // An answer that was lost on its way: the person is inside, and stays there when the phone asks again.
  const other = await reserve()
  const question: QueuedScan = { scan_id: 'answer-was-lost', code: other.code, scanned_at: minutesAgo(0) }
  await sync(device, [question])
  t.clock.forward(5)
  await sync(device, [question])
  expect((await board()).counters.inside).toBe(inside + 2)
})

it('lets somebody in by a question of now, although the phone knows an offset from before its clock was put right', async () => {
  const device = await register('Clock put right')
  const { code } = await reserve()
  const { inside } = (await board()).counters
  const question: QueuedScan = {
    scan_id: 'clock-put-right',
    code,
    scanned_at: minutesAgo(0),
    clock_offset: -5 * 60_000,
  }
  expect((await sync(device, [question])).data.scans).toMatchObject([{ result: 'ok', reservation: { code } }])
  expect((await board()).counters.inside).toBe(inside + 1)
})

it('tells a phone that it was revoked under the name of somebody before on it', async () => {
  const before = await register('Of the first shift')
  const next = await t.account({ type: 'checkin_user' })
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [next.id, event.id])
  const asNext = (device: { _id: string }, more: Readonly<Record<string, unknown>> = {}) =>
    t.call(gateDeviceRoutes.syncScans, {
      body: { device_id: device._id, sent_at: t.clock().toISOString(), scans: [], ...more },
      as: next,
    })
  const { data: own } = await t.call(gateDeviceRoutes.registerDevice, { body: { name: 'Second shift' }, as: next })
  expect((await asNext(before, { device_key: before.key })).status).toBe(200)
  // The phone lives, and the shift of the first account on it has ended all the same.
  await t.database.pool.query('update sessions set revoked_at = $2 where id = $1', [gate.sessionId, t.clock()])
  const params = { id: event.id }
  const listed = (await t.call(gateDeviceRoutes.listDevices, { params, as: desk })).data
  expect(listed.find(({ _id }) => _id === before._id)?.ended_at).toEqual(expect.any(String))
  await t.call(gateDeviceRoutes.updateDevice, {
    params: { id: event.id, device_id: before._id },
    body: { revoked: true },
    as: desk,
  })
  const { code } = await reserve()
  const question = { scan_id: 'asked-by-revoked', code, scanned_at: minutesAgo(0) }
  expect((await asNext(own, { scans: [question] })).data).toMatchObject({
    revoked: true,
    search_key: null,
    scans: [{ stored: true, result: null, reservation: null }],
  })
  // What it has decided is a fact, and both say where they come from.
  await asNext(own, { scans: [{ ...question, scan_id: 'said-by-revoked', said: 'ok' }] })
  const { rows } = await t.database.pool.query(
    `select accepted, from_revoked from scans where scan_id in ('asked-by-revoked', 'said-by-revoked') order by scan_id`,
  )
  expect(rows).toEqual([
    { accepted: false, from_revoked: true },
    { accepted: true, from_revoked: true },
  ])
  await signInAgain()
})

it('counts one phone as live after it was registered again in one session', async () => {
  const [before, after] = [await register('Twice'), await register('Twice')]
  const { data } = await t.call(gateDeviceRoutes.listDevices, { params: { id: event.id }, as: desk })
  const ended = (id: string) => data.find(({ _id }) => _id === id)?.ended_at
  expect([ended(before._id), ended(after._id)]).toEqual([expect.any(String), null])
})

it('names somebody of another event to an account that stands at both', async () => {
  const other = await makeEvent(t)
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [gate.id, other.id])
  const { data: device } = await t.call(gateDeviceRoutes.registerDevice, { body: { name: 'Two events' }, as: gate })
  const { view } = await made(t, other, { participant_type_id: other.otherTypeId }, await t.account())
  const { rows } = await t.database.pool.query('select id from scan_points where event_id = $1', [event.id])
  const scan: QueuedScan = { scan_id: 'other-event', code: view.code, scanned_at: minutesAgo(0), point_id: rows[0].id }
  expect((await sync(device, [scan])).data.scans).toMatchObject([
    { result: 'wrong_event', reservation: { code: view.code, event_id: other.id } },
  ])
})
