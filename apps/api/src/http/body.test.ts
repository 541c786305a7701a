import { expect, test } from 'vitest'
import { readJson } from './body.ts'

const nested = (depth: number): Buffer => Buffer.from(`${'['.repeat(depth)}${']'.repeat(depth)}`)

test('an empty body is the empty object', () => {
  expect(readJson(Buffer.alloc(0))).toEqual({})
})

test('a body is read up to 64 levels deep', () => {
  expect(() => readJson(nested(64))).not.toThrow()
  expect(() => readJson(nested(65))).toThrow('malformed_request')
})

test('brackets inside texts are not levels', () => {
  const text = JSON.stringify({ a: '['.repeat(200), b: '\\"[[['.repeat(50) })
  expect(readJson(Buffer.from(text))).toEqual(JSON.parse(text))
})

test('what is not JSON is malformed', () => {
  expect(() => readJson(Buffer.from('{"a":'))).toThrow('malformed_request')
})
