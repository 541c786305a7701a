import { expect, test } from '@playwright/test'
import { enterCode, expectPage, fillNewPassword, newPerson, pathOf, signInPage, signInReady } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { addSecondStep, makeMember, makeReadyMember } from './support/member.ts'
import { lastMessage } from './support/outbox.ts'

test('a forgotten password is replaced through the link, once', async ({ page, request }, { project }) => {
  const person = newPerson(project.name)
  await makeMember(request, person)
  await signInPage(page).open()
  await page.getByRole('link', { name: 'Forgotten?' }).click()
  await expectPage(page, 'Forgotten your password?')
  await expectAccessible(page)
  await page.getByLabel('Phone number or e-mail').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status')).toContainText('a link has been sent')

  const path = pathOf((await lastMessage(request, person.email, 2)).links[0])
  await page.goto(path)
  await expectPage(page, 'Choose a new password')
  await expectAccessible(page)
  await fillNewPassword(page, 'Aburi!Hills-2027')
  await expectPage(page, 'Sign in')
  await signInPage(page).signIn(person.email, person.password)
  await expect(page.getByRole('alert')).toContainText('is not right')
  await signInPage(page).signIn(person.email, 'Aburi!Hills-2027')
  await expectPage(page, 'Verify your phone')

  await page.goto(path)
  await expectPage(page, 'Forgotten your password?')
  await expect(page.getByText('Password reset token has expired')).toBeVisible()
  await page.goto('/auth/reset-password')
  await expectPage(page, 'Welcome back')
})

test('a forgotten password does not get around the second step', async ({ page, request }, { project }) => {
  test.slow()
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  const [recoveryCode] = await addSecondStep(request, person, 'sms')
  await page.goto('/auth/forgot-password')
  await page.getByLabel('Phone number or e-mail').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status')).toContainText('a link has been sent')

  const path = pathOf((await lastMessage(request, person.email, 3)).links[0])
  expect(path).toContain('/auth/forgot-password-mfa?token=')
  await page.goto(path)
  await expectPage(page, 'Second step')
  await expectAccessible(page)
  // One for the phone, one for the enrolment, and one now.
  const { codes } = await lastMessage(request, person.phone, 3)
  await enterCode(page, codes[0] === '000000' ? '000001' : '000000')
  await expect(page.getByText('That code is not right.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expectAccessible(page)
  await page.getByLabel('Recovery code').fill(recoveryCode ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectPage(page, 'Choose a new password')
  await fillNewPassword(page, 'Aburi!Hills-2027')
  await expectPage(page, 'Sign in')
  await signInPage(page).signIn(person.email, 'Aburi!Hills-2027')
  await expectPage(page, 'Second step')
})

test('somebody who is still signed in chooses a new password by the link too, and signs in with it', async ({
  page,
  request,
}, { project }) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  await signInReady(page, person)
  await request.post('/api/v1/auth/request-password-reset', { data: { email: person.email } })
  await page.goto(pathOf((await lastMessage(request, person.email, 2)).links[0]))
  await expectPage(page, 'Choose a new password')
  await fillNewPassword(page, 'Aburi!Hills-2027')
  await expectPage(page, 'Sign in')
  await expect(page.getByText('Password reset token has expired')).toHaveCount(0)
  await signInPage(page).signIn(person.email, 'Aburi!Hills-2027')
  await expectPage(page, 'Activities & Events')
})
