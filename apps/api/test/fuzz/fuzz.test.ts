import { errorBody, listMeta, type Route } from '@shiloh/contract/core'
import { ERROR_DATA } from '@shiloh/contract/error-data'
import type { ErrorCode } from '@shiloh/contract/errors'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { errorsOf } from '#http/openapi'
import { features } from '../../src/features.ts'
import { API_PREFIX } from '../../src/platform/config.ts'
import { brokenInvariants } from '../invariants.ts'
import { type Chance, openChance } from './chance.ts'
import { type Hostile, inputSchema, type Json, type JsonObject, mutated, validValue } from './values.ts'
import { CALLERS, type CallerName, openWorld, type World } from './world.ts'

/**
 * Calls every route of the contract as every kind of caller, with valid, nearly valid and hostile inputs. There must be
 * no 5xx, answers must match the contract, and the invariants must hold afterwards.
 *
 * FUZZ_SEED=7 FUZZ_ROUNDS=100 npm test -- fuzz
 */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_122)
/** Calls per route. A slow machine stops after a minute. Apart from that, the calls are the same on every machine. */
const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? 12)
const SECONDS = Math.max(60, ROUNDS * 5)
/** Calls between two reads of the existing ids. */
const REFRESH_AFTER = 200
/** Parallel calls. */
const LANES = 3

const endpoints = features.flatMap((feature) => feature.endpoints)
const schemas = new Map(
  endpoints.map(({ route }) => [
    route,
    { params: inputSchema(route.params), query: inputSchema(route.query), body: inputSchema(route.body) },
  ]),
)

const documented = new Map(endpoints.map(({ route }) => [route, new Set<string>(errorsOf(route))]))

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.t.close())

/** One call as it is sent. */
interface Shot {
  readonly caller: CallerName
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload: string | Buffer | undefined
  /** A short, readable description of what is sent and what is wrong with it. */
  readonly told: string
}

const callerFor = (route: Route, chance: Chance): CallerName => {
  if (chance.percent(12)) return chance.pick(CALLERS)
  switch (route.access.kind) {
    case 'can':
      return 'admin'
    case 'signedIn': {
      const fitting: CallerName[] = []
      if (route.access.who.includes('user')) fitting.push('member', 'member', 'other')
      if (route.access.who.includes('vendor')) fitting.push('vendor')
      if (route.access.who.includes('checkin_user')) fitting.push('gate')
      if (route.access.who.includes('admin')) fitting.push('admin')
      return chance.pick(fitting)
    }
    default:
      return chance.pick(['nobody', 'member'])
  }
}

const asObject = (value: Json): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

/** Serialises JSON, including numbers that JSON cannot represent and values nested too deeply for recursion. */
const written = (value: Json): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return 'null'
  }
}

const short = (text: string): string =>
  text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text

const BOUNDARY = 'fuzz-boundary'
const CSV = 'name,code,phone,beds\r\nAma,AA1,+233241234567,2\r\n"Kofi, =1+1",,,-1\r\n'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const FILES: readonly { label: string; bytes: Buffer }[] = [
  { label: 'a table', bytes: Buffer.from(CSV) },
  { label: 'half a quote', bytes: Buffer.from('name\r\n"open') },
  { label: 'a table with NUL', bytes: Buffer.from('name\r\na\u0000b') },
  { label: 'a picture', bytes: PNG },
  { label: 'half a picture', bytes: PNG.subarray(0, 40) },
  { label: 'nothing', bytes: Buffer.alloc(0) },
  { label: 'zeros', bytes: Buffer.alloc(5000) },
  { label: 'a PDF by its first bytes', bytes: Buffer.from('%PDF-1.7\n') },
]

const multipart = (route: Route, body: JsonObject, chance: Chance): { payload: Buffer; told: string } => {
  const parts: Buffer[] = []
  for (const [name, value] of Object.entries(body))
    parts.push(
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${typeof value === 'string' ? value : written(value)}\r\n`,
      ),
    )
  let told = ''
  for (const field of route.files ?? []) {
    if (chance.percent(20)) continue
    const file = chance.pick(FILES)
    told += ` ${field}=${file.label}`
    parts.push(
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${chance.pick(['a.csv', '../x', 'ü\u0000.png'])}"\r\n\r\n`,
      ),
      file.bytes,
      Buffer.from('\r\n'),
    )
  }
  parts.push(Buffer.from(`--${BOUNDARY}--\r\n`))
  return { payload: Buffer.concat(parts), told }
}

