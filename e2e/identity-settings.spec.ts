import { expect } from '@playwright/test'
import {
  demoPassword,
  enterCode,
  expectPage,
  fillNewPassword,
  newPerson,
  pathOf,
  registerPage,
  signInPage,
  signInReady,
  signOut,
} from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { accessToken, asStaff, makeReadyMember, setSettings } from './support/member.ts'
import { lastMessage } from './support/outbox.ts'
import { test } from './support/own-server.ts'
import { totp } from './support/totp.ts'

const staff = 'admin@shiloh.example'

test('closed registration says so, and opens again', async ({ page, request }) => {
  await setSettings(request, 'security_settings', { sign_ups_disabled: true })
  await registerPage(page).open()
  await expectPage(page, 'Sign-up is closed')
  await expect(page).toHaveURL(/\/auth\/register\/closed$/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expectPage(page, 'Sign in')
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
  await setSettings(request, 'security_settings', { sign_ups_disabled: false })
  await registerPage(page).open()
  await expectPage(page, 'Create an account')
})

test('during maintenance members wait and administrators work; then all go on', async ({ page, request, browser }, {
  project,
}) => {
  test.slow()
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  await signInReady(page, person)
  const message = 'We move to a larger house. Back at noon.'
  await setSettings(request, 'general_settings', { enable_maintenance_mode: true, maintenance_message: message })
  await page.goto('/reservations')
  await expectPage(page, 'Back soon')
  await expect(page.getByText(message)).toBeVisible()
  await expectAccessible(page)

  const office = await (await browser.newContext()).newPage()
  await office.goto(new URL('/events', page.url()).href)
  await expect(office.getByText(message)).toBeVisible()
  await office.goto(new URL('/reservations', page.url()).href)
  await expect(office).toHaveURL(/\/auth\/maintenance-mode/)
  await office.goto(new URL('/auth/login?as=admin', page.url()).href)
  await signInPage(office).signIn(staff, demoPassword)
  await expect(office).toHaveURL(/\/admin/)
  await office.context().close()

  await page.getByRole('button', { name: /again/i }).click()
  await expectPage(page, 'Back soon')
  await setSettings(request, 'general_settings', { enable_maintenance_mode: false, maintenance_message: '' })
  await page.getByRole('button', { name: /again/i }).click()
  await expectPage(page, 'Activities & Events')
})

test('an expired password is changed before anything else', async ({ page, request, database }, { project }) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  await database.run(`update users set password_changed_at = now() - interval '40 days' where email = $1`, person.email)
  await setSettings(request, 'security_settings', { password_expires_after_days: 30 })
  await signInPage(page).open()
  await signInPage(page).signIn(person.email, person.password)
  await expectPage(page, 'Your password has expired')
  await expectAccessible(page)
  await page.goto('/reservations')
  await expectPage(page, 'Your password has expired')
  await page.getByLabel('Current password').fill(person.password)
  await fillNewPassword(page, 'Aburi!Hills-2027')
  await expectPage(page, 'Activities & Events')
  await setSettings(request, 'security_settings', { password_expires_after_days: null })
})

test('an account waits for the office where the settings ask for it', async ({ page, request }, { project }) => {
  test.slow()
  const person = newPerson(project.name)
  await setSettings(request, 'security_settings', { approve_sign_ups: true })
  await registerPage(page).open()
  await registerPage(page).fill(person)
  await registerPage(page).submit()
  await expectPage(page, 'Your account has been created')
  await expect(page.getByText('The office approves your account. We will write to you.')).toBeVisible()
  await page.goto(pathOf((await lastMessage(request, person.email)).links[0]))
  await expect(page.getByText(/The office still has to approve your account/)).toBeVisible()
  await expectAccessible(page)
  await signInPage(page).open()
  await signInPage(page).signIn(person.email, person.password)
  await expect(page.getByRole('alert')).toContainText(/approv/)

  await test.step('the office approves', async () => {
    const headers = await asStaff(request)
    const found = await request.get('/api/v1/admin/users', { headers, params: { search: person.email } })
    const [row] = (await found.json()).data
    await signInPage(page).open('admin')
    await signInPage(page).signIn(staff, demoPassword)
    await expect(page).toHaveURL(/\/admin/)
    await page.goto(`/admin/users?search=${encodeURIComponent(person.email)}`)
    await page.getByText(row.name).first().click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByText(/is approved|approved/i).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await signOut(page)
  })

  expect((await lastMessage(request, person.email, 2)).subject).toMatch(/approved/i)
  expect(await accessToken(request, person.email, person.password)).not.toBe('')
  await setSettings(request, 'security_settings', { approve_sign_ups: false })
})

test('administrators set up a second step before anything else where the settings ask for it', async ({
  page,
  request,
  database,
}) => {
  test.slow()
  await signInPage(page).open('admin')
  await signInPage(page).signIn(staff, demoPassword)
  await expect(page).toHaveURL(/\/admin/)
  await setSettings(request, 'security_settings', { require_admin_second_step: true })
  await page.goto('/admin/users')
  await expectPage(page, 'Choose a second step')
  await expect(page.getByText(/requires a second step for all administrators/)).toBeVisible()
  await expectAccessible(page)
  await page.goto('/auth/account')
  await expectPage(page, 'Choose a second step')
  await page.getByRole('link', { name: /Authenticator app/ }).click()
  const secret = (await page.locator('code').textContent()) ?? ''
  await page.getByRole('link', { name: 'Next: enter the code' }).click()
  await enterCode(page, totp(secret))
  await expectPage(page, 'Recovery codes')
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page).toHaveURL(/\/admin/)
  await page.goto('/admin/users')
  await expectPage(page, 'People')

  await database.run(`delete from mfa_methods where user_id = (select id from users where email = $1)`, staff)
  await database.run(
    `update settings set value = value || '{"require_admin_second_step": false}' where name = 'security_settings'`,
  )
})
