import { expect, test } from '@playwright/test'
import { signInStaff } from './pages/desk.ts'
import { expectAccessible } from './support/axe.ts'

test('reads a report, narrows it, downloads it, saves it and sends it every Monday @desktop', async ({ page }) => {
  await signInStaff(page)
  await page.goto('/admin/reports')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Who is incomplete' }).click()
  await main.getByRole('link', { name: 'Attendance by region and district' }).click()
  await main.getByRole('radio', { name: 'District' }).click()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Attendance: District')
  await expectAccessible(page)

  await main.getByRole('button', { name: /^Status/ }).click()
  await page.getByRole('checkbox', { name: 'Pending' }).check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/status=/)
  await main.getByRole('button', { name: /^People/ }).click()
  await expect(page).toHaveURL(/sort=people/)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^attendance-district-.*\.csv$/)

  const name = `Districts ${Date.now()}`
  await main.getByRole('button', { name: 'Send regularly' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('To everybody with the role').click()
  await page.getByRole('option', { name: /^Owner/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send regularly' }).click()
  await expect(main.getByText(/Sent every Monday, 7:00\sAM, as PDF to \d+ (person|people) \(Owner\)\./)).toBeVisible()
  await expect(main.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
})
