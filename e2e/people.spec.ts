import { expect, test } from '@playwright/test'
import { recordDrawer } from './pages/admin-event.ts'
import { signInStaff } from './pages/desk.ts'
import { expectPage, newPerson, signInPage } from './pages/identity.ts'
import { accountPage, adminList, chooseMany } from './pages/people.ts'
import { expectAccessible } from './support/axe.ts'
import { eventLike } from './support/events.ts'
import { makeReadyMember } from './support/member.ts'
import { lastMessage } from './support/outbox.ts'

test('an account is deactivated, put back, deactivated again and approved; its owner feels it', async ({
  page,
  request,
}, { project }) => {
  test.slow()
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  const list = adminList(page)
  const account = accountPage(page)
  const signIn = () => request.post('/api/v1/auth/login', { data: { email: person.email, password: person.password } })
  await signInStaff(page)
  await page.goto('/admin/users')
  await expectPage(page, 'People')
  await expectAccessible(page)
  await list.find(person.email)
  await list.row(person.email).click()
  await expectPage(page, 'Ɛsi Mensah')
  await expect(page).toHaveURL(/\/admin\/users\/[0-9a-f]{24}$/)
  await expectAccessible(page)

  await test.step('the consequence is said first; undo takes it back', async () => {
    await account.act('Deactivate account')
    await expect(page.getByRole('dialog')).toContainText('signed out everywhere immediately')
    await expectAccessible(page)
    await account.confirm('Deactivate account')
    await expect(account.badge('Deactivated')).toBeVisible()
    expect((await signIn()).status()).toBe(403)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(account.badge('Approved')).toBeVisible()
    expect((await signIn()).status()).toBe(200)
  })

  await test.step('from the list, for who is selected', async () => {
    await page.goto('/admin/users')
    await list.find(person.email)
    // The person was among the rows before: chosen there, they would be let go with the search.
    await expect(page.getByRole('main').locator('tbody tr')).toHaveCount(1)
    await list.select(person.email)
    await list.act('Deactivate')
    await expectAccessible(page)
    await account.confirm('Deactivate')
    await expect(list.row(person.email)).toContainText('Deactivated')
  })

  await test.step('approved again, and told so', async () => {
    await list.row(person.email).click()
    await account.act('Approve account')
    await expect(account.badge('Approved')).toBeVisible()
    expect((await lastMessage(request, person.email)).subject).toBe('Your account is approved')
    await account.act('Send password reset link')
    await account.confirm('Send password reset link')
    await expect.poll(async () => (await lastMessage(request, person.email)).links[0]).toContain('/auth/reset-password')
  })
})

