// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { waitForApp, waitForTouch } from './early.ts'
import { takeOver } from './take-over.ts'

const PAGE = `<form><div role="alert"></div><input name="who"><input name="password" type="password">
  <input name="keep" type="checkbox"><button type="button">Show</button><button type="submit">Sign in</button></form>`

/** Files that the page asked for, and what it added to itself: nothing is loaded here. */
let asked: string[] = []
let added: (string | null)[] = []
let isOnline = true
const input = (name: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`input[name=${name}]`)
  if (!found) throw new Error(`no field ${name}`)
  return found
}
const early = () => {
  if (!window.early) throw new Error('nobody waits')
  return window.early
}

let root: HTMLElement
beforeEach(() => {
  asked = []
  added = []
  isOnline = true
  vi.stubGlobal('fetch', async (file: string) => {
    asked.push(file)
    if (!isOnline) throw new TypeError('no network')
    // It is there at once: what comes later would be added to the page of the next test.
    return { ok: true, arrayBuffer: async () => new ArrayBuffer(0) }
  })
  vi.spyOn(document.head, 'append').mockImplementation((one) => {
    if (one instanceof HTMLLinkElement) setTimeout(() => one.dispatchEvent(new Event('load')))
    if (one instanceof Element) added.push(one.getAttribute('src') ?? one.getAttribute('href'))
  })
  document.body.innerHTML = `<div id="root">${PAGE}</div>`
  root = document.querySelector<HTMLElement>('#root') ?? document.body
  sessionStorage.clear()
  localStorage.clear()
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media,
      onchange: null,
      addListener() {},
      removeListener() {},
    })
})
const { matchMedia } = window
afterEach(() => {
  window.early?.end()
  delete window.early
  // The tests of other files run in the same document.
  document.body.replaceChildren()
  delete document.documentElement.dataset['mantineColorScheme']
  window.matchMedia = matchMedia
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const wait = () =>
  waitForTouch({
    entry: '/app.js',
    scripts: ['/page.js'],
    styles: ['/app.css'],
    failed: 'No connection',
    isFrame: false,
  })

it('loads nothing until somebody touches the page, and then once', async () => {
  wait()
  expect(asked).toEqual([])
  input('who').dispatchEvent(new Event('focusin', { bubbles: true }))
  input('who').dispatchEvent(new Event('input', { bubbles: true }))
  expect(asked).toEqual(['/app.css', '/page.js', '/app.js'])
  await expect.poll(() => added).toEqual(['/app.css', '/app.js'])
})

it.each([
  ['why a session ended', () => sessionStorage.setItem('endedBy', 'idle')],
  ['who has registered', () => sessionStorage.setItem('registrationEmail', 'a@b.c')],
  ['tickets', () => localStorage.setItem('tickets', '{}')],
  ['that somebody is signed in', () => localStorage.setItem('refreshToken', 'x')],
])('loads the app at once if the browser knows %s', (_, know) => {
  know()
  wait()
  expect(asked).toContain('/app.js')
})

it('hands over what was typed, the focus and the click on a button', async () => {
  wait()
  input('who').value = '0244123456'
  input('who').focus()
  input('who').setSelectionRange(3, 5)
  input('password').value = 'secret'
  input('keep').checked = true
  document.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  const heard: string[] = []
  await takeOver(root, early(), () => {
    root.innerHTML = PAGE
    root.addEventListener('input', ({ target }) => target instanceof HTMLInputElement && heard.push(target.name))
    root.addEventListener('submit', (event) => event.preventDefault())
    root.addEventListener(
      'click',
      ({ target }) => target instanceof HTMLButtonElement && heard.push(target.textContent),
    )
    return root
  })
  expect([input('who').value, input('password').value, input('keep').checked]).toEqual(['0244123456', 'secret', true])
  expect(document.activeElement).toBe(input('who'))
  expect([input('who').selectionStart, input('who').selectionEnd]).toEqual([3, 5])
  expect(heard).toEqual(expect.arrayContaining(['who', 'password', 'Sign in']))
})

it('hands over to a part of the page that comes a moment later', async () => {
  root.innerHTML =
    '<form><input name="who"><textarea name="note"></textarea><select name="kind"><option>A<option>B</select></form>'
  wait()
  const field = <T extends Element>(name: string) => root.querySelector<T>(`[name=${name}]`)
  const note = field<HTMLTextAreaElement>('note')
  if (note) note.value = 'By bus'
  note?.focus()
  note?.setSelectionRange(0, 6)
  const kind = field<HTMLSelectElement>('kind')
  if (kind) kind.value = 'B'
  const form = root.innerHTML
  await takeOver(root, early(), () => {
    root.innerHTML = ''
    return root
  })
  expect(document.activeElement).toBe(document.body)
  root.innerHTML = form
  await expect.poll(() => field<HTMLTextAreaElement>('note')?.value).toBe('By bus')
  expect(field<HTMLSelectElement>('kind')?.value).toBe('B')
  const focused = document.activeElement
  expect(focused).toBe(field('note'))
  expect(focused instanceof HTMLTextAreaElement && [focused.selectionStart, focused.selectionEnd]).toEqual([0, 6])
})

it.each([
  ['key', 'keydown', 'keyup'],
  ['word', 'compositionstart', 'compositionend'],
])('waits for the end of a %s', async (_, begin, end) => {
  wait()
  input('who').dispatchEvent(new Event(begin, { bubbles: true }))
  const show = vi.fn(() => root)
  const taken = takeOver(root, early(), show)
  await new Promise((resolve) => setTimeout(resolve))
  expect(show).not.toHaveBeenCalled()
  input('who').dispatchEvent(new Event(end, { bubbles: true }))
  await taken
  expect(show).toHaveBeenCalledOnce()
})

const WAYS = '<form><input name="who"></form><a href="/auth/login?with=password" data-waits>Use my password</a>'
it.each([
  ['lets a link to another way to sign in lead there by itself', '', false, []],
  ['holds it for the app if something was typed, which would be lost', '0244', true, ['/auth/login?with=password']],
])('%s', async (_, typed, isHeld, followed) => {
  root.innerHTML = WAYS
  wait()
  input('who').value = typed
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  linkTo(root, '/auth/login?with=password').dispatchEvent(event)
  expect(event.defaultPrevented).toBe(isHeld)
  const heard: (string | null)[] = []
  await takeOver(root, early(), inItsPlace(heard, WAYS))
  expect(heard).toEqual(followed)
  expect(input('who').value).toBe(typed)
})

it('does not press a button of another page', async () => {
  wait()
  document.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  const clicked = vi.fn()
  await takeOver(root, early(), () => {
    root.innerHTML = '<button>One</button><button>Delete</button>'
    root.addEventListener('click', clicked)
    return root
  })
  expect(clicked).not.toHaveBeenCalled()
})

it('does not change the page under a finger', async () => {
  vi.useFakeTimers()
  wait()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  const show = vi.fn(() => root)
  const over = takeOver(root, early(), show)
  await vi.advanceTimersByTimeAsync(100)
  expect(show).not.toHaveBeenCalled()
  document.body.dispatchEvent(new Event('pointerup', { bubbles: true }))
  await vi.advanceTimersByTimeAsync(20)
  await over
  expect(show).toHaveBeenCalled()
})

it('says that the app could not be loaded, and loads it at the next touch', async () => {
  isOnline = false
  wait()
  document.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toBe('No connection'), {
    timeout: 10_000,
  })
  expect(document.querySelector('[aria-busy]')).toBeNull()
  expect(added).toEqual([])
  isOnline = true
  input('who').dispatchEvent(new Event('focusin', { bubbles: true }))
  await expect.poll(() => added).toEqual(['/app.css', '/app.js'])
})

it('keeps where a visitor wants to go on, at the address of the sign-in, and loads the app at once', async () => {
  sessionStorage.clear()
  // A link that a test of another file followed has left this document without an address.
  const { happyDOM } = window as typeof window & { readonly happyDOM: { setURL(address: string): void } }
  happyDOM.setURL('http://localhost:3000/events/camp/reserve')
  const ahead = { path: '/events/camp/reserve', name: 'Camp' }
  waitForTouch({ entry: '/app.js', scripts: [], styles: [], failed: '', isFrame: false, ahead })
  expect(sessionStorage.getItem('lastPage')).toBe('/events/camp/reserve')
  expect(location.pathname).toBe('/auth/login')
  expect(window.early?.ahead).toBe('Camp')
  expect(asked).toEqual(['/app.js'])
  sessionStorage.clear()
})

const HOME = '<a href="#content">Skip</a><a href="/events/one">One</a><a href="/events/two">Two</a><button></button>'
const waitOnHome = () => {
  root.innerHTML = HOME
  waitForApp({ entry: '/app.js', scripts: [], styles: [], failed: 'No connection', isFrame: false })
}
const linkTo = (place: HTMLElement, href: string) => {
  const link = place.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)
  if (!link) throw new Error(`no link to ${href}`)
  return link
}
/** The app in an element of its own, with a place of one's own above, and what was clicked in it. */
const inItsPlace = (heard: (string | null)[], html = `<p>Yours</p>${HOME}`) => {
  const place = document.createElement('div')
  place.innerHTML = html
  place.addEventListener('click', (event) => {
    event.preventDefault()
    heard.push(event.target instanceof Element ? event.target.getAttribute('href') : null)
  })
  return () => {
    root.replaceWith(place)
    return place
  }
}

