import { boardRoutes, type ReviewAct } from '@shiloh/contract/checkin/board'
import { checkinRoutes } from '@shiloh/contract/checkin/checkin'
import { gateDeviceRoutes, type QueuedScan } from '@shiloh/contract/checkin/devices'
import { RULES_OF } from '@shiloh/contract/checkin/points'
import { type AcceptedScan, DIRECTIONS, foldScans } from '@shiloh/contract/checkin/scans'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BookableEvent, reserve as made, makeEvent, makeMember, makeSpouse } from '../../../test/booking.ts'
import { type TestAccount, type TestApp, testApp } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'

let t: TestApp
let event: BookableEvent
let gate: TestAccount
let desk: TestAccount
let colleague: TestAccount

beforeAll(async () => {
  t = await testApp()
  event = await makeEvent(t, { capacity: 500 })
  gate = await t.account({ type: 'checkin_user' })
  desk = await t.account({ type: 'admin', permissions: ['reservations.check_in'] })
  colleague = await t.account({ type: 'admin', permissions: ['reservations.check_in'] })
  await t.database.pool.query('insert into check_in_user_events values ($1, $2)', [gate.id, event.id])
})
afterAll(async () => {
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await t.close()
})

const reserve = async (typeId = event.otherTypeId) =>
  (await made(t, event, { participant_type_id: typeId }, await t.account())).view
const register = async (name: string) =>
  (await t.call(gateDeviceRoutes.registerDevice, { body: { name }, as: gate })).data
const minutesAgo = (minutes: number) => new Date(t.clock().getTime() - minutes * 60_000).toISOString()
const sync = (device: { _id: string }, scans: QueuedScan[]) =>
  t.call(gateDeviceRoutes.syncScans, {
    body: { device_id: device._id, sent_at: t.clock().toISOString(), scans },
    as: gate,
  })
const board = async (as = desk) => (await t.call(boardRoutes.liveBoard, { params: { id: event.id }, as })).data
const review = (act: ReviewAct, scan_ids: string[], as = desk, id = event.id) =>
  t.call(boardRoutes.reviewScans, { params: { id }, body: { act, scan_ids }, as })
const openAlerts = async (reservationId: string) =>
  (
    await t.database.pool.query(
      `select 1 from alerts where kind = 'double_entry' and subject = $1 and resolved_at is null`,
      [reservationId],
    )
  ).rowCount

it('shows a double entry until somebody has looked at it, and one of two says who was faster', async () => {
  const [north, south] = [await register('North'), await register('South')]
  const { _id, code } = await reserve()
  const scan = (minutes: number): QueuedScan => ({
    scan_id: `double-${minutes}`,
    code,
    scanned_at: minutesAgo(minutes),
    said: 'ok',
  })
  await sync(north, [scan(20)])
  await sync(south, [scan(10)])
  const [double] = (await board()).double_entries
  expect(double).toMatchObject({ code, first: { device: 'North' }, second: { device: 'South' } })
  expect(await openAlerts(_id)).toBe(1)
  const both = await Promise.all([desk, colleague].map((as) => review('seen', [double?._id ?? ''], as)))
  expect(both.map(({ data }) => data[0]?.done).sort()).toEqual([false, true])
  expect(new Set(both.map(({ data }) => data[0]?.seen?.by)).size).toBe(1)
  expect((await board()).double_entries).toEqual([])
  expect(await openAlerts(_id)).toBe(0)
  // Of another event, it is nobody's.
  const other = await makeEvent(t)
  expect((await review('withdraw', [double?._id ?? ''], desk, other.id)).data).toEqual([])
  const stranger = await t.account({ type: 'admin', permissions: ['reservations.read'] })
  expect((await review('seen', [double?._id ?? ''], stranger)).status).toBe(403)
})

