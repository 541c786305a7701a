import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { newPerson, signInReady, signOut } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { makeLodging, reserveNights } from './support/lodging.ts'
import { accessToken, asStaff, makeReadyMember } from './support/member.ts'

const events = z.object({ data: z.array(z.object({ _id: z.string(), slug: z.string() })) })
const offer = z.object({
  data: z.object({ participant_types: z.array(z.object({ _id: z.string(), name: z.string() })) }),
})
const added = z.object({ data: z.object({ _id: z.string() }) })
const made = z.object({ data: z.object({ _id: z.string(), missing: z.array(z.string()) }) })
const link = z.object({ data: z.object({ link: z.string() }) })

test('a spouse confirms the link, and finds the place that was taken for them', async ({ page, request }, {
  project,
}) => {
  const [kwame, esther] = [newPerson(project.name), newPerson(project.name)]
  await makeReadyMember(request, kwame)
  await makeReadyMember(request, esther)
  const headers = { authorization: `Bearer ${await accessToken(request, kwame.email, kwame.password)}` }
  const listed = await request.post('/api/v1/auth/ministers-wife', {
    headers,
    data: { first_name: 'Esther', last_name: 'Link', gender: 'female', email: esther.email },
  })
  expect(listed.status()).toBe(201)

  await signInReady(page, kwame)
  await page.goto('/spouse')
  await page.getByRole('button', { name: 'Link account: Esther Link' }).click()
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(`Asked at ${esther.email}`)).toBeVisible()
  await expectAccessible(page)
  // Otherwise the next user to sign in would return to this page.
  await page.goto('/home')
  await signOut(page)

  await signInReady(page, esther)
  await page.goto('/spouse')
  await expect(page.getByRole('button', { name: /^Confirm:/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Confirm:/ }).click()
  await expect(page.getByText('Account linked')).toBeVisible()

  // He reserves for both. She comes to the event to reserve, too.
  const { eventId } = await makeLodging(request, `${Date.now()}`, [])
  const { code } = await reserveNights(request, eventId, headers, {
    with_spouse: added.parse(await listed.json()).data._id,
    accommodation: null,
  })
  const name = 'Ɛsi Mensah'
  await page.goto(`/events/${eventId}/reserve`)
  await expect(page.getByText(`${name} has reserved a place for you at this event.`)).toBeVisible()
  await page.getByRole('link', { name: 'See my reservation' }).click()
  await expect(page.getByRole('heading', { name: `Reserved by ${name}` })).toBeVisible()
  await expect(page.getByText(`Ask ${name} to change or cancel it.`)).toBeVisible()
  await expect(page.getByRole('img', { name: /^QR code of/ })).toBeVisible()
  await expect(page.getByText(code)).toBeVisible()
  await expect(page.getByText('Kept on this device: it opens without a network.')).toBeVisible()
  await expectAccessible(page)
})

test('what the desk left open is completed from the link, without an account', async ({ page, request }) => {
  const headers = await asStaff(request)
  const { data } = events.parse(await (await request.get('/api/v1/events')).json())
  const event = data.find(({ slug }) => slug.startsWith('leaders-conference'))
  const types = offer.parse(await (await request.get(`/api/v1/events/${event?._id}`)).json()).data.participant_types
  const answer = await request.post(`/api/v1/admin/reservations/${event?._id}`, {
    headers,
    data: {
      person: { first_name: 'Abena', last_name: 'Sarpong' },
      participant_type_id: types.find(({ name }) => name === 'Delegate')?._id,
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { _id, missing } = made.parse(await answer.json()).data
  expect(missing.length).toBeGreaterThan(0)
  const address = await request.post(`/api/v1/admin/reservations/${_id}/completion-link`, { headers, data: {} })
  await page.goto(link.parse(await address.json()).data.link.replace(/^https?:\/\/[^/]+/, ''))
  await expect(page.getByRole('heading', { name: 'Complete your registration' })).toBeVisible()
  await expect(page.getByText('Abena S.')).toBeVisible()
  await expectAccessible(page)
})