it('holds a click on a link until the app is there, and the focus', async () => {
  waitOnHome()
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  linkTo(root, '/events/two').dispatchEvent(event)
  linkTo(root, '/events/one').focus()
  expect(event.defaultPrevented).toBe(true)
  expect(linkTo(root, '/events/two').getAttribute('aria-busy')).toBe('true')
  const heard: (string | null)[] = []
  const show = inItsPlace(heard)
  await takeOver(root, early(), show)
  expect(heard).toEqual(['/events/two'])
  expect(document.activeElement?.getAttribute('href')).toBe('/events/one')
})

it('forgets a click on a link that the page of the app does not have', async () => {
  waitOnHome()
  linkTo(root, '/events/two').click()
  const heard: (string | null)[] = []
  await takeOver(root, early(), inItsPlace(heard, '<a href="/auth/login">Sign in</a>'))
  expect(heard).toEqual([])
})

it('leaves links within the page and new tabs to the browser', () => {
  waitOnHome()
  const within = new MouseEvent('click', { bubbles: true, cancelable: true })
  linkTo(root, '#content').dispatchEvent(within)
  const tab = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true })
  linkTo(root, '/events/one').dispatchEvent(tab)
  expect([within.defaultPrevented, tab.defaultPrevented]).toEqual([false, false])
})

