import { expect, test } from '@playwright/test'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import {
  accountPage,
  confirmDialog,
  enterCode,
  expectPage,
  newPerson,
  pathOf,
  signInPage,
  signInReady,
} from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { accessToken, makeReadyMember } from './support/member.ts'
import { lastMessage } from './support/outbox.ts'

test('the account page changes a name, keeps what is unsaved, and exports @phone', async ({ page, request }, {
  project,
}) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  await signInReady(page, person)
  await page.goto('/auth/account')
  await expectPage(page, 'Your account')
  await expectAccessible(page)
  await page.getByLabel('Last name').fill('Owusu')
  await page.getByRole('banner').getByRole('link', { name: 'Covenant Light' }).click()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Last name')).toHaveValue('Owusu')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.\w+$/)
})

test('a new e-mail address counts once its link was opened; the old one is notified @phone', async ({ page, request }, {
  project,
}) => {
  const person = newPerson(project.name)
  const email = `new.${person.email}`
  await makeReadyMember(request, person)
  await signInReady(page, person)
  await accountPage(page).open()
  await accountPage(page).changeEmail(email)
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible()
  await expect(page.getByText(person.email, { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.goto(pathOf((await lastMessage(request, email)).links[0]))
  await expectPage(page, /^Welcome to/)
  await expect(page.getByText('Your e-mail address is confirmed.')).toBeVisible()
  expect((await lastMessage(request, person.email, 2)).text).toContain(email)
  await accountPage(page).open()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  expect((await request.post('/api/v1/auth/login', { data: person })).status()).toBe(401)
  expect(await accessToken(request, email, person.password)).not.toBe('')
})

test('another phone number counts once its code was entered @phone', async ({ page, request }, { project }) => {
  const [person, other] = [newPerson(project.name), newPerson(project.name)]
  await makeReadyMember(request, person)
  await signInReady(page, person)
  await accountPage(page).open()
  await accountPage(page).changePhone(other.phone)
  await expect(page.getByLabel('6-digit code')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText(formatPhone(person.phone), { exact: true })).toBeVisible()
  const code = (await lastMessage(request, other.phone)).codes[0] ?? ''
  await enterCode(page, code === '000000' ? '000001' : '000000')
  await expect(page.getByText('That code is not right.')).toBeVisible()
  await enterCode(page, code)
  await expect(page.getByText('Your phone number is verified.')).toBeVisible()
  await expect(page.getByText(formatPhone(other.phone), { exact: true })).toBeVisible()
})

test('every place where one is signed in is listed, and ends from here @phone', async ({ page, request, browser }, {
  project,
}) => {
  test.slow()
  const person = newPerson(project.name)
  const account = accountPage(page)
  await makeReadyMember(request, person)
  const elsewhere = await (await browser.newContext()).newPage()
  await signInReady(elsewhere, person)
  await accountPage(elsewhere).open()
  await signInReady(page, person)
  await account.open()
  // Creating the member was a sign-in too.
  await expect(account.sessions()).toHaveCount(3)
  await expect(account.sessions().filter({ hasText: 'This device' })).toHaveCount(1)
  await expectAccessible(page)
  await account
    .sessions()
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expect(account.sessions()).toHaveCount(2)
  await accessToken(request, person.email, person.password)
  await page.reload()
  await expect(account.sessions()).toHaveCount(3)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Signed out on 2 other devices')).toBeVisible()
  await expect(account.sessions()).toHaveCount(1)
  await elsewhere.reload()
  await expectPage(elsewhere, 'Sign in')
  await elsewhere.context().close()
})

test('an account is erased after one has proved that it is one’s own @phone', async ({ page, request }, {
  project,
}) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  await signInReady(page, person)
  await accountPage(page).open()
  await accountPage(page).erase()
  const question = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Delete my account' }).click()
  const confirm = confirmDialog(page)
  await expect(confirm.dialog).toBeVisible()
  await expectAccessible(page)
  await confirm.cancel()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Delete my account' }).click()
  await confirm.password('not this one')
  await expect(confirm.dialog.getByText('The password is not right.')).toBeVisible()
  await confirm.password(person.password)
  await expectPage(page, 'Sign in')
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await signInPage(page).signIn(person.email, person.password)
  await expect(page.getByRole('alert')).toContainText('is not right')
})

test('the spouse list: add, edit, remove @phone', async ({ page, request }, { project }) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  await signInReady(page, person)
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
