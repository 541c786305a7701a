import { fileRoute, id, idParams, listRoute, publicAccess, route, signedIn } from '@shiloh/contract/core'
import { listQuery } from '@shiloh/contract/lists'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { z } from 'zod'
import { checkAnswer } from './check-answer.ts'
import { ApiError, createClient } from './client.ts'
import { createSession, memoryStorage } from './session.ts'

const thing = z.object({ _id: id, name: z.string() })
const one = route({
  method: 'GET',
  path: '/things/{id}',
  access: publicAccess,
  summary: '',
  params: idParams,
  response: thing,
})
const list = listRoute({
  method: 'GET',
  path: '/things',
  access: publicAccess,
  summary: '',
  query: listQuery({ sort: ['name'], order: ['name'] }),
  response: thing,
})
const make = route({
  method: 'POST',
  path: '/things',
  access: publicAccess,
  summary: '',
  body: z.object({ name: z.string() }),
  response: thing,
  idempotent: true,
})
const picture = route({
  method: 'POST',
  path: '/pictures',
  access: publicAccess,
  summary: '',
  body: z.object({ name: z.string(), tags: z.array(z.string()) }),
  files: ['avatar'],
  response: thing,
})
const report = fileRoute({ method: 'GET', path: '/report', access: publicAccess, summary: '', fileTypes: ['text/csv'] })

const _id = '0123456789abcdef01234567'
const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const refused = (status: number, message: string, code = 'forbidden', errors: unknown[] = []) =>
  json({ message, code, errors, request_id: 'r1' }, status)
const ok = json.bind(undefined, { message: 'done', data: { _id, name: 'A' } })

interface Sent {
  url: string
  init: RequestInit
  headers: Headers
}

const confirm = vi.fn(async () => true)

function setup(...answers: (Response | Error | (() => Response))[]) {
  const sent: Sent[] = []
  const session = createSession(memoryStorage(), memoryStorage(), () => true)
  const client = createClient({
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init, headers: new Headers(init.headers) })
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer() : (answer ?? ok())
    },
    session,
    language: () => 'de',
    text: (key) => key,
    confirm,
    exclusively: (work) => work(),
    check: checkAnswer,
  })
  return { ...client, session, sent }
}

const failureOf = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError')
  return error
}

describe('a call', () => {
  it('is typed from the route and fills path, query, language and bearer', async () => {
    const { call, session, sent } = setup(() => ok())
    session.write({ accessToken: 'abc' })
    const data = await call(one, { params: { id: _id } })
    expectTypeOf(data).toEqualTypeOf<{ _id: string; name: string }>()
    expect(data.name).toBe('A')
    expect(sent[0]?.url).toBe(`/api/v1/things/${_id}`)
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer abc')
    expect(sent[0]?.headers.get('accept-language')).toBe('de')
  })

  it('answers a list with its meta and leaves empty filters out', async () => {
    const meta = { page: 2, page_size: 50, total: 51, total_pages: 2 }
    const { call, sent } = setup(json({ message: '', data: [{ _id, name: 'A' }], meta }))
    expect(await call(list, { query: { page: 2, search: '' } })).toEqual({ items: [{ _id, name: 'A' }], meta })
    expect(sent[0]?.url).toBe('/api/v1/things?page=2')
  })

  it('answers a file with its name', async () => {
    const headers = { 'content-disposition': "attachment; filename*=UTF-8''B%C3%A9thel.csv" }
    const { call } = setup(new Response('a;b', { headers }))
    const file = await call(report)
    expect(file.name).toBe('Béthel.csv')
    expect(await file.blob.text()).toBe('a;b')
  })

  it('sends files as multipart', async () => {
    const { call, sent } = setup(() => ok())
    await call(picture, { body: { name: 'A', tags: ['x'] }, files: { avatar: new Blob(['p']) } })
    const form = sent[0]?.init.body
    expect(form).toBeInstanceOf(FormData)
    if (form instanceof FormData) expect(form.get('data')).toBe('{"name":"A","tags":["x"]}')
    expect(sent[0]?.headers.has('content-type')).toBe(false)
  })

  it('counts itself for the progress bar, also when it fails', async () => {
    const { call, pending } = setup(new TypeError('offline'))
    const seen: number[] = []
    pending.subscribe(() => seen.push(pending.get()))
    await failureOf(call(report))
    expect(seen).toEqual([1, 0])
  })
})

