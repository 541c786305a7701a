import { expect } from '@playwright/test'
import { choose } from './pages/admin-event.ts'
import { signInStaff } from './pages/desk.ts'
import { expectPage, registerPage } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { test } from './support/own-server.ts'

test('settings say what follows from them, and it follows', async ({ page, browser, baseURL }) => {
  test.setTimeout(100_000)
  const visitor = await (await browser.newContext()).newPage()
  await signInStaff(page)
  const register = new URL('/auth/register', baseURL).href
  const save = async () => {
    // The toast of the last time may still be there.
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await saved
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  }

  await test.step('the sentence about passwords changes as the rules do', async () => {
    await page.goto('/admin/settings/password_complexity_settings')
    await expectPage(page, 'Settings')
    const preview = page.getByRole('region', { name: 'What people will see' })
    await expect(preview).toContainText('Your password must contain at least 8 characters')
    await page.getByRole('textbox', { name: 'Minimum length' }).fill('12')
    await page.getByRole('switch', { name: 'A special character' }).press('Space')
    await expect(preview).toContainText('Your password must contain at least 12 characters')
    await expect(preview).not.toContainText('one special character')
    await expectAccessible(page)
    await save()
    await visitor.goto(register)
    await expect(registerPage(visitor).rule('at least 12 characters')).toBeVisible()
    await expect(registerPage(visitor).rule('one special character')).toHaveCount(0)
  })

  await test.step('unsaved changes are not lost by looking elsewhere', async () => {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Sign-up and security' }).click()
    await page.getByRole('switch', { name: 'Close sign-up' }).press('Space')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Passwords' }).click()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Keep editing' }).click()
    await expectAccessible(page)
    await save()
    await visitor.goto(register)
    await expectPage(visitor, 'Sign-up is closed')
  })

  await test.step('the name and a colour that is made fit to be read', async () => {
    await page.goto('/admin/settings')
    await page.getByRole('textbox', { name: 'Short name' }).fill('Harvest House')
    await page.getByRole('textbox', { name: 'Colour' }).fill('#FFEE88')
    await expect(page.getByText('Adjusted so that text stays easy to read in sunlight.')).toBeVisible()
    await choose(page, 'Time zone', 'Africa/Lagos')
    await expectAccessible(page)
    await save()
    await expect(page.getByRole('link', { name: 'Harvest House' }).first()).toBeVisible()
  })

  await test.step('maintenance is said on every page of administrators', async () => {
    await page.goto('/admin/settings/general_settings')
    await page.getByRole('switch', { name: 'Close the site for maintenance' }).press('Space')
    await expect(page.getByText(/members, vendors and gates see the maintenance page/)).toBeVisible()
    await expectAccessible(page)
    await save()
    await page.goto('/admin/users')
    await expect(page.getByText('Maintenance mode is on: only administrators can work.')).toBeVisible()
    await expectAccessible(page)
  })
  await visitor.context().close()
})
