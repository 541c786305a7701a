import { expect, test } from '@playwright/test'
import { enterCode, expectPage, newPerson, onboardingPage, pathOf, registerPage, signInPage } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { makeMember } from './support/member.ts'
import { lastMessage } from './support/outbox.ts'

test('a newcomer registers, confirms, signs in, verifies the phone, gives their details and is home @phone', async ({
  page,
  request,
}, { project }) => {
  test.slow()
  const person = newPerson(project.name)
  const register = registerPage(page)
  await register.open()
  await register.submit()
  await expect(page.getByRole('alert').filter({ hasText: 'Please check the marked fields.' })).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expectAccessible(page)

  await page.getByLabel('Password', { exact: true }).fill('gomoafetteh')
  await expect(register.rule('Your password must contain at least 8 characters')).toContainText('met')
  await expect(register.rule('one uppercase')).toContainText('still missing')
  await register.fill(person)
  await page.reload()
  await expect(page.getByLabel('E-mail address')).toHaveValue(person.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await register.fill(person)
  await register.submit()
  await expectPage(page, 'Your account has been created')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Send the e-mail again' }).click()
  await expectPage(page, 'Confirm your address')
  await expectAccessible(page)

  // The account is made after the answer: its mail says that it is there.
  const confirmation = await lastMessage(request, person.email)
  await signInPage(page).open()
  await signInPage(page).signIn(person.email, person.password)
  await expect(page.getByRole('alert')).toContainText('Please confirm your e-mail address first.')

  await page.goto(pathOf(confirmation.links[0]))
  await expectPage(page, /^Welcome to/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInPage(page).signIn(person.email, person.password)

  await expectPage(page, 'Verify your phone')
  await expectAccessible(page)
  await enterCode(page, '000000')
  await expect(page.getByText('That code is not right.')).toBeVisible()
  await page.goto('/home')
  await expectPage(page, 'Verify your phone')
  await enterCode(page, (await lastMessage(request, person.phone)).codes[0] ?? '')

  await expectPage(page, 'Provide your details')
  await expectAccessible(page)
  await onboardingPage(page).fillBasics()
  await expect(page.getByText('Which assembly do you belong to?')).toBeVisible()
  await expectAccessible(page)
  await onboardingPage(page).fillChurch()
  await expectPage(page, 'Activities & Events')

  await page.goto('/auth/verify-phone')
  await expectPage(page, 'Activities & Events')
  await page.goto('/auth/onboarding')
  await expectPage(page, 'Activities & Events')
})

test('somebody who is not a member is home once the phone is verified, and may say so later too @phone', async ({
  page,
  request,
}, { project }) => {
  const guest = newPerson(project.name)
  await makeMember(request, guest, { is_not_member: true })
  await signInPage(page).open()
  await signInPage(page).signIn(guest.email, guest.password)
  await expectPage(page, 'Verify your phone')
  await enterCode(page, (await lastMessage(request, guest.phone)).codes[0] ?? '')
  await expectPage(page, 'Activities & Events')
  await page.goto('/auth/onboarding')
  await expectPage(page, 'Activities & Events')
})

test('who is asked where they belong can say that they are not a member @phone', async ({ page, request }, {
  project,
}) => {
  const guest = newPerson(project.name)
  await makeMember(request, guest, { is_not_member: false })
  await signInPage(page).open()
  await signInPage(page).signIn(guest.email, guest.password)
  await expectPage(page, 'Verify your phone')
  await enterCode(page, (await lastMessage(request, guest.phone)).codes[0] ?? '')
  await expectPage(page, 'Provide your details')
  await onboardingPage(page).fillBasics()
  await page.getByRole('button', { name: /I am not a member/ }).click()
  await expect(page.getByRole('checkbox', { name: /I am not a member/ })).toBeChecked()
  await page.getByRole('button', { name: 'Save and finish' }).click()
  await expectPage(page, 'Activities & Events')
})
