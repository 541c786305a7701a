import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOverfull, POINT_KINDS, POINT_RULES, type PointRule, RULES_OF } from './points.ts'
import {
  type AcceptedScan,
  compareScans,
  correctedTime,
  DIRECTIONS,
  decideScan,
  entryInForce,
  foldScans,
  type GateFacts,
  NEVER_THERE,
  type PointFacts,
  SCAN_RESULTS,
  SITTING_GRACE_MS,
  scanWord,
  whomOf,
} from './scans.ts'

const facts: GateFacts = { eventId: 'e', status: 'active', balance: 0, catererId: null }
const gate: PointFacts = {
  eventId: 'e',
  kind: 'gate',
  rule: 'in_out',
  catererId: null,
  startsAt: null,
  endsAt: null,
  zone: 'Africa/Accra',
}
const minute = (minutes: number): Date => new Date(Date.UTC(2026, 10, 21, 10, minutes))
const scan = (deviceId: string, direction: 'in' | 'out', minutes: number): AcceptedScan => ({
  deviceId,
  scanId: `${direction}-${minutes}`,
  direction,
  at: minute(minutes),
})
const at = minute(30)
const asked = { point: gate, direction: 'in', at, forged: false } as const
const inside = foldScans([scan('a', 'in', 0)], gate).state
const outside = foldScans([scan('a', 'in', 0), scan('a', 'out', 1)], gate).state

