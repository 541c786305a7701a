import { expect, test } from '@playwright/test'
import { signInStaff } from './pages/desk.ts'
import { expectAccessible } from './support/axe.ts'
import { makeLodging } from './support/lodging.ts'

const PEOPLE = [
  { first_name: 'Abena', gender: 'female' },
  { first_name: 'Akosua', gender: 'female' },
  { first_name: 'Kwame', gender: 'male' },
] as const

test('rooms are proposed, looked at, accepted but for one, and taken back @desktop', async ({ page, request }) => {
  test.slow()
  const { eventId } = await makeLodging(request, `plan ${Date.now()}`, PEOPLE)
  await signInStaff(page)
  await page.goto(`/admin/reservations/rooms?event_id=${eventId}`)
  await page.getByRole('button', { name: 'Propose rooms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Proposal 1' })).toBeVisible()
  const acceptAll = page.getByRole('button', { name: 'Accept 3 places' })
  await expect(acceptAll).toBeVisible({ timeout: 30_000 })
  const kwame = page.getByRole('row', { name: /Kwame Boateng/ })
  await expect(kwame).toBeVisible()
  await expectAccessible(page)

  await test.step('one person is unticked with the keyboard', async () => {
    await page.getByRole('checkbox', { name: 'Accept the place of Kwame Boateng' }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Accept 2 places' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('img', { name: 'Accepted' })).toHaveCount(2)
    await expectAccessible(page)
  })

  await test.step('what was accepted is taken back', async () => {
    await page.getByRole('button', { name: 'Undo 2 places' }).click()
    await expect(page.getByRole('img', { name: 'Accepted' })).toHaveCount(0)
    await expect(page.getByText('The other places can still be accepted.')).toBeVisible()
    await page.getByRole('button', { name: 'Run again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Proposal 2' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Accept 3 places' })).toBeVisible({ timeout: 30_000 })
  })
})
