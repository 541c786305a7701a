import { type Route, TOKEN_PURPOSES, type TokenPurpose } from '@shiloh/contract/core'
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { features } from '../src/features.ts'
import { hashToken } from '../src/http/credentials.ts'
import { API_PREFIX } from '../src/platform/config.ts'
import { GuardedPool, ListeningPool } from '../src/platform/db/pool.ts'
import { sqlOnPool, transactionOn } from '../src/platform/db/sql.store.ts'
import { fromDatabase } from '../src/platform/errors.ts'
import { makeEvent } from './booking.ts'
import { openChance } from './fuzz/chance.ts'
import { inputSchema, validValue } from './fuzz/values.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'

// Requests that hold a connection and wait for another one block the whole product as soon as there are as many as the
// pool has connections.

const POOL = 2
const AT_ONCE = POOL + 1
const NOBODY = 'f'.repeat(24)
const routes = features.flatMap((feature) => feature.endpoints).map(({ route }) => route)
const label = (route: Route) => `${route.method} ${route.path}`

const chance = openChance(26)
/** An input that most likely gets as far as the handler. */
const sample = (route: Route) => validValue(inputSchema(route.body), '', chance, { idFor: () => NOBODY })

let t: TestApp
/** The subject of a token that completes a registration. */
let reservationId: string
beforeAll(async () => {
  t = await testApp({ env: { DATABASE_POOL: String(POOL) } })
  const event = await makeEvent(t)
  const made = await t.call(reservationRoutes.makeReservation, {
    params: { event_id: event.id },
    as: await t.account(),
    body: { participant_type_id: event.typeId },
  })
  reservationId = made.data._id
})
afterAll(() => t.close())

/**
 * Every connection is back in its pool, and nobody waits. Jobs run in the background and use one for some milliseconds,
 * so a connection in use is waited for; one that never comes back fails.
 */
const expectWhole = () =>
  vi.waitFor(
    () => {
      for (const { pool, total, idle, waiting } of t.app.connections())
        expect([pool, total - idle, waiting]).toEqual([pool, 0, 0])
    },
    { timeout: 5_000, interval: 5 },
  )

