import { expect, test } from 'vitest'
import { envelope, namesEtag } from './answer.ts'

test('If-None-Match names a tag among others, weak or not, or any', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '*']) expect(namesEtag(header, '"a"'), header).toBe(true)
  for (const header of [undefined, '', '"b"', 'a']) expect(namesEtag(header, '"a"'), header).toBe(false)
})

test('a payload comes as data, a page of a list with its place among the pages', () => {
  expect(envelope({ answer: 'data' }, { _id: '1' }, {})).toEqual({ message: 'OK', data: { _id: '1' } })
  expect(envelope({ answer: 'list' }, { items: [1, 2], total: 101 }, { page: 2, page_size: 50 })).toEqual({
    message: 'OK',
    data: [1, 2],
    meta: { page: 2, page_size: 50, total: 101, total_pages: 3 },
  })
})

test('an empty list has one page', () => {
  const { meta } = envelope({ answer: 'list' }, { items: [], total: 0 }, { page: 1, page_size: 50 })
  expect(meta?.total_pages).toBe(1)
})
