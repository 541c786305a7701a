import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No finding of axe on the page once it stands, nothing wider than the screen, and nothing that the page's policy had to stop. */
export async function expectAccessible(page: Page): Promise<void> {
  // What is still loading has no heading yet, and a list that is being fetched anew is not what it will be.
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.locator('[data-stale], [aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
  // What opens or closes has come to rest: half a menu has neither its role nor its contrast.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([])
  expect(await policyViolations(page)).toEqual([])
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(tooWide).toBeLessThanOrEqual(0)
}

/** What the page's Content-Security-Policy has stopped since it was loaded: the browser keeps the reports for whoever asks later. */
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
        // What was kept is handed over in a task of its own.
        setTimeout(() => resolve(found), 50)
      }),
  )
