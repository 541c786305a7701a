import { expect, test } from '@playwright/test'
import { signInStaff } from './pages/desk.ts'
import { expectAccessible } from './support/axe.ts'
import { makeLodging } from './support/lodging.ts'

const PEOPLE = [
  { first_name: 'Abena', gender: 'female' },
  { first_name: 'Akosua', gender: 'female' },
  { first_name: 'Kwame', gender: 'male' },
] as const

test('an evening at the room board, by mouse and by keyboard alone @desktop', async ({ page, request }) => {
  test.slow()
  const { eventId } = await makeLodging(request, `${Date.now()}`, PEOPLE)
  await signInStaff(page)
  await page.goto(`/admin/reservations/rooms?event_id=${eventId}`)
  const tray = page.getByRole('listbox', { name: 'Without a room' })
  const main = page.getByRole('main')
  const room = (name: string) => main.getByRole('region', { name, exact: true })
  await expect(tray.getByRole('option')).toHaveCount(3)
  await expectAccessible(page)

  await test.step('a person is dragged to a bed', async () => {
    await tray.getByRole('option', { name: /^Abena/ }).dragTo(room('Hope H1').getByText('Bed B, free').locator('..'))
    await expect(room('Hope H1').getByRole('button', { name: /^B Abena Boateng/ })).toBeVisible()
    await expect(tray.getByRole('option')).toHaveCount(2)
  })

  await test.step('why a room is not possible is said before dropping', async () => {
    await tray.getByRole('option', { name: /^Kwame/ }).click()
    await expect(room('Hope H1')).toContainText('For other people')
    await expect(room('Peace P1').getByRole('button', { name: 'Place here' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('the keyboard alone: choose, find, place, pin, unassign, undo', async () => {
    await tray.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await expect(tray.getByRole('option', { name: /^Akosua/ })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('a')
    const finder = page.getByRole('dialog', { name: /^Find a room for / })
    await expect(finder.getByRole('combobox')).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type('hope h1')
    await page.keyboard.press('Enter')
    const guest = room('Hope H1').getByRole('button', { name: /^A Akosua Boateng/ })
    await expect(guest).toBeVisible()
    await guest.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('p')
    await expect(guest.getByRole('img', { name: 'Pinned here' })).toBeVisible()
    await page.keyboard.press('u')
    await expect(tray.getByRole('option')).toHaveCount(2)
    await expect(tray).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(guest.getByRole('img', { name: 'Pinned here' })).toBeVisible()
    await expect(tray.getByRole('option')).toHaveCount(1)
  })
})

test('two secretaries: the second learns who was faster, and nothing is lost @desktop', async ({
  page,
  browser,
  request,
}) => {
  test.slow()
  const { eventId } = await makeLodging(request, `two ${Date.now()}`, PEOPLE)
  const address = `/admin/reservations/rooms?event_id=${eventId}`
  await signInStaff(page)
  await page.goto(address)
  const other = await browser.newPage()
  await signInStaff(other)
  await other.goto(address)
  const tray = (on: typeof page) => on.getByRole('listbox', { name: 'Without a room' })
  await expect(tray(page).getByRole('option')).toHaveCount(3)
  await expect(tray(other).getByRole('option')).toHaveCount(3)

  await tray(other)
    .getByRole('option', { name: /^Kwame/ })
    .click()
  await other.getByRole('region', { name: 'Peace P2', exact: true }).getByRole('button', { name: 'Place here' }).click()
  // What the colleague did appears without a reload.
  await expect(
    page.getByRole('region', { name: 'Peace P2', exact: true }).getByRole('button', { name: /Kwame Boateng/ }),
  ).toBeVisible()
  await expect(tray(page).getByRole('option')).toHaveCount(2)
  await other.close()
})
