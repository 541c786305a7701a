import type { KeptNode } from '#platform/kept-home'

/** What happened on a page that the server wrote, until the app is there. */
export interface Early {
  /** A finger, a mouse button or a key is down, or a word is being written: it would be lost if the page changed now. */
  isPressed: boolean
  /** The button or link that was clicked last. */
  clicked: HTMLButtonElement | HTMLAnchorElement | undefined
  /** Resolves when the app has styles of its own. */
  styled: Promise<unknown>
  /** Ends the wait: from now on the app listens. */
  readonly end: () => void
  /** The app is on the way already. It takes the page over with what it shows first, and not before. */
  readonly isComing: boolean
  /** What stands there is the frame of the page: the app takes its place as soon as it can show the same. */
  readonly isFrame: boolean
  /** The name of the event that somebody wants to reserve after signing in. */
  readonly ahead?: string
}

declare global {
  interface Window {
    early?: Early
  }
}

/** The files of the app that a page needs, and the sentence for when they cannot be loaded. */
export interface Waiting {
  readonly entry: string
  readonly scripts: readonly string[]
  /** They are in the page already, and go with it. */
  readonly styles: readonly string[]
  readonly failed: string
  readonly isFrame: boolean
  /** A visitor came to this page, and will go on to it. */
  readonly ahead?: { readonly path: string; readonly name: string }
}

/**
 * Runs in a page that the server wrote. Loads the app when somebody touches the page, and notes what they click
 * meanwhile. Its source is sent with the page, so it can use nothing from outside.
 */
export function waitForTouch({ entry, scripts, styles, failed, ahead }: Waiting): void {
  const page = document.documentElement
  let colors = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  try {
    // Where Mantine keeps what somebody has chosen. Without a choice it has none, or that of the system.
    const chosen = localStorage.getItem('mantine-color-scheme-value')
    if (chosen === 'dark' || chosen === 'light') colors = chosen
  } catch {
    // Reading `localStorage` throws if cookies are blocked: then nothing was chosen.
  }
  page.setAttribute('data-mantine-color-scheme', colors)
  const listening = new AbortController()
  const early: Early = {
    isPressed: false,
    clicked: undefined,
    styled: Promise.resolve(),
    end: () => listening.abort(),
    isComing: false,
    isFrame: false,
    ...(ahead && { ahead: ahead.name }),
  }
  window.early = early
  let isAsked = false
  const load = () => {
    if (isAsked) return
    isAsked = true
    const fail = () => {
      isAsked = false
      early.clicked?.removeAttribute('aria-busy')
      early.clicked = undefined
      const alert = document.querySelector('form [role=alert]')
      if (alert) alert.textContent = failed
    }
    const start = () => {
      early.styled = Promise.all(
        styles.map((href) => {
          const link = document.createElement('link')
          Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href })
          document.head.append(link)
          return new Promise((resolve) => {
            link.onload = resolve
            link.onerror = resolve
          })
        }),
      )
      const script = document.createElement('script')
      Object.assign(script, { type: 'module', crossOrigin: '', src: entry, onerror: fail })
      document.head.append(script)
    }
    // A module that could not be loaded is never asked for again in the same page. So the browser's cache has all of them
    // before the first one is a module.
    const fetched = [...styles, ...scripts, entry].map(async (file) => {
      const answer = await fetch(file)
      if (!answer.ok) throw new Error(file)
      await answer.arrayBuffer()
    })
    Promise.all(fetched).then(start, fail)
  }
  const on = (type: string, act: (event: Event) => void) =>
    document.addEventListener(
      type,
      (event) => {
        act(event)
        load()
      },
      { capture: true, signal: listening.signal },
    )
  for (const type of ['pointerdown', 'keydown', 'compositionstart'])
    on(type, () => {
      early.isPressed = true
    })
  for (const type of ['pointerup', 'pointercancel', 'keyup', 'compositionend'])
    on(type, () => {
      early.isPressed = false
    })
  for (const type of ['focusin', 'input']) on(type, () => undefined)
  on('submit', (event) => event.preventDefault())
  const isTyped = () =>
    [...document.querySelectorAll<HTMLInputElement>('form input')].some(
      ({ type, value }) => type !== 'checkbox' && type !== 'radio' && value !== '',
    )
  on('click', (event) => {
    const found =
      event.target instanceof Element ? event.target.closest<HTMLElement>('button, a[data-waits]') : undefined
    const isElsewhere = event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)
    if (found instanceof HTMLAnchorElement) {
      // It leads on by itself. What was typed would be lost, unless the app comes first.
      if (isElsewhere || !isTyped()) return
    } else if (!(found instanceof HTMLButtonElement)) return
    event.preventDefault()
    early.clicked?.removeAttribute('aria-busy')
    early.clicked = found
    const isSubmit = found instanceof HTMLButtonElement && found.type === 'submit'
    if (isSubmit || found.dataset['waits'] !== undefined) found.setAttribute('aria-busy', 'true')
  })
  try {
    // The sign-in stands at the address of the page that needs it. From now on it is at its own.
    if (ahead) {
      sessionStorage.setItem('lastPage', ahead.path)
      history.replaceState(null, '', '/auth/login')
    }
    // The app has something to say here that the server does not know.
    if (
      ['endedBy', 'registrationEmail', 'lastPage', 'signInCode', 'draft:register'].some((key) =>
        sessionStorage.getItem(key),
      )
    )
      load()
    if (['accessToken', 'refreshToken', 'tickets'].some((key) => localStorage.getItem(key))) load()
  } catch {
    // Reading storage throws if cookies are blocked: then there is nothing to say.
  }
}

