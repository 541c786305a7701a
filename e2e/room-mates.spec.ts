import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { expectPage, type NewPerson, signInPage } from './pages/identity.ts'
import { reservationPage, wizard } from './pages/reserve.ts'
import { expectAccessible } from './support/axe.ts'
import { makeLodging, reserveNights } from './support/lodging.ts'
import { makeWoman } from './support/member.ts'

async function signIn(page: Page, person: NewPerson): Promise<void> {
  await signInPage(page).open()
  await signInPage(page).signIn(person.email, person.password)
  await expectPage(page, 'Activities & Events')
}

test('two women name each other, one while she reserves, the other accepts @phone', async ({ page, request, browser }, {
  project,
}) => {
  test.setTimeout(90_000)
  const { eventId } = await makeLodging(request, `mates ${randomUUID().slice(0, 8)}`, [])
  const efua = await makeWoman(request, project.name, 'Efua')
  const ama = await makeWoman(request, project.name, 'Ama')
  const hers = await reserveNights(request, eventId, efua.headers)
  await signIn(page, ama.person)
  const reserving = wizard(page)
  await page.goto(`/events/${eventId}/reserve`)
  await reserving.next('Continue to details', 'A few details')
  await reserving.next('Continue to rooms', 'Rooms and nights')
  await reserving.choose('Room category', /^Board standard/)
  const mates = page.getByRole('region', { name: 'Room-mates' })
  const typed = mates.getByLabel('Phone number or reservation code')

  await test.step('what is neither a phone nor a code is said, and holds the step', async () => {
    await typed.fill('12')
    await reserving.submit(/^Continue/)
    await expect(typed).toHaveAccessibleDescription('This is neither a phone number nor a reservation code.')
    await expectAccessible(page)
  })

  await test.step('a phone as it is written here, taken away again, and the code of her reservation', async () => {
    await typed.fill('024 412 3456')
    await typed.press('Enter')
    await mates.getByRole('button', { name: 'Remove +233 24 412 3456' }).click()
    await expect(mates.getByRole('listitem')).toHaveCount(0)
    await typed.fill(hers.code.toLowerCase())
    await mates.getByRole('button', { name: 'Add' }).click()
    await expect(mates.getByText(hers.code)).toBeVisible()
    await expect(mates.getByText(/^If a reservation of this event has this number or code, we ask/)).toBeVisible()
    // The room has two beds.
    await expect(typed).toBeHidden()
    await expectAccessible(page)
  })

  await test.step('the review names her, and she is asked with the reservation', async () => {
    await reserving.submit(/^Continue/)
    await reserving.step('Review')
    await expect(page.getByText(hers.code)).toBeVisible()
    await reserving.submit('Reserve')
    await expect(reservationPage(page).badge('Active')).toBeVisible()
    await expect(mates.getByText('Asked, if a reservation has it. We tell you when they answer.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the other reads who asks, and accepts', async () => {
    const context = await browser.newContext()
    const other = await context.newPage()
    await signIn(other, efua.person)
    await other.goto(`/reservations/${hers._id}`)
    await expect(other.getByText('Ama Mensah would like to share a room with you')).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Accept Ama Mensah' }).click()
    await expect(other.getByText('You both wish to share a room')).toBeVisible()
    await context.close()
  })

  await page.reload()
  await expect(mates.getByText('Efua Mensah')).toBeVisible()
  await expect(mates.getByText('You both wish to share a room')).toBeVisible()
})
