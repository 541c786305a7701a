import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Services } from './measure.ts'
import { FAILOVER, fewest, GOAL_SECONDS, needs, simulate, toRent } from './opening.ts'

const { services }: { services: Services } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'services.json'), 'utf8'),
)
const small = { people: 10_000, events: 1, cached: true }
const [one, many] = [
  { api: 1, database: 1 },
  { api: 16, database: 8 },
]

describe('an opening', () => {
  test('loses nobody: whoever came has an answer or waits', () => {
    for (const opening of [
      small,
      { ...small, failover: true },
      { ...small, people: 300_000, events: 50, cached: false },
    ])
      for (const machines of [one, many]) {
        const { people, answered } = simulate(opening, machines, services)
        const came = opening.people * (1 - Math.exp(-(answered + 0.1) / 30))
        expect(people / came).toBeCloseTo(1, 6)
      }
  })

  test('ends earlier with more cores, and later with more people and work', () => {
    const crowd = { people: 300_000, events: 50, cached: true }
    const { answered } = simulate(crowd, { api: 4, database: 2 }, services)
    expect(simulate(crowd, { api: 8, database: 4 }, services).answered).toBeLessThan(answered)
    expect(simulate({ ...crowd, people: 600_000 }, { api: 4, database: 2 }, services).answered).toBeGreaterThan(
      answered,
    )
    const slow = { ...services, manyApi: services.manyApi * 10 }
    expect(simulate(crowd, { api: 4, database: 2 }, slow).answered).toBeGreaterThan(answered)
  })

  test('one event answers as many a second as its row allows, whatever the machines', () => {
    const { peak, answered } = simulate({ ...small, people: 1_000_000 }, { api: 64, database: 64 }, services)
    expect(peak.answers).toBeCloseTo(services.oneEvent, 0)
    expect(answered).toBeGreaterThan(990_000 / services.oneEvent - 1)
    expect(answered).toBeGreaterThan(GOAL_SECONDS)
  })

  test('waits while the primary fails, and catches up', () => {
    const crowd = { people: 100_000, events: 10, cached: true }
    const [calm, broken] = [crowd, { ...crowd, failover: true }].map((opening) =>
      simulate(opening, { api: 2, database: 1 }, services),
    )
    const later = (broken?.answered ?? 0) - (calm?.answered ?? 0)
    expect(later).toBeGreaterThan(FAILOVER.seconds / 2)
    expect(later).toBeLessThan(2 * FAILOVER.seconds)
    expect(broken?.refused).toBeGreaterThan(calm?.refused ?? 0)
  })

  test('a cache takes the pages off the network and the processes', () => {
    const crowd = { people: 1_000_000, events: 100, cached: true }
    const [behind, bare] = [crowd, { ...crowd, cached: false }].map((opening) => simulate(opening, many, services))
    expect(bare?.peak.pages).toBeCloseTo((behind?.peak.pages ?? 0) * 100, 0)
    expect(bare?.answered).toBeGreaterThan(behind?.answered ?? 0)
  })
})

test('the fewest cores meet the goal, and one less does not', () => {
  const found = fewest({ people: 100_000, events: 10, cached: true }, services)
  expect(found?.outcome.answered).toBeLessThanOrEqual(GOAL_SECONDS)
  const { api = 0, database = 0 } = found?.machines ?? {}
  expect(api + database).toBeGreaterThan(2)
  for (const fewer of [
    { api: api - 1, database },
    { api, database: database - 1 },
  ])
    if (fewer.api > 0 && fewer.database > 0)
      expect(simulate({ people: 100_000, events: 10, cached: true }, fewer, services).answered).toBeGreaterThan(
        GOAL_SECONDS,
      )
})

test('mails need cores, up to what is sent in a second', () => {
  const mails = (api: number) => needs(small, { api, database: 1 }, simulate(small, one, services)).mails
  expect(mails(1)).toBeCloseTo((10_000 * 60) / 800, 6)
  expect(mails(2)).toBeCloseTo(mails(1) / 2, 6)
  expect(mails(64)).toBe(50)
})

test('what to rent: one machine for little, and otherwise one that may fail', () => {
  expect(toRent(one)).toEqual([{ count: 1, cores: 2, memory: 4 }])
  expect(toRent({ api: 3, database: 1 })).toEqual([{ count: 1, cores: 4, memory: 8 }])
  expect(toRent({ api: 4, database: 1 })).toEqual([
    { count: 2, cores: 4, memory: 8 },
    { count: 3, cores: 2, memory: 4 },
  ])
  expect(toRent({ api: 24, database: 8 })).toEqual([
    { count: 4, cores: 8, memory: 16 },
    { count: 3, cores: 8, memory: 16 },
  ])
})
