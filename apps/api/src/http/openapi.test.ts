import { Validator } from '@seriousme/openapi-schema-validator'
import { WEBHOOK_EVENTS } from '@shiloh/contract/webhooks'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { features } from '../features.ts'
import { errorsOf, openApiDocument } from './openapi.ts'

const endpoints = features.flatMap((feature) => feature.endpoints)
type Json = { [key: string]: unknown }
const document: Json = JSON.parse(JSON.stringify(await openApiDocument(endpoints, 'https://shiloh.test')))

/** Returns every schema object of the document, with its location. */
const schemasOf = (value: unknown, at = ''): [string, Json][] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]): [string, Json][] =>
    key === 'schema' || at.endsWith('/components/schemas') ? [[`${at}/${key}`, one]] : schemasOf(one, `${at}/${key}`),
  )
}

test('is valid OpenAPI 3.1', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
})

test('each schema is valid JSON Schema 2020-12 and has no dangling reference', async () => {
  const ajv = new Ajv2020()
  const schemas = schemasOf(document)
  expect(schemas.length).toBeGreaterThan(1000)
  for (const [at, schema] of schemas) {
    expect(ajv.validateSchema(schema), at).toBe(true)
    // A keyword of OpenAPI 3.0, which JSON Schema ignores.
    expect(JSON.stringify(schema), at).not.toMatch(/"nullable":(true|false)/)
  }
  const names = Object.keys(Object(document['components']).schemas)
  const named = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  )
  expect(names).toEqual(expect.arrayContaining([...new Set(named)]))
})

test('each route documents every status it can answer, with the codes', () => {
  const paths = document['paths'] as Record<string, Record<string, { responses: Record<string, Json> }>>
  for (const { route } of endpoints) {
    const responses = paths[route.path]?.[route.method.toLowerCase()]?.responses ?? {}
    expect(responses, route.path).not.toHaveProperty('default')
    expect(Object.keys(responses), route.path).toEqual(expect.arrayContaining([String(route.status), '500', '503']))
    if (route.path.includes('{'))
      expect(Object.keys(responses), route.path).toEqual(expect.arrayContaining(['400', '404', '414']))
    if (route.method !== 'GET')
      expect(Object.keys(responses), route.path).toEqual(expect.arrayContaining(['413', '415', '422']))
    const told = Object.values(responses)
      .map(({ description }) => String(description))
      .join(', ')
      .split(', ')
    expect(told, route.path).toEqual(expect.arrayContaining([...errorsOf(route)]))
    if (route.answer === 'file')
      expect(Object.keys(Object(responses[route.status]?.['content'])), route.path).toEqual(route.fileTypes)
  }
  expect(JSON.stringify(document)).toContain('Error_quote_changed')
})

/** An operation of the document, or what we send to a receiver of webhooks. */
interface Operation {
  parameters?: { name: string; in: string; schema: Json; example?: unknown }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content?: Record<string, Content> }>
}
interface Content {
  schema: Json
  example?: unknown
}
type Operations = Record<string, Record<string, Operation>>

/** Formats are checked by the schemas of the routes. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, code: { optimize: false } })
const compiled = new Map<string, ValidateFunction>()
/** Returns what a schema of the document refuses in its example. Many parameters share a schema. */
const refusedBy = (schema: Json, example: unknown): string | null => {
  const text = JSON.stringify(schema)
  const validate = compiled.get(text) ?? ajv.compile(schema)
  compiled.set(text, validate)
  return validate(example) ? null : ajv.errorsText(validate.errors)
}
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []
const placeholder = /^(string|foo|bar|lorem.*|todo|x+)$/i

test('each operation has examples of what it takes and answers, which its own schemas and rules accept', () => {
  const paths = document['paths'] as Operations
  for (const { route } of endpoints) {
    const at = `${route.method} ${route.path}`
    const {
      parameters = [],
      requestBody,
      responses,
    } = paths[route.path]?.[route.method.toLowerCase()] ?? { responses: {} }
    for (const { name, schema, example } of parameters) {
      expect(example, `${at} ${name}`).toBeDefined()
      expect(refusedBy(schema, example), `${at} ${name}`).toBeNull()
    }
    if (route.method !== 'GET') {
      const [content] = Object.values(requestBody?.content ?? {})
      expect(content?.example, at).toBeDefined()
      expect(refusedBy(content?.schema ?? {}, content?.example), at).toBeNull()
      expect(route.body.safeParse(content?.example).error, at).toBeUndefined()
      expect(
        textsOf(content?.example).filter((text) => placeholder.test(text)),
        at,
      ).toEqual([])
    }
    if (route.answer === 'file') continue
    const answer = responses[route.status]?.content?.['application/json']
    expect(refusedBy(answer?.schema ?? {}, answer?.example), at).toBeNull()
    const { data } = Object(answer?.example)
    expect(route.response.safeParse(route.answer === 'list' ? data[0] : data).error, at).toBeUndefined()
    expect(
      textsOf(data).filter((text) => placeholder.test(text)),
      at,
    ).toEqual([])
  }
})

test('each message to a webhook is described, with its headers and an example', () => {
  const webhooks = document['webhooks'] as Operations
  expect(Object.keys(webhooks)).toEqual([...WEBHOOK_EVENTS, 'ping'])
  for (const [type, { post }] of Object.entries(webhooks)) {
    expect(post?.parameters?.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    const content = post?.requestBody?.content['application/json']
    expect(content?.example, type).toMatchObject({ type, data: { _id: expect.stringMatching(/^[0-9a-f]{24}$/) } })
    expect(refusedBy(content?.schema ?? {}, content?.example), type).toBeNull()
    expect(refusedBy(content?.schema ?? {}, { ...Object(content?.example), type: 'another' }), type).not.toBeNull()
  }
})
