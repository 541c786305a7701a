import type { Route } from '@shiloh/contract/core'
import { identityRoutes as routes } from '@shiloh/contract/identity/identity'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { hashPassword } from './passwords.ts'

// The response time and the work behind it are the same for an address with and without an account.

const PASSWORD = 'Blue-Mango-42'
const PAIRS = 200
/** Chance gives 0.5. With this many pairs, 0.63 is further off than chance gets in a hundred thousand runs. */
const MAX_AUC = 0.63

let t: TestApp
const known: string[] = []
const unknown: string[] = []
beforeAll(async () => {
  t = await testApp()
  const password_hash = await hashPassword(PASSWORD)
  for (let index = 0; index < PAIRS; index += 1) {
    known.push((await t.account({ email: `known-${index}@shiloh.test`, columns: { password_hash } })).email)
    unknown.push(`nobody-${index}@shiloh.test`)
  }
})
afterAll(() => t.close())

/** Returns the share of pairs in which the first was slower. 0.5 means indistinguishable. */
const auc = (first: readonly number[], second: readonly number[]): number => {
  let wins = 0
  for (const a of first) for (const b of second) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (first.length * second.length)
}

const noLimits = () => t.database.pool.query('truncate rate_limits')

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Alternates the two kinds and their order, so that other load on the machine affects both. */
const measure = async (ask: (email: string) => Promise<unknown>): Promise<number> => {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let index = 0; index < PAIRS; index += 1) {
    if (index % 50 === 0) await noLimits()
    const kinds = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of kinds) {
      const email = (kind === 'known' ? known : unknown)[index] ?? ''
      times[kind].push(await timed(() => ask(email)))
    }
  }
  return auc(times.known, times.unknown)
}

const ROUTES = [
  ['a forgotten password', routes.requestPasswordReset],
  ['a confirmation once more', routes.resendConfirmation],
] as const

test.each(ROUTES)('the time of %s tells nothing', async (_, route) => {
  const ask = (email: string) => t.call(route, { body: { email } })
  for (let index = 0; index < 20; index += 1) await ask(known[index] ?? '')
  const found = await measure(ask)
  expect(Math.max(found, 1 - found)).toBeLessThan(MAX_AUC)
})

/** Returns the SQL statements of one call, without their values. */
const statementsOf = async (route: Route, body: unknown): Promise<string[]> => {
  await noLimits()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await t.call(route, { body })
  const said = query.mock.calls.map(([asked]: unknown[]) => {
    const text: unknown = typeof asked === 'string' ? asked : Reflect.get(Object(asked), 'text')
    return String(text)
  })
  query.mockRestore()
  return said
}

const person = {
  password: PASSWORD,
  password_confirmation: PASSWORD,
  first_name: 'Ama',
  last_name: 'Mensah',
  phone: '+233241234567',
  country: 'GH',
  accept_terms: true,
}

test.each([
  ['registering', routes.register, (email: string) => ({ ...person, email })],
  ['signing in', routes.login, (email: string) => ({ email, password: 'wrong' })],
  ['a forgotten password', routes.requestPasswordReset, (email: string) => ({ email })],
  ['a confirmation once more', routes.resendConfirmation, (email: string) => ({ email })],
])('the work of %s is the same', async (_, route, body) => {
  await statementsOf(route, body(unknown[1] ?? ''))
  const withAccount = await statementsOf(route, body(known[0] ?? ''))
  expect(withAccount.length).toBeGreaterThan(0)
  expect(await statementsOf(route, body(unknown[0] ?? ''))).toEqual(withAccount)
})

test.each([['a phone', (index: number) => ({ phone: `+23324${1_000_001 + index}` }), { phone: '+233599999999' }]])(
  'the work of signing in with %s is the same',
  async (_, mine, nobody) => {
    await statementsOf(routes.login, { ...mine(5), password: 'wrong' })
    const withAccount = await statementsOf(routes.login, { ...mine(0), password: 'wrong' })
    expect(await statementsOf(routes.login, { ...nobody, password: 'wrong' })).toEqual(withAccount)
  },
)

test('the work of signing in at the page of another kind is the same, until the password is right', async () => {
  const attempt = (email: string) => ({ email, password: 'wrong' })
  await statementsOf(routes.adminLogin, attempt(unknown[1] ?? ''))
  const withAccount = await statementsOf(routes.adminLogin, attempt(known[0] ?? ''))
  expect(await statementsOf(routes.adminLogin, attempt(unknown[0] ?? ''))).toEqual(withAccount)
})
