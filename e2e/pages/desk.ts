import { expect, type Page } from '@playwright/test'
import { beginSession } from '../support/session.ts'
import { demoPassword } from './identity.ts'

/** Signs in a member of the demo's staff. Opens no page. */
export const signInStaff = (page: Page, email = 'admin@shiloh.example'): Promise<void> =>
  beginSession(page, 'admin', { email, password: demoPassword })

/** /admin/reservations, of all events, and a single reservation. */
export const staffReservations = (page: Page) => ({
  open: () => page.goto('/admin/reservations?event_id=all'),
  /** A row of the table or, on phones, of the list. */
  row: (code: string) => page.getByRole('main').locator('tr, li').filter({ hasText: code }),
  showNew: () => page.getByRole('button', { name: /new entr(y|ies)\. Show/ }).click(),
  status: (word: string) => page.getByRole('main').getByText(word, { exact: true }).first(),
  takeCash: () => page.getByRole('button', { name: 'Take cash', exact: true }).click(),
})

/** The form that takes cash, in its dialog or at the desk, and its response. */
export const cashForm = (page: Page) => ({
  amount: () => page.getByRole('textbox', { name: 'Amount received' }),
  take: (amount: string) => page.getByRole('button', { name: `Take GHS ${amount}`, exact: true }).click(),
  async receiptNumber(): Promise<number> {
    const line = page.getByRole('status').getByText(/^Receipt no\. \d+$/)
    await expect(line).toBeVisible()
    return Number(/\d+/.exec((await line.textContent()) ?? '')?.[0])
  },
})

/** /admin/cash */
export const cashDesk = (page: Page) => ({
  open: () => page.goto('/admin/cash'),
  async find(words: string) {
    const field = page.getByRole('searchbox', { name: 'Name, phone or code' })
    await field.fill(words)
    await expect(page.getByRole('list', { name: 'Reservations found' }).getByRole('listitem')).toHaveCount(1)
    await field.press('Enter')
  },
})

/** Makes an event the current one. */
export async function workOn(page: Page, event: string): Promise<void> {
  await page.getByRole('button', { name: /^Current event/ }).click()
  await page.getByRole('option', { name: new RegExp(event) }).click()
  await expect(page.getByRole('button', { name: `Current event: ${event}` })).toBeVisible()
}
