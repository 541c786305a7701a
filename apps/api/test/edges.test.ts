import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { fileRoute, publicAccess, type Route } from '@shiloh/contract/core'
import { adminEventRoutes } from '@shiloh/contract/events/events'
import { EXPORT_TYPES, exportWishes } from '@shiloh/contract/lists'
import { settingsRoutes } from '@shiloh/contract/organisation'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { eventBlockRoutes, roomCategoryRoutes } from '@shiloh/contract/venues'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bind, reads } from '#http/binder'
import { openHot } from '#http/hot'
import { openServer } from '#http/server'
import { API_PREFIX } from '#platform/config'
import { features } from '../src/features.ts'
import { exportRows, inChunks } from '../src/platform/tables/exports.ts'
import { makeEvent } from './booking.ts'
import { type TestAccount, type TestApp, testApp } from './harness.ts'

const routes = features.flatMap((feature) => feature.endpoints).map(({ route }) => route)
const label = (route: Route) => `${route.method} ${route.path}`

let t: TestApp
let admin: TestAccount
beforeAll(async () => {
  t = await testApp()
  admin = await t.account({ type: 'admin', permissions: PERMISSIONS })
})
afterAll(() => t.close())

/** Sends bytes unchanged. */
const send = async (route: Route, headers: Record<string, string>, payload: string | Buffer, query = '') => {
  const response = await t.app.server.inject({
    method: route.method,
    url: API_PREFIX + route.path.replace('{type}', 'access').replace(/\{\w+\}/g, 'f'.repeat(24)) + query,
    headers: { authorization: `Bearer ${await t.tokenOf(admin)}`, ...headers },
    ...(route.method === 'GET' ? {} : { payload }),
  })
  const isJson = String(response.headers['content-type']).startsWith('application/json')
  const body: { code?: string; errors?: { field: string; code: string }[] } = isJson ? response.json() : {}
  return { status: response.statusCode, code: body.code, errors: body.errors ?? [] }
}

describe('a body that cannot be read', () => {
  const withFiles = routes.filter(({ files, access }) => files !== undefined && access.kind === 'can')
  const CUT = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf of'

  test.each(withFiles.map((route) => [label(route), route]))(
    '%s: 400, not 500, for a form without end',
    async (_, route) => {
      for (const [type, body] of [
        ['multipart/form-data', CUT],
        ['multipart/form-data; boundary=', CUT],
        ['multipart/form-data; boundary=x', CUT],
        [
          'multipart/form-data; boundary=x',
          '--x\r\nContent-Disposition: form-data; name="data"\r\n\r\n{"half":\r\n--x--\r\n',
        ],
      ] as const)
        expect(await send(route, { 'content-type': type }, body), `${type} ${body}`).toMatchObject({
          status: 400,
          code: 'malformed_request',
        })
    },
  )

  test('another kind of content is 415 on every route that takes a body', async () => {
    const writes = routes.filter(
      ({ method, access, confirmed }) => method !== 'GET' && access.kind === 'can' && !confirmed,
    )
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])
      for (const route of writes)
        expect(await send(route, { 'content-type': type }, '{}'), `${label(route)} ${type}`).toMatchObject({
          status: 415,
          code: 'unsupported_media_type',
        })
    const plain = writes.find(({ files }) => files === undefined)
    if (!plain) throw new Error('there are routes without files')
    expect(await send(plain, { 'content-type': 'multipart/form-data; boundary=x' }, '--x--')).toMatchObject({
      status: 415,
    })
  })

  test('nested too deep is 400; brackets in a text are no depth', async () => {
    const event = await makeEvent(t)
    const user = await t.account()
    const bearer = `Bearer ${await t.tokenOf(user)}`
    const draft = (data: string) =>
      t.app.server.inject({
        method: 'PUT',
        url: `${API_PREFIX}/user/events/${event.id}/draft`,
        headers: { 'content-type': 'application/json', authorization: bearer },
        payload: `{"data":${data}}`,
      })
    for (const depth of [70, 10_000])
      expect((await draft(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).json()).toMatchObject({
        code: 'malformed_request',
      })
    const many = JSON.stringify({ text: '[{"\\'.repeat(1000) })
    expect((await draft(many)).json().code).not.toBe('malformed_request')
  })
})

test('an address that is too long, or written wrongly, is answered like every other failure', async () => {
  const get = async (path: string) => {
    const response = await t.app.server.inject({ url: API_PREFIX + path, headers: { 'accept-language': 'de' } })
    return { status: response.statusCode, ...(response.json() as object) }
  }
  expect(await get(`/faqs/${'x'.repeat(400)}`)).toMatchObject({
    status: 414,
    code: 'uri_too_long',
    message: 'Diese Adresse ist zu lang.',
    errors: [],
    request_id: expect.any(String),
  })
  expect(await get('/faqs/%zz')).toMatchObject({
    status: 400,
    code: 'malformed_request',
    request_id: expect.any(String),
  })
})

