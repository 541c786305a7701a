import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { signInReady } from './pages/identity.ts'
import { reservationPage, wizard } from './pages/reserve.ts'
import { expectAccessible } from './support/axe.ts'
import { makeLodging, reserveNights } from './support/lodging.ts'
import { makeWoman } from './support/member.ts'
import { asAdmin } from './support/staff.ts'

test('an offer of the waiting list says until when, and opens the reservation filled in @phone', async ({
  page,
  request,
}, { project }) => {
  test.setTimeout(90_000)
  const mark = `waiting ${randomUUID().slice(0, 8)}`
  const { eventId } = await makeLodging(request, mark, [])
  const full = await request.put(`/api/v1/admin/events/${eventId}`, {
    headers: await asAdmin(request),
    data: { capacity: 1 },
  })
  expect(full.ok(), await full.text()).toBe(true)
  const first = await makeWoman(request, project.name, 'Efua')
  const next = await makeWoman(request, project.name, 'Abena')
  const { _id } = await reserveNights(request, eventId, first.headers)

  await signInReady(page, next.person)
  await page.goto(`/events/${eventId}`)
  await page.getByRole('button', { name: 'Join the waiting list' }).locator('visible=true').click()
  const sheet = page.getByRole('dialog', { name: 'Join the waiting list' })
  await sheet.getByRole('radio', { name: /^Places and beds/ }).check()
  await expect(sheet.getByText('Nobody is before you. You pay nothing now.')).toBeVisible()
  await expect(sheet.getByText(/^We write to .* Then you have 1 day\.$/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Join the waiting list' }).click()
  const joined = page.getByRole('dialog', { name: 'Waiting list', exact: true })
  await expect(joined.getByRole('status')).toHaveText(`You are 1st in line for Board event ${mark}.`)

  const cancelled = await request.delete(`/api/v1/user/reservations/${_id}`, { headers: first.headers })
  expect(cancelled.ok(), await cancelled.text()).toBe(true)
  await page.goto('/home')
  const offer = page.getByRole('listitem', { name: `It is your turn Board event ${mark}` })
  await expect(offer).toContainText('Held for you until')
  await expect(offer.getByRole('link', { name: 'Reserve the place' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/reservations')
  const entry = page.getByRole('listitem').filter({ hasText: `Board event ${mark}` })
  await expect(entry).toContainText('A place is free for you')
  await expect(entry).toContainText('We hold it for you until')
  await expectAccessible(page)

  // The link in mail, SMS and notice: all of the offer on one page.
  await entry.getByRole('link', { name: 'What is offered' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'It is your turn' })).toBeVisible()
  await expect(page.getByText('A place with a bed is free for you.')).toBeVisible()
  await expect(page.getByText(/^23 h \d+ min left\./)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Let it go to the next person' }).click()
  const asked = page.getByRole('dialog', { name: 'Let it go to the next person?' })
  await asked.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()

  await expect(page.getByText(/^Your place is held until/)).toBeVisible()
  const reserve = wizard(page)
  await reserve.step('Who is coming')
  await reserve.next('Continue to details', 'A few details')
  await reserve.next('Continue to rooms', 'Rooms and nights')
  await expect(page.getByRole('radio', { name: /^Board standard/ })).toBeChecked()
  await expectAccessible(page)
  await reserve.next('Continue to review', 'Review')
  await reserve.submit('Reserve')
  await expect(reservationPage(page).badge('Active')).toBeVisible()
})
