import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { expectPage, type NewPerson, newPerson, signInPage } from './pages/identity.ts'
import { checkoutPage, publicEventPage, reservationPage, wizard } from './pages/reserve.ts'
import { expectAccessible } from './support/axe.ts'
import { eventLike } from './support/events.ts'
import { accessToken, makeReadyMember } from './support/member.ts'
import { lastMessage } from './support/outbox.ts'

const reservation = z.object({
  data: z.object({ participants: z.array(z.object({ qr: z.object({ url: z.string() }) })) }),
})
const refusal = z.object({ code: z.string() })

async function signIn(page: Page, person: NewPerson): Promise<void> {
  await signInPage(page).open()
  await signInPage(page).signIn(person.email, person.password)
  await expectPage(page, 'Activities & Events')
}

const idInAddress = (page: Page): string => /[0-9a-f]{24}/.exec(page.url())?.[0] ?? ''

test('from a shared link to the ticket, then a change and a cancellation', async ({ page, request, baseURL }, {
  project,
}) => {
  test.setTimeout(180_000)
  const person = newPerson(project.name)
  await makeReadyMember(request, person, null)
  const { slug } = await eventLike(request, 'leaders-conference')
  const reserve = wizard(page)

  await test.step('the shared link shows the event without a script', async () => {
    await publicEventPage(page).open(slug)
    await expect(page.locator('script[src]')).toHaveCount(0)
    await expectAccessible(page)
    await publicEventPage(page).reserve().click()
  })

  await test.step('signing in leads back to the reservation', async () => {
    await signInPage(page).signIn(person.email, person.password)
    await reserve.step('Who is coming')
    await expectAccessible(page)
  })

  await test.step('who comes, with the spouse added on the spot', async () => {
    await reserve.submit('Continue to details')
    await expect(reserve.problems()).toBeFocused()
    await reserve.addPerson('My spouse', ['Kojo', 'Mensah'])
    await reserve.takesPart('Ɛsi Mensah', 'Delegate')
    // What she takes part as says nothing about him.
    await reserve.takesPart('Kojo Mensah', 'Delegate')
    await reserve.total('700.00')
    await reserve.next('Continue to details', 'A few details')
    await expectAccessible(page)
  })

  await test.step('the questions of the event, one hanging on another', async () => {
    await expect(page.getByLabel(/^Number plate/)).toBeHidden()
    await reserve.choose('How will you travel?', 'By car')
    await page.getByLabel(/^Number plate/).fill('GR 1234-27')
    await page.getByLabel(/^Which workshop/).selectOption({ index: 1 })
    await page.getByRole('group', { name: 'Diet' }).first().getByRole('checkbox', { name: 'Without salt' }).check()
    await reserve.next('Continue to rooms', 'Rooms and nights')
  })

  await test.step('a room, fewer nights', async () => {
    await reserve.choose('Room category', /^Standard/)
    // Somebody who is not a member was never asked.
    await page.getByRole('radiogroup', { name: 'Your gender' }).getByRole('radio', { name: 'Female' }).check()
    // The nights of the event are chosen to begin with.
    const nights = page.getByRole('group', { name: 'Nights' }).getByRole('button', { pressed: true })
    await expect(nights.first()).toBeVisible()
    const count = await nights.count()
    await nights.first().click()
    await expect(nights).toHaveCount(count - 1)
    await expectAccessible(page)
    await reserve.next('Continue to extras', 'Extras')
  })

  await test.step('meals and something to order', async () => {
    await reserve.choose('Meals', /^Efua/)
    await page.getByRole('button', { name: 'One more: Conference cloth, 2 yards' }).click()
    await expectAccessible(page)
    await reserve.next('Continue to review', 'Review and pay')
  })

  await test.step('a reload, and another device, keep what was chosen', async () => {
    await page.reload()
    await reserve.step('Review and pay')
    await expect(page.getByText('GR 1234-27')).toBeVisible()
    await expect(page.getByText('Without salt')).toBeVisible()
    await expect
      .poll(async () => {
        const headers = { authorization: `Bearer ${await accessToken(request, person.email, person.password)}` }
        const event = await eventLike(request, 'leaders-conference')
        const kept = await request.get(`/api/v1/user/events/${event._id}/draft`, { headers })
        return await kept.text()
      })
      .toContain('GR 1234-27')
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key)
      sessionStorage.clear()
    })
    await page.reload()
    await reserve.step('Review and pay')
    await expect(page.getByText('GR 1234-27')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('reserved, and paid at the second attempt', async () => {
    await page.getByRole('radio', { name: /^Full amount/ }).check()
    await reserve.submit(/^Reserve and pay/)
    await checkoutPage(page).decide('Let it be declined')
    await expect(page.getByText('The payment did not go through')).toBeVisible()
    await expectAccessible(page)
    await reservationPage(page).pay().click()
    await checkoutPage(page).decide('Pay')
    await expect(page.getByText('Thank you, your payment has arrived')).toBeVisible()
    await expect(reservationPage(page).badge('Active')).toBeVisible()
    await expectAccessible(page)
  })
  const id = idInAddress(page)

  await test.step('the code leads to a receipt that needs no script', async () => {
    const headers = { authorization: `Bearer ${await accessToken(request, person.email, person.password)}` }
    const answer = await request.get(`/api/v1/user/reservations/${id}`, { headers })
    const { participants } = reservation.parse(await answer.json()).data
    expect(participants).toHaveLength(2)
    const { pathname } = new URL(participants[0]?.qr.url ?? '', baseURL)
    const guest = await page.context().browser()?.newContext({ javaScriptEnabled: false })
    const receipt = await guest?.newPage()
    await receipt?.goto(`${baseURL}${pathname}`)
    await expect(receipt?.getByText(/Ɛsi M\./) ?? page.locator('none')).toBeVisible()
    await guest?.close()
    if (project.name === 'phone') {
      await page.goto(`${pathname.slice(0, -4)}0000`)
      await expect(page.getByText('This code is not genuine')).toBeVisible()
      await expect(page.getByRole('img', { name: /QR/ })).toHaveCount(0)
      await expectAccessible(page)
      await page.goto(`/reservations/${id}`)
    }
  })

  await test.step('the ticket is a PDF', async () => {
    const file = await readFile(await reservationPage(page).save())
    expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  })

  await test.step('a dearer change that the deposit covers counts at once, and its rest is due', async () => {
    await reservationPage(page).change().click()
    await reserve.step('Who is coming')
    await reserve.next('Continue to details', 'A few details')
    await reserve.next('Continue to rooms', 'Rooms and nights')
    await reserve.next('Continue to extras', 'Extras')
    await page.getByRole('button', { name: 'One more: Conference cloth, 2 yards' }).click()
    await reserve.next('Continue to review', 'Review')
    await expect(page.getByText(/GHS\u00A0120.00 more/)).toBeVisible()
    await expectAccessible(page)
    await reserve.submit('Save changes')
    await expect(page.getByText('The place is secured')).toBeVisible()
    await expect(reservationPage(page).badge('Balance due')).toBeVisible()
    await expectAccessible(page)
    await reservationPage(page).pay().click()
    await checkoutPage(page).decide('Pay')
    await expect(page.getByText('Everything is paid').first()).toBeVisible()
    await expect(page.getByText('The place is secured')).toBeHidden()
  })

  await test.step('it is in the list, and on the home page', async () => {
    await page.goto('/reservations')
    await expect(page.getByRole('link', { name: /Leaders’ Conference/ })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/home')
    await expect(page.getByRole('link', { name: 'Show tickets', exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('cancelled, with what comes back said before', async () => {
    await page.goto(`/reservations/${id}`)
    const dialog = await reservationPage(page).cancel()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel reservation' }).click()
    await expect(reservationPage(page).badge('Cancelled')).toBeVisible()
    await expectAccessible(page)
  })
})

test('a family reserves together, each at a price and with a code of their own', async ({ page, request }, {
  project,
}) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  const { slug } = await eventLike(request, 'leaders-conference')
  await signIn(page, person)
  const reserve = wizard(page)
  await page.goto(`/events/${slug}/reserve`)
  await reserve.takesPart('Ɛsi Mensah', 'Delegate')
  await reserve.addPerson('Somebody else', ['Yaw', 'Mensah'])
  await reserve.takesPart('Yaw Mensah', 'Delegate')
  await reserve.addPerson('A child', ['Nana', 'Mensah'], '2018-03-04')
  await reserve.takesPart('Nana Mensah', 'Visitor')
  await reserve.total('1,100.00')
  await expect(page.getByText('Guardian: you.')).toBeVisible()
  await page.getByRole('button', { name: 'Change the guardian of Nana Mensah' }).click()
  await page.getByLabel('Guardian of Nana Mensah').selectOption('Yaw Mensah')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText('Guardian: Yaw Mensah.')).toBeVisible()
  await reserve.next('Continue to details', 'A few details')
  await reserve.choose('How will you travel?', 'By public transport')
  await page.getByLabel(/^Which workshop/).selectOption({ index: 1 })
  await expectAccessible(page)
  await reserve.next('Continue to rooms', 'Rooms and nights')
  await reserve.choose('Room category', /^No room/)
  await reserve.next('Continue to extras', 'Extras')
  await reserve.next('Continue to review', 'Review and pay')
  await page.getByRole('radio', { name: /^In cash/ }).check()
  await reserve.submit('Reserve')
  await expect(reservationPage(page).badge('Pending')).toBeVisible()

  const headers = { authorization: `Bearer ${await accessToken(request, person.email, person.password)}` }
  const answer = await request.get(`/api/v1/user/reservations/${idInAddress(page)}`, { headers })
  const { participants } = reservation.parse(await answer.json()).data
  expect(new Set(participants.map(({ qr }) => qr.url)).size).toBe(3)

  await reservationPage(page).change().click()
  await expect(reserve.person('Yaw Mensah')).toBeChecked()
  await reserve.person('Yaw Mensah').uncheck()
  await expect(page.getByText('Guardian: you.')).toBeVisible()
  await reserve.total('750.00')
})

test('somebody under 18 alone names a parent, who agrees from the link @phone', async ({ page, request }, {
  project,
}) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  const headers = { authorization: `Bearer ${await accessToken(request, person.email, person.password)}` }
  const born = { birth_date: '2011-03-04' }
  expect((await request.put('/api/v1/auth/profile', { headers, data: born })).ok()).toBe(true)
  const { slug } = await eventLike(request, 'leaders-conference')
  await signIn(page, person)
  const reserve = wizard(page)
  await page.goto(`/events/${slug}/reserve`)
  await reserve.takesPart('Ɛsi Mensah', 'Delegate')
  await reserve.submit('Continue to details')
  await expect(reserve.problems()).toContainText('Name of the parent or guardian')
  const parent = `parent-${person.email}`
  await page.getByLabel('Name of the parent or guardian').fill('Comfort Mensah')
  await page.getByLabel('Their phone number or e-mail address').fill(parent)
  await expectAccessible(page)
  await reserve.next('Continue to details', 'A few details')
  await reserve.choose('How will you travel?', 'By public transport')
  await page.getByLabel(/^Which workshop/).selectOption({ index: 1 })
  await reserve.next('Continue to rooms', 'Rooms and nights')
  await reserve.choose('Room category', /^No room/)
  await reserve.next('Continue to extras', 'Extras')
  await reserve.next('Continue to review', 'Review and pay')
  await page.getByRole('radio', { name: /^In cash/ }).check()
  await reserve.submit('Reserve')
  await expect(page.getByText('Waiting for the consent of Comfort Mensah.')).toBeVisible()
  const address = page.url()

  const { links } = await lastMessage(request, parent)
  const link = new URL(links.at(-1) ?? '')
  await page.goto(`${link.pathname}${link.hash}`)
  await expect(page.getByText('Ɛsi M., 15 on the first day')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I agree', exact: true }).click()
  await expect(page.getByText('Your consent is recorded.')).toBeVisible()
  await page.goto(address)
  await expect(page.getByText('Consent given by Comfort Mensah')).toBeVisible()
})

test('what sold out in the meantime is refused at its field, and the step opens again @phone', async ({
  page,
  request,
}, { project }) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  const { slug } = await eventLike(request, 'leaders-conference')
  await signIn(page, person)
  // The browser has an offer from before the last T-shirt in XXL was sold.
  let isStale = true
  await page.route(`**/api/v1/user/events/${slug}`, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({
      response,
      body: isStale ? text.replaceAll('"stock_left":0,"sold_out":true', '"stock_left":5,"sold_out":false') : text,
    })
  })
  const reserve = wizard(page)
  await page.goto(`/events/${slug}/reserve`)
  await reserve.takesPart('Ɛsi Mensah', 'Delegate')
  await reserve.next('Continue to details', 'A few details')
  await reserve.choose('How will you travel?', 'By public transport')
  await page.getByLabel(/^Which workshop/).selectOption({ index: 1 })
  await reserve.next('Continue to rooms', 'Rooms and nights')
  await reserve.choose('Room category', /^No room/)
  await reserve.next('Continue to extras', 'Extras')
  await page.getByRole('button', { name: 'One more: T-shirt, XXL' }).click()
  await reserve.next('Continue to review', 'Review and pay')
  isStale = false
  await reserve.submit(/^Reserve/)
  await reserve.step('Extras')
  await expect(page.getByText('Something you chose was taken in the meantime.')).toBeVisible()
  await expect(reserve.problems()).toContainText('XXL')
  await expectAccessible(page)
})

test('a full event refuses, and offers its waiting list @phone', async ({ page, request }, { project }) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  const event = await eventLike(request, 'youth-leaders-camp')
  expect(event.places_left).toBe(0)
  const headers = { authorization: `Bearer ${await accessToken(request, person.email, person.password)}` }
  const offer = z
    .object({ data: z.object({ participant_types: z.array(z.object({ _id: z.string() })) }) })
    .parse(await (await request.get(`/api/v1/user/events/${event._id}`, { headers })).json()).data
  const refused = await request.post(`/api/v1/user/reservations/${event._id}`, {
    headers,
    data: { participant_type_id: offer.participant_types[0]?._id },
  })
  expect(refused.status()).toBe(409)
  expect(refusal.parse(await refused.json()).code).toMatch(/event_full|quota_exhausted/)

  await signIn(page, person)
  await page.goto(`/events/${event.slug}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join the waiting list' }).locator('visible=true').click()
  const sheet = page.getByRole('dialog', { name: 'Join the waiting list' })
  // Without a choice, the keyboard lands on what is open; Escape leads back to the button.
  await sheet.getByRole('button', { name: 'Join the waiting list' }).press('Enter')
  await expect(sheet.getByRole('radiogroup', { name: 'I am taking part as' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  const join = page.getByRole('button', { name: 'Join the waiting list' }).locator('visible=true')
  await expect(join).toBeFocused()
  await join.press('Enter')
  await sheet
    .getByRole('radiogroup', { name: 'I am taking part as' })
    .getByRole('radio', { name: /^Delegate/ })
    .check()
  await sheet.getByRole('radio', { name: /^Places and beds: Economy/ }).check()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Join the waiting list' }).click()
  const joined = page.getByRole('dialog', { name: 'Waiting list' })
  await expect(joined.getByRole('button', { name: 'Leave the waiting list' })).toBeVisible()
  await expectAccessible(page)
  await joined.getByRole('link', { name: 'See your reservations' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting list' })).toBeVisible()
  await expectAccessible(page)
  // The address that mails and the public page link to shows the place in line, never the wizard.
  await page.goto(`/events/${event.slug}/reserve`)
  await expect(page.getByRole('link', { name: 'See your reservations' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Leave the waiting list' }).click()
  const asked = page.getByRole('dialog', { name: 'Leave the waiting list?' })
  await expectAccessible(page)
  await asked.getByRole('button', { name: 'Leave the waiting list' }).click()
  await expect(page.getByRole('heading', { name: 'Join the waiting list' })).toBeVisible()
  await expectAccessible(page)
})

test('an answer that is lost on the way, and a second tap, book once @phone', async ({ page, request }, {
  project,
}) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  const { slug } = await eventLike(request, 'national-prayer-summit')
  await signIn(page, person)
  const reserve = wizard(page)
  await page.goto(`/events/${slug}/reserve`)
  await reserve.takesPart('Ɛsi Mensah', 'Visitor')
  await reserve.next('Continue to details', 'A few details')
  await reserve.next('Continue to rooms', 'Rooms and nights')
  await reserve.choose('Room category', /^No room/)
  await reserve.next('Continue to extras', 'Extras')
  await reserve.next('Continue to review', 'Review')
  await page.route('**/api/v1/user/reservations/*', async (route) => {
    // The server has performed it, but the response is lost.
    await route.fetch()
    await route.abort('connectionreset')
  })
  await reserve.submit('Reserve')
  await expect(page.getByText(/nothing is reserved twice/)).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/v1/user/reservations/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(reservationPage(page).badge('Active')).toBeVisible()
  const headers = { authorization: `Bearer ${await accessToken(request, person.email, person.password)}` }
  const mine = await request.get('/api/v1/user/reservations', { headers })
  expect(z.object({ data: z.array(z.unknown()) }).parse(await mine.json()).data).toHaveLength(1)
})
