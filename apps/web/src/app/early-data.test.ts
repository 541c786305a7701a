// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { earlyAnswer, forgetEarlyAnswers } from '#platform/early-answers'
import { askEarly, earlyScript } from './early-data.ts'

const NOW = new Date('2026-11-23T08:00:00Z')
const tokenUntil = (at: string) => `e30.${btoa(JSON.stringify({ exp: Date.parse(at) / 1000 }))}.c2ln`
const valid = tokenUntil('2026-11-23T08:10:00Z')
const headers = { authorization: `Bearer ${valid}` }
const asking = { language: 'de', check: '/auth/check', addresses: ['/user/events'] } as const

let asked: [string, RequestInit | undefined][] = []
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  localStorage.clear()
  asked = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    asked.push([address, init])
    return new Response('{}')
  })
})
afterEach(() => {
  forgetEarlyAnswers()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('asks for the account and for what the page shows first', () => {
  localStorage.setItem('accessToken', valid)
  askEarly(asking)
  expect(asked).toMatchObject([
    ['/api/v1/auth/check', { method: 'POST', body: JSON.stringify({ web_token: valid }) }],
    ['/api/v1/user/events', { method: 'GET', headers: { ...headers, 'accept-language': 'de' } }],
  ])
})

it.each([
  ['nobody is signed in', undefined],
  ['the token has expired', tokenUntil('2026-11-23T07:59:00Z')],
  ['there is no such token', 'nonsense'],
])('asks nothing if %s', (_, token) => {
  if (token) localStorage.setItem('accessToken', token)
  askEarly(asking)
  expect(asked).toEqual([])
  expect(window.earlyAnswers).toBeUndefined()
})

it('gives each answer once, to the account that asked', () => {
  localStorage.setItem('accessToken', valid)
  askEarly(asking)
  expect(earlyAnswer('/api/v1/user/events', { headers: { authorization: 'Bearer other' } })).toBeUndefined()
  expect(earlyAnswer('/api/v1/user/events', { method: 'POST', headers })).toBeUndefined()
  expect(earlyAnswer('/api/v1/user/events', { headers })).toBeInstanceOf(Promise)
  expect(earlyAnswer('/api/v1/user/events', { headers })).toBeUndefined()
  forgetEarlyAnswers()
  expect(earlyAnswer('/api/v1/auth/check', { method: 'POST', headers })).toBeUndefined()
})

it('lets go of the bodies of answers that nobody took, and of no other', async () => {
  const cancelled: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    return new Response(new ReadableStream({ cancel: () => void cancelled.push(address) }))
  })
  localStorage.setItem('accessToken', valid)
  askEarly(asking)
  void earlyAnswer('/api/v1/user/events', { headers })
  forgetEarlyAnswers()
  await vi.waitFor(() => expect(cancelled).toEqual(['/api/v1/auth/check']), { timeout: 10_000 })
})

it.each([
  ['/reservations/6a9945204bbc30ac1cd3babb', ['/user/reservations/6a9945204bbc30ac1cd3babb']],
  [
    '/events/harvest-2027/reserve',
    ['/user/events/harvest-2027', '/user/events/harvest-2027/has-reservation', '/user/events/harvest-2027/draft'],
  ],
  ['/events/harvest-2027/', ['/user/events/harvest-2027']],
  ['/reservations/tickets', []],
  ['/events/"><b>/reserve', []],
])('knows what %s shows first', (path, first) => {
  const script = earlyScript(path, 'en') ?? ''
  for (const address of first) expect(script).toContain(`"${address}"`)
  if (first.length === 0) expect(script).toContain('"addresses":[]')
})

it('leaves the meals of a reservation to the page, which knows whether it shows a guest', () => {
  expect(earlyScript('/reservations/6a9945204bbc30ac1cd3babb', 'en')).not.toContain('/meals')
})

it('asks for what the painted page says, too', () => {
  expect(earlyScript('/events/harvest/reserve', 'en', ['/user/titles'])).toMatch(/draft","\/user\/titles"\]/)
})

it('is for the pages of the app, and leaves the gate alone', () => {
  expect(earlyScript('/home', 'fr')).toContain(
    '"addresses":["/user/reservations","/user/drafts","/user/waiting-list","/user/events","/auth/notifications/pinned","/auth/notifications","/auth/notifications?unread=true","/user/allotments"]',
  )
  expect(earlyScript('/admin/users', 'fr')).toContain('"addresses":[]')
  expect(earlyScript('/check-in', 'fr')).toBeUndefined()
})
