import { setImmediate } from 'node:timers/promises'
import { errorBody, listMeta, type Route } from '@shiloh/contract/core'
import { ERROR_DATA } from '@shiloh/contract/error-data'
import { ERROR_STATUS, type ErrorCode } from '@shiloh/contract/errors'
import { WEBHOOK_MESSAGES, webhookMessage } from '@shiloh/contract/webhooks'
import { z } from 'zod'
import { escapeHtml } from '#platform/text/html'
import { MESSAGE } from './answer.ts'
import type { Endpoint } from './binder.ts'
import { acceptedExample, exampleOf, type Json as Value } from './examples.ts'

type Json = Record<string, unknown>

const written = { input: new WeakMap<z.ZodType, Json>(), output: new WeakMap<z.ZodType, Json>() }
/** OpenAPI 3.1 uses JSON Schema 2020-12 unchanged. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const known = written[io].get(schema)
  if (known) return known
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  written[io].set(schema, json)
  return json
}

/** Errors of any write: the database can refuse well-formed input. */
const WRITES: readonly ErrorCode[] = ['malformed_request', 'unsupported_media_type', 'too_large', 'invalid_input']

/** Returns every code that a route can answer: its own, and those that follow from its access and input. */
export const errorsOf = (route: Route): readonly ErrorCode[] => {
  const { access } = route
  const found = new Set<ErrorCode>(['internal_error', 'overloaded', 'locked', 'unavailable', ...route.errors])
  const add = (condition: boolean, ...codes: ErrorCode[]) => {
    if (condition) for (const code of codes) found.add(code)
  }
  const takesParams = route.path.includes('{')
  const isForAdmins = access.kind === 'can' || (access.kind === 'signedIn' && access.who.includes('admin'))
  const isForOthers = access.kind === 'signedIn' && access.who.some((type) => type !== 'admin')
  const isForCallers = access.kind === 'can' || access.kind === 'signedIn'
  add(takesParams, 'not_found', 'malformed_request', 'uri_too_long')
  add(Object.keys(properties(route.query)).length > 0, 'invalid_input')
  add(route.method !== 'GET', ...WRITES)
  add(isForCallers || access.kind === 'token', 'not_signed_in', 'invalid_token')
  add(isForCallers, 'forbidden', 'account_deactivated')
  add(isForAdmins && !route.beforeSecondStep, 'mfa_required')
  add(isForOthers && !route.duringMaintenance, 'maintenance_mode')
  add(route.confirmed, 'confirmation_required')
  // Programs call what administrators may, and have a limit for all of it.
  add(route.limits.length > 0 || access.kind === 'can', 'too_many_requests')
  add(route.idempotent, 'invalid_input', 'idempotency_key_reused', 'idempotency_in_flight')
  return [...found]
}

/** Returns one response per status: the codes it can carry, and the data of some of them. */
const failures = (route: Route): Json => {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(route))
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const withData = codes.filter((code) => ERROR_DATA[code] !== undefined)
        const plain = codes.filter((code) => ERROR_DATA[code] === undefined)
        const shapes = [
          ...withData.map((code) => ({ $ref: `#/components/schemas/${dataName(code)}` })),
          ...(plain.length > 0 ? [failureSchema(plain)] : []),
        ]
        const [only] = shapes
        return [
          status,
          {
            description: codes.join(', '),
            ...(status === 429 || status === 503
              ? { headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } } }
              : {}),
            content: { 'application/json': { schema: shapes.length === 1 ? only : { oneOf: shapes } } },
          },
        ]
      }),
  )
}

const dataName = (code: ErrorCode): string => `Error_${code}`
const failureSchema = (codes: readonly ErrorCode[], data?: z.ZodType): Json => ({
  allOf: [{ $ref: '#/components/schemas/Error' }],
  properties: { code: { enum: codes }, ...(data ? { data: schemaOf(data, 'output') } : {}) },
})

const properties = (schema: z.ZodType): { name: string; schema: unknown; required: boolean }[] => {
  const json = schemaOf(schema, 'input')
  const required = Array.isArray(json['required']) ? json['required'] : []
  return Object.entries(json['properties'] ?? {}).map(([name, inner]) => ({
    name,
    schema: inner,
    required: required.includes(name),
  }))
}

const accessText = (route: Route): string =>
  route.confirmed ? `${whoText(route)} Confirmed within the last minutes.` : whoText(route)

const whoText = (route: Route): string => {
  switch (route.access.kind) {
    case 'public':
      return 'Public.'
    case 'provider':
      return 'The payment provider’s signature.'
    case 'token':
      return `A ${route.access.purpose} token as bearer.`
    case 'signedIn':
      return `Signed in as ${route.access.who.join(', ')}.`
    case 'can':
      return `An administrator with the permission ${route.access.permission}.`
  }
}