const aim = async (route: Route, chance: Chance): Promise<Shot> => {
  const caller = callerFor(route, chance)
  const known = world.known(route.path, caller, chance)
  const { params, query, body } = schemas.get(route) ?? { params: {}, query: {}, body: {} }
  const wrong: string[] = []
  const headers: Record<string, string> = {}

  const bearer =
    route.access.kind === 'token' && chance.percent(85)
      ? await world.tokenFor(route.access.purpose, chance)
      : chance.percent(2)
        ? 'no.such.token'
        : await world.bearerOf(caller)
  if (bearer) headers['authorization'] = `Bearer ${bearer}`
  if (chance.percent(20))
    headers['accept-language'] = chance.pick(['de', 'fr', 'pt', '*', 'xx;q=0', ';;;', 'de;q=99999'])
  if (chance.percent(15))
    headers['idempotency-key'] = chance.pick(['once', `k${chance.below(50)}`, 'x'.repeat(300), ' ', 'ä'])
  if (chance.percent(3)) headers['if-none-match'] = '*'
  if (chance.percent(3)) headers['if-match'] = chance.pick(['*', '"1"', 'W/"x"', 'x'])

  const isAimed = chance.percent(40)
  const target = isAimed
    ? null
    : chance.pick(
        route.method === 'GET'
          ? (['params', 'query'] as const)
          : (['params', 'query', 'body', 'body', 'body', 'wire'] as const),
      )

  let given: Hostile = { label: '', value: validValue(params, 'params', chance, known) }
  if (target === 'params') {
    given = mutated(given.value, chance)
    wrong.push(`params ${given.label}`)
  }
  const values = asObject(given.value)
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    const text = typeof value === 'string' ? value : written(value ?? '')
    return encodeURIComponent(text.toWellFormed()) || 'empty'
  })

  let asked: Hostile = { label: '', value: validValue(query, 'query', chance, known) }
  if (target === 'query') {
    asked = mutated(asked.value, chance)
    wrong.push(`query ${asked.label}`)
  }
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(asObject(asked.value)))
    for (const one of Array.isArray(value) ? value.slice(0, 50) : [value])
      search.append(name.toWellFormed(), (typeof one === 'string' ? one : written(one)).slice(0, 3000).toWellFormed())
  const url = `${API_PREFIX}${path.slice(0, 4000)}${search.size > 0 ? `?${search}` : ''}`

  if (route.method === 'GET')
    return { caller, url, headers, payload: undefined, told: [short(url), ...wrong].join(' | ') }

  let sent: Hostile = { label: '', value: validValue(body, 'body', chance, known) }
  if (target === 'body') {
    sent = mutated(sent.value, chance)
    wrong.push(`body ${sent.label}`)
  }
  let payload: string | Buffer = written(sent.value)
  headers['content-type'] = 'application/json'
  let filesTold = ''
  if (route.files && chance.percent(80)) {
    headers['content-type'] = `multipart/form-data; boundary=${BOUNDARY}`
    const made = multipart(route, asObject(sent.value), chance)
    payload = made.payload
    filesTold = made.told
  }
  if (target === 'wire') {
    const kind = chance.pick(['type', 'cut', 'boundary', 'deep', 'empty', 'bytes'] as const)
    wrong.push(`wire ${kind}`)
    if (kind === 'type')
      headers['content-type'] = chance.pick([
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        '',
        'nonsense',
        'application/json; charset=utf-16',
      ])
    if (kind === 'cut')
      payload = Buffer.from(payload).subarray(0, Math.floor((payload.length * chance.below(100)) / 100))
    if (kind === 'boundary')
      headers['content-type'] = chance.pick([
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'multipart/form-data; boundary=other',
        'multipart/mixed; boundary=fuzz-boundary',
      ])
    if (kind === 'empty') payload = ''
    if (kind === 'bytes') payload = Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x7b])
    if (kind === 'deep') {
      const key = Object.keys(asObject(sent.value))[0] ?? 'data'
      payload = `{${JSON.stringify(key)}:${'[{"a":'.repeat(10_000)}1${'}]'.repeat(10_000)}}`
    }
    wrong.push(headers['content-type'] ?? '')
  }
  return {
    caller,
    url,
    headers,
    payload,
    told: [short(url), short(written(sent.value)) + filesTold, ...wrong].join(' | '),
  }
}

const success = z.object({ message: z.string(), data: z.unknown() })
const withMeta = success.extend({ data: z.array(z.unknown()), meta: listMeta })

