import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import {
  demoPassword,
  enterCode,
  expectPage,
  fillNewPassword,
  type NewPerson,
  newPerson,
  onboardingPage,
  registerPage,
  signInPage,
  signOut,
} from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { lastMessage } from './support/outbox.ts'
import { totp } from './support/totp.ts'

const pathOf = (link: string | undefined) => {
  const { pathname, search } = new URL(link ?? '')
  return `${pathname}${search}`
}

/** Registers and confirms through the API of the browser's own origin: what comes before the screens under test. */
async function makeMember(request: APIRequestContext, person: NewPerson): Promise<void> {
  const data = {
    ...person,
    password_confirmation: person.password,
    first_name: 'Ɛsi',
    last_name: 'Mensah',
    country: 'GH',
  }
  const registered = await request.post('/api/v1/auth/register', {
    multipart: { data: JSON.stringify({ ...data, accept_terms: true, is_not_member: true }) },
  })
  expect(registered.status()).toBe(201)
  const { links } = await lastMessage(request, person.email)
  const token = new URL(links[0] ?? '').searchParams.get('token') ?? ''
  const confirmed = await request.post('/api/v1/auth/confirm-email', { data: { token } })
  expect(confirmed.ok()).toBe(true)
}

/** Signs a new member in, up to their home. */
async function signInMember(page: Page, request: APIRequestContext, person: NewPerson): Promise<void> {
  await signInPage(page).open()
  await signInPage(page).signIn(person.email, person.password)
  await expectPage(page, 'Verify your phone')
  await enterCode(page, (await lastMessage(request, person.phone)).codes[0] ?? '')
  await expectPage(page, 'Activities & Events')
}

test('a newcomer registers, confirms, signs in, verifies the phone, gives their details and is home', async ({
  page,
  request,
}, { project }) => {
  test.slow()
  const person = newPerson(project.name)
  const register = registerPage(page)
  await register.open()
  await register.submit()
  await expect(page.getByRole('alert').filter({ hasText: 'Please look at the marked fields.' })).toBeVisible()
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

  await signInPage(page).open()
  await signInPage(page).signIn(person.email, person.password)
  await expect(page.getByRole('alert')).toContainText('Please confirm your e-mail address first.')

  await page.goto(pathOf((await lastMessage(request, person.email)).links[0]))
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
  await expect(page.getByText('Where in the church do you belong?')).toBeVisible()
  await expectAccessible(page)
  await onboardingPage(page).fillChurch()
  await expectPage(page, 'Activities & Events')

  await page.goto('/auth/verify-phone')
  await expectPage(page, 'Activities & Events')
  await page.goto('/auth/onboarding')
  await expectPage(page, 'Activities & Events')
})