it('withdraws a scan that was no entry, and puts it back', async () => {
  const [north, south] = [await register('East'), await register('West')]
  const [doubled, wrong, unpaid] = [await reserve(), await reserve(), await reserve(event.typeId)]
  const before = (await board()).counters
  const queue = (name: string, minutes: number, codes: readonly string[]): QueuedScan[] =>
    codes.map((code, index) => ({
      scan_id: `${name}-${index}-scan`,
      code,
      scanned_at: minutesAgo(minutes),
      said: 'ok',
    }))
  const atEast = queue('east', 30, [doubled.code, wrong.code, unpaid.code])
  await sync(north, atEast)
  await sync(south, queue('west', 20, [doubled.code]))
  const seen = await board()
  expect(seen.counters).toMatchObject({ in: before.in + 3, inside: before.inside + 3, expected: before.expected + 1 })
  expect(seen.points).toMatchObject([{ in: seen.counters.in, out: seen.counters.out, inside: seen.counters.inside }])
  expect(seen.corrections).toMatchObject([{ code: unpaid.code, said: 'ok', result: 'unpaid', accepted: true }])
  const { rows } = await t.database.pool.query<{ id: string }>(
    `select id::text from scans where device_id = $1 order by scan_id`,
    [north._id],
  )
  const ids = rows.map(({ id }) => id)
  const withdrawn = await review('withdraw', ids)
  expect(withdrawn.data.map(({ done, accepted }) => [done, accepted])).toEqual(ids.map(() => [true, false]))
  // The second entry of the double one is now the only one.
  const after = await board()
  expect(after.counters).toMatchObject({ in: before.in + 1, inside: before.inside + 1 })
  expect([after.double_entries, after.corrections]).toEqual([[], []])
  expect(await openAlerts(doubled._id)).toBe(0)
  // The device delivers again: a withdrawn scan stays withdrawn.
  expect((await sync(north, atEast)).data.scans.map(({ stored }) => stored)).toEqual([true, true, true])
  expect((await board()).counters).toEqual(after.counters)
  expect((await review('withdraw', ids, colleague)).data.map(({ done }) => done)).toEqual([false, false, false])
  expect((await review('restore', ids)).data.map(({ done, withdrawn: by }) => [done, by])).toEqual(
    ids.map(() => [true, null]),
  )
  const restored = await board()
  expect(restored.counters).toEqual(seen.counters)
  expect(restored.double_entries).toMatchObject([{ code: doubled.code }])
  expect(await openAlerts(doubled._id)).toBe(1)
})

it('makes a reservation active again when its only check-in is withdrawn, and redeems it when that is put back', async () => {
  const gateOf = await register('Wrong person')
  const { _id, code } = await reserve()
  const scan = (direction: 'in' | 'out', minutes: number): QueuedScan => ({
    scan_id: `taken-back-${direction}`,
    code,
    direction,
    scanned_at: minutesAgo(minutes),
    said: 'ok',
  })
  await sync(gateOf, [scan('in', 30), scan('out', 20)])
  const stored = async () => {
    const { rows } = await t.database.pool.query(
      `select status, redeemed_at is not null as redeemed, checked_out_at is not null as out from reservations where id = $1`,
      [_id],
    )
    return rows[0]
  }
  const timeline = async () => {
    const { rows } = await t.database.pool.query<{ step: string }>(
      `select action || ' by ' || actor || ': ' || to_status as step from reservation_transitions where reservation_id = $1 order by id`,
      [_id],
    )
    return rows.map(({ step }) => step)
  }
  expect(await stored()).toEqual({ status: 'redeemed', redeemed: true, out: true })
  const { rows } = await t.database.pool.query<{ id: string }>(
    `select id::text from scans where reservation_id = $1 and direction = 'in'`,
    [_id],
  )
  const ids = rows.map(({ id }) => id)
  await review('withdraw', ids)
  expect(await stored()).toEqual({ status: 'active', redeemed: false, out: false })
  // Somebody who withdraws it as well changes nothing.
  await review('withdraw', ids, colleague)
  await review('restore', ids)
  expect(await stored()).toEqual({ status: 'redeemed', redeemed: true, out: true })
  expect((await timeline()).slice(1)).toEqual([
    'check_in by gate: redeemed',
    'check_out by gate: redeemed',
    'withdraw_check_in by staff: active',
    'check_in by staff: redeemed',
    'check_out by staff: redeemed',
  ])
})

it('withdraws an exit: the person and the reservation are not out any more', async () => {
  const device = await register('Wrong exit')
  const { _id, code } = await reserve()
  const scan = (direction: 'in' | 'out', minutes: number): QueuedScan => ({
    scan_id: `wrong-exit-${direction}`,
    code,
    direction,
    scanned_at: minutesAgo(minutes),
    said: 'ok',
  })
  await sync(device, [scan('in', 30), scan('out', 20)])
  const out = async () =>
    (
      await t.database.pool.query<{ out: boolean }>(
        `select checked_out_at is not null as out from reservations where id = $1 and status = 'redeemed'`,
        [_id],
      )
    ).rows[0]?.out
  expect(await out()).toBe(true)
  const { rows } = await t.database.pool.query<{ id: string }>(
    `select id::text from scans where reservation_id = $1 and direction = 'out'`,
    [_id],
  )
  const ids = rows.map(({ id }) => id)
  await review('withdraw', ids)
  expect(await out()).toBe(false)
  await review('restore', ids)
  expect(await out()).toBe(true)
})

