import { idParams, publicAccess, route } from '@shiloh/contract/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '#platform/errors'
import { validate } from './input.ts'

const change = route({
  method: 'PUT',
  path: '/things/{id}',
  access: publicAccess,
  summary: 'Changes a thing',
  params: idParams,
  query: z.object({ page: z.coerce.number().int().optional() }),
  body: z.strictObject({ name: z.string(), size: z.number() }),
  response: z.object({}),
})
const params = { id: '0123456789abcdef01234567' }
const problem = (work: () => unknown): AppError => {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('the input was taken')
}

test('the parsed values are used, not the sent ones', () => {
  const input = validate(change, { params, query: { page: '2' } }, { name: 'Hall', size: 4 })
  expect(input).toEqual({ params, query: { page: 2 }, body: { name: 'Hall', size: 4 } })
})

test('every wrong field of query and body is named', () => {
  const error = problem(() => validate(change, { params, query: { page: 'two' } }, { size: 'large', extra: 1 }))
  expect(error.code).toBe('invalid_input')
  expect(error.fields.map(({ field }) => field).sort()).toEqual(['extra', 'name', 'page', 'size'])
})

test('a path that cannot name anything is not found, whatever else is wrong', () => {
  expect(problem(() => validate(change, { params: { id: 'x' }, query: {} }, {})).code).toBe('not_found')
})

test('the body of a GET is ignored', () => {
  const read = route({ ...change, method: 'GET', body: z.object({ name: z.string() }) })
  expect(validate(read, { params, query: {} }, undefined).body).toEqual({})
})
