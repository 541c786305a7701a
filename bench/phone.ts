import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { cameraFlags, writeCameraFilm } from '../e2e/support/camera.ts'
import { chromiumFlags, findChromium } from '../e2e/support/chromium.ts'
import { dropMails, makeEvent, prepare, reserve } from './cases.ts'
import { type Figure, run } from './measure.ts'
import { openWorld, type World } from './world.ts'

// A phone at the gate of a large event: the built app in a browser of a phone's size, four times slower than this machine.
// The first copy over slow 4G, scans without a network, and the frames of the camera's preview.

const PEOPLE = 10_000
const CLIENTS = 64
const SCANS = 200
const CPU = 4
const FRAMES_MS = 10_000
/** Images a second of the camera. */
const FILM = 30
/** Lighthouse's slow 4G: bits a second, milliseconds. */
const SLOW_4G = { down: 1_440_000, up: 675_000, latency: 563 }

interface Crowd {
  readonly eventId: string
  readonly token: string
  readonly codes: readonly string[]
}

const makeCrowd = async (world: World): Promise<Crowd> => {
  const { admin, typeId } = await prepare(world)
  const eventId = await makeEvent(world, { admin, typeId }, null, 0)
  const people = await world.accounts(PEOPLE)
  await run(CLIENTS, PEOPLE, (index) => reserve(world, people[index], eventId, typeId, `${eventId}-${index}`))
  await dropMails(world)
  const [gate] = await world.accounts(1, 'checkin_user')
  if (!gate) throw new Error('no check-in user')
  await world.db.query('insert into check_in_user_events values ($1, $2)', [gate.id, eventId])
  const { rows } = await world.db.query<{ qr_id: string }>(
    'select qr_id from reservation_participants where event_id = $1 order by id limit $2',
    [eventId, SCANS],
  )
  return { eventId, token: gate.token, codes: rows.map(({ qr_id }) => world.codeOf(qr_id)) }
}

const throttle = (cdp: CDPSession, rate: number) => cdp.send('Emulation.setCPUThrottlingRate', { rate })

interface FirstCopy {
  readonly seconds: number
  readonly kilobytes: number
  readonly firstByte: number
}

/** Registers the phone over a slow network, and waits until everybody is on it. */
const firstCopy = async (page: Page, cdp: CDPSession): Promise<FirstCopy> => {
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW_4G.latency,
    downloadThroughput: SLOW_4G.down / 8,
    uploadThroughput: SLOW_4G.up / 8,
  })
  await throttle(cdp, CPU)
  const sent = new Map<string, number>()
  let figures: { kilobytes: number; firstByte: number } | undefined
  let began = 0
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (request.url.includes('/check-in-users/bundle') && request.url.includes('names=later')) {
      sent.set(requestId, timestamp)
      began ||= performance.now()
    }
  })
  let firstByte = 0
  cdp.on('Network.responseReceived', ({ requestId, timestamp }) => {
    const from = sent.get(requestId)
    if (from !== undefined) firstByte = timestamp - from
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (sent.has(requestId)) figures ??= { kilobytes: encodedDataLength / 1000, firstByte }
  })
  await page.getByLabel('Name of this phone').fill('Bench phone')
  await page.getByRole('button', { name: 'Register this phone' }).click()
  await page.getByText('10,000 people are on this phone').waitFor({ timeout: 120_000 })
  const seconds = (performance.now() - began) / 1000
  if (!figures) throw new Error('no copy was loaded')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  return { seconds, ...figures }
}

/** Returns the milliseconds from the Enter key of a scanner until its result is painted. */
const scanOnce = (page: Page, code: string): Promise<number> =>
  page.evaluate(async (text) => {
    const field = document.querySelector('form input')
    if (!(field instanceof HTMLInputElement) || !field.form) throw new Error('no field for codes')
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    setter?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await nextFrame()
    const from = performance.now()
    field.form.requestSubmit()
    while (!document.querySelector('#gate-result[data-tone="ok"]')) {
      if (performance.now() - from > 20_000) throw new Error(document.querySelector('#gate-result')?.textContent ?? '')
      await nextFrame()
    }
    // The frame that shows it.
    await nextFrame()
    return performance.now() - from
  }, code)

