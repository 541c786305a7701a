import { describe, expect, test } from 'vitest'
import { differences } from './differences.ts'

describe('what differs between before and after', () => {
  test('only the fields that changed, with both values', () => {
    const before = { _id: 'a', name: 'Ghana', code: 'GH', enabled: true, updated_at: '2026-01-01' }
    const after = { _id: 'a', name: 'Republic of Ghana', code: 'GH', enabled: true, updated_at: '2026-02-02' }
    expect(differences(before, after)).toEqual([{ path: ['name'], before: 'Ghana', after: 'Republic of Ghana' }])
    expect(differences(before, before)).toEqual([])
  })

  test('of something new everything it has, of something deleted everything it had', () => {
    const country = { _id: 'a', name: 'Togo', note: '', flags: [], enabled: false }
    expect(differences(null, country)).toEqual([
      { path: ['name'], before: null, after: 'Togo' },
      { path: ['enabled'], before: null, after: false },
    ])
    expect(differences(country, null)).toEqual([
      { path: ['name'], before: 'Togo', after: null },
      { path: ['enabled'], before: false, after: null },
    ])
    expect(differences(null, null)).toEqual([])
  })

  test('elements of a list are known by their id, wherever they stand', () => {
    const delegate = { _id: 'd', name: 'Delegate', price: 100 }
    const visitor = { _id: 'v', name: 'Visitor', price: 50 }
    expect(
      differences(
        { types: [delegate, visitor] },
        { types: [{ ...visitor, price: 60 }, delegate, { _id: 'n', name: 'New' }] },
      ),
    ).toEqual([
      { path: ['types', 'Visitor', 'price'], before: 50, after: 60 },
      { path: ['types', 'New', 'name'], before: null, after: 'New' },
    ])
  })

  test('plain lists and rich text are one value', () => {
    const text = (words: string) => ({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
    })
    expect(differences({ roles: ['a'], body: text('old') }, { roles: ['a', 'b'], body: text('new') })).toEqual([
      { path: ['roles'], before: 'a', after: 'a, b' },
      { path: ['body'], before: 'old', after: 'new' },
    ])
  })

  test('a value that becomes an object is shown on both sides', () => {
    expect(differences({ venue: 'Hall' }, { venue: { name: 'Hall', city: 'Accra' } })).toEqual([
      { path: ['venue'], before: 'Hall', after: null },
      { path: ['venue', 'name'], before: null, after: 'Hall' },
      { path: ['venue', 'city'], before: null, after: 'Accra' },
    ])
  })

  test('nothing and an empty text are the same nothing', () => {
    expect(differences({ note: '' }, { note: null })).toEqual([])
    expect(differences({ note: null }, {})).toEqual([])
  })
})