describe('decideScan', () => {
  it('lets in who is paid, once, and again after going out', () => {
    expect(decideScan(facts, asked, NEVER_THERE)).toBe('ok')
    expect(decideScan({ ...facts, status: 'redeemed' }, asked, inside)).toBe('already_redeemed')
    expect(decideScan({ ...facts, status: 'redeemed' }, { ...asked, direction: 'out' }, inside)).toBe('ok')
    expect(decideScan({ ...facts, status: 'redeemed' }, asked, outside)).toBe('ok')
    expect(decideScan(facts, { ...asked, direction: 'out' }, NEVER_THERE)).toBe('invalid')
    for (const owed of [{ balance: 5 }, { status: 'cancelled' }, { status: 'archived' }]) {
      expect(decideScan({ ...facts, ...owed }, { ...asked, direction: 'out' }, inside)).toBe('ok')
      expect(decideScan({ ...facts, ...owed }, { ...asked, direction: 'out' }, outside)).toBe('invalid')
    }
  })
  it('asks who of several people with one code is there, unless none of them gets anything', () => {
    const several = { ...asked, isSeveral: true }
    expect(decideScan(facts, several, NEVER_THERE)).toBe('several')
    expect(decideScan({ ...facts, balance: 5 }, several, NEVER_THERE)).toBe('unpaid')
    expect(decideScan({ ...facts, status: 'cancelled' }, several, NEVER_THERE)).toBe('cancelled')
    const people = ['a', 'b', 'c']
    const of = (there: readonly string[], direction: 'in' | 'out' = 'in') =>
      whomOf(people, direction, (one) => there.includes(one))
    expect([of([]), of(['a', 'b'])]).toEqual([
      { person: 'a', isSeveral: true },
      { person: 'c', isSeveral: true },
    ])
    expect([of(people), of([], 'out')]).toEqual([
      { person: 'a', isSeveral: false },
      { person: 'a', isSeveral: false },
    ])
    expect(whomOf(['a'], 'in', () => false)).toEqual({ person: 'a', isSeveral: false })
    expect(whomOf([], 'in', () => false)).toBeUndefined()
  })
  it('lets the wife of somebody who is in enter on her own code', () => {
    expect(decideScan({ ...facts, status: 'redeemed' }, asked, NEVER_THERE)).toBe('ok')
  })
  it('refuses everything else with its own word', () => {
    expect(decideScan(null, asked, NEVER_THERE)).toBe('not_found')
    expect(decideScan(facts, { ...asked, point: null }, NEVER_THERE)).toBe('wrong_event')
    expect(decideScan(facts, { ...asked, point: { ...gate, eventId: 'other' } }, NEVER_THERE)).toBe('wrong_event')
    expect(decideScan({ ...facts, status: 'pending', balance: 5 }, asked, NEVER_THERE)).toBe('unpaid')
    expect(decideScan({ ...facts, balance: 5 }, asked, NEVER_THERE)).toBe('unpaid')
    for (const status of ['cancelled', 'archived', 'failed'])
      expect(decideScan({ ...facts, status }, asked, NEVER_THERE)).toBe('cancelled')
    expect(decideScan(facts, { ...asked, forged: true }, NEVER_THERE)).toBe('invalid')
  })
  it('serves a meal to who ordered from its caterer, once', () => {
    const sitting: PointFacts = { ...gate, kind: 'meal', rule: 'once', catererId: 'auntie' }
    const meal = { ...asked, point: sitting }
    const served = foldScans([scan('a', 'in', 0)], sitting).state
    expect(decideScan(facts, meal, NEVER_THERE)).toBe('no_meal')
    expect(decideScan({ ...facts, catererId: 'uncle' }, meal, NEVER_THERE)).toBe('no_meal')
    expect(decideScan({ ...facts, catererId: 'auntie' }, meal, NEVER_THERE)).toBe('ok')
    expect(decideScan({ ...facts, catererId: 'auntie' }, meal, served)).toBe('already_redeemed')
    expect(decideScan({ ...facts, catererId: 'auntie' }, { ...meal, direction: 'out' }, served)).toBe('invalid')
    const anyCaterer = { ...asked, point: { ...sitting, catererId: null } }
    expect(decideScan(facts, anyCaterer, NEVER_THERE)).toBe('no_meal')
    expect(decideScan({ ...facts, catererId: 'uncle' }, anyCaterer, NEVER_THERE)).toBe('ok')
  })
  it('serves a sitting at its time and half an hour around it, and says so to a device that was left there', () => {
    const sitting: PointFacts = { ...gate, kind: 'meal', rule: 'once', startsAt: minute(60), endsAt: minute(120) }
    const who = { ...facts, catererId: 'auntie' }
    const at = (minutes: number, point = sitting) =>
      decideScan(who, { ...asked, point, at: minute(minutes) }, NEVER_THERE)
    expect([29, 30, 90, 150, 151].map((minutes) => at(minutes))).toEqual(['not_now', 'ok', 'ok', 'ok', 'not_now'])
    expect(decideScan(facts, { ...asked, point: sitting, at: minute(151) }, NEVER_THERE)).toBe('no_meal')
    const served = foldScans([scan('a', 'in', 60)], sitting).state
    expect(decideScan(who, { ...asked, point: sitting, at: minute(151) }, served)).toBe('not_now')
    expect([at(0, { ...sitting, startsAt: null }), at(900, { ...sitting, endsAt: null })]).toEqual(['ok', 'ok'])
    expect(at(900, { ...sitting, kind: 'session' })).toBe('ok')
  })
  it('lets on the bus once each day of the event’s zone, and counts in a hall', () => {
    const bus: PointFacts = { ...gate, kind: 'bus', rule: 'once_a_day', zone: 'Pacific/Auckland' }
    const rode = foldScans([scan('a', 'in', 0)], bus).state
    expect(decideScan(facts, { ...asked, point: bus }, rode)).toBe('already_redeemed')
    // 13:00 in Accra is the next day in Auckland.
    expect(decideScan(facts, { ...asked, point: bus, at: minute(180) }, rode)).toBe('ok')
    const hall: PointFacts = { ...gate, kind: 'hall', rule: 'count' }
    expect(decideScan(facts, { ...asked, point: hall }, foldScans([scan('a', 'in', 0)], hall).state)).toBe('ok')
    expect([isOverfull(null, 900), isOverfull(40, 40), isOverfull(40, 41)]).toEqual([false, false, true])
  })
  it('only ever lets in somebody active or redeemed, paid, and of this event', () => {
    const any = fc.record({
      eventId: fc.constantFrom('e', 'f'),
      status: fc.constantFrom('pending', 'active', 'redeemed', 'failed', 'cancelled', 'archived'),
      balance: fc.integer({ min: -5, max: 5 }),
      catererId: fc.option(fc.constantFrom('auntie', 'uncle')),
    })
    const point = fc.constantFrom(...POINT_KINDS).chain((kind) =>
      fc.record({
        eventId: fc.constant('e'),
        kind: fc.constant(kind),
        rule: fc.constantFrom(...RULES_OF[kind]),
        catererId: fc.option(fc.constantFrom('auntie', 'uncle')),
        startsAt: fc.option(fc.constantFrom(minute(-90), minute(0), minute(90))),
        endsAt: fc.option(fc.constantFrom(minute(-30), minute(60))),
        zone: fc.constant('UTC'),
      }),
    )
    const state = fc.constantFrom(NEVER_THERE, inside, outside)
    fc.assert(
      fc.property(
        any,
        point,
        fc.constantFrom(...DIRECTIONS),
        fc.boolean(),
        state,
        (who, where, direction, forged, before) => {
          const result = decideScan(who, { point: where, direction, at, forged }, before)
          expect(SCAN_RESULTS).toContain(result)
          if (result !== 'ok') return
          expect(forged).toBe(false)
          expect(who.eventId).toBe('e')
          // People who are inside can leave.
          if (direction === 'out') return void expect(before).toEqual(inside)
          expect(['active', 'redeemed']).toContain(who.status)
          expect(who.balance <= 0).toBe(true)
          if (where.kind !== 'meal') return
          expect(who.catererId).not.toBeNull()
          expect(Math.min(at.getTime(), where.startsAt?.getTime() ?? at.getTime())).toBeGreaterThanOrEqual(
            (where.startsAt?.getTime() ?? at.getTime()) - SITTING_GRACE_MS,
          )
          expect(at.getTime()).toBeLessThanOrEqual((where.endsAt?.getTime() ?? at.getTime()) + SITTING_GRACE_MS)
        },
      ),
    )
  })
})