test('an instant has an offset and a year that exist', async () => {
  const event = await makeEvent(t)
  for (const arrival_at of [
    '2027-01-10T09:00:00-16:14',
    '2027-01-10T09:00:00+23:59',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ]) {
    const answer = await t.call(reservationRoutes.makeReservation, {
      as: await t.account(),
      params: { event_id: event.id },
      body: { participant_type_id: event.typeId, arrival_at },
    })
    expect(answer.status, arrival_at).toBe(422)
    expect(answer.errors).toMatchObject([{ field: 'arrival_at', code: 'invalid' }])
  }
})

describe('an export', () => {
  const exports = routes.filter(
    ({ answer, path }) => answer === 'file' && path.includes('/export') && path.startsWith('/admin'),
  )

  test('refuses what it cannot do before it begins', async () => {
    expect(exports.length).toBeGreaterThan(15)
    for (const route of exports) {
      const sorted = await send(route, {}, '', '?sort=no_such_column')
      // Lists that are read along an index keep its order, whatever is requested.
      if (sorted.status !== 404 && sorted.status !== 200)
        expect({ ...sorted, route: label(route) }).toMatchObject({ status: 422, errors: [{ field: 'sort' }] })
      const searched = await send(route, {}, '', '?search=a%00b')
      if (searched.status !== 404)
        expect({ ...searched, route: label(route) }).toMatchObject({ status: 422, errors: [{ field: 'search' }] })
    }
  })

  test('that breaks off ends the connection, so that nobody takes a part for the whole', async () => {
    const route = fileRoute({
      method: 'GET',
      path: '/broken-export',
      access: publicAccess,
      summary: 'Breaks off',
      fileTypes: Object.values(EXPORT_TYPES),
      query: exportWishes,
    })
    const [endpoint] = bind(
      { route },
      {
        route: reads((ctx, { query }) =>
          exportRows(ctx, query, {
            name: 'scans',
            columns: { number: (row) => row },
            rows: inChunks<number>(async (last) => {
              if (last !== undefined && last > 20_000) throw new Error('the database went away')
              return Array.from({ length: 1000 }, (_, index) => (last ?? 0) + index + 1)
            }),
          }),
        ),
      },
    )
    if (!endpoint) throw new Error('one route is one endpoint')
    const server = await openServer({
      deps: t.app.deps,
      endpoints: [endpoint],
      authenticator: t.app.authenticator,
      homeCountry: async () => 'GH',
      hot: openHot(t.clock, 0),
    })
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as AddressInfo
    for (const [format, encoding] of [
      ['csv', 'identity'],
      ['csv', 'gzip'],
      ['xlsx', 'identity'],
    ] as const) {
      const request = get({
        port,
        host: '127.0.0.1',
        path: `${API_PREFIX}/broken-export?format=${format}`,
        headers: { 'accept-encoding': encoding },
      })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      expect(response.statusCode).toBe(200)
      response.resume()
      await expect(once(response, 'end')).rejects.toMatchObject({ code: 'ECONNRESET' })
      expect(response.complete).toBe(false)
    }
    await server.close()
  })
})

test('a file that fails before its first byte is answered like any other fault', async () => {
  const route = fileRoute({
    method: 'GET',
    path: '/broken-file',
    access: publicAccess,
    summary: 'Fails',
    fileTypes: ['application/pdf'],
  })
  const body = () =>
    new Readable({
      read() {
        this.destroy(new Error('there is no such font'))
      },
    })
  const endpoints = bind(
    { route },
    { route: reads(async () => ({ name: 'broken.pdf', mime: 'application/pdf', body: body() })) },
  )
  const server = await openServer({
    deps: t.app.deps,
    endpoints,
    authenticator: t.app.authenticator,
    homeCountry: async () => 'GH',
    hot: openHot(t.clock, 0),
  })
  const { statusCode, headers, payload } = await server.inject(`${API_PREFIX}/broken-file`)
  expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
    500,
    'application/json; charset=utf-8',
    undefined,
  ])
  expect(JSON.parse(payload)).toMatchObject({ code: 'internal_error', errors: [], request_id: expect.any(String) })
  await server.close()
})

