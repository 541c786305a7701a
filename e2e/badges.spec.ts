import { expect, test } from '@playwright/test'
import { signInStaff, workOn } from './pages/desk.ts'
import { expectAccessible } from './support/axe.ts'
import { eventLike } from './support/events.ts'

test('prints badges: layout, preview, file, and who has one already @desktop', async ({ page }) => {
  await signInStaff(page)
  await page.goto('/admin')
  // Nobody reserves there while this counts.
  await workOn(page, (await eventLike(page.request, 'ministers-couples-retreat')).name)
  await page.goto('/admin/badges')
  const main = page.getByRole('main')
  await main.getByRole('radio', { name: /^A7 lanyard/ }).check()
  await expect(main.getByRole('region', { name: 'Preview' }).getByRole('img')).toBeVisible()
  await main.getByRole('checkbox', { name: 'Only people without a badge so far' }).check()
  await expectAccessible(page)
  const make = main.getByRole('button', { name: /^Make \d+ badges?, \d+ pages?$/ })
  await expect(make).toBeEnabled()
  const [proof] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Proof, not counted' }).click(),
  ])
  expect(proof.suggestedFilename()).toMatch(/\.pdf$/)
  await expect(make).toBeEnabled()
  const [file] = await Promise.all([page.waitForEvent('download'), make.click()])
  expect(file.suggestedFilename()).toMatch(/^badges-lanyard-.*\.pdf$/)
  await expect(main.getByText('Nobody gets a badge')).toBeVisible()
})