it('lets a link to the tickets of this phone lead there, since it needs no network', () => {
  delete document.documentElement.dataset['tickets']
  waitOnHome()
  expect(document.documentElement.dataset['tickets']).toBeUndefined()
  localStorage.setItem('tickets', '{}')
  root.innerHTML = '<a href="/reservations/tickets" data-now>Tickets</a>'
  waitForApp({ entry: '/app.js', scripts: [], styles: [], failed: 'No connection', isFrame: true })
  expect(document.documentElement.dataset['tickets']).toBe('')
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  linkTo(root, '/reservations/tickets').dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
  localStorage.removeItem('tickets')
})

it('says that the app did not come, and lets links lead on', () => {
  waitOnHome()
  root.insertAdjacentHTML('beforeend', '<div role="alert" data-early-alert></div>')
  const script = document.createElement('script')
  script.setAttribute('src', '/app.js')
  script.type = 'text/plain'
  document.body.append(script)
  script.dispatchEvent(new Event('error'))
  expect(document.querySelector('[data-early-alert]')?.textContent).toBe('No connection')
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  linkTo(root, '/events/one').dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
})

it('keeps the place of what is one’s own as high as it was', () => {
  localStorage.setItem('homeOwn', '412')
  waitOnHome()
  expect(document.documentElement.style.getPropertyValue('--own')).toBe('412px')
  document.documentElement.style.removeProperty('--own')
  early().end()
  localStorage.setItem('homeOwn', '1px;background:url(x)')
  waitOnHome()
  expect(document.documentElement.style.getPropertyValue('--own')).toBe('')
})

it('paints in the colours that somebody chose, whatever the system has', () => {
  const files = { entry: '/app.js', scripts: [], styles: [], failed: '', isFrame: true }
  const { dataset } = document.documentElement
  for (const wait of [waitForApp, waitForTouch])
    for (const chosen of ['dark', 'light', 'auto', undefined]) {
      if (chosen) localStorage.setItem('mantine-color-scheme-value', chosen)
      else localStorage.clear()
      wait(files)
      expect(dataset['mantineColorScheme']).toBe(chosen === 'dark' ? 'dark' : 'light')
      window.early?.end()
    }
})

it('starts the app once the page is painted, with the styles that came last', async () => {
  document.body.insertAdjacentHTML('beforeend', '<script type="text/css" id="later">main{top:0}</script>')
  const styles: (string | null)[] = []
  vi.mocked(document.head.append).mockImplementation((one) => {
    if (one instanceof HTMLStyleElement) styles.push(one.textContent)
    if (one instanceof HTMLScriptElement) added.push(one.getAttribute('src'))
  })
  waitForApp({ entry: '/app.js', scripts: [], styles: [], failed: '', isFrame: true })
  expect(added).toEqual([])
  document.dispatchEvent(new Event('DOMContentLoaded'))
  expect(added).toEqual([])
  await expect.poll(() => added).toEqual(['/app.js'])
  expect(styles).toEqual(['main{top:0}'])
  document.dispatchEvent(new Event('visibilitychange'))
  expect(added).toEqual(['/app.js'])
})
