import { expect, type Locator, type Page } from '@playwright/test'

/** The event as rendered by the server for a guest. */
export const publicEventPage = (page: Page) => ({
  open: (slug: string) => page.goto(`/events/${slug}`),
  reserve: () => page.getByRole('link', { name: 'Reserve' }).locator('visible=true').first(),
})

/** /events/{id}/reserve and /reservations/{id}/edit */
export const wizard = (page: Page) => {
  const summary = page.getByRole('complementary', { name: 'Your reservation' })
  const step = (heading: string): Promise<void> =>
    expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  return {
    step,
    summary,
    total: (amount: string): Promise<void> =>
      expect(summary.getByText(amount).locator('visible=true').first()).toBeVisible(),
    choose: (group: string, name: RegExp | string): Promise<void> =>
      page.getByRole('radiogroup', { name: group }).getByRole('radio', { name }).check(),
    async next(to: string, heading: string) {
      await summary.getByRole('button', { name: to }).click()
      await step(heading)
    },
    submit: (name: RegExp | string): Promise<void> => summary.getByRole('button', { name }).click(),
    /** Selects the participant type of somebody in the family. */
    async takesPart(person: string, type: string) {
      const select = page.getByRole('combobox', { name: `Takes part as ${person}` })
      const option = select.locator('option').filter({ hasText: new RegExp(`^${type}(,|$)`) })
      await select.selectOption(await option.getAttribute('value'))
      await expect(select.locator('option:checked')).toHaveText(type)
    },
    person: (name: string): Locator => page.getByRole('checkbox', { name }),
    async addPerson(relation: string, [firstName, lastName]: readonly [string, string], birthDate?: string) {
      await page.getByRole('button', { name: 'Add somebody else' }).click()
      const form = page.getByRole('group', { name: 'Add somebody else' })
      await form.getByLabel('Who is it').selectOption(relation)
      await form.getByLabel('First name').fill(firstName)
      await form.getByLabel('Last name').fill(lastName)
      await form.getByRole('radio', { name: 'Male', exact: true }).check()
      if (birthDate) {
        const [year = '', month = '', day = ''] = birthDate.split('-')
        await form.getByLabel('Day', { exact: true }).fill(day)
        await form.getByLabel('Month', { exact: true }).selectOption(String(Number(month)))
        await form.getByLabel('Year', { exact: true }).fill(year)
      }
      await form.getByRole('button', { name: 'Add to my reservation' }).click()
      await expect(page.getByRole('checkbox', { name: `${firstName} ${lastName}` })).toBeChecked()
    },
    problems: (): Locator => page.getByRole('region', { name: 'your attention' }),
  }
}

/** The sandbox provider's checkout. */
export const checkoutPage = (page: Page) => ({
  async decide(decision: 'Pay' | 'Let it be declined' | 'Leave without paying') {
    await expect(page.getByRole('heading', { name: 'Test payment' })).toBeVisible()
    await page.getByRole('button', { name: new RegExp(`^${decision}`) }).click()
  },
})

/** /reservations/{id} */
export const reservationPage = (page: Page) => ({
  badge: (name: string): Locator => page.getByRole('main').getByText(name, { exact: true }).first(),
  pay: (): Locator => page.getByRole('button', { name: /^Pay GHS/ }),
  change: (): Locator => page.getByRole('link', { name: 'Change' }).locator('visible=true'),
  async save(): Promise<string> {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save ticket' }).click(),
    ])
    return file.path()
  },
  async cancel() {
    await page.getByRole('button', { name: 'Cancel reservation' }).locator('visible=true').first().click()
    const dialog = page.getByRole('dialog', { name: 'Cancel your reservation?' })
    await expect(dialog.getByText(/will be refunded/)).toBeVisible()
    return dialog
  },
})