describe('the error catalogue', () => {
  it.each([408, 413, 502, 504])('%i says that the server was not reached', async (status) => {
    const error = await failureOf(setup(refused(status, 'x')).call(report))
    expect([error.status, error.message]).toEqual([status, 'no_connection'])
  })

  it('a network failure says the same', async () => {
    const error = await failureOf(setup(new TypeError('failed to fetch')).call(report))
    expect([error.status, error.message]).toEqual([0, 'no_connection'])
  })

  it.each(
    ['Invalid token', 'INVALID ACCESS TOKEN.', 'invalid signature', 'Invalid or expired token.'].flatMap((message) =>
      [403, 500].map((status) => [status, message] as const),
    ),
  )('%i "%s" clears the access token only', async (status, message) => {
    const { call, session } = setup(refused(status, message))
    session.write({ accessToken: 'a', refreshToken: 'r' })
    await failureOf(call(report))
    expect(session.read('accessToken')).toBeUndefined()
    expect(session.read('refreshToken')).toBe('r')
  })

  it.each([
    [403, 'You may not.'],
    [422, 'Invalid token'],
  ])('%i "%s" keeps it', async (status, message) => {
    const { call, session } = setup(refused(status, message))
    session.write({ accessToken: 'a' })
    await failureOf(call(report))
    expect(session.read('accessToken')).toBe('a')
  })

  it('names the fields and how long to wait', async () => {
    const body = {
      message: 'm',
      code: 'invalid_input',
      errors: [{ field: 'name', code: 'required', message: 'f' }],
      request_id: 'r',
    }
    const error = await failureOf(setup(json(body, 429, { 'retry-after': '7' })).call(report))
    expect([error.fields[0]?.field, error.retryAfter, error.code]).toEqual(['name', 7, 'invalid_input'])
  })

  it('an unreadable failure is still a failure with words', async () => {
    expect((await failureOf(setup(new Response('<html>', { status: 500 })).call(report))).message).toBe(
      'unreadable_answer',
    )
  })
})

describe('what asks for a confirmation', () => {
  const asks = () => refused(403, 'Confirm your identity', 'confirmation_required')

  it('is repeated as it was once the person has confirmed, and keeps the token', async () => {
    confirm.mockClear()
    const { call, session, sent } = setup(asks(), ok())
    session.write({ accessToken: 'a' })
    expect((await call(make, { body: { name: 'A' } })).name).toBe('A')
    expect(confirm).toHaveBeenCalledOnce()
    expect(sent.map(({ init }) => init.body)).toEqual(['{"name":"A"}', '{"name":"A"}'])
    expect(sent[1]?.headers.get('idempotency-key')).toBe(sent[0]?.headers.get('idempotency-key'))
    expect(session.read('accessToken')).toBe('a')
  })

  it('fails as it was refused when they do not', async () => {
    confirm.mockResolvedValueOnce(false)
    const { call, sent } = setup(asks())
    expect((await failureOf(call(report))).code).toBe('confirmation_required')
    expect(sent).toHaveLength(1)
  })

  it('is repeated once', async () => {
    const { call, sent } = setup(asks)
    expect((await failureOf(call(report))).code).toBe('confirmation_required')
    expect(sent).toHaveLength(2)
  })
})

