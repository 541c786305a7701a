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
    /** The phone gets its name at the first visit. */
    async namePhone(name: string) {
      await page.getByLabel('Name of this phone').fill(name)
      await page.getByRole('button', { name: 'Register this phone' }).click()
      await expect(page.getByRole('heading', { name: 'Where do you scan today?' })).toBeVisible()
    },
    async chooseEvent(name: string) {
      await page.getByRole('radio', { name }).check()
      await page.getByRole('button', { name: /^Start: / }).click()
      // Before the event's first day, the gate asks first.
      const open = page.getByRole('button', { name: 'Let people in all the same' })
      await expect(open.or(page.getByRole('button', { name: 'This gate' }))).toBeVisible()
      if (await open.isVisible()) await open.click()
    },
    /** Switches the network off inside the app, scans somebody who does not exist, and comes back. */
    async rehearse() {
      await page.getByRole('button', { name: 'Rehearse without a network' }).click()
      await page.getByRole('button', { name: 'Switch the network off' }).click()
      await page.getByRole('button', { name: 'Scan the practice code' }).click()
      await expect(page.getByText('Ama Practice')).toBeVisible()
      await expect(page.getByText('1 scan waits, also after a restart')).toBeVisible()
      await page.getByRole('button', { name: 'Switch the network on' }).click()
      await expect(page.getByRole('heading', { name: 'It works without a network' })).toBeVisible()
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
