import { createServer } from 'node:http'
import { reservationRoutes as routes } from '@shiloh/contract/reservations/reservations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeEvent } from '../../../test/booking.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'

const value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() })
const sentSpans = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              status: z.object({ code: z.number() }),
              attributes: z.array(z.object({ key: z.string(), value })),
            }),
          ),
        }),
      ),
    }),
  ),
})
type SentSpan = z.output<typeof sentSpans>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

/** A collector of traces on this machine. */
const openCollector = async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      bodies.push(`${request.url} ${Buffer.concat(parts).toString()}`)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = z.object({ port: z.number() }).parse(server.address())
  return {
    url: `http://127.0.0.1:${address.port}/`,
    bodies,
    spans: (): SentSpan[] =>
      bodies.flatMap((body) =>
        sentSpans
          .parse(JSON.parse(body.slice(body.indexOf(' '))))
          .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

let collector: Awaited<ReturnType<typeof openCollector>>
let plain: TestApp
beforeAll(async () => {
  collector = await openCollector()
  plain = await testApp()
})
afterAll(async () => {
  await plain.close()
  await collector.close()
})

/** Runs work on an application that sends its traces, and returns the spans once it is closed. */
const traced = async (share: string, work: (t: TestApp) => Promise<void>): Promise<SentSpan[]> => {
  collector.bodies.length = 0
  const t = await testApp({
    database: plain.database,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER_ARG: share,
      OTEL_SERVICE_NAME: 'our-church',
    },
  })
  await work(t)
  await t.close()
  return collector.spans()
}

const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value: { stringValue, intValue } }) => [key, stringValue ?? intValue]))

test('a reservation is one trace, from the request to its mail', async () => {
  const event = await makeEvent(plain)
  const user = await plain.account({ email: 'ama.trace@shiloh.test' })
  const traceId = 'a'.repeat(32)
  const spans = await traced('1', async (t) => {
    const made = await t.app.server.inject({
      method: 'POST',
      url: `/api/v1/user/reservations/${event.id}`,
      headers: {
        authorization: `Bearer ${await t.tokenOf(user)}`,
        traceparent: `00-${traceId}-${'b'.repeat(16)}-01`,
      },
      payload: { participant_type_id: event.typeId },
    })
    expect(made.statusCode).toBe(201)
    expect(await t.outbox('ama.trace@shiloh.test')).toHaveLength(1)
  })
  expect(collector.bodies.every((body) => body.startsWith('/v1/traces '))).toBe(true)
  expect(collector.bodies.join()).toContain('our-church')
  const ours = spans.filter((span) => span.traceId === traceId)
  const [request, reserve, batch, commit, mail] = [
    `${routes.makeReservation.method} ${routes.makeReservation.path}`,
    'reserve',
    'batch of reservations',
    'commit',
    'send message',
  ].map((name) => ours.find((span) => span.name === name))
  expect(request?.parentSpanId).toBe('b'.repeat(16))
  expect(reserve?.parentSpanId).toBe(request?.spanId)
  expect(batch?.parentSpanId).toBe(reserve?.spanId)
  // How long the disk took, apart from what was decided before.
  expect(commit?.parentSpanId).toBe(batch?.spanId)
  expect(mail?.parentSpanId).toBe(reserve?.spanId)
  expect(mail && attributesOf(mail)).toMatchObject({
    'shiloh.template': 'reservation_made',
    'shiloh.channel': 'mail',
  })
  // Nothing of a person leaves the machine.
  expect(collector.bodies.join()).not.toMatch(/ama\.trace|Mensah/)
})

test('a job goes on with the trace of the request that has put it there, and a refusal has its code', async () => {
  const user = await plain.account({ columns: { password_hash: null } })
  const spans = await traced('1', async (t) => {
    const post = (url: string, payload: object) =>
      t.app.server.inject({ method: 'POST', url: `/api/v1${url}`, payload })
    await post('/auth/account/confirmation/resend', { email: user.email })
    await post('/auth/login', { email: user.email, password: 'not-the-password-1' })
    await t.app.deps.jobs.drain()
  })
  const job = spans.find(({ name }) => name === 'job resend_confirmation')
  const [first] = spans.filter(({ name }) => name.startsWith('POST /auth/account'))
  expect(job?.traceId).toBe(first?.traceId)
  const refused = spans.find(({ name }) => name === 'POST /auth/login')
  expect(refused && attributesOf(refused)).toMatchObject({ 'error.type': 'invalid_credentials' })
})

test('what a stranger asks to be recorded is recorded as seldom as the rest', async () => {
  const spans = await traced('0', async (t) => {
    const headers = { traceparent: `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01` }
    await t.app.server.inject({ method: 'GET', url: '/api/v1/health', headers })
  })
  expect(spans).toEqual([])
})