const scans = fc.uniqueArray(
  fc.record({
    deviceId: fc.constantFrom('a', 'b', 'c'),
    scanId: fc.integer({ min: 0, max: 40 }).map(String),
    direction: fc.constantFrom(...DIRECTIONS),
    // Few different minutes: many scans happen at once.
    at: fc.integer({ min: 0, max: 12 }).map((step) => minute(step * 240)),
  }),
  { selector: ({ deviceId, scanId }) => `${deviceId} ${scanId}`, maxLength: 14 },
)
const rules = fc.constantFrom<PointRule>(...POINT_RULES)
const zone = 'Africa/Accra'

describe('foldScans', () => {
  it('gives the same books for any order and repetition of batches', () => {
    const deliveries = scans.chain((set) =>
      fc.record({
        set: fc.constant(set),
        sent: fc
          .array(fc.shuffledSubarray(set), { maxLength: 4 })
          .chain((again) =>
            fc.shuffledSubarray(set, { minLength: set.length }).map((all) => [...again.flat(), ...all]),
          ),
      }),
    )
    fc.assert(
      fc.property(deliveries, rules, ({ set, sent }, rule) => {
        expect(foldScans(sent, { rule, zone })).toEqual(foldScans(set, { rule, zone }))
      }),
    )
  })

  it('flags an accepted entry only if another device had let the person in', () => {
    fc.assert(
      fc.property(scans, rules, (set, rule) => {
        const { state, doubles } = foldScans(set, { rule, zone })
        for (const { first, second } of doubles) {
          expect(second.direction).toBe('in')
          expect(first.deviceId).not.toBe(second.deviceId)
          expect(compareScans(first, second)).toBeLessThan(0)
          const before = set.filter((one) => compareScans(one, second) < 0)
          expect(entryInForce(foldScans(before, { rule, zone }).state, { rule, zone }, second.at)).toEqual(first)
        }
        expect(new Set(doubles.map(({ second }) => second)).size).toBe(doubles.length)
        if (rule === 'count') expect(doubles).toEqual([])
        expect(state.visits).toBeLessThanOrEqual(
          set.filter(({ direction }) => direction === 'in').length - doubles.length,
        )
      }),
    )
  })

  it('keeps the first entry of a double one, and withdraws it when a late scan explains it', () => {
    const first = scan('a', 'in', 0)
    const second = scan('b', 'in', 10)
    expect(foldScans([second, first], gate)).toEqual({
      state: { entered: first, left: null, days: {}, visits: 1 },
      doubles: [{ first, second }],
    })
    expect(foldScans([second, first, scan('c', 'out', 5)], gate)).toEqual({
      state: { entered: second, left: null, days: {}, visits: 2 },
      doubles: [],
    })
    // An exit that explains nothing changes nothing about the entries.
    expect(foldScans([second, first, scan('c', 'out', 15)], gate).doubles).toHaveLength(1)
    expect(foldScans([first, scan('a', 'in', 10)], gate).doubles).toEqual([])
  })
})

it('a scan has the time of the server’s clock, and never a time that cannot be', () => {
  const now = minute(60)
  const given = (time: string | undefined, offset: number) => correctedTime(time, offset, now)
  expect(given(minute(10).toISOString(), 180_000)).toEqual(minute(13))
  expect(given(minute(50).toISOString(), -180_000)).toEqual(minute(47))
  expect(given(minute(59).toISOString(), 180_000)).toEqual(now)
  for (const impossible of [undefined, '1970-01-01T00:00:00Z', '9999-12-31T00:00:00Z'])
    expect(given(impossible, 0)).toEqual(now)
})

it('has one name for a scan, by its point and its direction', () => {
  const second = (kind: (typeof POINT_KINDS)[number] | null) =>
    scanWord('already_redeemed', { kind, direction: 'in', isKnown: true })
  expect(['gate', 'hall', null].map((kind) => second(POINT_KINDS.find((one) => one === kind) ?? null))).toEqual(
    Array(3).fill('already_redeemed'),
  )
  expect(second('meal')).toBe('already_once')
  const refused = (direction: 'in' | 'out', isKnown: boolean) =>
    scanWord('invalid', { kind: 'gate', direction, isKnown })
  expect([refused('out', true), refused('out', false), refused('in', true)]).toEqual([
    'not_inside',
    'invalid',
    'invalid',
  ])
})
