import { expect, type Locator, type Page } from '@playwright/test'
import { demoPassword, signInPage } from './identity.ts'

/** /check-in, by what a volunteer sees. */
export const gatePage = (page: Page) => {
  const said: Locator = page.locator('#gate-result')
  return {
    said,
    async signIn() {
      await signInPage(page).open('check-in')
      await signInPage(page).signIn('checkin@shiloh.example', demoPassword)
      await expect(page).toHaveURL(/\/check-in/)
    },
    async chooseEvent(name: string) {
      await page.getByRole('button', { name }).click()
      // Before the event's first day, the gate asks first.
      const open = page.getByRole('button', { name: 'Let people in all the same' })
      await expect(open.or(page.getByRole('button', { name: 'This gate' }))).toBeVisible()
      if (await open.isVisible()) await open.click()
    },
    async type(code: string) {
      await page.getByLabel('Code below the QR code').fill(code)
      await page.getByRole('button', { name: 'Check', exact: true }).click()
    },
    async expectSaid(word: string, about: string) {
      await expect(said).toContainText(word)
      await expect(said).toContainText(about)
    },
    next: () => page.getByRole('button', { name: 'Scan next' }).click(),
    direction: (name: 'Coming in' | 'Going out') => page.getByRole('button', { name }).click(),
    /** The line of a reservation in the search results. */
    found: (code: string) =>
      page
        .getByRole('listitem')
        .filter({ hasText: code })
        .filter({ has: page.getByRole('button') }),
    async find(words: string) {
      await page.getByRole('button', { name: 'Find by name' }).click()
      await page.getByLabel('Name, phone number or code').fill(words)
    },
  }
}
