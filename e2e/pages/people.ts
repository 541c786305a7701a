import { expect, type Locator, type Page } from '@playwright/test'
import { expectPage } from './identity.ts'

/** A list of the admin area: rows of a table or, on phones, of a list. */
export const adminList = (page: Page) => {
  const row = (text: string): Locator => page.getByRole('main').locator('tbody tr, ul > li').filter({ hasText: text })
  return {
    row,
    async find(words: string, text = words) {
      await page.getByRole('searchbox', { name: 'Search this list' }).fill(words)
      // A search that applies later takes the selection away.
      await expect(page).toHaveURL(/[?&]search=/)
      await expect(row(text)).toHaveCount(1)
    },
    select: (text: string) => row(text).getByRole('checkbox').check(),
    /** An action on the selection. */
    act: (name: string) => page.getByRole('toolbar').getByRole('button', { name, exact: true }).click(),
  }
}

/** The page of one account. */
export const accountPage = (page: Page) => ({
  /** The status above the name. */
  badge: (word: string) => page.getByRole('banner').or(page.getByRole('main')).getByText(word, { exact: true }).first(),
  act: (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click(),
  /** Confirms the dialog of an action. */
  confirm: (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click(),
})

/** /admin/permissions: the matrix of one role or policy. */
export const matrix = (page: Page) => {
  const box = (permission: string) =>
    page.getByRole('checkbox', { name: new RegExp(`^${permission}( \\(will be .*\\))?$`) })
  return {
    box,
    changes: (words: string) => page.getByRole('status').filter({ hasText: words }),
    async save() {
      await page.getByRole('button', { name: 'Save changes', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Change what these roles can do?' })
      await dialog.getByRole('button', { name: 'Save changes', exact: true }).click()
      await expect(dialog).toBeHidden()
    },
  }
}

/** Selects several options of a field. */
export async function chooseMany(scope: Locator, label: string, ...options: string[]): Promise<void> {
  const list = scope
    .getByRole('combobox', { name: label, exact: true })
    .or(scope.getByLabel(label, { exact: true }))
    .first()
  for (const option of options) {
    await list.click()
    await list.fill(option)
    await scope.page().getByRole('option', { name: option, exact: true }).click()
  }
  await list.press('Escape')
}

/** What a user without permission for a page sees. */
export const expectRefused = (page: Page): Promise<void> => expectPage(page, 'Access denied')