test('a forgotten password is chosen anew by the link, once', async ({ page, request }, { project }) => {
  const person = newPerson(project.name)
  await makeMember(request, person)
  await signInPage(page).open()
  await page.getByRole('link', { name: 'Forgotten?' }).click()
  await expectPage(page, 'Forgotten your password?')
  await expectAccessible(page)
  await page.getByLabel('Phone number or e-mail').fill(person.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('status')).toContainText('a link is on its way')

  const path = pathOf((await lastMessage(request, person.email, 2)).links[0])
  await page.goto(path)
  await expectPage(page, 'Choose a new password')
  await expectAccessible(page)
  await fillNewPassword(page, 'Aburi!Hills-2027')
  await expectPage(page, 'Welcome back')
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

test('a second step: enrolled with an app, asked for at the next sign-in, replaced by a recovery code, switched off', async ({
  page,
  request,
}, { project }) => {
  test.slow()
  const person = newPerson(project.name)
  await makeMember(request, person)
  await signInMember(page, request, person)
  await page.goto('/security/mfa')
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
  await expectPage(page, 'Enter the code of your app')
  await expectAccessible(page)
  await enterCode(page, '000000')
  await expect(page.getByText('That code is not right.')).toBeVisible()
  // A code is good once: the next sign-in takes the one after it, which the server accepts a step early.
  await enterCode(page, totp(secret))
  await expectPage(page, 'Recovery codes')
  await expectAccessible(page)
  const codes = await page.getByRole('listitem').locator('code').allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expectPage(page, 'Two-step sign-in')
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await expectAccessible(page)

  await signOut(page)
  await signInPage(page).signIn(person.email, person.password)
  await expectPage(page, 'Second step')
  await expectAccessible(page)
  await enterCode(page, totp(secret, 1))
  // The page they left is the one they come back to.
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

test('somebody who was sent to sign in comes back to the page they wanted', async ({ page }) => {
  await page.goto('/spouse')
  await expectPage(page, 'Welcome back')
  await signInPage(page).signIn('user@shiloh.example', demoPassword)
  await expectPage(page, 'Spouse')
  await signOut(page)
  await expectPage(page, 'Welcome back')
  await signInPage(page).signIn('user@shiloh.example', demoPassword)
  await expectPage(page, 'Spouse')
})

test('each kind of account has its own sign-in', async ({ page }) => {
  await signInPage(page).open()
  await signInPage(page).signIn('admin@shiloh.example', demoPassword)
  await expect(page.getByRole('alert')).toContainText('is not right')
  await page.getByRole('link', { name: 'Staff' }).click()
  await expectPage(page, 'Staff sign-in')
  await expectAccessible(page)
  await signInPage(page).signIn('admin@shiloh.example', demoPassword)
  await expect(page).toHaveURL(/\/admin/)
  await page.goto('/home')
  await expectPage(page, 'Access denied')
  await expectAccessible(page)
})

test('the account page changes a name, keeps what is unsaved, and exports', async ({ page, request }, { project }) => {
  const person = newPerson(project.name)
  await makeMember(request, person)
  await signInMember(page, request, person)
  await page.goto('/auth/account')
  await expectPage(page, 'Your account')
  await expectAccessible(page)
  await page.getByLabel('Last name').fill('Owusu')
  await page.getByRole('link', { name: 'Back to Activities & Events' }).click()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Last name')).toHaveValue('Owusu')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.\w+$/)
})

test('the spouse list: add, edit, remove', async ({ page, request }, { project }) => {
  const person = newPerson(project.name)
  await makeMember(request, person)
  await signInMember(page, request, person)
  await page.goto('/spouse')
  await expect(page.getByText('Nobody is on your list yet')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add spouse' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Please fill this in.')).toBeVisible()
  await drawer.getByLabel('First name').fill('Kwame')
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Kwame Mensah' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit Kwame Mensah' }).click()
  await drawer.getByLabel('First name').fill('Kofi')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Kofi Mensah' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Kofi Mensah' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Kofi Mensah' }).click()
  await expect(page.getByText('Nobody is on your list yet')).toBeVisible()
})

test('two tabs are idle together: Resume in one resumes both, and the logout ends both', async ({ page, context }) => {
  await context.clock.install()
  await signInPage(page).open()
  await signInPage(page).signIn('user@shiloh.example', demoPassword)
  await expectPage(page, 'Activities & Events')
  const other = await context.newPage()
  await other.goto('/spouse')
  await expectPage(other, 'Spouse')
  const warning = (tab: Page) => tab.getByRole('dialog', { name: 'You are Idle' })

  // Each tab has a clock of its own: in small steps they stay together.
  const wait = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) await context.clock.runFor(5000)
  }

  // Five minutes is the setting; the warning counts a minute down.
  await wait(305)
  await expect(warning(page)).toBeVisible()
  await expect(warning(other)).toBeVisible()
  await expectAccessible(page)
  await warning(page).getByRole('button', { name: 'Resume' }).click()
  await wait(5)
  await expect(warning(page)).toBeHidden()
  await expect(warning(other)).toBeHidden()

  await wait(305)
  await expect(warning(other)).toBeVisible()
  await wait(65)
  await expectPage(page, 'Welcome back')
  await expectPage(other, 'Welcome back')
})