describe('the second of two concurrent editors', () => {
  test('of an event sees who changed what, and nothing is overwritten', async () => {
    const { readAdminEvent, updateEvent } = adminEventRoutes
    const event = await makeEvent(t)
    const second = await t.account({ type: 'admin', permissions: PERMISSIONS })
    const params = { id: event.id }
    const { data: shown } = await t.call(readAdminEvent, { as: admin, params })
    const first = await t.call(updateEvent, {
      as: admin,
      params,
      body: { name: 'Easter camp', version: shown.version },
    })
    expect(first.data.version).toBe(shown.version + 1)
    const late = await t.call(updateEvent, { as: second, params, body: { summary: 'Late', version: shown.version } })
    expect(late).toMatchObject({ status: 409, code: 'edit_conflict' })
    expect(late.details).toMatchObject({
      version: first.data.version,
      changes: [{ by: expect.stringMatching(/Mensah/), fields: ['name'] }],
    })
    const { data: after } = await t.call(readAdminEvent, { as: admin, params })
    expect(after).toMatchObject({ name: 'Easter camp', summary: shown.summary })
    // After seeing the conflict, they continue: with the current version, or without one.
    expect(
      (await t.call(updateEvent, { as: second, params, body: { summary: 'Late', version: after.version } })).status,
    ).toBe(200)
    expect((await t.call(updateEvent, { as: second, params, body: { summary: 'Later' } })).status).toBe(200)
  })

  test('of two at once is one', async () => {
    const event = await makeEvent(t)
    const params = { id: event.id }
    const { data } = await t.call(adminEventRoutes.readAdminEvent, { as: admin, params })
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) =>
        t.call(adminEventRoutes.updateEvent, {
          as: admin,
          params,
          body: { name: `Camp ${name}`, version: data.version },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('of a policy, of a role, of the matrix of both', async () => {
    const { createPolicy, updatePolicy, createUserRole, updateUserRole, updatePermissionSchema } = authorizationRoutes
    const { data: policy } = await t.call(createPolicy, { as: admin, body: { name: 'Gate helpers' } })
    const { data: role } = await t.call(createUserRole, { as: admin, body: { name: 'Gate helpers' } })
    const change = (version?: number) =>
      t.call(updatePolicy, { as: admin, params: { id: policy._id }, body: { description: 'Helps', version } })
    expect((await change(policy.version)).status).toBe(200)
    expect(await change(policy.version)).toMatchObject({
      status: 409,
      code: 'edit_conflict',
      details: { changes: [{ fields: ['description'] }] },
    })
    const rename = () =>
      t.call(updateUserRole, { as: admin, params: { id: role._id }, body: { description: 'x', version: role.version } })
    expect((await rename()).status).toBe(200)
    expect((await rename()).code).toBe('edit_conflict')
    const permission = (await t.call(authorizationRoutes.listPermissions, { as: admin, query: {} })).data[0]?._id ?? ''
    const matrix = (version: number) =>
      t.call(updatePermissionSchema, {
        as: admin,
        body: { policies: [{ _id: policy._id, permission_ids: [permission], version }] },
      })
    expect((await matrix(policy.version)).code).toBe('edit_conflict')
    expect((await matrix(policy.version + 1)).status).toBe(200)
    expect((await change(policy.version + 1)).code).toBe('edit_conflict')
  })

  test('of settings', async () => {
    const { readSettings, updateSettings } = settingsRoutes
    const { data: before } = await t.call(readSettings, { as: admin })
    for (const [name, body] of [
      ['general_settings', { maintenance_message: 'Back at noon' }],
      ['client_group', { short_name: 'Light' }],
    ] as const) {
      const save = (version: number) =>
        t.call(updateSettings, { as: admin, params: { name }, body: { ...body, version } })
      const first = await save(before.versions[name])
      expect(first.data.versions[name]).toBe(before.versions[name] + 1)
      expect(await save(before.versions[name])).toMatchObject({ status: 409, code: 'edit_conflict' })
      expect((await save(first.data.versions[name])).status).toBe(200)
    }
  })
})

describe('what the database refuses', () => {
  test('names what is missing or in use by the statement and the constraint, in whatever language the server speaks', async () => {
    const missing = 'f'.repeat(24)
    const made = await t.call(eventBlockRoutes.create, {
      as: admin,
      body: { event_center_id: missing, name: 'Block Z' },
    })
    expect(made).toMatchObject({ status: 422, errors: [{ field: 'event_center_id', code: 'not_found' }] })
    const event = await makeEvent(t)
    const removed = await t.call(roomCategoryRoutes.remove, { as: admin, params: { id: event.categoryId } })
    expect(removed).toMatchObject({ status: 409, code: 'in_use' })
  })

  test('every rule of several columns has a name that says it', async () => {
    const { rows } = await t.database.pool.query<{ name: string }>(
      `select c.conrelid::regclass || '.' || c.conname as name from pg_constraint c
       where c.connamespace = 'public'::regnamespace and (c.conname ~ '[0-9]$' or c.conname = c.conrelid::regclass::text || '_check')`,
    )
    expect(rows).toEqual([])
  })
})

describe('a file that everybody may see', () => {
  test('is stored for a year, known by its content, and never opened on our address', async () => {
    const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2f3a78' } })
      .png()
      .toBuffer()
    const { data } = await t.call(settingsRoutes.setLogo, {
      as: admin,
      files: [{ field: 'logo', name: 'a.png', bytes }],
    })
    const url = String(data.logo_url)
    const first = await t.app.server.inject({ url })
    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000',
      'content-disposition': expect.stringMatching(/^attachment;/),
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    })
    for (const tag of [String(first.headers['etag']), `W/${first.headers['etag']}, "other"`]) {
      const again = await t.app.server.inject({ url, headers: { 'if-none-match': tag } })
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    }
    expect((await t.app.server.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
  })
})
