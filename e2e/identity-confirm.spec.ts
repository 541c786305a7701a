import { expect, type Page } from '@playwright/test'
import {
  accountPage,
  confirmDialog,
  demoPassword,
  expectPage,
  newPerson,
  pathOf,
  signInPage,
  signInReady,
} from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { addSecondStep, asStaff, makeReadyMember } from './support/member.ts'
import { lastMessage } from './support/outbox.ts'
import { type Database, test } from './support/own-server.ts'

/** Makes every sign-in look older. */
const letTimePass = (database: Database) =>
  database.run(`update sessions set confirmed_at = confirmed_at - interval '11 minutes'`)

test('what decides who gets in asks for the password again; what was typed stays', async ({ page, request, database }, {
  project,
}) => {
  test.slow()
  const person = newPerson(project.name)
  const confirm = confirmDialog(page)
  await makeReadyMember(request, person)
  await signInReady(page, person)
  await accountPage(page).open()
  await letTimePass(database)

  await accountPage(page).changeEmail(`new.${person.email}`)
  await expect(confirm.dialog).toBeVisible()
  await expect(confirm.dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alert').filter({ hasText: 'Please confirm that it is you.' })).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toHaveValue(`new.${person.email}`)

  await page.getByRole('button', { name: 'Send the link' }).click()
  await confirm.password('not this one')
  await expect(confirm.dialog.getByText('The password is not right.')).toBeVisible()
  await confirm.password(person.password)
  await expect(page.getByText(`We sent a link to new.${person.email}.`)).toBeVisible()

  await test.step('for a while nothing asks again', async () => {
    await page.goto('/security/authentication-app')
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  })

  await test.step('a page that begins with such an act asks, and shows what it is for', async () => {
    await letTimePass(database)
    await page.reload()
    await expect(confirm.dialog).toBeVisible()
    await confirm.cancel()
    await expectPage(page, 'Connect an authenticator app')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm now' }).click()
    await confirm.password(person.password)
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  })
})

test('who has forgotten the password confirms with a code', async ({ page, request, database }, { project }) => {
  test.slow()
  const person = newPerson(project.name)
  const confirm = confirmDialog(page)
  await makeReadyMember(request, person)
  await signInReady(page, person)
  await accountPage(page).open()
  await letTimePass(database)
  await accountPage(page).changeEmail(`new.${person.email}`)
  await confirm.dialog.getByRole('button', { name: 'Send me a code instead' }).click()
  await expect(confirm.dialog.getByText(/We sent a code to \+233/)).toBeVisible()
  await expect(confirm.dialog.getByLabel('6-digit code')).toBeFocused()
  await expectAccessible(page)
  // The SMS before it verified the phone.
  const { codes } = await lastMessage(request, person.phone, 2)
  await confirm.dialog.getByLabel('6-digit code').fill(codes[0] === '000000' ? '000001' : '000000')
  await expect(confirm.dialog.getByText('That code is not right.')).toBeVisible()
  await confirm.dialog.getByLabel('6-digit code').fill(codes[0] ?? '')
  await expect(page.getByText(`We sent a link to new.${person.email}.`)).toBeVisible()
})

test('an account with a second step confirms with it too', async ({ page, request, database }, { project }) => {
  test.slow()
  const person = newPerson(project.name)
  const confirm = confirmDialog(page)
  await makeReadyMember(request, person)
  const [first = '', second = ''] = await addSecondStep(request, person, 'email')
  await signInPage(page).open()
  await signInPage(page).signIn(person.email, person.password)
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(first)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectPage(page, 'You are signed in')
  await letTimePass(database)

  await page.goto('/security/mfa-recovery-codes')
  await page.getByRole('button', { name: 'Create new codes' }).click()
  await confirm.password(person.password)
  await expect(confirm.dialog.getByText('We sent a code to your e-mail address.')).toBeVisible()
  await expectAccessible(page)
  const { codes } = await lastMessage(request, person.email, 4)
  await confirm.code(codes[0] === '000000' ? '000001' : '000000')
  await expect(confirm.dialog.getByText('That code is not right.')).toBeVisible()
  await confirm.code(codes[0] ?? '')
  await expect(page.getByRole('button', { name: 'I have saved them' })).toBeVisible()
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await test.step('one dialog steps aside for the other', async () => {
    await letTimePass(database)
    await page.getByRole('button', { name: /Switch off/ }).click()
    const question = page.getByRole('dialog', { name: 'Switch off this second step?' })
    await question.getByRole('button', { name: 'Continue' }).click()
    await expect(confirm.dialog).toBeVisible()
    await expect(question).toBeHidden()
    await confirm.password(person.password)
    // The previous recovery codes were replaced.
    await confirm.code(second)
    await expect(confirm.dialog.getByText('That code is not right.')).toBeVisible()
    await confirm.cancel()
    await expect(question).toBeVisible()
  })
})

/** The link of the invitation leads to the password, and then to the sign-in of administrators. */
async function acceptInvitation(page: Page, link: string | undefined, email: string): Promise<void> {
  await page.goto(pathOf(link))
  await expectPage(page, 'Complete your account')
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill('Aburi!Hills-2027')
  await page.getByLabel('Repeat password', { exact: true }).fill('Aburi!Hills-2027')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectPage(page, 'Staff sign-in')
  await expect(page.getByText('Your account is ready. Please sign in.')).toBeVisible()
  await signInPage(page).signIn(email, 'Aburi!Hills-2027')
  await expect(page).toHaveURL(/\/admin/)
}

test('an administrator is invited, chooses a password, works, and is signed out everywhere by another', async ({
  page,
  request,
  browser,
  baseURL,
}, { project }) => {
  test.slow()
  const { email } = newPerson(project.name)
  const headers = await asStaff(request)
  const roles = await (await request.get('/api/v1/admin/permissions/user-role', { headers })).json()
  const made = await request.post('/api/v1/admin/admin-users', {
    headers,
    data: { email, first_name: 'Yaw', last_name: 'Boateng', role_ids: [roles.data[0]._id] },
  })
  expect(made.status()).toBe(201)
  const { links } = await lastMessage(request, email)
  await acceptInvitation(page, links[0], email)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const office = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  await signInPage(office).open('admin')
  await signInPage(office).signIn('admin@shiloh.example', demoPassword)
  await expect(office).toHaveURL(/\/admin/)
  await office.goto(`/admin/admin-users?search=${encodeURIComponent(email)}`)
  await office.getByText('Yaw Boateng').first().click()
  await office.getByRole('button', { name: 'Sign out everywhere' }).click()
  const question = office.getByRole('dialog', { name: 'Sign Yaw Boateng out everywhere?' })
  await expect(question).toBeVisible()
  await expectAccessible(office)
  await question.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(office.getByText('Yaw Boateng has been signed out everywhere')).toBeVisible()
  await office.context().close()

  // Closing the socket informs the open page.
  await expectPage(page, 'Staff sign-in')
  await page.goto(pathOf(links[0]))
  await page.getByLabel('Password', { exact: true }).fill('Aburi!Hills-2028')
  await page.getByLabel('Repeat password', { exact: true }).fill('Aburi!Hills-2028')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(/invitation has expired or was already used/)).toBeVisible()
})