/** Makes one call. Returns what is wrong with the answer, if anything. */
const fire = async (route: Route, shot: Shot): Promise<{ status: number; problem: string | undefined }> => {
  const response = await world.t.app.server
    .inject({
      method: route.method,
      url: shot.url,
      headers: shot.headers,
      ...(shot.payload === undefined ? {} : { payload: shot.payload }),
    })
    .catch(() => undefined)
  if (response === undefined) return { status: 0, problem: 'an answer that broke off' }
  const status = response.statusCode
  const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json')
  const body: unknown = isJson && response.rawPayload.length > 0 ? JSON.parse(response.body) : undefined
  const checked = ((): string | undefined => {
    if (status === 304) return undefined
    if (status >= 400) {
      const parsed = errorBody.safeParse(body)
      if (!parsed.success) return `an error that is none: ${short(response.body)}`
      const code = parsed.data.code as ErrorCode
      if (!documented.get(route)?.has(code)) return `${code} is not documented for this route`
      const data = ERROR_DATA[code]?.safeParse(parsed.data.data ?? {})
      return data?.success === false ? `data of ${code} is not as described: ${short(data.error.message)}` : undefined
    }
    if (status !== route.status) return `${status} instead of ${route.status}`
    if (route.answer === 'file') return undefined
    const parsed = (route.answer === 'list' ? withMeta : success).safeParse(body)
    if (!parsed.success) return `not as described: ${parsed.error.message}`
    const data = (route.answer === 'list' ? z.array(route.response) : route.response).safeParse(parsed.data.data)
    return data.success ? undefined : `not as described: ${short(data.error.message)}`
  })()
  if (status >= 500 && !(status === 503 && response.headers['retry-after'] !== undefined))
    return { status, problem: `${status} ${short(response.body)}` }
  return { status, problem: checked }
}

test('answers whatever it is sent', { timeout: (SECONDS + 120) * 1000 }, async () => {
  const failed = new Map<string, string>()
  const unhandled: unknown[] = []
  const onUnhandled = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', onUnhandled)
  const logged = vi.spyOn(world.t.app.deps.log, 'error')
  const counted = new Map<number, number>()
  const ended = performance.now() + SECONDS * 1000
  let fired = 0
  const reached = new Set<Route>()
  const succeeded = new Set<Route>()
  await world.refresh(openChance(SEED))

  let round = 0
  while (round < ROUNDS && performance.now() < ended) {
    const order = endpoints.map(({ route }, index) => ({ route, index }))
    const shuffle = openChance(SEED + round)
    order.sort(() => shuffle.below(3) - 1)
    const lane = async () => {
      for (let next = order.pop(); next && performance.now() < ended; next = order.pop()) {
        const { route, index } = next
        // Each call depends on the seed, its round and its route, but not on earlier calls.
        const shot = await aim(route, openChance(SEED + round * 7919 + index * 104_729))
        const before = logged.mock.calls.length
        const { status, problem } = await fire(route, shot)
        fired += 1
        counted.set(status, (counted.get(status) ?? 0) + 1)
        reached.add(route)
        if (status < 300) succeeded.add(route)
        if (problem !== undefined) {
          const cause = logged.mock.calls
            .slice(before)
            .map(([details]) =>
              typeof details === 'object' && details !== null && 'err' in details ? details.err : details,
            )
            .map((error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)))
            .join('\n')
          const name = `${route.method} ${route.path}: ${cause.split('\n')[0]?.slice(0, 200) || problem.slice(0, 200)}`
          if (!failed.has(name))
            failed.set(name, `${name}\n  as ${shot.caller}: ${shot.told}\n  ${problem}\n${cause.slice(0, 1500)}`)
        }
        if (fired % REFRESH_AFTER === 0) await world.refresh(openChance(SEED + fired))
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    round += 1
  }
  process.removeListener('unhandledRejection', onUnhandled)

  const statuses = [...counted].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  process.stdout.write(
    `fuzz: seed ${SEED}, ${fired} calls in ${round} rounds, ${succeeded.size} of ${endpoints.length} routes succeeded; ${statuses.join(', ')}\n`,
  )
  if (failed.size > 0) process.stdout.write(`${[...failed.values()].join('\n\n')}\n`)
  expect.soft([...failed.keys()]).toEqual([])
  expect.soft(unhandled).toEqual([])
  expect.soft(reached.size).toBe(endpoints.length)
  expect.soft(await brokenInvariants(world.t.app.deps.db)).toEqual([])
  expect(world.t.app.connections().filter(({ waiting }) => waiting > 0)).toEqual([])
})
