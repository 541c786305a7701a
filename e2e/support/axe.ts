import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { Result } from 'axe-core'

declare global {
  interface Window {
    /** Once its source has run. */
    axe: typeof axe
  }
}

/** Less than half of what `axe.source` is, which every page would read anew. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Expects no axe violations on the loaded page, nothing wider than the screen, and no violations of the page's policy.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A loading page has no heading yet, and a list that is being refetched is not final.
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.locator('[data-stale], [aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
  // Waits for opening and closing animations: half a menu has neither its role nor its contrast.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
  // A dialog gets its name in the task after the one that shows it.
  await expect(page.locator('[role="dialog"]:not([aria-labelledby], [aria-label])')).toHaveCount(0)
  const found: string[] = []
  for (const { id, nodes } of await violationsOn(page))
    for (const { html, target } of nodes) {
      if (id === 'target-size' && (await isPartlyBehindABar(page, target.join(' ')))) continue
      found.push(`${id}: ${html.slice(0, 160)}`)
    }
  expect(found).toEqual([])
  expect(await policyViolations(page)).toEqual([])
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(tooWide).toBeLessThanOrEqual(0)
}

/**
 * Runs axe in the page itself, which is safe because no page has a foreign frame. It stays there until the next page is loaded:
 * the driver's own builder compiles it anew twice a call, which takes twice as long.
 */
async function violationsOn(page: Page): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (values) => {
    const { violations } = await window.axe.run({ runOnly: { type: 'tag', values }, resultTypes: ['violations'] })
    return violations
  }, TAGS)
}

/**
 * Returns whether a bar that stays while the page scrolls covers a part of something: a row that has half gone under the
 * foot of its list is as large as the others.
 */
const isPartlyBehindABar = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((target) => {
    const element = document.querySelector(target)
    if (!element) return false
    const stays = (one: Element | null): boolean =>
      one !== null &&
      !one.contains(element) &&
      (['sticky', 'fixed'].includes(getComputedStyle(one).position) || stays(one.parentElement))
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return [left + 1, (left + right) / 2, right - 1].some((x) =>
      [top + 1, bottom - 1].some((y) => stays(document.elementFromPoint(x, y))),
    )
  }, selector)

/** Returns the violations of the page's Content-Security-Policy since it loaded. The browser keeps the reports. */
const policyViolations = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found: string[] = []
        const observer = new ReportingObserver(
          (reports) => {
            for (const { body } of reports) found.push(JSON.stringify(body))
          },
          { types: ['csp-violation'], buffered: true },
        )
        observer.observe()
        // Stored reports arrive in a task of their own.
        setTimeout(() => resolve(found), 50)
      }),
  )
