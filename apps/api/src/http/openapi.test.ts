import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { features } from '../features.ts'
import { errorsOf, openApiDocument } from './openapi.ts'

const endpoints = features.flatMap((feature) => feature.endpoints)
type Json = { [key: string]: unknown }
const document: Json = JSON.parse(JSON.stringify(openApiDocument(endpoints, 'https://shiloh.test')))

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
