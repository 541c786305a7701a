import { expect, test } from '@playwright/test'
import { signInStaff } from './pages/desk.ts'
import { expectAccessible } from './support/axe.ts'

test('finds a person by phone number with the keyboard alone, in German @desktop', async ({ page, baseURL }) => {
  await signInStaff(page)
  await page.context().addCookies([{ name: 'lang', value: 'de', url: baseURL ?? '' }])
  await page.goto('/admin')
  await expect(page.getByRole('button', { name: 'Suchen' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Name, Telefon oder Code' })
  await expect(field).toBeFocused()
  await field.pressSequentially('024 555')
  await expect(page.getByRole('group', { name: 'Personen' }).getByRole('option').first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f]{24}$/)
  await expect(page.getByRole('main')).toContainText('+233 24 5')
})