it('leaves a scan at a removed point alone: it never counted', async () => {
  const device = await register('Removed bus')
  const { _id, code } = await reserve()
  await sync(device, [{ scan_id: 'gone-bus-1', code, point_id: 'f'.repeat(24), scanned_at: minutesAgo(9), said: 'ok' }])
  const { rows } = await t.database.pool.query<{ id: string }>(
    `select id::text from scans where reservation_id = $1 and result = 'wrong_event'`,
    [_id],
  )
  const ids = rows.map(({ id }) => id)
  expect(ids).toHaveLength(1)
  for (const act of ['withdraw', 'restore'] as const)
    expect((await review(act, ids)).data).toMatchObject([{ done: false, accepted: false }])
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

it('shows who is inside although their reservation has ended', async () => {
  const device = await register('Cancelled guest')
  const { _id, code } = await reserve()
  await sync(device, [{ scan_id: 'of-the-cancelled', code, scanned_at: minutesAgo(9), said: 'ok' }])
  const { rows } = await t.database.pool.query<{ id: string }>(`select id::text from scans where reservation_id = $1`, [
    _id,
  ])
  const ids = rows.map(({ id }) => id)
  await review('withdraw', ids)
  const office = await t.account({ type: 'admin', permissions: ['reservations.cancel', 'reservations.read'] })
  const cancelled = await t.call(reservationRoutes.cancelReservation, { params: { id: _id }, as: office, body: {} })
  expect(cancelled.data.status).toBe('cancelled')
  const shown = async () => (await board()).corrections.filter((one) => one.code === code)
  expect(await shown()).toEqual([])
  await review('restore', ids)
  expect(await shown()).toMatchObject([{ ended: true, accepted: true }])
  await review('seen', ids)
  expect(await shown()).toEqual([])
})

it('withdraws the second of a double entry with its flag and its alert', async () => {
  const [here, there] = [await register('Here'), await register('There')]
  const { _id, code } = await reserve()
  const scan = (minutes: number): QueuedScan => ({
    scan_id: `second-${minutes}`,
    code,
    scanned_at: minutesAgo(minutes),
    said: 'ok',
  })
  await sync(here, [scan(20)])
  await sync(there, [scan(10)])
  const doubles = async () => (await board()).double_entries.filter((double) => double.code === code)
  const [double] = await doubles()
  expect(await openAlerts(_id)).toBe(1)
  await review('withdraw', [double?._id ?? ''])
  expect(await doubles()).toEqual([])
  expect(await openAlerts(_id)).toBe(0)
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
  await review('restore', [double?._id ?? ''])
  expect(await openAlerts(_id)).toBe(1)
})

it('keeps a party redeemed as long as one of them was let in', async () => {
  const device = await register('Two of a party')
  const owner = await t.account()
  const member = await makeMember(t, owner.id)
  const { view } = await made(
    t,
    event,
    {
      participant_type_id: undefined,
      participants: [
        { role: 'main', participant_type_id: event.otherTypeId },
        { role: 'child', person_id: member, participant_type_id: event.otherTypeId },
      ],
    },
    owner,
  )
  const scans = view.participants.map(
    ({ qr }, index): QueuedScan => ({
      scan_id: `party-${index}-scan`,
      code: qr.url,
      scanned_at: minutesAgo(9 - index),
      said: 'ok',
    }),
  )
  await sync(device, scans)
  const { rows } = await t.database.pool.query<{ id: string }>(
    `select id::text from scans where device_id = $1 order by scan_id`,
    [device._id],
  )
  const status = async () =>
    (await t.database.pool.query('select status from reservations where id = $1', [view._id])).rows[0]?.status
  expect(rows).toHaveLength(2)
  await review('withdraw', [rows[0]?.id ?? ''])
  expect(await status()).toBe('redeemed')
  await review('withdraw', [rows[1]?.id ?? ''])
  expect(await status()).toBe('active')
})

it('counts at every point what follows from the set of scans', async () => {
  const hour = 3_600_000
  const begin = t.clock().getTime() - 60 * hour
  const places = Object.entries(RULES_OF).flatMap(([kind, rules]) => rules.map((rule) => ({ kind, rule })))
  const { rows: points } = await t.database.pool.query<{ id: string; kind: string; rule: 'in_out' }>(
    `insert into scan_points (event_id, kind, rule, name)
     select $1, p.kind, p.rule, p.kind || ' ' || p.rule from json_to_recordset($2) as p(kind text, rule text)
     returning id, kind, rule`,
    [event.id, JSON.stringify([...places, { kind: 'gate', rule: 'in_out' }])],
  )
  const people = await Promise.all(Array.from({ length: 4 }, () => reserve()))
  const persons = people.map(({ participants, _id }) => ({ id: participants[0]?._id ?? '', reservation: _id }))
  const numbers = { max: 3 }
  const scan = fc.record({
    person: fc.nat({ max: persons.length - 1 }),
    point: fc.nat({ max: points.length - 1 }),
    device: fc.nat(numbers),
    direction: fc.constantFrom(...DIRECTIONS),
    // In steps that often coincide, over three days.
    at: fc.nat({ max: 180 }),
    said: fc.constantFrom('ok', 'ok', 'ok', 'already_redeemed'),
    withdrawn: fc.constantFrom(false, false, false, true),
  })
  const count = async () => {
    const { data } = await t.call(boardRoutes.liveBoard, { params: { id: event.id }, as: desk })
    return data
  }
  await fc.assert(
    fc.asyncProperty(fc.array(scan, { maxLength: 80 }), async (drawn) => {
      await t.database.pool.query(`delete from scans where point_id = any($1)`, [points.map(({ id }) => id)])
      const all = drawn.map((one, index) => ({
        scan_id: `drawn-${index}-scan`,
        device_id: `device-${one.device}`,
        participant_id: persons[one.person]?.id ?? '',
        reservation_id: persons[one.person]?.reservation ?? '',
        point_id: points[one.point]?.id ?? '',
        direction: one.direction,
        scanned_at: new Date(begin + one.at * (hour / 3)).toISOString(),
        said: one.said,
        withdrawn: one.withdrawn,
      }))
      await t.database.pool.query(
        `insert into scans (scan_id, device_id, event_id, participant_id, reservation_id, point_id, code, direction, result, said, scanned_at, withdrawn_at, withdrawn_by)
         select scan_id, device_id, $2, participant_id, reservation_id, point_id, '', direction, 'ok', said, scanned_at,
           case when withdrawn then now() end, case when withdrawn then $3 end
         from json_to_recordset($1) as s(scan_id text, device_id text, participant_id text, reservation_id text, point_id text,
           direction text, said text, scanned_at timestamptz, withdrawn boolean)`,
        [JSON.stringify(all), event.id, desk.id],
      )
      const seen = await count()
      for (const point of points) {
        const isGate = point.kind === 'gate'
        const isPlace = isGate || point.rule === 'in_out'
        const folded = persons.map(({ id }) => {
          const accepted = all
            .filter((one) => one.participant_id === id && one.said === 'ok' && !one.withdrawn)
            .filter(
              (one) =>
                one.point_id === point.id || (isGate && points.some((p) => p.id === one.point_id && p.kind === 'gate')),
            )
          const scans: (AcceptedScan & { point: string })[] = accepted.map((one) => ({
            deviceId: one.device_id,
            scanId: one.scan_id,
            direction: one.direction,
            at: new Date(one.scanned_at),
            point: one.point_id,
          }))
          return { scans, state: foldScans(scans, { rule: point.rule, zone: 'Africa/Accra' }).state }
        })
        const here = folded.filter(({ state: { entered }, scans }) =>
          scans.some(
            (one) => one.deviceId === entered?.deviceId && one.scanId === entered.scanId && one.point === point.id,
          ),
        )
        const shown = seen.points.find(({ _id }) => _id === point.id)
        const inside = here.filter(({ state }) => state.left === null).length
        expect([shown?.in, shown?.inside], `${point.kind} ${point.rule}`).toEqual([
          here.length,
          isPlace || shown?.rule === 'count' ? inside : null,
        ])
        const came = seen.quarters.reduce((sum, quarter) => sum + (quarter.point_id === point.id ? quarter.in : 0), 0)
        if (!isGate) expect(came, point.kind).toBe(folded.reduce((sum, { state }) => sum + state.visits, 0))
      }
    }),
    { numRuns: 40 },
  )
  await t.database.pool.query(`delete from scans where point_id = any($1)`, [points.map(({ id }) => id)])
})

it('compares the places of a bus with the people of the day, and warns on the phone too', async () => {
  const [point] = (
    await t.database.pool.query<{ id: string }>(
      `insert into scan_points (event_id, kind, rule, name, capacity) values ($1, 'bus', 'once_a_day', 'Shuttle', 1) returning id`,
      [event.id],
    )
  ).rows
  const point_id = point?.id ?? ''
  const [first, second] = [await reserve(), await reserve()]
  const ride = async ({ code }: { code: string }, name: string) =>
    (
      await t.call(checkinRoutes.adminScan, {
        params: { id: code },
        as: desk,
        body: {
          scan_id: `ride-${name}`,
          device_id: 'bus-1',
          scanned_at: t.clock().toISOString(),
          point_id,
          event_id: event.id,
        },
      })
    ).data
  const shuttle = async () => (await board()).points.find(({ _id }) => _id === point_id)
  expect(await ride(first, 'monday-1')).toMatchObject({ result: 'ok', overfull: false })
  expect(await shuttle()).toMatchObject({ in: 1, today: 1, overfull: false })
  t.clock.forward(24 * 60)
  expect(await ride(second, 'tuesday-2')).toMatchObject({ result: 'ok', overfull: false })
  expect(await shuttle()).toMatchObject({ in: 2, today: 1, overfull: false })
  t.clock.forward(1)
  expect(await ride(first, 'tuesday-1')).toMatchObject({ result: 'ok', overfull: true })
  expect(await shuttle()).toMatchObject({ today: 2, overfull: true })
})

it('keeps a person in the reservation because of a check-in that counts, and of no other scan', async () => {
  const device = await register('Wrong spouse')
  const owner = await t.account()
  const spouse = await makeSpouse(t, owner.id)
  const { view } = await made(t, event, {}, owner)
  const edit = (with_spouse: string | null) =>
    t.call(reservationRoutes.editMyReservation, { params: { id: view._id }, as: owner, body: { with_spouse } })
  const qr = (await edit(spouse)).data.participants[1]?.qr.url ?? ''
  // Only asked, and let in by mistake.
  await sync(device, [{ scan_id: 'spouse-asked', code: qr, scanned_at: minutesAgo(0) }])
  await sync(device, [{ scan_id: 'spouse-let-in', code: qr, scanned_at: minutesAgo(2), said: 'ok' }])
  expect((await edit(null)).code).toBe('person_was_in')
  const { rows } = await t.database.pool.query<{ id: string }>(
    `select id::text from scans where reservation_id = $1 and accepted`,
    [view._id],
  )
  const ids = rows.map(({ id }) => id)
  expect((await review('withdraw', ids)).data).toMatchObject([{ done: true }])
  expect((await edit(null)).data.participants).toHaveLength(1)
  expect((await review('restore', ids)).data).toMatchObject([{ done: false, accepted: false }])
  expect(await brokenInvariants(t.app.deps.db)).toEqual([])
})

it('names the event and its points in the language of the reader', async () => {
  const said = (name: string) => JSON.stringify({ de: { name } })
  const { rows } = await t.database.pool.query<{ id: string }>(
    `insert into scan_points (event_id, kind, rule, name, translations)
     values ($1, 'hall', 'count', 'Chapel', $2) returning id`,
    [event.id, said('Kapelle')],
  )
  await t.database.pool.query('update events set translations = $2 where id = $1', [event.id, said('Tagung')])
  const device = await register('Chapel')
  const { code } = await reserve()
  const point_id = rows[0]?.id
  await sync(device, [{ scan_id: 'chapel-1', code, point_id, scanned_at: minutesAgo(0), said: 'ok' }])
  const { data } = await t.call(boardRoutes.liveBoard, {
    params: { id: event.id },
    as: desk,
    headers: { 'accept-language': 'de' },
  })
  expect(data.event.name).toBe('Tagung')
  expect(data.points.find(({ _id }) => _id === point_id)?.name).toBe('Kapelle')
  expect(data.latest.find((scan) => scan.code === code)?.point).toBe('Kapelle')
})
