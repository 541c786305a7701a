import { loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../e2e/support/chromium.ts'
import type { Account } from './accounts.ts'
import { type Figure, summarize } from './measure.ts'
import { PEOPLE, ROOMS } from './room-world.ts'
import type { World } from './world.ts'

// The board of ten thousand people and two thousand rooms in a browser of an office, on the machine as it is.

const LOADS = 5
const ROUNDS = 12
/** Milliseconds after which a drop counts as lost. */
const PATIENCE = 15_000

/** Opens the board, and returns the milliseconds from the address to the first person who waits. */
const openBoard = async (page: Page, event: string): Promise<number> => {
  await page.goto(`/admin/reservations/rooms?event_id=${event}`, { waitUntil: 'commit' })
  await page.locator('html[data-shown]').waitFor({ state: 'attached', timeout: 60_000 })
  return page.evaluate(() => Number(document.documentElement.dataset['shown']))
}

/** Types into a filter, and returns the milliseconds until what it finds is drawn. */
const filter = (page: Page, label: string, text: string, found: string): Promise<number> =>
  page.evaluate(
    async ([name, typed, selector]) => {
      const field = document.querySelector(`input[aria-label="${name}"]`)
      if (!(field instanceof HTMLInputElement)) throw new Error(`no field ${name}`)
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const before = document.querySelectorAll(selector ?? '')[0]?.textContent
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, typed)
      const from = performance.now()
      field.dispatchEvent(new Event('input', { bubbles: true }))
      for (;;) {
        const first = document.querySelectorAll(selector ?? '')[0]
        const shown = first?.textContent
        if (shown !== before || performance.now() - from > 5000) break
        await nextFrame()
      }
      await nextFrame()
      return performance.now() - from
    },
    [label, text, found],
  )

/** Drags the first person who waits to the first free bed, and returns the milliseconds from the drop until they are in it. */
const drop = async (page: Page): Promise<number> => {
  const person = page.getByRole('listbox', { name: 'Without a room' }).getByRole('option').first()
  const name = /Kofi Mensah \d+/.exec((await person.textContent()) ?? '')?.[0] ?? ''
  const drawn = page.evaluate(
    ([who, patience]) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`${who} was not dropped`)), Number(patience))
        addEventListener(
          'drop',
          () => {
            const from = performance.now()
            const look = () => {
              const there = [...document.querySelectorAll('main section section button')].some((button) =>
                new RegExp(`${who}(?!\\d)`).test(button.textContent ?? ''),
              )
              requestAnimationFrame(() => (there ? resolve(performance.now() - from) : look()))
            }
            look()
          },
          { once: true, capture: true },
        )
      }),
    [name, PATIENCE] as const,
  )
  await person.dragTo(page.getByRole('main').getByText('Bed A, free').first().locator('..'))
  return drawn
}

/** Measures the board in a browser: the first paint, the filters, and people dropped into rooms. */
export const roomScreen = async (world: World, event: string, as: Account): Promise<Figure[]> => {
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({ executablePath, env: { ...process.env, ...env }, args: chromiumFlags })
  try {
    const context = await browser.newContext({ baseURL: world.baseUrl, viewport: { width: 1440, height: 900 } })
    await context.addInitScript((token) => {
      localStorage.setItem('accessToken', token)
      localStorage.setItem('keepSignedIn', '1')
      const look = () => {
        if (document.querySelector('[role="option"]'))
          requestAnimationFrame(() => {
            document.documentElement.dataset['shown'] = String(performance.now())
          })
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }, as.token)
    const page = await context.newPage()
    const paints: number[] = []
    for (let load = 0; load < LOADS; load += 1) paints.push(await openBoard(page, event))
    const filters: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const number = 5001 + round * 2
      filters.push(await filter(page, 'Name or code', `Mensah ${number}`, '[role="option"]'))
      filters.push(await filter(page, 'Name or code', '', '[role="option"]'))
      filters.push(await filter(page, 'Find a room', `R1${10 + round}`, 'main section section'))
      filters.push(await filter(page, 'Find a room', '', 'main section section'))
    }
    const more = page.getByText('More filters')
    await more.click()
    await page.getByLabel('Free beds only').check()
    await more.click()
    const drops: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) drops.push(await drop(page))
    const of = `${PEOPLE} people, ${ROOMS} rooms`
    const figure = (name: string, times: readonly number[], goal: number): Figure => {
      const { p50, p99 } = summarize(times, 1)
      return {
        name,
        value: p50,
        unit: 'ms',
        goal: `< ${goal} ms`,
        met: p50 < goal,
        note: `median of ${times.length}, slowest ${p99.toFixed(0)} ms; load average ${loadavg()[0]?.toFixed(1)}`,
      }
    }
    return [
      figure(`the board in a browser, ${of}: address to first person`, paints, 1500),
      figure('a filter of people or rooms, drawn', filters, 100),
      figure('a person dropped on a bed, drawn there', drops, 200),
    ]
  } finally {
    await browser.close()
  }
}
