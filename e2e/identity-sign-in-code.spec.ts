import { expect, test } from '@playwright/test'
import { enterCode, expectPage, newPerson, signInPage, signOut } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { makeReadyMember } from './support/member.ts'
import { lastMessage } from './support/outbox.ts'

test('a member signs in with a code instead of the password, also after a reload', async ({ page, request }, {
  project,
}) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  await page.goto('/auth/login')
  await expectPage(page, 'Sign in')
  await expectAccessible(page)

  await test.step('without a number there is nowhere to send it', async () => {
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByLabel('Phone number or e-mail')).toBeFocused()
  })
  await test.step('the password is a step away, and a code is one press away: it goes to what was typed', async () => {
    await page.getByLabel('Phone number or e-mail').fill(person.phone)
    await page.getByRole('link', { name: 'Use my password' }).click()
    await expect(page).toHaveURL('/auth/login?with=password')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Phone number or e-mail')).toHaveValue(person.phone)
    await page.getByRole('link', { name: 'Send me a code instead' }).click()
  })
  await expectPage(page, 'Enter the code')
  await expectAccessible(page)
  const code = (await lastMessage(request, person.phone, 2)).codes[0] ?? ''

  // On a small phone, reading the SMS can close the page.
  await page.reload()
  await expectPage(page, 'Enter the code')
  await enterCode(page, code === '000000' ? '000001' : '000000')
  await expect(page.getByText('That code is not right.')).toBeVisible()
  await enterCode(page, code)
  await expectPage(page, 'Activities & Events')

  await test.step('the sign-in begins with what this browser used last', async () => {
    await signOut(page)
    await expect(page.getByRole('button', { name: 'Send me a code' })).toBeVisible()
    await signInPage(page).signIn(person.email, person.password)
    await expectPage(page, 'Activities & Events')
    await signOut(page)
    await page.goto('/auth/login')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Send me a code instead' })).toBeVisible()
  })
})

test('the code is asked for before the app is there', async ({ page, request }, { project }) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await opened
    await route.continue()
  })
  await page.goto('/auth/login')
  await expectPage(page, 'Sign in')
  await page.getByLabel('Phone number or e-mail').fill(person.email)
  const button = page.getByRole('button', { name: 'Send me a code' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  open()
  await expectPage(page, 'Enter the code')
  // The mail before it confirmed the address.
  const { codes } = await lastMessage(request, person.email, 2)
  await enterCode(page, codes[0] ?? '')
  await expectPage(page, 'Activities & Events')
})