let made = 0
/** A token of one purpose, as a mail or a sign-in would provide it. */
const purposeToken = async (account: TestAccount, purpose: TokenPurpose, code?: string): Promise<string> => {
  made += 1
  const token = `token-${made}`
  const hash = hashToken(t.app.deps, token)
  const now = t.clock()
  await t.database.pool.query(
    `insert into one_time_tokens (user_id, purpose, token_hash, code_hash, data, expires_at, created_at, reservation_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      account.id,
      purpose,
      hash,
      code === undefined ? null : t.app.deps.crypto.keyedHash('code', `${hash}\n${code}`),
      {
        ...{ sent_at: [now], phone: '+233241234567', accounts: [], address: `nobody-${made}` },
        ...(purpose === 'identity_code' && { confirms: NOBODY, by: 'sms' }),
      },
      new Date(now.getTime() + 600_000),
      now,
      purpose === 'complete_reservation' ? reservationId : null,
    ],
  )
  return token
}

const bearersOf = async (route: Route, admin: TestAccount): Promise<(string | undefined)[]> => {
  const { access } = route
  const all = <T>(one: () => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, one))
  if (access.kind === 'can') return all(() => t.tokenOf(admin))
  if (access.kind === 'signedIn') {
    const account = await t.account({ type: access.who[0] ?? 'user' })
    return all(() => t.tokenOf(account))
  }
  if (access.kind === 'token' && access.purpose !== 'refresh') {
    const account = await t.account()
    return all(() => purposeToken(account, access.purpose))
  }
  return all(async () => undefined)
}

const ask = (route: Route, bearer: string | undefined, body: unknown = sample(route)) =>
  t.app.server.inject({
    method: route.method,
    url: API_PREFIX + route.path.replace(/\{\w+\}/g, NOBODY),
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(route.method === 'GET' ? {} : { payload: JSON.stringify(body) }),
  })

test('every route, asked by one more than there are connections, answers', { timeout: 60_000 }, async () => {
  const admin = await t.account({ type: 'admin', permissions: PERMISSIONS })
  const failed: string[] = []
  for (const route of routes) {
    const bearers = await bearersOf(route, admin)
    const answers = await Promise.all(bearers.map((bearer) => ask(route, bearer)))
    for (const { statusCode, body } of answers)
      if (statusCode >= 500) failed.push(`${label(route)}: ${statusCode} ${body}`)
  }
  expect(failed).toEqual([])
  await expectWhole()
})

describe('second steps at once', () => {
  const CODE = '123456'
  const STEPS = [
    [identityRoutes.authenticateMfa, 'mfa'],
    [identityRoutes.confirmIdentityWithMfa, 'mfa'],
    [identityRoutes.deactivateMfa, 'mfa_deactivation'],
    [identityRoutes.verifyPasswordReset, 'mfa_password_reset'],
    [identityRoutes.confirmPhone, 'phone_verification'],
    [identityRoutes.loginWithCode, 'sign_in_code'],
    [identityRoutes.confirmIdentityWithCode, 'identity_code'],
  ] as const
  const wrong = { code: '654321' }
  const members = () => Promise.all(Array.from({ length: 12 }, () => t.account()))

  test.each(STEPS)('$path with wrong codes', async (route, purpose) => {
    const tokens = await Promise.all((await members()).map((one) => purposeToken(one, purpose, CODE)))
    const answers = await Promise.all(tokens.map((token) => ask(route, token, wrong)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 422))
    await expectWhole()
  })

  test.each(STEPS)('$path with right codes', async (route, purpose) => {
    const tokens = await Promise.all((await members()).map((one) => purposeToken(one, purpose, CODE)))
    const answers = await Promise.all(tokens.map((token) => ask(route, token, { code: CODE })))
    // A token from sign-in confirms nothing, and these codes were sent to an address that nobody has.
    const refusing: readonly Route[] = [
      identityRoutes.confirmIdentityWithMfa,
      identityRoutes.loginWithCode,
      identityRoutes.confirmIdentityWithCode,
    ]
    const expected = refusing.includes(route) ? 403 : 200
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => expected))
    await expectWhole()
  })

  test('know every purpose', () => {
    const theirs = new Set<string>(STEPS.map(([, purpose]) => purpose))
    const withCode = routes.filter(
      (route) => route.access.kind === 'token' && 'code' in (inputSchema(route.body).properties ?? {}),
    )
    expect(withCode.filter(({ access }) => access.kind === 'token' && !theirs.has(access.purpose)).map(label)).toEqual(
      [],
    )
    expect(TOKEN_PURPOSES).toEqual(expect.arrayContaining([...theirs]))
  })
})

describe('inside a transaction', () => {
  const REFUSED = /was asked for a connection inside a transaction/

  test('the database refuses a second connection', async () => {
    const { db } = t.app.deps
    const asked = db.transaction().execute(async () => db.selectFrom('users').select('id').execute())
    await expect(asked).rejects.toThrow(REFUSED)
  })

  test('counters of limits do', async () => {
    const limit = { points: 1, seconds: 60, by: 'ip' } as const
    const asked = t.app.deps.db.transaction().execute(() => t.app.deps.limits.consume('test', limit, 'one'))
    await expect(asked).rejects.toThrow(REFUSED)
  })

  test('another transaction does', async () => {
    const { db, pipelines } = t.app.deps
    await expect(db.transaction().execute(() => transactionOn(pipelines, async () => 1))).rejects.toThrow(REFUSED)
    await expect(transactionOn(pipelines, () => db.transaction().execute(async () => 1))).rejects.toThrow(REFUSED)
    await expect(
      transactionOn(pipelines, () => sqlOnPool(pipelines)({ name: 'one', text: 'select 1' }, [])),
    ).rejects.toThrow(REFUSED)
    await expectWhole()
  })

  test('what it started may use one after it', async () => {
    const { db } = t.app.deps
    let later: Promise<unknown> = Promise.resolve()
    let begin: () => void = () => undefined
    await db.transaction().execute(async () => {
      later = new Promise<void>((resolve) => {
        begin = resolve
      }).then(() => db.selectFrom('users').select('id').execute())
    })
    begin()
    await expect(later).resolves.toBeDefined()
  })

  test('isolation levels and connections by hand are not offered', () => {
    const { db } = t.app.deps
    expect(() => db.connection()).toThrow()
    expect(() => db.startTransaction()).toThrow()
    expect(() => db.transaction().setIsolationLevel('serializable')).toThrow()
  })
})

test('a long wait for a connection is refused, and the log says which pool and how long', async () => {
  const said: string[] = []
  const pool = new GuardedPool({
    connectionString: t.database.url,
    name: 'narrow',
    max: 1,
    // The first connection has to be made within this time, too.
    connectionTimeoutMillis: 500,
    log: (state, text) => said.push(`${state.in_use} in use: ${text}`),
  })
  const client = await pool.connect()
  await expect(pool.query('select 1')).rejects.toThrow('no database connection: timeout exceeded')
  expect(said).toEqual([
    expect.stringMatching(/^1 in use: no connection of the pool "narrow" after \d+ ms: timeout exceeded/),
  ])
  client.release()
  await expect(pool.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] })
  await pool.end()
})

test('a connection to a server that only reads is replaced: the address leads to another one by then', async () => {
  const pool = new GuardedPool({ connectionString: t.database.url, name: 'moved', max: 1, log: () => undefined })
  const client = await pool.connect()
  await client.query('set default_transaction_read_only = on')
  const write = `insert into processes (name, job_pools, started_at) values ('aaaa0001', '{}', now())`
  const refusal: unknown = await client.query(write).catch((error: unknown) => error)
  expect(fromDatabase(refusal)).toMatchObject({ code: 'unavailable' })
  client.release()
  // Another connection, which can write.
  await expect(pool.query(write)).resolves.toMatchObject({ rowCount: 1 })
  await pool.query(`delete from processes where name = 'aaaa0001'`)
  await pool.end()
})

test('a transaction on the hot path ends when its process hangs, and so do its locks', async () => {
  const timeout = async (pool: pg.Pool) => (await pool.query('show idle_in_transaction_session_timeout')).rows[0]
  expect(await timeout(t.app.deps.pipelines)).toEqual({ idle_in_transaction_session_timeout: '600ms' })
  const hung = Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), { code: '25P03' })
  expect(fromDatabase(hung)).toMatchObject({ code: 'unavailable' })
})

test('no statement is compiled: that takes a hundred times as long as reading what a booking needs', async () => {
  const { pipelines, db } = t.app.deps
  expect((await pipelines.query('show jit')).rows).toEqual([{ jit: 'off' }])
  expect((await sql<{ jit: string }>`show jit`.execute(db)).rows).toEqual([{ jit: 'off' }])
})

test('a full disk is answered as an outage', () => {
  const full = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
  expect(fromDatabase(full)).toMatchObject({ code: 'unavailable', retryAfter: 2 })
})

test('a library that listens twice, after losing connections one by one, keeps one to notify with', async () => {
  const logged: string[] = []
  const pool = new ListeningPool({
    name: 'hints',
    connectionString: t.database.url,
    max: 2,
    connectionTimeoutMillis: 2000,
    log: (_, text) => logged.push(text),
  })
  const clients = []
  try {
    const ended: number[] = []
    for (const round of [1, 2, 3]) {
      const client = await pool.connect()
      clients.push(client)
      // A library that lost its connection requests another one. It must not take our replacement for a loss.
      client.on('end', () => ended.push(round))
      await client.query('listen "hints"')
    }
    expect((await pool.query(`select 1 as one`)).rows).toEqual([{ one: 1 }])
    const { rows } = await t.database.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and query = 'listen "hints"'`,
    )
    expect([rows[0]?.count, pool.totalCount - pool.idleCount, ended, logged]).toEqual([1, 1, [], []])
  } finally {
    clients.at(-1)?.release(true)
    await pool.end()
  }
})
