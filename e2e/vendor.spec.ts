import { expect, test } from '@playwright/test'
import { demoPassword, expectPage, signInPage } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'

test('a vendor is home after signing in, and sees whom to ask', async ({ page }) => {
  await signInPage(page).open()
  await signInPage(page).signIn('vendor@shiloh.example', demoPassword)
  await expectPage(page, /^Welcome, /)
  await expect(page).toHaveURL(/\/vendor$/)
  await expect(page.getByRole('heading', { name: 'Questions?' })).toBeVisible()
  await expect(page.locator('a[href^="mailto:"]')).toBeVisible()
  await expectAccessible(page)
})