test('a list of people is imported: bad rows are named and lose nothing', async ({ page }, { project }) => {
  const mark = `${project.name}${Date.now().toString(36)}`
  const line = (name: string, phone: string, born: string) => `${name}-${mark},Kofi,${phone},${born}`
  const file = (rows: readonly string[]) => ({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['Surname,First name,Phone,Date of birth', ...rows].join('\n')),
  })
  const good = line('Asante', '0244 100 009', '17/05/1960')
  const importing = async (rows: readonly string[]) => {
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Import into “People”' })).toBeVisible()
    await page.locator('input[type=file]').setInputFiles(file(rows))
  }
  const figures = (created: number, updated: number, unchanged: number, refused: number) =>
    expect(page.locator('dl').filter({ hasText: 'The same' })).toHaveText(
      `New${created}Changed${updated}The same${unchanged}Refused${refused}`,
    )
  await signInStaff(page)
  await importing([good, line('Boateng', 'none', '1990-31-02')])
  await expectAccessible(page)
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Empty template: XLSX' }).click()
  expect((await template).suggestedFilename()).toBe('users.xlsx')
  await expect(page.getByRole('button', { name: /^Ministers of a district/ })).toBeVisible()

  await test.step('columns, and the values that do not fit', async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await figures(1, 0, 0, 1)
    await expect(page.getByRole('row', { name: /^3 Phone none/ })).toBeVisible()
    await expectAccessible(page)
    const born = page.getByRole('combobox', { name: 'Column for “Date of birth”' })
    const choose = async (column: string, header: string) => {
      await page.getByRole('combobox', { name: `Column for “${column}”` }).click()
      await page.getByRole('option', { name: header, exact: true }).click()
    }
    // A column of the file moves to where it is chosen.
    await choose('E-mail', 'Date of birth')
    await expect(born).toHaveValue('')
    await choose('Date of birth', 'Date of birth')
    await page.getByRole('button', { name: /^Correct: none/ }).click()
    await page.getByRole('textbox', { name: 'New value' }).fill('0244 100 010')
    await page.getByRole('button', { name: 'Apply' }).click()
    const problems = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Check again' }).click()
    await figures(1, 0, 0, 1)
    await page.getByRole('button', { name: 'Download the refused rows' }).click()
    expect((await problems).suggestedFilename()).toMatch(/\.xlsx$/)
    await page.getByRole('button', { name: /^Correct: 1990\u2060?-\u2060?31\u2060?-\u2060?02/ }).click()
    await page.getByRole('textbox', { name: 'New value' }).fill('28/02/1990')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Check again' }).click()
    await figures(2, 0, 0, 0)
  })

  await test.step('it runs while somebody leaves, and stands in the drawer', async () => {
    const begun = page.waitForResponse((answer) => answer.url().endsWith('/start') && answer.ok())
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await begun
    await page.goto('/admin/users')
    await adminList(page).find(mark, `Boateng-${mark}`)
    await page.getByRole('button', { name: /^Activity/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Activity' })
    await expect(drawer.getByText('2 created').first()).toBeVisible()
    await expectAccessible(page)
    await drawer
      .getByRole('button', { name: /^Open its page: Import into “People”/ })
      .first()
      .click()
    await expect(page.getByRole('status').filter({ hasText: 'Imported' })).toBeVisible()
  })

  await test.step('an undo takes both back, and the file brings them again, nobody twice', async () => {
    await page.getByRole('button', { name: 'Undo this import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click()
    await expect(page.getByText(/^Undone on/)).toBeVisible()
    const both = [good, line('Boateng', '0244 100 010', '28/02/1990')]
    await importing(both)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Import 2 rows' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Imported' })).toBeVisible()
    await importing(both)
    await page.getByRole('button', { name: 'Continue' }).click()
    await figures(0, 0, 2, 0)
    await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  })
})

test('an account for the gate is made with its events and signs in there', async ({ page, browser }, { project }) => {
  test.slow()
  const email = `gate.${project.name}.${Date.now()}@example.org`
  const password = 'Palm#Grove-2027'
  const event = (await eventLike(page.request, 'national-prayer-summit')).name
  const drawer = recordDrawer(page)
  await signInStaff(page)
  await drawer.open('/admin/check-in-users', 'Add a check-in user')
  await drawer.fill('First name', 'East')
  await test.step('Escape asks before it is lost', async () => {
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await page.keyboard.press('Escape')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
  })
  await drawer.fill('Last name', `Gate ${project.name}`)
  await drawer.fill('E-mail', email)
  await chooseMany(drawer.drawer, 'Events', event)
  await drawer.drawer.locator('input[type=password]').fill(password)
  await expectAccessible(page)
  await drawer.save()
  await adminList(page).find(email, `East Gate ${project.name}`)
  await adminList(page).row(`East Gate ${project.name}`).click()
  await expectPage(page, `East Gate ${project.name}`)
  await expect(page.getByRole('link', { name: event })).toBeVisible()
  await expectAccessible(page)

  const gate = await (await browser.newContext()).newPage()
  await gate.goto(new URL('/auth/login?as=check-in', page.url()).href)
  await signInPage(gate).signIn(email, password)
  await expect(gate).toHaveURL(/\/check-in/)
  await gate.getByLabel('Name of this phone').fill('East gate')
  await gate.getByRole('button', { name: 'Register this phone' }).click()
  await expect(gate.getByText(event).first()).toBeVisible()
  await gate.context().close()

  await page.getByRole('button', { name: 'Delete account', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('This cannot be undone')
  await accountPage(page).confirm('Delete account')
  await expectPage(page, 'Check-in users')
})
