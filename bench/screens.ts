import { createServer } from 'node:http'
import { loadavg } from 'node:os'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../e2e/support/chromium.ts'
import type { Account } from './accounts.ts'
import { makeEvent, prepare, reserve } from './cases.ts'
import type { Figure } from './measure.ts'
import { openWorld, type World } from './world.ts'

// The first load of a screen on a cheap phone: the built app in a browser of a phone's size, four times slower than this
// machine, over slow 4G. Each screen is beside a page of its words alone, without a script, in the same run.

const CPU = 4
/** Lighthouse's slow 4G: bits a second, milliseconds. */
const SLOW_4G = { down: 1_440_000, up: 675_000, latency: 563 }
const EVENTS = 6

interface Screen {
  readonly name: string
  readonly path: string
  readonly as?: Account
  /** Its heading, or what shows that it can be used. */
  readonly heading: string | ((page: Page) => Locator)
  /** Milliseconds until the largest part is painted. */
  readonly goal: number
  readonly kilobytes: number
  /** Of the page itself, compressed. Omitted: no goal. */
  readonly pageKilobytes?: number
}

interface Painted {
  /** Milliseconds until the largest part was painted. */
  readonly paint: number
  readonly requests: number
  /** Those that were answered before. */
  readonly before: number
  /** Milliseconds until the app showed what is one's own. */
  readonly app: number
  /** Of scripts and styles, compressed. */
  readonly kilobytes: number
  /** Of the page itself, compressed. */
  readonly pageKilobytes: number
  /** Milliseconds until `shows` was seen. */
  readonly shown: number
  readonly words: string
}

const slowPhone = async (browser: Browser, baseURL: string, as?: Account): Promise<Page> => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  if (as) {
    await context.addInitScript((token) => {
      localStorage.setItem('accessToken', token)
      localStorage.setItem('keepSignedIn', '1')
    }, as.token)
    // As the app sets it wherever somebody is signed in.
    await context.addCookies([{ name: 'shiloh_signed_in', value: '1', url: baseURL }])
  }
  await context.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) document.documentElement.dataset['painted'] = String(startTime)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    addEventListener('DOMContentLoaded', () => {
      const note = () => {
        if (document.getElementById('painted')) return
        document.documentElement.dataset['app'] = String(performance.now())
        changes.disconnect()
      }
      const changes = new MutationObserver(note)
      if (document.getElementById('painted')) changes.observe(document.head, { childList: true })
    })
  })
  return context.newPage()
}

/** Makes a page as slow as a cheap phone. */
const slowDown = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_4G.latency,
    downloadThroughput: SLOW_4G.down / 8,
    uploadThroughput: SLOW_4G.up / 8,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU })
  return cdp
}

/** Opens a page and waits until nothing is loading any more. */
const open = async (page: Page, path: string, shows: Locator): Promise<Painted> => {
  const cdp = await slowDown(page)
  const code = new Set<string>()
  let kilobytes = 0
  let pageKilobytes = 0
  let requests = 0
  let main = ''
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    requests += 1
    if (type === 'Document') main = requestId
    if (type === 'Script' || type === 'Stylesheet') code.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (code.has(requestId)) kilobytes += encodedDataLength / 1000
    if (requestId === main) pageKilobytes = encodedDataLength / 1000
  })
  const from = performance.now()
  await page.goto(path, { waitUntil: 'commit', timeout: 60_000 })
  await shows.waitFor({ timeout: 60_000 })
  const shown = performance.now() - from
  await page.waitForLoadState('networkidle', { timeout: 60_000 })
  const { paint, before, app } = await page.evaluate(() => {
    const { painted, app = '0' } = document.documentElement.dataset
    const answered = performance.getEntriesByType('resource').filter((one) => {
      return one instanceof PerformanceResourceTiming && one.responseEnd < Number(painted)
    })
    return { paint: Number(painted), before: 1 + answered.length, app: Number(app) }
  })
  // biome-ignore lint/performance/useDomNodeTextContent: only the words that can be seen are painted again
  const words = await page.locator('body').innerText()
  return { paint, requests, before, app, kilobytes, pageKilobytes, shown, words }
}

