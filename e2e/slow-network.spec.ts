import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { expectPage, signInReady } from './pages/identity.ts'
import { reservationPage, wizard } from './pages/reserve.ts'
import { makeLodging, reserveNights } from './support/lodging.ts'
import { makeWoman } from './support/member.ts'
import { patience, slowDown } from './support/slow.ts'

test('a change of a reservation on a slow phone network @phone', async ({ page, request }, { project }) => {
  const { eventId } = await makeLodging(request, `slow ${randomUUID().slice(0, 8)}`, [])
  const { person, headers } = await makeWoman(request, project.name, 'Efua')
  const { _id } = await reserveNights(request, eventId, headers)
  await signInReady(page, person)
  // The app comes over a fast network: what is slow is what follows.
  await page.goto('/home')
  await expectPage(page, 'Activities & Events')
  const reserve = wizard(page)

  await slowDown(page)
  await page.goto(`/reservations/${_id}`)
  await expect(reservationPage(page).badge('Active')).toBeVisible(patience)
  await reservationPage(page).change().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Who is coming' })).toBeVisible(patience)
  // What it has is filled in: the nights are those of the reservation.
  await reserve.next('Continue to details', 'A few details')
  await reserve.next('Continue to rooms', 'Rooms and nights')
  const nights = page.getByRole('group', { name: 'Nights' }).getByRole('button', { pressed: true })
  await expect(nights).toHaveCount(3)
  await nights.last().click()
  await expect(nights).toHaveCount(2)
  await expect(page.getByText(/^Departure: .*12\sAugust,\s2027/)).toBeVisible()
  await reserve.next('Continue to review', 'Review')
  await reserve.submit('Save changes')
  await expect(page).toHaveURL(new RegExp(`/reservations/${_id}`), patience)
  await expect(page.getByText(/10\s.*12\sAugust,\s2027/).first()).toBeVisible(patience)
})

test('a reservation that was begun is continued on a slow phone network @phone', async ({ page, request }, {
  project,
}) => {
  const mark = `slow ${randomUUID().slice(0, 8)}`
  const { eventId } = await makeLodging(request, mark, [])
  const { person, headers } = await makeWoman(request, project.name, 'Yaa')
  await signInReady(page, person)
  const reserve = wizard(page)
  await page.goto(`/events/${eventId}/reserve`)
  await reserve.step('Who is coming')
  await reserve.next('Continue to details', 'A few details')
  await reserve.next('Continue to rooms', 'Rooms and nights')
  const nights = page.getByRole('group', { name: 'Nights' }).getByRole('button', { pressed: true })
  await reserve.choose('Room category', /^Board standard/)
  await nights.last().click()
  await expect(nights).toHaveCount(2)
  await expect
    .poll(async () => (await request.get(`/api/v1/user/events/${eventId}/draft`, { headers })).text())
    .toContain('"check_out":"2027-08-12"')

  await slowDown(page)
  await page.goto('/home')
  const link = page.getByRole('link', { name: `Continue reserving: Board event ${mark}` })
  await expect(link).toBeVisible(patience)
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rooms and nights' })).toBeVisible(patience)
  await expect(page.getByText('We kept what you had chosen.')).toBeVisible()
  await expect(nights).toHaveCount(2)
  await reserve.next('Continue to review', 'Review')
  await reserve.submit('Reserve')
  await expect(reservationPage(page).badge('Active')).toBeVisible(patience)
})
