import { expect, type Page, test } from '@playwright/test'
import { adminList, details, rows } from './pages/audit.ts'
import { signInStaff } from './pages/desk.ts'
import { demoPassword, expectPage, newPerson, signInPage } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { asAdmin, makeAdmin } from './support/staff.ts'

/** A country that no other test uses, one per screen size. */
const countries = { phone: ['Togo', 'Togolese Republic'], desktop: ['Benin', 'Republic of Benin'] } as const

const loaded = (page: Page) => expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)

test('a change stands in the audit trail with before and after, and leaves with the export', async ({ page }, {
  project,
}) => {
  test.setTimeout(120_000)
  const [name, renamed] = project.name === 'phone' ? countries.phone : countries.desktop
  const list = adminList(page)
  const entry = details(page)
  await signInStaff(page)

  await test.step('a country gets another name', async () => {
    await page.goto('/admin/countries')
    await list.find(name)
    await list.row(name).first().click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill(renamed)
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await test.step('the trail tells it', async () => {
    await page.goto('/admin/audit-trail')
    await expectPage(page, 'Audit trail')
    await loaded(page)
    await expectAccessible(page)
    await list.find(renamed)
    await expect(rows(page)).toHaveCount(1)
    await rows(page).click()
    await expect(entry.fact('Who')).toContainText('Abena Osei-Bonsu')
    await expect(entry.fact('Resource')).toContainText('Countries')
    await expect(entry.difference('Name').getByRole('cell')).toHaveText([name, renamed])
    await expect(entry.drawer.getByRole('row')).toHaveCount(2)
    await expectAccessible(page)
  })

  await test.step('its history is one click away, and the whole of it is exported', async () => {
    await entry.drawer.getByRole('link', { name: 'History of this record' }).click()
    await expect(page).toHaveURL(/object_id=[0-9a-f]{24}/)
    await expect(rows(page)).toHaveCount(1)
    const { name: file, text } = await list.exported()
    expect(file).toMatch(/^audit-trail-\d{4}-\d\d-\d\d\.csv$/)
    expect(text).toContain(`""name"":""${name}""`)
    expect(text).toContain(`""name"":""${renamed}""`)
  })

  await test.step('the chain is checked on demand', async () => {
    await page.getByRole('button', { name: 'Check now' }).click()
    await expect(page.getByText(/^The audit trail is intact: \d+ entries checked\.$/)).toBeVisible()
    await expectAccessible(page)
  })
})

test('a chain that is broken cannot be overlooked', async ({ page }) => {
  const chain = {
    checked_at: '2026-11-21T08:27:00.000Z',
    rows: 812,
    broken: 2,
    samples: ['audit row 17', 'audit row 18'],
  }
  await page.route('**/api/v1/admin/audit-trail/chain', (route) =>
    route.fulfill({ json: { message: 'OK', data: chain } }),
  )
  await signInStaff(page)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'The audit trail is not intact' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'tampered with: 2 entries fail the check' })
  await expect(alert).toContainText('audit row 17')
  await expectAccessible(page)
})

test('every log opens by its address, tells its entries and is exported', async ({ page, request }) => {
  test.setTimeout(180_000)
  const list = adminList(page)
  const entry = details(page)
  // Something for the security log: a member at the administrators' sign-in.
  const member = await request.post('/api/v1/auth/login', {
    data: { email: 'user@shiloh.example', password: demoPassword },
  })
  const token: string = (await member.json()).data.access_token
  const refused = await request.get('/api/v1/admin/settings', { headers: { authorization: `Bearer ${token}` } })
  expect(refused.status()).toBe(403)

  await signInStaff(page)
  await page.goto('/admin/logs')
  await expect(page).toHaveURL(/\/admin\/logs\/access$/)
  const tabs = page.getByRole('navigation', { name: 'Logs' })
  for (const [tab, type] of [
    ['Access', 'access'],
    ['E-mail', 'mail'],
    ['SMS', 'sms'],
    ['Payments', 'payments'],
    ['Imports', 'imports'],
    ['Errors', 'errors'],
    ['Security', 'security'],
  ] as const) {
    await test.step(tab, async () => {
      await tabs.getByRole('link', { name: tab, exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/admin/logs/${type}$`))
      await loaded(page)
      await expect(rows(page).first()).toBeVisible()
      await expectAccessible(page)
      // At the start of the row: further right it can contain a link to its object.
      await rows(page)
        .first()
        .click({ position: { x: 40, y: 14 } })
      await expect(entry.fact('When')).toContainText(/\d\d-\d\d-\d{4},\s\d{1,2}:\d\d\s[AP]M/)
      await expectAccessible(page)
      await entry.close()
      const { name, text } = await list.exported()
      expect(name).toMatch(new RegExp(`^log-${type}-.*\\.csv$`))
      expect(text.split('\r\n').length).toBeGreaterThan(2)
    })
  }

  await test.step('the refusal of a moment ago is there', async () => {
    const headers = await asAdmin(request)
    // It is written within five seconds.
    await expect
      .poll(async () => {
        const answer = await request.get('/api/v1/admin/logs/security?search=user@shiloh.example', { headers })
        return (await answer.json()).data
      })
      .toContainEqual(expect.objectContaining({ kind: 'refused', path: '/api/v1/admin/settings' }))
  })

  await test.step('a log that does not exist is said to be none', async () => {
    await page.goto('/admin/logs/passwords')
    await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
    await expect(page.getByRole('searchbox')).toHaveCount(0)
  })
})

test('support sees mails and SMS, and nothing of the rest', async ({ page, request }, { project }) => {
  test.setTimeout(120_000)
  const person = newPerson(project.name)
  await makeAdmin(request, person, 'support')
  await signInPage(page).open('admin')
  await signInPage(page).signIn(person.email, person.password)
  await expect(page).toHaveURL(/\/admin/)

  await page.goto('/admin/logs')
  await expect(page).toHaveURL(/\/admin\/logs\/mail$/)
  const tabs = page.getByRole('navigation', { name: 'Logs' }).getByRole('link')
  await expect(tabs).toHaveText(['E-mail', 'SMS', 'Imports'])
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0)
  await expectAccessible(page)

  for (const path of ['/admin/logs/security', '/admin/logs/payments']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'You have no access to any log' })).toBeVisible()
  }
  await page.goto('/admin/audit-trail')
  await expect(page).toHaveURL(/not-authorized/)
  const headers = await asAdmin(request, person.email, person.password)
  for (const path of ['audit-trail', 'logs/security', 'logs/payments', 'logs/mail/export'])
    expect((await request.get(`/api/v1/admin/${path}`, { headers })).status()).toBe(403)
})
