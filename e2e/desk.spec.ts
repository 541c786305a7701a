import { type APIRequestContext, expect, test } from '@playwright/test'
import { z } from 'zod'
import { cashDesk, cashForm, signInStaff, staffReservations } from './pages/desk.ts'
import { expectPage, newPerson } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { accessToken, makeReadyMember } from './support/member.ts'

const events = z.object({ data: z.array(z.object({ _id: z.string(), slug: z.string() })) })
const question = z.object({
  _id: z.string(),
  type: z.string(),
  required: z.boolean(),
  visible_when: z.unknown().nullable(),
  participant_type_ids: z.array(z.string()),
  options: z.array(z.object({ _id: z.string(), left: z.number().nullish() })),
})
const event = z.object({
  data: z.object({
    participant_types: z.array(z.object({ _id: z.string(), name: z.string() })),
    form: z.object({ sections: z.array(z.object({ questions: z.array(question) })) }).nullable(),
  }),
})
const mail = z.object({
  data: z.array(z.object({ html: z.string().nullable(), attachments: z.array(z.object({ name: z.string() })) })),
})
const made = z.object({
  data: z.object({ code: z.string(), total: z.number(), due_now: z.number(), status: z.string() }),
})

async function conference(request: APIRequestContext): Promise<string> {
  const { data } = events.parse(await (await request.get('/api/v1/events')).json())
  const found = data.find(({ slug }) => slug.startsWith('leaders-conference'))
  if (!found) throw new Error('The demo church has no leaders’ conference.')
  return found._id
}