/** Serves these words as a page of its own, and returns the milliseconds until they were painted. */
const paintWords = async (browser: Browser, words: string): Promise<number> => {
  const escaped = words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const server = createServer((_, answer) =>
    answer
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><meta name="viewport" content="width=device-width"><title>Words</title><p>${escaped}</p>`),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const page = await slowPhone(browser, `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  try {
    return (await open(page, '/', page.locator('p'))).paint
  } finally {
    await page.context().close()
    server.close()
  }
}

/** Says which screen failed, and what stands there instead. */
const named = async <T>(name: string, page: Page, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    const body = page.locator('body')
    // biome-ignore lint/performance/useDomNodeTextContent: only the words that can be seen help
    const words = await body.innerText({ timeout: 2000 }).catch(() => '')
    const there = words.replace(/\s+/g, ' ').slice(0, 300)
    throw new Error(`screens: ${name}: failed at ${page.url()}, which shows "${there}"`, { cause })
  }
}

const measure = async (browser: Browser, world: World, screen: Screen): Promise<Figure[]> => {
  const page = await slowPhone(browser, world.baseUrl, screen.as)
  const heading =
    typeof screen.heading === 'string'
      ? page.getByRole('heading', { level: 1, name: screen.heading })
      : screen.heading(page)
  const cold = await named(`${screen.name}, cold`, page, () => open(page, screen.path, heading))
  const warm = await named(`${screen.name}, warm`, page, () => open(page, screen.path, heading))
  await page.context().close()
  const words = await paintWords(browser, cold.words)
  const load = `${CPU} × CPU, load average ${loadavg()[0]?.toFixed(1)}`
  return [
    {
      name: `screens: ${screen.name}, cold`,
      value: cold.paint,
      unit: 'ms',
      goal: `< ${screen.goal} ms`,
      met: cold.paint < screen.goal,
      note: `${(cold.paint / words).toFixed(1)} × its words alone (${words.toFixed(0)} ms); ${cold.before} requests before, ${cold.requests} in all${cold.app ? `; the app after ${cold.app.toFixed(0)} ms, to be used after ${cold.shown.toFixed(0)} ms` : ''}; ${load}`,
    },
    {
      name: `screens: ${screen.name}, warm`,
      value: warm.paint,
      unit: 'ms',
      goal: '< 1,000 ms',
      met: warm.paint < 1000,
      note: `${(warm.paint / words).toFixed(1)} × its words alone; ${warm.before} requests before, ${warm.requests} in all${warm.app ? `; the app after ${warm.app.toFixed(0)} ms` : ''}; ${load}`,
    },
    {
      name: `screens: ${screen.name}, scripts and styles`,
      value: cold.kilobytes,
      unit: 'kB',
      goal: `≤ ${screen.kilobytes} kB`,
      met: cold.kilobytes <= screen.kilobytes,
    },
    ...(screen.pageKilobytes === undefined
      ? []
      : [
          {
            name: `screens: ${screen.name}, the page without its picture`,
            value: cold.pageKilobytes,
            unit: 'kB',
            goal: `≤ ${screen.pageKilobytes} kB`,
            met: cold.pageKilobytes <= screen.pageKilobytes,
          },
        ]),
  ]
}

/** Opens the page of an event, taps its button when nothing is loading any more, and waits for what it opens. */
const tap = async (
  browser: Browser,
  world: World,
  { name, path, as, shows }: { name: string; path: string; as?: Account; shows: (page: Page) => Locator },
): Promise<Figure> => {
  const page = await slowPhone(browser, world.baseUrl, as)
  const button = page.getByRole('link', { name: 'Reserve' }).locator('visible=true').first()
  const value = await named(name, page, async () => {
    await open(page, path, button)
    const from = performance.now()
    await button.tap()
    await shows(page).waitFor({ timeout: 60_000 })
    return performance.now() - from
  })
  // biome-ignore lint/performance/useDomNodeTextContent: only the words that can be seen are painted again
  const words = await paintWords(browser, await page.locator('body').innerText())
  await page.context().close()
  return {
    name: `screens: ${name}`,
    value,
    unit: 'ms',
    goal: '< 2,500 ms',
    met: value < 2500,
    note: `${(value / words).toFixed(1)} × a page of its words alone (${words.toFixed(0)} ms); ${CPU} × CPU, load average ${loadavg()[0]?.toFixed(1)}`,
  }
}

const ROWS = 500
const SELECTIONS = 20