/** The words of a path that say what it is about: examples are chosen by them. */
const subjectOf = (route: Route): string[] => route.path.split('/').filter((part) => part && !part.startsWith('{'))

const exampleFor = (route: Route, schema: z.ZodType, io: 'input' | 'output'): Value =>
  acceptedExample(schema, exampleOf(schemaOf(schema, io), subjectOf(route)))

/** Returns parameters with an example each. Filters that exclude each other have examples of their own. */
const parametersOf = (route: Route, place: 'path' | 'query', schema: z.ZodType): Json[] => {
  const each = Object(exampleOf(schemaOf(schema, 'input'), subjectOf(route)))
  const together = Object(exampleFor(route, schema, 'input'))
  return properties(schema).map(({ name, schema: inner, required }) => ({
    name,
    in: place,
    required: place === 'path' || required,
    schema: inner,
    example: together[name] ?? each[name],
  }))
}

/** Files are bytes. They cannot be shown, but those of text can. */
const FILE_EXAMPLES: Readonly<Record<string, unknown>> = {
  'text/csv': 'First name,Last name,Phone\r\nAma,Mensah,+233244123456\r\n',
  'text/plain': 'The buses leave at noon from the Osu assembly.',
  'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"></svg>',
  'application/json': { profile: { first_name: 'Ama', last_name: 'Mensah' } },
}
const fileContent = (type: string): Json => ({
  schema: {},
  ...(FILE_EXAMPLES[type] === undefined ? {} : { example: FILE_EXAMPLES[type] }),
})

const bodySchema = (route: Route): Json => {
  const schema = schemaOf(route.body, 'input')
  if (!route.files) return schema
  const files = route.files.map((name) => [name, { type: 'string', contentMediaType: 'application/octet-stream' }])
  return { ...schema, properties: { ...Object(schema['properties']), ...Object.fromEntries(files) } }
}

const answerExample = (route: Route): Json => {
  const example = exampleFor(route, route.response, 'output')
  return route.answer === 'list'
    ? { message: MESSAGE, data: [example], meta: { page: 1, page_size: 50, total: 1, total_pages: 1 } }
    : { message: MESSAGE, data: example }
}

const envelope = (route: Route): Json => ({
  type: 'object',
  required: ['message', 'data'],
  properties: {
    message: { type: 'string' },
    data:
      route.answer === 'list'
        ? { type: 'array', items: schemaOf(route.response, 'output') }
        : schemaOf(route.response, 'output'),
    ...(route.answer === 'list' ? { meta: schemaOf(listMeta, 'output') } : {}),
  },
})

/** Handler names are unique within their feature only. An operation's name is unique in the whole document. */
const operationId = ({ method, path }: Route): string =>
  path
    .replace(/[{}]/g, '')
    .split(/[/._-]/)
    .filter((word) => word !== '')
    .reduce((words, word) => words + word.charAt(0).toUpperCase() + word.slice(1), method.toLowerCase())

const operation = ({ route }: Endpoint): Json => {
  const parameters = [
    ...parametersOf(route, 'path', route.params),
    ...parametersOf(route, 'query', route.query),
    ...(route.idempotent
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            schema: { type: 'string', maxLength: 200 },
            example: '8f41c2d0-5b7e-4a7c-9a51-2f1d3c4b5a69',
          },
        ]
      : []),
  ]
  const bodyType = route.files ? 'multipart/form-data' : 'application/json'
  return {
    operationId: operationId(route),
    tags: [route.path.split('/').filter((part) => part && !part.startsWith('{'))[0] ?? ''],
    summary: route.summary,
    description: accessText(route),
    ...(route.access.kind === 'public' ? {} : { security: [{ bearer: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.method === 'GET'
      ? {}
      : {
          requestBody: {
            content: { [bodyType]: { schema: bodySchema(route), example: exampleFor(route, route.body, 'input') } },
          },
        }),
    responses: {
      [route.status]: {
        description: 'Success',
        content:
          route.answer === 'file'
            ? Object.fromEntries(route.fileTypes.map((type) => [type, fileContent(type)]))
            : { 'application/json': { schema: envelope(route), example: answerExample(route) } },
      },
      ...(isCacheable(route) ? { 304: { description: 'Not modified: `If-None-Match` named what there is' } } : {}),
      ...failures(route),
    },
  }
}

/** Public reads carry an ETag. */
const isCacheable = ({ access, method }: Route): boolean => access.kind === 'public' && method === 'GET'

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

/** What we send to receivers, by the Standard Webhooks specification. */
const webhooks = (): Json =>
  Object.fromEntries(
    Object.entries(WEBHOOK_MESSAGES).map(([type, description]) => [
      type,
      {
        post: {
          operationId: `webhook_${type.replace('.', '_')}`,
          tags: ['webhooks'],
          summary: description,
          description:
            'Sent to every enabled webhook that asks for it, again for three days until it is answered with 2xx. Verify `webhook-signature`, an HMAC-SHA256 of `id.timestamp.body` with the secret of the webhook.',
          parameters: [
            header('webhook-id', 'The same at each attempt and replay', 'evt_1042'),
            header('webhook-timestamp', 'Seconds since 1970. Refuse what is older than five minutes', '1795512600'),
            header('webhook-signature', 'Space-separated', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
          ],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { ...schemaOf(webhookMessage, 'output'), properties: messageProperties(type) },
                example: { ...Object(exampleOf(schemaOf(webhookMessage, 'output'), subjectOfMessage(type))), type },
              },
            },
          },
          responses: {
            '2XX': { description: 'Received. Answer within five seconds and work afterwards' },
            '410': { description: 'The receiver does not exist any more: this delivery is given up' },
          },
        },
      },
    ]),
  )

