import { expect, test } from '@playwright/test'
import { signInStaff } from './pages/desk.ts'
import { expectAccessible } from './support/axe.ts'

test('prints badges: layout, preview, file, and who has one already @desktop', async ({ page }) => {
  await signInStaff(page)
  await page.goto('/admin/badges')
  const main = page.getByRole('main')
  await main.getByRole('radio', { name: /^A7 lanyard/ }).check()
  await expect(main.getByRole('region', { name: 'Preview' }).getByRole('img')).toBeVisible()
  await main.getByRole('checkbox', { name: 'Only people without a badge so far' }).check()
  await expectAccessible(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: /^Make \d+ badges?$/ }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^badges-lanyard-.*\.pdf$/)
  await expect(main.getByText('Nobody gets a badge')).toBeVisible()
})
