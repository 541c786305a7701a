import { expect, type Page } from '@playwright/test'

/** The rows of a list: a table or, on phones, lines of two. */
export const rows = (page: Page) => page.getByRole('main').locator('tbody tr, ul > li[data-opens]')

/** A list of the admin area. */
export const adminList = (page: Page) => ({
  async find(words: string) {
    await page.getByRole('searchbox', { name: 'Search this list' }).fill(words)
    await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(words).slice(0, 4)}`))
  },
  row: (text: string) => rows(page).filter({ hasText: text }),
  /** Downloads the list as text. */
  async exported(): Promise<{ name: string; text: string }> {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('radio', { name: 'CSV' }).check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
    return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') }
  },
})

/** The details of an entry, beside the list. */
export const details = (page: Page) => {
  const drawer = page.getByRole('dialog')
  return {
    drawer,
    fact: (label: string) => drawer.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) }),
    /** A changed field: its name, old and new value. */
    difference: (field: string) =>
      drawer.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field }) }),
    close: async () => {
      await drawer.getByRole('button', { name: 'Close' }).click()
      await expect(drawer).toBeHidden()
    },
  }
}
