import { type Route, USER_TYPES, type UserType } from '@shiloh/contract/core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { features } from '../src/features.ts'
import { API_PREFIX } from '../src/platform/config.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'

/** Every route of the product, as the features register them: new ones are swept automatically. */
const endpoints = features.flatMap((feature) => feature.endpoints)
const label = (route: Route) => `${route.method} ${route.path}`
const NOBODY = 'f'.repeat(24)

let app: TestApp
const accounts = new Map<UserType, TestAccount>()

beforeAll(async () => {
  app = await testApp()
  for (const type of USER_TYPES) accounts.set(type, await app.account({ type }))
})
afterAll(() => app.close())

const account = (type: UserType): TestAccount => {
  const found = accounts.get(type)
  if (!found) throw new Error(`no account of type ${type}`)
  return found
}

/** Calls a route with unknown ids and an empty body. */
const knock = async (route: Route, bearer?: string): Promise<{ status: number; code: unknown; message: unknown }> => {
  const response = await app.app.server.inject({
    method: route.method,
    url: API_PREFIX + route.path.replace(/\{\w+\}/g, NOBODY),
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(route.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(route.method === 'GET' ? {} : { payload: '{}' }),
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const body: Record<string, unknown> = isJson ? response.json() : {}
  return { status: response.statusCode, code: body['code'], message: body['message'] }
}

/** Runs one check on many routes and lists all that fail it. */
const sweep = async (routes: readonly Route[], check: (route: Route) => Promise<string | undefined>) => {
  expect(routes.length).toBeGreaterThan(0)
  const failed: string[] = []
  for (const route of routes) {
    const problem = await check(route)
    if (problem !== undefined) failed.push(`${label(route)}: ${problem}`)
  }
  expect(failed).toEqual([])
}

const expecting =
  (status: number, code: string, bearer?: (route: Route) => Promise<string | undefined>) => async (route: Route) => {
    const answer = await knock(route, await bearer?.(route))
    return answer.status === status && answer.code === code ? undefined : `${answer.status} ${String(answer.code)}`
  }

const routes = endpoints.map(({ route }) => route)
const ofKind = (kind: Route['access']['kind']) => routes.filter((route) => route.access.kind === kind)

/** Routes that anybody can call. A new one has to be added here as well. */
const PUBLIC = new Set([
  'GET /auth/registration/settings',
  'GET /admin/auth/registration/settings',
  'POST /auth/register',
  'POST /auth/login',
  'POST /auth/login/code',
  'POST /auth/login/checkin-user',
  'POST /admin/auth/login',
  'POST /admin/auth/login/passkey/options',
  'POST /admin/auth/login/passkey',
  'POST /auth/check',
  'POST /admin/auth/check',
  'POST /auth/account/confirmation/resend',
  'POST /auth/request-password-reset',
  'POST /admin/auth/request-password-reset',
  'GET /organisation',
  'GET /files/{id}',
  'GET /countries',
  'GET /geo-data',
  'GET /regions',
  'GET /regions/{id}/areas',
  'GET /regions/{id}/areas/{area_id}/districts',
  'GET /regions/{id}/areas/{area_id}/districts/{district_id}/assemblies',
  'GET /geo/regions',
  'GET /geo/areas',
  'GET /geo/districts',
  'GET /geo/assemblies',
  'GET /events',
  'GET /events/{id}',
  'GET /events/{id}/recent',
  'GET /events/{id}/cover.svg',
  'GET /faqs',
  'GET /faqs/{id}',
  'GET /qr/{id}',
])

test('no two routes have the same address', () => {
  const addresses = routes.map((route) => label(route).replace(/\{\w+\}/g, '{}'))
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
})

test('only the routes meant to be public are public', () => {
  expect(
    ofKind('public')
      .map(label)
      .filter((address) => !PUBLIC.has(address)),
  ).toEqual([])
  expect(ofKind('provider').map(label)).toEqual(['POST /payments/webhooks/{provider}'])
})

test('the published document has every route', async () => {
  const response = await app.app.server.inject({ method: 'GET', url: `${API_PREFIX}/openapi.json` })
  const document: { paths: Record<string, Record<string, unknown>> } = response.json()
  const missing = routes.filter((route) => {
    const path = document.paths[API_PREFIX + route.path] ?? document.paths[route.path]
    return path?.[route.method.toLowerCase()] === undefined
  })
  expect(missing.map(label)).toEqual([])
})

describe('routes for people who are signed in', () => {
  test('without a token: 401', () => sweep(ofKind('signedIn'), expecting(401, 'not_signed_in')))

  test('with something that is no token: 403, in the words that clients match on', () =>
    sweep(ofKind('signedIn'), async (route) => {
      const { status, message } = await knock(route, 'no.such.token')
      return status === 403 && message === 'Invalid or expired token.' ? undefined : `${status} ${String(message)}`
    }))

  test('with the wrong kind of account: 403', () =>
    sweep(ofKind('signedIn'), async (route) => {
      const { access } = route
      if (access.kind !== 'signedIn') return undefined
      for (const type of USER_TYPES.filter((one) => !access.who.includes(one))) {
        const problem = await expecting(403, 'forbidden', () => app.tokenOf(account(type)))(route)
        if (problem !== undefined) return `${type}: ${problem}`
      }
      return undefined
    }))
})

describe('routes of administrators', () => {
  test('without a token: 401', () => sweep(ofKind('can'), expecting(401, 'not_signed_in')))

  test.each(USER_TYPES.filter((type) => type !== 'admin'))('as a %s: 403', (type) =>
    sweep(
      ofKind('can'),
      expecting(403, 'forbidden', () => app.tokenOf(account(type))),
    ),
  )

  test('without the permission: 403, also where nothing has that id', () =>
    sweep(
      ofKind('can'),
      expecting(403, 'forbidden', () => app.tokenOf(account('admin'))),
    ))

  test('with the permission and no other: not refused', async () => {
    const holders = new Map<string, TestAccount>()
    await sweep(ofKind('can'), async (route) => {
      if (route.access.kind !== 'can') return undefined
      const { permission } = route.access
      const holder = holders.get(permission) ?? (await app.account({ type: 'admin', permissions: [permission] }))
      holders.set(permission, holder)
      const { status, code } = await knock(route, await app.tokenOf(holder))
      return status === 401 || code === 'forbidden' || status >= 500 ? `${status} ${String(code)}` : undefined
    })
  })

  test('a session that was ended opens nothing', async () => {
    const admin = await app.account({ type: 'admin', permissions: ['users.read'] })
    await app.database.pool.query('update sessions set revoked_at = now() where id = $1', [admin.sessionId])
    await sweep(
      ofKind('can'),
      expecting(403, 'invalid_token', () => app.tokenOf(admin)),
    )
  })
})

describe('routes for a token of one purpose', () => {
  test('without a token: 401', () => sweep(ofKind('token'), expecting(401, 'not_signed_in')))

  test('with a wrong token, or an access token instead: refused', () =>
    sweep(ofKind('token'), async (route) => {
      for (const bearer of ['wrong', await app.tokenOf(account('admin'))]) {
        const { status, code } = await knock(route, bearer)
        // Only the holder of the token learns that the body is missing.
        if (status !== 403 || code !== 'invalid_token') return `${status} ${String(code)}`
      }
      return undefined
    }))
})

describe('what decides who gets into an account', () => {
  const LATE = 11
  /** A new one has to be added here as well. */
  const DELICATE = [
    'DELETE /auth/account',
    'DELETE /auth/passkeys/{id}',
    'DELETE /auth/sessions',
    'DELETE /auth/sessions/{id}',
    'POST /admin/api-tokens',
    'POST /admin/webhooks',
    'POST /auth/passkeys',
    'POST /auth/passkeys/options',
    'POST /mfa/activate',
    'POST /mfa/deactivate-request',
    'POST /mfa/enroll',
    'POST /mfa/recovery-codes',
  ]
  const delicate = routes.filter((route) => route.confirmed)

  test('is what is meant to be', () => expect(delicate.map(label).sort()).toEqual(DELICATE))

  test('asks to confirm when the sign-in is a while ago', async () => {
    const user = await app.account()
    const admin = await app.account({ type: 'admin', permissions: ['integrations.create'] })
    app.clock.forward(LATE)
    for (const [who, theirs] of [
      [user, delicate.filter(({ access }) => access.kind === 'signedIn')],
      [admin, delicate.filter(({ access }) => access.kind === 'can')],
    ] as const)
      await sweep(
        theirs,
        expecting(403, 'confirmation_required', () => app.tokenOf(who)),
      )
  })
})

describe('maintenance', () => {
  const set = (value: boolean) =>
    app.database.pool.query(
      `insert into settings (name, value) values ('general_settings', jsonb_build_object('enable_maintenance_mode', $1::boolean))
       on conflict (name) do update set value = settings.value || excluded.value`,
      [value],
    )
  afterEach(() => set(false))

  test('closes everything to members but signing out', async () => {
    await set(true)
    const member = await app.account()
    const theirs = routes.filter(({ access }) => access.kind === 'signedIn' && access.who.includes('user'))
    await sweep(
      theirs.filter(({ duringMaintenance }) => !duringMaintenance),
      expecting(503, 'maintenance_mode', () => app.tokenOf(member)),
    )
    const open = theirs.filter(({ duringMaintenance }) => duringMaintenance)
    expect(open.map(({ path }) => path).sort()).toEqual(['/auth/logout', '/auth/logs'])
  })

  test('closes nothing to administrators', async () => {
    await set(true)
    const admin = await app.account({ type: 'admin', permissions: ['users.read'] })
    const bearer = await app.tokenOf(admin)
    const theirs = routes.filter(
      ({ access, beforeSecondStep }) => access.kind === 'signedIn' && access.who.includes('admin') && beforeSecondStep,
    )
    await sweep(
      theirs.filter(({ path }) => !path.endsWith('/logout')),
      async (route) => ((await knock(route, bearer)).code === 'maintenance_mode' ? 'maintenance_mode' : undefined),
    )
  })
})

describe('an administrator who has to set up a second step', () => {
  const require = (value: boolean) =>
    app.database.pool.query(
      `insert into settings (name, value) values ('security_settings', jsonb_build_object('require_admin_second_step', $1::boolean))
       on conflict (name) do update set value = settings.value || excluded.value`,
      [value],
    )
  const closed = routes.filter(({ access, beforeSecondStep }) => {
    return !beforeSecondStep && (access.kind === 'can' || (access.kind === 'signedIn' && access.who.includes('admin')))
  })

  test('gets to nothing else', async () => {
    await require(true)
    const holders = new Map<string, TestAccount>()
    await sweep(closed, async (route) => {
      const permission = route.access.kind === 'can' ? route.access.permission : undefined
      const key = permission ?? 'none'
      const holder =
        holders.get(key) ?? (await app.account({ type: 'admin', permissions: permission ? [permission] : [] }))
      holders.set(key, holder)
      return expecting(403, 'mfa_required', () => app.tokenOf(holder))(route)
    })
    await require(false)
  })

  test('gets to what sets it up, and then to everything', async () => {
    await require(true)
    const admin = await app.account({ type: 'admin', permissions: ['users.read'] })
    const bearer = await app.tokenOf(admin)
    await sweep(
      routes.filter(({ beforeSecondStep, access }) => {
        return beforeSecondStep && access.kind === 'signedIn' && access.who.includes('admin')
      }),
      async (route) => {
        // Logout, the last of them, would end the session.
        if (route.path.endsWith('/logout')) return undefined
        const { status, code } = await knock(route, bearer)
        return status === 401 || status === 403 || status >= 500 ? `${status} ${String(code)}` : undefined
      },
    )
    await app.database.pool.query(
      `insert into mfa_methods (user_id, method, activated_at) values ($1, 'email', now())`,
      [admin.id],
    )
    const users = routes.find((route) => label(route) === 'GET /admin/users')
    if (!users) throw new Error('there is a list of users')
    expect((await knock(users, bearer)).status).toBe(200)
    await require(false)
  })
})
