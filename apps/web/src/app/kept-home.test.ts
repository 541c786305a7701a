// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepHome } from '#platform/kept-home'
import { createSession, memoryStorage } from '#platform/session'
import { waitForApp } from './early.ts'

const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub, exp: 1 }))}.c2ln`
const entry = '/assets/app.js'
/** Opens the home that the server painted, with what this phone keeps. */
const open = (): HTMLElement => {
  document.body.innerHTML = '<div id="root"><div data-own></div></div>'
  waitForApp({ entry, scripts: [], styles: [], failed: '', isFrame: false })
  document.dispatchEvent(new Event('DOMContentLoaded'))
  window.early?.end()
  const place = document.querySelector<HTMLElement>('[data-own]')
  if (!place) throw new Error('no place')
  return place
}
const seen = (html: string): Element => {
  const place = document.createElement('div')
  place.innerHTML = html
  return place
}
const SEEN = '<section class="pinned"><h2 onclick="x()">The bridge</h2><p lang="de">Is closed.</p></section>'

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'en'
  vi.stubGlobal('requestAnimationFrame', () => 0)
  // The app's script, which does not run here.
  document.head.innerHTML = `<script type="module" src="${entry}"></script>`
  localStorage.setItem('accessToken', tokenOf('ama'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.documentElement.lang = ''
})

it('shows its owner what the home had last, before the app is there', () => {
  keepHome('ama', seen(SEEN))
  expect(open().innerHTML).toBe('<section class="pinned"><h2>The bridge</h2><p lang="de">Is closed.</p></section>')
})

it('shows it while the rest of the page is still on its way', async () => {
  keepHome('ama', seen(SEEN))
  document.body.innerHTML = ''
  waitForApp({ entry, scripts: [], styles: [], failed: '', isFrame: false })
  document.body.innerHTML = '<div id="root"><div data-own></div></div>'
  await expect.poll(() => document.body.textContent).toBe('The bridgeIs closed.')
  window.early?.end()
})

it('keeps no code, no picture, and no address of elsewhere', () => {
  keepHome(
    'ama',
    seen(
      '<script>x()</script><a href="javascript:x()">One</a><a href="//x.test">Two</a><a href="/events">Three</a><img src="/me.jpg" class="face">',
    ),
  )
  const { innerHTML } = open()
  expect(innerHTML).not.toMatch(/script|x\(\)|x\.test|me\.jpg/)
  expect(innerHTML).toContain('<a href="/events">Three</a>')
  keepHome('ama', seen('<p>Camp</p><img class="cover" src="data:image/svg+xml,%3Csvg%3E" onerror="x()">'))
  expect(open().innerHTML).toBe('<p>Camp</p><img class="cover" src="data:image/svg+xml,%3Csvg%3E" alt="">')
})

it.each([
  ['somebody else is signed in', () => localStorage.setItem('accessToken', tokenOf('kofi'))],
  ['nobody is signed in', () => localStorage.removeItem('accessToken')],
  [
    'another release made it',
    () => localStorage.setItem('keptHome', String(localStorage.getItem('keptHome')).replace(entry, '/assets/old.js')),
  ],
  ['another language is chosen', () => document.documentElement.setAttribute('lang', 'de')],
  ['it cannot be read', () => localStorage.setItem('keptHome', '{"owner":"ama","nodes":[[1]]')],
])('shows nothing when %s', (_, change) => {
  keepHome('ama', seen(SEEN))
  change()
  expect(open().innerHTML).toBe('')
})

it('goes with the session, and when the phone is not its owner’s own', () => {
  const tab = memoryStorage()
  const session = createSession(localStorage, tab, () => true)
  const signIn = (keep: boolean) => {
    session.clearAll()
    session.keepOnDevice(keep)
    session.write({ accessToken: tokenOf('ama'), refreshToken: 'r' })
    keepHome('ama', seen(SEEN))
  }
  const isKept = () => localStorage.getItem('keptHome') !== null
  signIn(true)
  session.write({ accessToken: tokenOf('ama') })
  expect(isKept()).toBe(true)
  session.clear('accessToken')
  expect(isKept()).toBe(true)
  session.clear('refreshToken')
  expect(isKept()).toBe(false)
  signIn(true)
  session.clearAll()
  expect(isKept()).toBe(false)
  signIn(true)
  session.keepOnDevice(false)
  expect(isKept()).toBe(false)
})