const messageProperties = (type: string): Json => ({
  ...Object(schemaOf(webhookMessage, 'output')['properties']),
  type: { type: 'string', const: type },
})
/** A payment names its reservation. */
const subjectOfMessage = (type: string): string[] => [type.startsWith('event.') ? 'event' : 'reservation']

/**
 * Returns the OpenAPI 3.1 document of these endpoints. It is generated from the contract, so the two cannot differ. It takes
 * a second of a core, in steps between which other requests are served.
 */
export const openApiDocument = async (endpoints: readonly Endpoint[], publicUrl: string): Promise<Json> => {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    await setImmediate()
    paths[endpoint.route.path] = {
      ...paths[endpoint.route.path],
      [endpoint.route.method.toLowerCase()]: operation(endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Shiloh', version: '1', description: 'Event registration and reservation for churches.' },
    servers: [{ url: `${publicUrl}/api/v1` }],
    paths,
    webhooks: webhooks(),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Error: schemaOf(errorBody, 'output'),
        ...Object.fromEntries(
          Object.entries(ERROR_DATA).map(([code, data]) => {
            const name = code as ErrorCode
            return [dataName(name), failureSchema([name], data)]
          }),
        ),
      },
    },
  }
}

/** Returns a page that shows the document without any script. */
export const openApiPage = async (endpoints: readonly Endpoint[]): Promise<string> => {
  const groups = new Map<string, Endpoint[]>()
  for (const endpoint of endpoints) {
    const parts = endpoint.route.path.split('/').filter((part) => part && !part.startsWith('{'))
    const group = parts[0] === 'admin' ? `admin / ${parts[1] ?? ''}` : (parts[0] ?? '')
    groups.set(group, [...(groups.get(group) ?? []), endpoint])
  }
  const asText = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
  const shown = (what: string, schema: Json, example: Value) =>
    `<h4>${what}, for example</h4>${asText(example)}<h4>${what}</h4>${asText(schema)}`
  const one = ({ route }: Endpoint) =>
    `<details><summary><b>${route.method}</b> <code>${escapeHtml(route.path)}</code> <span>${escapeHtml(route.summary)}</span></summary>` +
    `<p>${escapeHtml(accessText(route))}${` Errors: <code>${errorsOf(route).join('</code> <code>')}</code>`}</p>` +
    (route.method === 'GET' ? '' : shown('Body', bodySchema(route), exampleFor(route, route.body, 'input'))) +
    (route.answer === 'file'
      ? '<p>Answers a file.</p>'
      : shown('data', schemaOf(route.response, 'output'), exampleFor(route, route.response, 'output'))) +
    '</details>'
  let sections = ''
  for (const [group, members] of groups) {
    await setImmediate()
    sections += `<h2>${escapeHtml(group)}</h2>${members.map(one).join('')}`
  }
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Shiloh API</title><style>' +
    'body{font:15px/1.6 system-ui,sans-serif;max-width:980px;margin:0 auto;padding:32px 20px;color:#1d1c22;background:#faf8f4}h1{font:500 40px/1.1 Georgia,serif}h2{font:500 24px Georgia,serif;margin-top:40px}details{border-top:1px solid #e3ded4;padding:8px 0}summary{cursor:pointer}summary b{display:inline-block;width:64px;color:#2f3a78}summary span{color:#4f4c55}pre{background:#f2efe8;padding:12px;overflow:auto;font-size:13px}@media(prefers-color-scheme:dark){body{background:#12131a;color:#eeebe4}details{border-color:#2b2e3a}pre{background:#0d0e14}summary b{color:#aab4f2}summary span{color:#bfbbb4}a{color:#aab4f2}}' +
    '</style></head><body><h1>Shiloh API</h1><p>Everything is under <code>/api/v1</code>. The same as <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>' +
    sections +
    '</body></html>'
  )
}
