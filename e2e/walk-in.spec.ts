import { expect, test } from '@playwright/test'
import { signInStaff } from './pages/desk.ts'
import { expectAccessible } from './support/axe.ts'
import { makeLodging } from './support/lodging.ts'

test('at the desk, somebody who waits gets a bed, and somebody unknown is registered with one @desktop', async ({
  page,
  request,
}, { project }) => {
  test.slow()
  const { eventId } = await makeLodging(request, `desk ${project.name} ${Date.now()}`, [
    { first_name: 'Abena', gender: 'female' },
  ])
  await signInStaff(page)
  await page.goto(`/admin/reservations/rooms/walk-in?event_id=${eventId}`)
  const main = page.getByRole('main')
  const search = main.getByLabel('Name, phone or code')

  await test.step('the best bed is shown at once, and given with one click', async () => {
    await search.fill('Abena')
    await main.getByRole('button', { name: /^Abena Boateng .*No bed yet/ }).click()
    await expect(main.getByRole('button', { name: 'Give this bed' })).toBeVisible()
    await expect(main.getByText('3 nights in Board standard', { exact: false })).toBeVisible()
    await expectAccessible(page)
    await main.getByRole('button', { name: 'Give this bed' }).click()
    await expect(main.getByRole('status').getByText(/^(Hope|Peace) [HP]\d, bed A$/)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a stranger gets the other bed of the room, without stairs, by keyboard', async () => {
    await main.getByRole('button', { name: 'Next person' }).press('Enter')
    await search.fill('Akosua Frimpong')
    await main.getByRole('button', { name: 'New person' }).press('Enter')
    await main.getByRole('radio', { name: 'Woman' }).press('Space')
    await main.getByLabel('No stairs').press('Space')
    await expect(main.getByText('Ground floor. Without stairs, as asked.').first()).toBeVisible()
    await main.getByLabel('Last name').press('Enter')
    await expect(main.getByRole('status').getByText('Akosua Frimpong', { exact: false })).toBeVisible()
    await main.getByRole('status').getByRole('link', { name: 'Open reservation' }).click()
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('Akosua Frimpong')
  })
})
