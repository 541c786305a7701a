import { expect, type Page, test } from '@playwright/test'
import { signInStaff } from './pages/desk.ts'
import { expectAccessible } from './support/axe.ts'
import { makeLodging } from './support/lodging.ts'

const PEOPLE = [
  { first_name: 'Abena', gender: 'female' },
  { first_name: 'Akosua', gender: 'female' },
  { first_name: 'Kwame', gender: 'male' },
] as const

const tray = (page: Page) => page.getByRole('listbox', { name: 'Without a room' })
const room = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
const publishButton = (page: Page, count?: number) =>
  page.getByRole('button', { name: count ? `Publish rooms (${count})` : 'Publish rooms', exact: true })

/** Opens the board of an event of its own, with three people who wait. */
const openBoard = async (page: Page, request: Parameters<typeof makeLodging>[0], mark: string) => {
  const { eventId } = await makeLodging(request, `${mark} ${Date.now()}`, PEOPLE)
  await signInStaff(page)
  await page.goto(`/admin/reservations/rooms?event_id=${eventId}`)
  await expect(tray(page).getByRole('option')).toHaveCount(3)
}

test('an evening at head office by mouse: place, propose, accept, publish @desktop', async ({ page, request }) => {
  test.slow()
  await openBoard(page, request, 'evening mouse')

  await test.step('one person is placed by hand', async () => {
    await tray(page)
      .getByRole('option', { name: /^Abena/ })
      .dragTo(room(page, 'Hope H1').getByText('Bed B, free').locator('..'))
    const guest = room(page, 'Hope H1').getByRole('button', { name: /^B Abena Boateng/ })
    await expect(guest.getByRole('img', { name: 'Does not know this room yet' })).toBeVisible()
    await expect(publishButton(page, 1)).toBeVisible()
  })

  await test.step('the others are proposed and accepted', async () => {
    await page.getByRole('button', { name: 'Propose rooms' }).click()
    await page.getByRole('button', { name: 'Accept 2 places' }).click({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: 'Undo 2 places' })).toBeVisible()
    await page.getByRole('link', { name: 'Room board' }).last().click()
    await expect(publishButton(page, 3)).toBeVisible()
  })

  await test.step('all are told, once', async () => {
    await publishButton(page, 3).click()
    const dialog = page.getByRole('dialog', { name: 'Publish rooms' })
    await expect(dialog.getByText('3 people get a room')).toBeVisible()
    await expect(dialog.getByRole('row', { name: /Abena Boateng .* no room Hope H1, bed B/ })).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Tell 3 people' }).click()
    await expect(publishButton(page)).toBeVisible({ timeout: 30_000 })
    await expect(room(page, 'Hope H1').getByRole('img', { name: 'Does not know this room yet' })).toHaveCount(0)
  })

  await test.step('a move afterwards is the only news', async () => {
    await room(page, 'Hope H1')
      .getByRole('button', { name: /^B Abena Boateng/ })
      .dragTo(page.getByRole('main').getByText('Bed A, free').first().locator('..'))
    await publishButton(page, 1).click()
    const dialog = page.getByRole('dialog', { name: 'Publish rooms' })
    await expect(dialog.getByText('1 person has another room')).toBeVisible()
    await expect(dialog.getByText('3 people told')).toBeVisible()
  })
})

test('an evening at head office by keyboard alone: place, propose, accept, publish @desktop', async ({
  page,
  request,
}) => {
  test.slow()
  await openBoard(page, request, 'evening keys')
  /** Presses Tab until what is wanted has the focus. */
  const tabTo = async (wanted: ReturnType<Page['getByRole']>) => {
    await expect(wanted).toBeEnabled()
    for (let presses = 0; presses < 80; presses += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(wanted).toBeFocused()
  }

  await test.step('one person is placed', async () => {
    await tabTo(tray(page))
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.keyboard.press('a')
    await expect(page.getByRole('dialog', { name: /^Find a room for / }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('hope h1')
    await page.keyboard.press('Enter')
    await expect(room(page, 'Hope H1').getByRole('button', { name: /Boateng/ })).toBeVisible()
  })

  await test.step('the others are proposed and accepted', async () => {
    await tabTo(page.getByRole('button', { name: 'Propose rooms' }))
    await page.keyboard.press('Enter')
    const accept = page.getByRole('button', { name: 'Accept 2 places' })
    await expect(accept).toBeVisible({ timeout: 30_000 })
    await tabTo(accept)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Undo 2 places' })).toBeVisible()
    await tabTo(page.getByRole('link', { name: 'Room board' }).last())
    await page.keyboard.press('Enter')
  })

  await test.step('all are told', async () => {
    await tabTo(publishButton(page, 3))
    await page.keyboard.press('Enter')
    await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Tell 3 people' }))
    await page.keyboard.press('Enter')
    await expect(publishButton(page)).toBeVisible({ timeout: 30_000 })
  })
})
