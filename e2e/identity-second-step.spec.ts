import { expect, test } from '@playwright/test'
import { enterCode, expectPage, newPerson, signInPage, signInReady, signOut } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { makeReadyMember } from './support/member.ts'
import { totp } from './support/totp.ts'

test('a second step: enrolled with an app, asked for at the next sign-in, replaced by a recovery code, switched off', async ({
  page,
  request,
}, { project }) => {
  test.slow()
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  await signInReady(page, person)
  await page.goto('/security/mfa')
  // It is a page of the account, with the shell around it.
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
  await expectPage(page, 'Two-step sign-in')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Set up a second step' }).click()
  await expectPage(page, 'Choose a second step')
  await expectAccessible(page)
  await page.getByRole('link', { name: /Authenticator app/ }).click()
  await expectPage(page, 'Connect an authenticator app')
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectAccessible(page)
  const secret = (await page.locator('code').textContent()) ?? ''
  await page.getByRole('link', { name: 'Next: enter the code' }).click()
  await expectPage(page, 'Enter the code from your app')
  await expectAccessible(page)
  await enterCode(page, '000000')
  await expect(page.getByText('That code is not right.')).toBeVisible()
  // A code can be used once. The next sign-in uses the following one, which the server accepts one step early.
  await enterCode(page, totp(secret))
  await expectPage(page, 'Recovery codes')
  await expectAccessible(page)
  const codes = await page.getByRole('listitem').locator('code').allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expectPage(page, 'Two-step sign-in')
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await expectAccessible(page)

  await signOut(page)
  await signInPage(page).signIn(person.email, person.password)
  await expectPage(page, 'Second step')
  await expectAccessible(page)
  await enterCode(page, totp(secret, 1))
  // They return to the page that they left.
  await expectPage(page, 'Activities & Events')

  await signOut(page)
  await signInPage(page).signIn(person.email, person.password)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await expectPage(page, 'Sign in with a recovery code')
  await expectAccessible(page)
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectPage(page, 'You are signed in')
  await expect(page.getByText('9 are left.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectPage(page, 'Activities & Events')

  await page.goto('/security/mfa')
  await page.getByRole('button', { name: /Switch off/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch off this second step?' })
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByLabel('Code or recovery code').fill(codes[1] ?? '')
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('No second step yet')).toBeVisible()
})
