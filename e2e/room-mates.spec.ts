import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { expectPage, type NewPerson, newPerson, signInPage } from './pages/identity.ts'
import { reservationPage, wizard } from './pages/reserve.ts'
import { expectAccessible } from './support/axe.ts'
import { makeLodging } from './support/lodging.ts'
import { accessToken, makeReadyMember } from './support/member.ts'

const offer = z.object({
  data: z.object({
    participant_types: z.array(z.object({ _id: z.string() })),
    accommodations: z.array(
      z.object({ room_category_id: z.string(), check_in_from: z.string(), check_out_until: z.string() }),
    ),
  }),
})
const made = z.object({ data: z.object({ _id: z.string(), code: z.string() }) })

async function makeWoman(request: APIRequestContext, project: string, name: string) {
  const person = newPerson(`${project}-${name}`)
  await makeReadyMember(request, person)
  const headers = { authorization: `Bearer ${await accessToken(request, person.email, person.password)}` }
  const data = { first_name: name, gender: 'female' }
  expect((await request.put('/api/v1/auth/profile', { headers, data })).ok()).toBe(true)
  return { person, headers }
}

/** Reserves all nights of an event. */
async function reserve(request: APIRequestContext, eventId: string, headers: Record<string, string>) {
  const read = await request.get(`/api/v1/user/events/${eventId}`, { headers })
  const { participant_types, accommodations } = offer.parse(await read.json()).data
  const [stay] = accommodations
  const answer = await request.post(`/api/v1/user/reservations/${eventId}`, {
    headers,
    data: {
      participant_type_id: participant_types[0]?._id,
      accommodation: {
        room_category_id: stay?.room_category_id,
        check_in: stay?.check_in_from,
        check_out: stay?.check_out_until,
      },
    },
  })
  return made.parse(await answer.json()).data
}

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
  const hers = await reserve(request, eventId, efua.headers)
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
    await expect(mates.getByText('Waiting for an answer')).toBeVisible()
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