describe('an expired access token', () => {
  const renewed = () => json({ message: '', data: { access_token: 'new', refresh_token: 'r2' } })

  it('is renewed once for many calls, which are then repeated', async () => {
    const session = createSession(memoryStorage(), memoryStorage(), () => true)
    session.write({ accessToken: 'old', refreshToken: 'r1' })
    let refreshes = 0
    const client = createClient({
      fetch: async (url, init = {}) => {
        if (String(url).endsWith('/auth/refresh')) {
          refreshes += 1
          expect(new Headers(init.headers).get('authorization')).toBe('Bearer r1')
          return renewed()
        }
        return new Headers(init.headers).get('authorization') === 'Bearer new' ? ok() : refused(401, 'sign in')
      },
      session,
      language: () => 'en',
      text: (key) => key,
      exclusively: (work) => work(),
    })
    await Promise.all(Array.from({ length: 5 }, () => client.call(one, { params: { id: _id } })))
    expect(refreshes).toBe(1)
    expect([session.read('accessToken'), session.read('refreshToken')]).toEqual(['new', 'r2'])
  })

  it('is renewed when the server calls it invalid or expired', async () => {
    const { call, session, sent } = setup(refused(403, 'Invalid or expired token.', 'invalid_token'), renewed(), ok())
    session.write({ accessToken: 'old', refreshToken: 'r' })
    await call(one, { params: { id: _id } })
    expect(sent).toHaveLength(3)
    expect(sent[2]?.headers.get('authorization')).toBe('Bearer new')
  })

  it.each([
    [{ ended: true }, true],
    [undefined, false],
  ])('is cleared with its session, which the server says was ended or not: %j', async (data, isRevoked) => {
    const no = (more: object) =>
      json({ message: 'Invalid or expired token.', code: 'invalid_token', errors: [], request_id: 'r', ...more }, 403)
    const { call, session } = setup(no({}), no(data ? { data } : {}))
    session.write({ accessToken: 'old', refreshToken: 'r' })
    await failureOf(call(one, { params: { id: _id } }))
    expect([session.read('refreshToken'), session.takeRevoked(), session.takeRevoked()]).toEqual([
      undefined,
      isRevoked,
      false,
    ])
  })

  it('is cleared when it cannot be renewed', async () => {
    const { call, session, sent } = setup(refused(403, 'Invalid or expired token.', 'invalid_token'))
    session.write({ accessToken: 'old' })
    await failureOf(call(report))
    expect([sent.length, session.read('accessToken')]).toEqual([1, undefined])
  })

  it.each([
    [403, 'forbidden'],
    [401, 'invalid_credentials'],
  ])('is not suspected by a %i %s', async (status, code) => {
    const { call, session, sent } = setup(refused(status, 'no', code))
    session.write({ accessToken: 'good', refreshToken: 'r' })
    await failureOf(call(report))
    expect([sent.length, session.read('accessToken')]).toEqual([1, 'good'])
  })

  it('is fetched again before a call that needs one', async () => {
    const { call, session, sent } = setup(renewed(), ok())
    session.write({ refreshToken: 'r' })
    await call({ ...one, access: signedIn() }, { params: { id: _id } })
    expect(sent.map(({ url }) => url)).toEqual(['/api/v1/auth/refresh', `/api/v1/things/${_id}`])
    expect(sent[1]?.headers.get('authorization')).toBe('Bearer new')
  })

  it('is fetched again when only the refresh token is left', async () => {
    const { renew, session } = setup(renewed())
    session.write({ refreshToken: 'r' })
    expect([await renew(), session.read('accessToken')]).toEqual([true, 'new'])
  })

  it('keeps the idempotency key when the call is repeated', async () => {
    const { call, session, sent } = setup(refused(401, 'x'), renewed(), ok())
    session.write({ accessToken: 'old', refreshToken: 'r' })
    await call(make, { body: { name: 'A' } })
    expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy()
    expect(sent[2]?.headers.get('idempotency-key')).toBe(sent[0]?.headers.get('idempotency-key'))
  })

  it('ends the session when the refresh token is refused, and asks only once', async () => {
    const { call, session, sent } = setup(refused(401, 'x'), refused(401, 'spent'))
    session.write({ accessToken: 'old', refreshToken: 'r' })
    expect((await failureOf(call(report))).status).toBe(401)
    expect(session.read('refreshToken')).toBeUndefined()
    expect(sent).toHaveLength(2)
  })

  it('is not tried for a call with its own bearer', async () => {
    const { call, session, sent } = setup(refused(401, 'x'))
    session.write({ accessToken: 'old', refreshToken: 'r' })
    await failureOf(call(report, { token: 'mfa' }))
    expect(sent).toHaveLength(1)
  })
})