const scanOffline = async (page: Page, codes: readonly string[]): Promise<number[]> => {
  await page.context().setOffline(true)
  await page.getByText('No network since').waitFor()
  const times: number[] = []
  for (const code of codes) {
    times.push(await scanOnce(page, code))
    await page.getByRole('button', { name: 'Scan next' }).click()
    await page.locator('#gate-result').waitFor({ state: 'detached' })
  }
  await page.context().setOffline(false)
  return times.sort((a, b) => a - b)
}

/** Returns the frames of the page while the camera reads, as the milliseconds of each. */
const frames = (page: Page): Promise<number[]> =>
  page.evaluate(async (lasts) => {
    const times: number[] = []
    const from = performance.now()
    for (let before = from; before - from < lasts; ) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      times.push(now - before)
      before = now
    }
    return times.slice(1).sort((a, b) => a - b)
  }, FRAMES_MS)

const openPhone = async (browser: Browser, world: World, { token }: Crowd): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: world.baseUrl,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    permissions: ['camera'],
  })
  await context.addInitScript((accessToken) => {
    localStorage.setItem('accessToken', accessToken)
    localStorage.setItem('keepSignedIn', '1')
  }, token)
  return context.newPage()
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Measures one phone. */
export const phone = async (): Promise<Figure[]> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'shiloh-phone-'))
  const film = path.join(folder, 'camera.y4m')
  // Nothing in view: the camera goes on looking.
  writeCameraFilm(film, null, FILM)
  const world = await openWorld()
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...chromiumFlags, ...cameraFlags(film)],
  })
  try {
    const crowd = await makeCrowd(world)
    const page = await openPhone(browser, world, crowd)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.enable')
    await page.goto('/check-in')
    await page.getByLabel('Name of this phone').waitFor()
    // The files of the app come before the people: a phone is prepared once.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const copy = await firstCopy(page, cdp)
    await page.getByText('Names and typed codes can be found').waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: /^Start: / }).click()
    await page.getByRole('button', { name: 'Let people in all the same' }).click()
    await page.getByText('Hold the code inside the frame').waitFor()
    const drawn = await frames(page)
    const times = await scanOffline(page, crowd.codes)
    const load = `load average ${loadavg()[0]?.toFixed(1)}`
    const slow = `${CPU} × CPU, ${load}`
    const seconds = drawn.reduce((sum, one) => sum + one, 0) / 1000
    const isQuick = at(times, 1) < 300
    return [
      {
        name: 'phone: scan to result without a network, p99',
        value: at(times, 0.99),
        unit: 'ms',
        goal: '< 300 ms',
        met: isQuick,
        note: `${times.length} scans, p50 ${at(times, 0.5).toFixed(0)} ms, max ${at(times, 1).toFixed(0)} ms; ${slow}`,
      },
      {
        name: 'phone: frames while the camera reads',
        value: drawn.length / seconds,
        unit: '/s',
        goal: '60 /s',
        met: drawn.length / seconds >= 59,
        note: `a film of ${FILM} images a second; p95 of a frame ${at(drawn, 0.95).toFixed(0)} ms, max ${at(drawn, 1).toFixed(0)} ms; ${slow}`,
      },
      {
        name: `phone: first copy of ${PEOPLE} people on slow 4G`,
        value: copy.seconds,
        unit: 's',
        goal: '< 5 s',
        met: copy.seconds < 5,
        note: `first byte after ${copy.firstByte.toFixed(2)} s, from which ${(SLOW_4G.latency / 1000).toFixed(2)} s are the network's; ${slow}`,
      },
      {
        name: `phone: first copy of ${PEOPLE} people, compressed`,
        value: copy.kilobytes,
        unit: 'kB',
        goal: '≤ 1,000 kB',
        met: copy.kilobytes <= 1000,
      },
    ]
  } finally {
    await browser.close()
    await world.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