/** Clicks the boxes of some rows, and returns the milliseconds until each was drawn as selected. */
const selectRows = (page: Page): Promise<number[]> =>
  page.evaluate(async (count) => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const times: number[] = []
    for (let at = 0; at < count; at += 1) {
      const box = document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')[at * 7]
      if (!box) throw new Error(`no row ${at * 7}`)
      await drawn()
      const from = performance.now()
      box.click()
      await drawn()
      times.push(performance.now() - from)
    }
    return times.sort((a, b) => a - b)
  }, SELECTIONS)

/** Selects rows of a list of the office, and of the same table without the app. */
const selection = async (browser: Browser, world: World, admin: Account): Promise<Figure> => {
  const context = await browser.newContext({ baseURL: world.baseUrl, viewport: { width: 1440, height: 900 } })
  await context.addInitScript((token) => localStorage.setItem('accessToken', token), admin.token)
  await context.addCookies([{ name: 'shiloh_signed_in', value: '1', url: world.baseUrl }])
  const page = await context.newPage()
  await page.goto(`/admin/reservations?event_id=all&page_size=${ROWS}`)
  const last = page.locator('tbody tr').nth(ROWS - 1)
  await named(`a row selected among ${ROWS}`, page, () => last.waitFor({ timeout: 60_000 }))
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU })
  const times = await selectRows(page)
  const table = await page
    .locator('table')
    .first()
    .evaluate((one) => one.outerHTML)
  const bare = await context.newPage()
  await bare.setContent(`<!doctype html><style>tr:has(:checked){background:#eef}</style>${table}`)
  await (await context.newCDPSession(bare)).send('Emulation.setCPUThrottlingRate', { rate: CPU })
  const plain = await selectRows(bare)
  await context.close()
  const middle = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0
  const value = middle(times)
  return {
    name: `screens: a row selected among ${ROWS}`,
    value,
    unit: 'ms',
    goal: '< 150 ms',
    met: value < 150,
    note: `longest ${times.at(-1)?.toFixed(0)} ms; ${(value / middle(plain)).toFixed(1)} × the same table without the app (${middle(plain).toFixed(0)} ms); ${CPU} × CPU, load average ${loadavg()[0]?.toFixed(1)}`,
  }
}

/** Measures the first load of the screens that people open on a phone, what a tap opens, and a long list of the office. */
export const screens = async (): Promise<Figure[]> => {
  const world = await openWorld()
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: chromiumFlags })
  try {
    const { admin, typeId } = await prepare(world)
    const [member, other, ...guests] = await world.accounts(2 + ROWS)
    if (!member || !other) throw new Error('no account')
    let eventId = ''
    for (let made = 0; made < EVENTS; made += 1) eventId = await makeEvent(world, { admin, typeId }, null, made)
    for (const one of [member, ...guests]) await reserve(world, one, eventId, typeId, one.id)
    const event = `/events/${eventId}`
    const wizard = (page: Page) => page.getByRole('complementary', { name: 'Your reservation' })
    const wanted: readonly Screen[] = [
      {
        name: 'event, for a guest',
        path: event,
        heading: `Bench convention ${EVENTS}`,
        goal: 1000,
        kilobytes: 0,
        pageKilobytes: 15,
      },
      { name: 'sign in', path: '/auth/login', heading: 'Sign in', goal: 2000, kilobytes: 60 },
      { name: 'register', path: '/auth/register', heading: 'Create an account', goal: 2000, kilobytes: 60 },
      { name: 'home', path: '/home', as: member, heading: 'Activities & Events', goal: 3500, kilobytes: 200 },
      {
        name: 'event, for a member',
        path: event,
        as: other,
        heading: `Bench convention ${EVENTS}`,
        goal: 3500,
        kilobytes: 300,
      },
      { name: 'wizard', path: `${event}/reserve`, as: other, heading: wizard, goal: 2500, kilobytes: 300 },
    ]
    const figures: Figure[] = []
    for (const screen of wanted) figures.push(...(await measure(browser, world, screen)))
    figures.push(await tap(browser, world, { name: 'event to wizard', path: event, as: other, shows: wizard }))
    const signIn = (page: Page) => page.getByRole('heading', { level: 1, name: 'Sign in' })
    figures.push(await tap(browser, world, { name: 'event to sign-in, for a guest', path: event, shows: signIn }))
    figures.push(await selection(browser, world, admin))
    return figures
  } finally {
    await browser.close()
    await world.close()
  }
}
