import { describe, expect, it } from 'vitest'
import { changeListSearch, listSearch, nextSort, pageButtons, readListState } from './list-search.ts'
import { plainSearch } from './plain-search.ts'

describe('values of an address', () => {
  it('are written as they are, and read as they were written before', () => {
    expect(plainSearch.stringifySearch({ page: '2', search: '024', status: 'active,pending', methods: ['totp'] })).toBe(
      '?page=2&search=024&status=active,pending&methods=%5B%22totp%22%5D',
    )
    expect(plainSearch.parseSearch('?page=%226%22&search=024&code=1e5&methods=%5B%22totp%22%5D')).toEqual({
      page: '6',
      search: '024',
      code: '1e5',
      methods: ['totp'],
    })
  })
})

describe('a list in the address', () => {
  it('keeps text, also of numbers the router parsed, and drops the rest', () => {
    expect(listSearch({ page: 2, search: 'a', city: '', deep: { x: 1 }, open: true })).toEqual({
      page: '2',
      search: 'a',
      open: 'true',
    })
  })

  it('reads only what belongs there', () => {
    expect(readListState({ page: '0', page_size: '51', status: 'active', foo: 'x' }, ['status', 'city'])).toEqual({
      page: 1,
      pageSize: 50,
      sort: undefined,
      search: '',
      filters: { status: 'active' },
    })
    expect(readListState({ page: '3', page_size: '500' }, [])).toMatchObject({ page: 3, pageSize: 500 })
  })

  it('goes back to the first page when anything else changes', () => {
    expect(changeListSearch({ page: '3', status: 'active' }, { search: 'ama' })).toEqual({
      status: 'active',
      search: 'ama',
    })
    expect(changeListSearch({ status: 'active' }, { page: '2', status: undefined })).toEqual({ page: '2' })
  })

  it('sorts up, down, and not', () => {
    expect([
      nextSort(undefined, 'name'),
      nextSort('name', 'name'),
      nextSort('-name', 'name'),
      nextSort('-x', 'name'),
    ]).toEqual(['name', '-name', undefined, 'name'])
  })

  it.each([
    [1, 1, [1]],
    [1, 12, [1, 2, null, 12]],
    [6, 12, [1, 2, null, 5, 6, 7, null, 12]],
    [12, 12, [1, 2, null, 11, 12]],
    [3, 4, [1, 2, 3, 4]],
  ])('page %i of %i offers %j', (current, total, expected) => expect(pageButtons(current, total)).toEqual(expected))
})