/**
 * Runs in a page that the server wrote for somebody who is signed in. The app comes with it: until it is there, a click
 * waits for it. The place of what is their own has what this phone kept of it (`platform/kept-home.ts`), or the height that
 * it had last.
 */
export function waitForApp({ entry, failed, isFrame }: Waiting): void {
  const page = document.documentElement
  let colors = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  try {
    // Where Mantine keeps what somebody has chosen. Without a choice it has none, or that of the system.
    const chosen = localStorage.getItem('mantine-color-scheme-value')
    if (chosen === 'dark' || chosen === 'light') colors = chosen
  } catch {
    // Reading `localStorage` throws if cookies are blocked: then nothing was chosen.
  }
  page.setAttribute('data-mantine-color-scheme', colors)
  try {
    const height = Number(localStorage.getItem('homeOwn'))
    if (height > 0) page.style.setProperty('--own', `${height}px`)
    if (localStorage.getItem('tickets')) page.dataset['tickets'] = ''
  } catch {
    // Reading `localStorage` throws if cookies are blocked: then the page has no such place, and the phone no tickets.
  }
  const listening = new AbortController()
  const early: Early = {
    isPressed: false,
    clicked: undefined,
    styled: Promise.resolve(),
    end: () => listening.abort(),
    isComing: true,
    isFrame,
  }
  window.early = early
  const on = (type: string, act: (event: Event) => void) =>
    document.addEventListener(type, act, { capture: true, signal: listening.signal })
  for (const type of ['pointerdown', 'keydown', 'compositionstart'])
    on(type, () => {
      early.isPressed = true
    })
  for (const type of ['pointerup', 'pointercancel', 'keyup', 'compositionend'])
    on(type, () => {
      early.isPressed = false
    })
  on('click', (event) => {
    const found = event.target instanceof Element ? event.target.closest('a, button') : null
    const isElsewhere = event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey)
    if (isElsewhere || !(found instanceof HTMLAnchorElement || found instanceof HTMLButtonElement)) return
    // A link within the page, or to one that needs no network.
    if (found.getAttribute('href')?.startsWith('#') || found.dataset['now'] !== undefined) return
    event.preventDefault()
    early.clicked?.removeAttribute('aria-busy')
    early.clicked = found
    found.setAttribute('aria-busy', 'true')
  })
  let isStyled = false
  const putStyles = () => {
    const later = document.getElementById('later')
    if (!later || isStyled) return
    isStyled = true
    const style = document.createElement('style')
    Object.assign(style, {
      id: 'page',
      nonce: document.getElementById('painted')?.nonce,
      textContent: later.textContent,
    })
    document.head.append(style)
  }
  /** Longer ago, too much may have changed. Milliseconds. */
  const validFor = 86_400_000
  const elementOf = (node: KeptNode): Node => {
    if (typeof node === 'string') return document.createTextNode(node)
    const [name, look, ...within] = node
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(look)) {
      // The policy of the page forbids style attributes, not styles.
      if (key === 'style') element.style.cssText = value
      else element.setAttribute(key, value)
    }
    element.append(...within.map(elementOf))
    return element
  }
  const showKept = () => {
    const place = document.querySelector('[data-own]:empty')
    if (!place) return
    arriving.disconnect()
    try {
      const kept = JSON.parse(localStorage.getItem('keptHome') ?? 'null')
      const claims = localStorage.getItem('accessToken')?.split('.')[1]
      if (!kept || !claims) return
      const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
      const isOwn = typeof sub === 'string' && kept.owner === sub
      if (!isOwn || kept.entry !== entry || kept.language !== page.lang || Date.now() - kept.seen > validFor) return
      place.append(...kept.nodes.map(elementOf))
    } catch {
      // Cookies are blocked, or what is kept cannot be read: the app shows it.
    }
  }
  // Not at the end of the page: the styles for later take as long as all that is before them.
  const arriving = new MutationObserver(showKept)
  arriving.observe(document, { childList: true, subtree: true })
  document.addEventListener(
    'DOMContentLoaded',
    () => {
      showKept()
      arriving.disconnect()
    },
    { signal: listening.signal },
  )
  // The page is painted before the app runs: with all files in the browser's cache, the app would be first, and it takes a
  // slow phone a second. A page that nobody sees is not painted.
  let isAsked = false
  const start = () => {
    if (isAsked) return
    isAsked = true
    putStyles()
    const script = document.createElement('script')
    Object.assign(script, { type: 'module', crossOrigin: '', src: entry })
    document.head.append(script)
  }
  const once = { signal: listening.signal }
  document.addEventListener(
    'DOMContentLoaded',
    () => (document.hidden ? start() : requestAnimationFrame(() => setTimeout(start))),
    once,
  )
  document.addEventListener('visibilitychange', start, once)
  // The app's script did not come. Its links lead on, and to the app once there is a network again.
  on('error', ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.getAttribute('src') !== entry) return
    early.end()
    const { clicked } = early
    clicked?.removeAttribute('aria-busy')
    const alert = document.querySelector('[data-early-alert]')
    if (alert) alert.textContent = failed
    addEventListener('online', () => location.reload())
  })
}
