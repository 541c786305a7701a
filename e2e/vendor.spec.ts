import { expect, test } from '@playwright/test'
import { demoPassword, expectPage, signInPage } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'

test('a vendor sees what to cook tomorrow, packs an order and hands it over by its code', async ({ page }) => {
  await signInPage(page).open()
  await signInPage(page).signIn('vendor@shiloh.example', demoPassword)
  await expectPage(page, /^Tomorrow, /)
  await expect(page).toHaveURL(/\/vendor$/)
  await expect(page.getByText(/^Breakfast$/).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: /^fewer than 5$|^\d+$/ }).first()).toBeVisible()
  await expectAccessible(page)

  // The conference is to come: its products are packed now.
  await page.goto('/vendor/orders')
  await expectPage(page, 'Orders')
  await page.getByRole('combobox', { name: 'Event' }).click()
  await page
    .getByRole('option', { name: /^Leaders’ Conference \d+, / })
    .first()
    .click()
  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Packed' }).click()
  const order = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Handed over, / }) })
    .first()
  const code = (await order.getByText(/^LC-/).first().textContent())?.trim() ?? ''
  await page.getByRole('button', { name: 'Scan to hand over' }).click()
  await page.getByRole('textbox', { name: 'Code of the ticket' }).first().fill(code)
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByRole('button', { name: 'Hand over all of it' }).click()
  await expect(page.getByText(`${code} handed over, `)).toBeVisible()
  await expectAccessible(page)
})
