import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { signInReady, signOut } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { makeLodging, reserveNights } from './support/lodging.ts'
import { makeWoman } from './support/member.ts'

test('a ticket that was seen once opens without a network, and leaves the phone with its owner @phone', async ({
  page,
  context,
  request,
}, { project }) => {
  test.setTimeout(90_000)
  const mark = `tickets ${randomUUID().slice(0, 8)}`
  const { eventId } = await makeLodging(request, mark, [])
  const { person, headers } = await makeWoman(request, project.name, 'Efua')
  const { _id, code } = await reserveNights(request, eventId, headers)
  const ticket = page.getByRole('listitem').filter({ hasText: `Board event ${mark}` })

  await signInReady(page, person)
  await page.goto(`/reservations/${_id}`)
  await expect(page.getByText('Kept on this device: it opens without a network.')).toBeVisible()
  await expectAccessible(page)

  await context.setOffline(true)
  await page.goto(`/reservations/${_id}`)
  await expect(page).toHaveURL(new RegExp(`/reservations/tickets\\?wanted=%2Freservations%2F${_id}#${_id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Your ticket' })).toBeVisible()
  await expect(ticket).toContainText(code)
  await expect(ticket.getByRole('img', { name: 'QR code of Efua Mensah' })).toBeVisible()
  // The organisation is known without a network, too.
  await expect(page.getByRole('banner')).toContainText('Covenant Light')
  await expectAccessible(page)
  await expect(page.getByText('The page that you opened needs a network.')).toBeVisible()
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Your ticket' })).toBeVisible()
  await expect(ticket).toContainText(code)

  await test.step('an event is a public page, and needs a network like any other', async () => {
    await page.goto(`/events/${eventId}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Your ticket' })).toBeVisible()
    await expect(page.getByText('The page that you opened needs a network.')).toBeVisible()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByText('The page that you opened needs a network.')).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('link', { name: 'Open the page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Board event ${mark}` })).toBeVisible()
    await page.goto('/events')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  // She is still signed in, and leaves: her ticket does too.
  await page.goto('/reservations')
  await expect(page.getByRole('link', { name: 'Tickets on this phone' })).toBeVisible()
  await signOut(page)
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect(page.getByRole('link', { name: 'Tickets on this phone' })).toBeHidden()
  await page.goto('/reservations/tickets')
  await expect(page.getByRole('heading', { level: 1, name: 'No ticket is on this phone' })).toBeVisible()
  await expectAccessible(page)
})

test('a reservation that was cancelled elsewhere leaves the phone at the next look @phone', async ({ page, request }, {
  project,
}) => {
  const mark = `tickets ${randomUUID().slice(0, 8)}`
  const { eventId } = await makeLodging(request, mark, [])
  const { person, headers } = await makeWoman(request, project.name, 'Ama')
  const { _id } = await reserveNights(request, eventId, headers)
  await signInReady(page, person)
  await page.goto(`/reservations/${_id}`)
  await expect(page.getByText('Kept on this device: it opens without a network.')).toBeVisible()
  const cancelled = await request.delete(`/api/v1/user/reservations/${_id}`, { headers })
  expect(cancelled.ok(), await cancelled.text()).toBe(true)
  await page.goto('/reservations/tickets')
  await expect(page.getByRole('heading', { level: 1, name: 'No ticket is on this phone' })).toBeVisible()
})

test('a member without a ticket has a page that says there is no network, wherever they go @phone', async ({
  page,
  context,
  request,
}, { project }) => {
  const { person } = await makeWoman(request, project.name, 'Adjoa')
  await signInReady(page, person)
  await page.goto('/home')
  const workers = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map((one) => one.active?.state))
  await expect.poll(workers).toEqual(['activated', 'activated'])

  await context.setOffline(true)
  for (const path of ['/home', '/support', '/auth/account', '/privacy-policy', '/auth/login', '/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'No network' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', path)
  }
  await expectAccessible(page)
  // The office is no page of a member: nothing leads there.
  const office = await context.newPage()
  await expect(office.goto('/admin')).rejects.toThrow('ERR_')
  await page.goto('/support')
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Open the page' }).click()
  await expect(page).toHaveURL(/\/support$/)

  await signOut(page)
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect.poll(workers).toEqual([])
})

test('a page for everybody installs nothing', async ({ page }) => {
  for (const path of ['/', '/events', '/auth/login', '/auth/register']) {
    await page.goto(path)
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  }
})
