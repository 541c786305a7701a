import { expect, test } from 'vitest'
import { bearerOf } from './credentials.ts'

test.each([
  ['Bearer abc.def', 'abc.def'],
  ['bearer  abc', 'abc'],
  ['Basic abc', undefined],
  ['Bearer', undefined],
  ['Bearer a b', undefined],
  [undefined, undefined],
])('Authorization %o carries %o', (authorization, token) => {
  expect(bearerOf({ headers: { authorization } })).toBe(token)
})
