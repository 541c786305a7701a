import { matchedParts } from '@shiloh/contract/text/search'
import { expect, it } from 'vitest'
import { answersTo, begunActs, type Entry, hasWords, inTurn, readAsked, recentFirst, withoutKind } from './entries.ts'

const phrases = {
  cash: 'take cash from|take cash|cash|cash in hand from',
  reserve: 'reserve for|reserve',
  message: 'message to|message',
  publish: 'publish',
  cancel: 'cancel',
  letter: 'letter',
}

it.each([
  ['quartey', { search: 'quartey', only: undefined }],
  ['  take cash  Quartey ', { search: 'Quartey', only: 'cash' }],
  ['Cash from', { search: 'from', only: 'cash' }],
  ['cashew', { search: 'cashew', only: undefined }],
  ['reserve for Ama', { search: 'Ama', only: 'reserve' }],
  ['PUBLISH zion camp', { search: 'zion camp', only: 'publish' }],
  ['> quartey', { search: 'quartey', only: 'acts' }],
  ['>publish zion', { search: 'zion', only: 'publish' }],
  ['#MW27', { search: 'MW27', only: 'codes' }],
  ['take cash ', { search: '', only: 'cash' }],
  ['message Ama', { search: 'Ama', only: 'message' }],
  ['cash in hand from Ama', { search: 'Ama', only: 'cash' }],
  ['Kofi Mensah take cash', { search: 'Kofi Mensah', only: 'cash', after: true }],
  ['>mensah Reserve ', { search: 'mensah', only: 'reserve', after: true }],
  ['publish Johnny Cash', { search: 'Johnny Cash', only: 'publish' }],
  ['petty-cash', { search: 'petty-cash', only: undefined }],
  ['', { search: '', only: undefined }],
])('reads %s', (typed, asked) => {
  expect(readAsked(typed, phrases)).toEqual(asked)
})

it.each([
  ['take cash', ['cash']],
  ['mess', ['message']],
  ['>', ['cash', 'reserve', 'message', 'publish', 'cancel', 'letter']],
  ['publish zion', []],
  ['take cash ', []],
  ['#pu', []],
  ['p', []],
  ['', []],
])('offers the acts that %s begins', (typed, acts) => {
  expect(begunActs(readAsked(typed, phrases), phrases).map(({ act }) => act)).toEqual(acts)
})

it('takes the word of a kind from before a name', () => {
  const kinds = 'room no.|room'
  expect(['Room H-203', 'room no. 12', 'Roomy', 'room'].map((typed) => withoutKind(typed, kinds))).toEqual([
    'H-203',
    '12',
    'Roomy',
    'room',
  ])
})

it('answers a question without the words that say nothing', () => {
  const [text, fillers] = ['Balance due not paid debt', 'who has the is']
  const questions = ['who has not paid', 'who is', 'who has paid twice']
  expect(questions.map((question) => answersTo(text, question, fillers))).toEqual([true, false, false])
})

it('takes entries of several lists in turn', () => {
  const entry = (href: string): Entry => ({ kind: 'person', icon: () => null, title: href, href })
  const lists = [['/a', '/b'], [], ['/c']].map((list) => list.map(entry))
  expect(inTurn(...lists).map(({ href }) => href)).toEqual(['/a', '/c', '/b'])
})

it('marks what matches, whatever the accents', () => {
  const marked = (title: string, search: string) =>
    matchedParts(title, search)
      .map(({ text, matched }) => (matched ? `[${text}]` : text))
      .join('')
  expect(marked('Kɔfi Quarshie', 'quar kofi')).toBe('[Kɔfi] [Quar]shie')
  expect(marked('Élan', 'ela')).toBe('[Éla]n')
  expect(marked('Grace', '024')).toBe('Grace')
  expect([hasWords('Sign-up and security', 'secu sign'), hasWords('Passwords', 'secu')]).toEqual([true, false])
})

it('puts what was opened lately first', () => {
  const entry = (href: string): Entry => ({ kind: 'person', icon: () => null, title: href, href })
  const order = recentFirst(['/a', '/b', '/c', '/d'].map(entry), ['/c', '/b'])
  expect(order.map(({ href }) => href)).toEqual(['/c', '/b', '/a', '/d'])
})
