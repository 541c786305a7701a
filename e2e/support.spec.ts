import { expect, test } from '@playwright/test'
import { signInStaff } from './pages/desk.ts'
import { newPerson, signInReady } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { accessToken, makeReadyMember } from './support/member.ts'

test('a member asks, the office answers, the member reads it @desktop', async ({ page, browser, request }, {
  project,
}) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  await signInReady(page, person)
  await page.goto('/support')
  await page.getByRole('link', { name: 'Ask us' }).click()
  const subject = `A room without stairs for ${person.phone}`
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
  await page.getByLabel('Your question').fill('My knee does not climb stairs.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible()
  await expect(page.getByText('Waiting for the office')).toBeVisible()

  const office = await (await browser.newContext()).newPage()
  await signInStaff(office)
  await office.goto('/admin/support')
  await office.getByRole('link', { name: subject }).click()
  await office.getByRole('button', { name: 'Internal note' }).click()
  await office.getByRole('textbox', { name: 'Internal note' }).fill('G7 is free.')
  await office.getByRole('button', { name: 'Save the note' }).click()
  await expect(office.getByRole('textbox', { name: 'Internal note' })).toHaveValue('')
  await expect(office.getByText('G7 is free.')).toBeVisible()
  await office.getByRole('button', { name: 'Answer', exact: true }).click()
  await office.getByRole('textbox', { name: 'Answer', exact: true }).fill('Room G7 on the ground floor is yours.')
  await expectAccessible(office)
  await office.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(office.getByRole('textbox', { name: 'Answer', exact: true })).toHaveValue('')
  await office.close()

  // It arrives without reloading.
  await expect(page.getByText('Room G7 on the ground floor is yours.')).toBeVisible()
  await expect(page.getByText('G7 is free.')).toHaveCount(0)
  await expectAccessible(page)
})

test('the office closes several tickets at once and takes it back @desktop', async ({ page, request }, { project }) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  const token = await accessToken(request, person.email, person.password)
  for (const what of ['pillow', 'blanket'])
    await request.post('/api/v1/auth/support-tickets', {
      headers: { authorization: `Bearer ${token}` },
      multipart: { data: JSON.stringify({ subject: `A ${what} for ${person.phone}`, body: 'Is there one?' }) },
    })

  await signInStaff(page)
  await page.goto(`/admin/support?search=${encodeURIComponent(person.phone)}`)
  await expect(page.getByRole('link', { name: person.phone })).toHaveCount(2)
  await page.getByRole('button', { name: 'Select tickets' }).click()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  await expect(page.getByRole('toolbar', { name: '2 selected' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('toolbar', { name: '2 selected' }).getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Closed' }).click()
  await page.getByRole('button', { name: 'Change 2 rows' }).click()
  await expect(page.getByText('No ticket matches')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('checkbox', { name: person.phone })).toHaveCount(2)
})