/** Makes a reservation from another device: through the API, as a delegate without a room. */
async function reserveElsewhere(request: APIRequestContext, project: string) {
  const person = newPerson(project)
  await makeReadyMember(request, person)
  const headers = { authorization: `Bearer ${await accessToken(request, person.email, person.password)}` }
  const id = await conference(request)
  const offer = event.parse(await (await request.get(`/api/v1/user/events/${id}`, { headers })).json()).data
  const type = offer.participant_types.find(({ name }) => name === 'Delegate')
  const asked = offer.form?.sections.flatMap(({ questions }) => questions) ?? []
  const answers = asked
    .filter(({ required, visible_when, participant_type_ids: only }) => {
      return required && visible_when === null && (only.length === 0 || only.includes(type?._id ?? ''))
    })
    .map(({ _id, options }) => [_id, options.findLast(({ left }) => left !== 0)?._id ?? 'as agreed'])
  const answer = await request.post(`/api/v1/user/reservations/${id}`, {
    headers,
    data: { participant_type_id: type?._id, answers: Object.fromEntries(answers) },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return { ...made.parse(await answer.json()).data, email: person.email }
}

/** Returns the newest mail with a ticket to somebody: its page, and the attachments. */
async function ticketMail(request: APIRequestContext, to: string) {
  const find = async () => {
    const { data } = mail.parse(await (await request.get('/api/v1/dev/outbox', { params: { to } })).json())
    return data.find(({ attachments }) => attachments.length > 0)
  }
  await expect.poll(find).toBeDefined()
  const found = await find()
  return { html: found?.html ?? '', names: found?.attachments.map(({ name }) => name) }
}

/** The number of a receipt as it is written everywhere. */
const printed = (number: number): string => String(number).padStart(6, '0')

const amountOf = (minor: number): string =>
  new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(minor / 100)

test('a reservation arrives while the list is open; its cash is taken and the receipt has a number', async ({
  page,
  request,
}, { project }) => {
  test.setTimeout(120_000)
  const reservations = staffReservations(page)
  const cash = cashForm(page)
  await signInStaff(page)
  await reservations.open()
  await expectPage(page, 'Reservations')
  await expect(page.getByText(/^1–50 of/)).toBeVisible()
  await expectAccessible(page)

  const { code, total, due_now, email } = await reserveElsewhere(request, project.name)
  const amount = amountOf(total)

  await test.step('it is announced, and does not move what is read until it is asked for', async () => {
    await expect(page.getByRole('button', { name: /new entr(y|ies)\. Show/ })).toBeVisible()
    await expect(reservations.row(code)).toHaveCount(0)
    await expectAccessible(page)
    await reservations.showNew()
    await expect(reservations.row(code)).toContainText('Pending')
  })

  await test.step('its page says what is owed', async () => {
    await reservations.row(code).click()
    await expectPage(page, 'Ɛsi Mensah')
    await expect(reservations.status('To pay')).toBeVisible()
    await expectAccessible(page)
  })

  const number = await test.step('cash is taken', async () => {
    await reservations.takeCash()
    await expect(cash.amount()).toHaveValue(amountOf(due_now))
    await expect(cash.amount()).toBeFocused()
    await expectAccessible(page)
    await cash.amount().fill(amount)
    await cash.take(amount)
    const given = await cash.receiptNumber()
    expect(given).toBeGreaterThan(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    return given
  })

  await test.step('the reservation is active, and the books have the receipt', async () => {
    await expect(reservations.status('Active')).toBeVisible()
    await expect(page.getByText(`Receipt no. ${printed(number)}`, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Take cash', exact: true })).toHaveCount(0)
    await page.goto('/admin/cash/closing')
    await expectPage(page, 'Daily closing')
    await expect(page.getByRole('cell', { name: printed(number), exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'All closings' }).click()
    await expectPage(page, 'Closings')
    await expect(page.getByText('Ebenezer Laryea').first()).toBeVisible()
    await expectAccessible(page)
  })

  // The same on every screen size.
  if (project.name === 'phone') {
    await test.step('the ticket came by mail, with the code as a picture and the PDF', async () => {
      const { html, names } = await ticketMail(request, email)
      expect(names).toEqual([`${code}-qr.png`, `${code}-cover.png`, `${code}.pdf`])
      await page.goto(html)
      const qr = page.getByRole('img', { name: `QR code ${code}` })
      await expect(qr).toBeVisible()
      expect(await qr.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true)
    })

    await test.step('it is sent again to a corrected address', async () => {
      await reservations.open()
      await reservations.row(code).click()
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Send ticket again' }).click()
      const dialog = page.getByRole('dialog')
      const to = `right-${email}`
      await dialog.getByLabel('Another e-mail address').fill('not an address')
      await dialog.getByRole('button', { name: 'Send ticket again' }).click()
      await expect(dialog.getByLabel('Another e-mail address')).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      await dialog.getByLabel('Another e-mail address').fill(to)
      await dialog.getByRole('button', { name: 'Send ticket again' }).click()
      await expect(dialog).toBeHidden()
      expect((await ticketMail(request, to)).names).toContain(`${code}.pdf`)
    })

    await test.step('an alert is put off or marked as done from its row, with a word on what was done', async () => {
      await page.goto('/admin/alerts')
      await expectPage(page, 'Alerts')
      await expectAccessible(page)
      const row = page.getByRole('listitem').filter({ hasText: 'canaan-block.csv' })
      await row.getByRole('button', { name: /^Mark as done: Import finished/ }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'What was done' }).fill('All rows are in.')
      await dialog.getByRole('button', { name: 'Mark as done', exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(row).toHaveCount(0)
    })
  }

  await test.step('at the cash desk there is nothing left to pay', async () => {
    await cashDesk(page).open()
    await expectPage(page, 'Cash desk')
    await expectAccessible(page)
    await cashDesk(page).find(code)
    await expect(page.getByText('Nothing to pay: everything is settled.')).toBeVisible()
    await expectAccessible(page)
  })
})

test('the desk reserves for somebody without an account and takes the money at once @desktop', async ({
  page,
  request,
}, { project }) => {
  test.setTimeout(120_000)
  const reservations = staffReservations(page)
  const cash = cashForm(page)
  const lastName = `Quartey-${project.name}-${Date.now().toString(36)}`
  const id = await conference(request)
  await signInStaff(page)
  await page.goto(`/admin/reservations/new?event_id=${id}`)
  await expectPage(page, 'New reservation')
  const submit = page.getByRole('button', { name: 'Reserve', exact: true })

  await test.step('what is missing is named, and leads to its field', async () => {
    await page.getByRole('radio', { name: 'Without an account' }).check()
    await submit.click()
    const problems = page.getByRole('region', { name: 'need your attention' })
    await expect(problems.getByRole('link', { name: 'First name' })).toBeVisible()
    await problems.getByRole('link', { name: 'First name' }).click()
    await expect(page.getByLabel('First name')).toBeFocused()
    await expectAccessible(page)
  })

  await page.getByLabel('First name').fill('Naa')
  await page.getByLabel('Last name').fill(lastName)
  await page.getByRole('radio', { name: /^Delegate/ }).check()
  await test.step('a spouse who is on no list yet comes along', async () => {
    await page.getByRole('button', { name: 'Add somebody else' }).click()
    const added = page.getByRole('group', { name: 'Add somebody else' })
    await added.getByLabel('Who is it').selectOption('Spouse')
    await added.getByLabel('First name').fill('Nii')
    await expect(added.getByLabel('Last name')).toHaveValue(lastName)
    await added.getByRole('radio', { name: 'Male', exact: true }).check()
    await added.getByRole('button', { name: 'Add to the reservation' }).click()
    await expect(page.getByRole('checkbox', { name: `Nii ${lastName}` })).toBeChecked()
    await page
      .getByRole('combobox', { name: `Takes part as Nii ${lastName}` })
      .selectOption({ label: 'Visitor, GHS\u00A0400.00' })
    await expectAccessible(page)
  })
  await page.getByRole('radio', { name: /^No room/ }).check()
  await page.getByRole('button', { name: 'Reserve and take cash', exact: true }).click()

  await expectPage(page, `Naa ${lastName}`)
  await test.step('part of it first, then the rest', async () => {
    await cash.amount().fill('100')
    await expect(page.getByText(/will be left to pay/)).toBeVisible()
    await cash.take('100.00')
    const first = await cash.receiptNumber()
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(reservations.status('Balance due')).toBeVisible()
    await reservations.takeCash()
    await page.getByRole('button', { name: /^Take GHS/ }).click()
    expect(await cash.receiptNumber()).toBeGreaterThan(first)
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(reservations.status('Active')).toBeVisible()
  })

  await test.step('a receipt that was wrong is void, and the money is owed again', async () => {
    await page
      .getByRole('button', { name: /^Actions for Receipt no\./ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: 'Void receipt' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Void receipt' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Counted wrongly')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Void receipt' }).click()
    // The deposit is still covered: the place stays, and the balance is owed.
    await expect(reservations.status('Balance due')).toBeVisible()
    await expect(page.getByText('Void: Counted wrongly')).toBeVisible()
  })
})

test('further screens of the desk are clean @desktop', async ({ page }) => {
  test.setTimeout(120_000)
  await signInStaff(page)
  for (const [path, heading] of [
    ['/admin/cash/payments', 'Cash payments'],
    ['/admin/payments/open', 'Open payments'],
    ['/admin/waiting-list', 'Waiting list'],
    ['/admin/check-in', 'Live board'],
  ] as const) {
    await page.goto(path)
    await expectPage(page, heading)
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expectAccessible(page)
  }
})
