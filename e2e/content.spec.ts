import { expect, test } from '@playwright/test'
import { signInStaff } from './pages/desk.ts'
import { expectAccessible } from './support/axe.ts'

/** A violet rectangle. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAoCAIAAAAt2Q6oAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAYklEQVRYhe2SAQ3AQAyE6qme0HKyJ+P6GQkCCGGyPMfUDaI09aJxDyyNe+xRpm4QpakXjXtgadxjjzJ1gyhNvWjcA0vjHnuUqRtEaepF4x5YGvfYo0zdIEpTLxr3wNL8Yo8PYfaV9wG4pMsAAAAASUVORK5CYII=',
  'base64',
)

test('a post is written with the toolbar, a picture and two languages, previewed, and published @desktop', async ({
  page,
}) => {
  await signInStaff(page)
  await page.goto('/admin/blogs/new')
  await page.getByRole('textbox', { name: 'Title, English' }).fill('The road to camp')
  const text = page.getByRole('textbox', { name: 'Text, English' })
  const tool = (name: string) =>
    page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true })
  await text.click()
  await page.keyboard.type('Leave ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('early')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('.')
  await page.keyboard.press('Enter')
  await tool('List').click()
  await page.keyboard.type('Water')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  // Before the first save.
  const stored = page.waitForResponse('**/admin/blogs/pictures')
  await page
    .getByLabel('Picture', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'road.png', mimeType: 'image/png', buffer: picture })
  await stored
  await expect(text.locator('figure img')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog')
  await expect(preview.getByRole('heading', { level: 1, name: 'The road to camp' })).toBeVisible()
  await expect(preview.locator('strong')).toHaveText('early')
  await expect(preview.getByRole('listitem')).toHaveText('Water')
  await expect(preview.locator('figure img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toHaveCount(0)

  await text.click()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'The road to camp' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0)
  // What was stored is what was written.
  await page.reload()
  await expect(text.locator('strong')).toHaveText('early')
  await expect(text.locator('figure img')).toBeVisible()
})
