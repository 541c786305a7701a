import { expect, type Page } from '@playwright/test'
import { demoPassword, expectPage, signInPage, signOut } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { test } from './support/own-local-server.ts'

/** Gives the browser a device that verifies its owner without asking. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('staff add a passkey, sign in with it alone, use it as the second step, and remove it', async ({ page }) => {
  test.slow()
  await addDevice(page)
  await signInPage(page).open('admin')
  await signInPage(page).signIn('admin@shiloh.example', demoPassword)
  await expect(page).toHaveURL(/\/admin/)

  await test.step('add', async () => {
    await page.goto('/security/passkey')
    await expectPage(page, 'Add a passkey')
    await expectAccessible(page)
    await page.getByLabel('Name of the passkey').fill('Office computer')
    await page.getByRole('button', { name: 'Create the passkey' }).click()
    await expectPage(page, 'Recovery codes')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expectPage(page, 'Two-step sign-in')
    await expect(page.getByRole('listitem').filter({ hasText: 'Office computer' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('rename', async () => {
    await page.getByRole('button', { name: 'Rename: Office computer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the passkey').fill('Front desk')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Remove: Front desk' })).toBeVisible()
  })

  await test.step('sign in with it alone', async () => {
    await signOut(page)
    // The session has ended when the sign-in is there.
    await expect(page).toHaveURL(/\/auth\/login/)
    await signInPage(page).open('admin')
    await expectPage(page, 'Staff sign-in')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await expect(page).toHaveURL(/\/(admin|security)/)
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
  })

  await test.step('as the second step', async () => {
    await signOut(page)
    // The session has ended when the sign-in is there.
    await expect(page).toHaveURL(/\/auth\/login/)
    await signInPage(page).open('admin')
    await signInPage(page).signIn('admin@shiloh.example', demoPassword)
    await expectPage(page, 'Second step')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use my passkey' }).click()
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible()
  })

  await test.step('remove', async () => {
    await page.goto('/security/mfa')
    await page.getByRole('button', { name: 'Remove: Front desk' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove this passkey?' })
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('No second step yet')).toBeVisible()
  })
})
