import { expect, type Locator, type Page } from '@playwright/test'

/** Selects an option of a field by its full name. The text typed to find it can be a part of that. */
export async function choose(scope: Page | Locator, label: string, option: string, typed = option): Promise<void> {
  const list = scope.getByRole('combobox', { name: label, exact: true })
  await list.press('ArrowDown')
  // A short list only opens.
  if (await list.isEditable()) await list.fill(typed)
  const page = 'page' in scope ? scope.page() : scope
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** A field for typed input. */
export const field = (scope: Page | Locator, label: string): Locator =>
  scope.getByRole('textbox', { name: label, exact: true })

/** The drawer that adds a managed resource. */
export const recordDrawer = (page: Page) => {
  const drawer = page.getByRole('dialog')
  return {
    drawer,
    async open(path: string, add: string) {
      await page.goto(path)
      await page.getByRole('button', { name: add, exact: true }).first().click()
      await expect(drawer).toBeVisible()
    },
    fill: (label: string, value: string) => field(drawer, label).fill(value),
    choose: (label: string, option: string, typed?: string) => choose(drawer, label, option, typed),
    async save() {
      await drawer.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(drawer).toBeHidden()
    },
  }
}

/** The editor of an event with its tabs. */
export const eventEditor = (page: Page) => {
  const row = (name: string, number: number) => page.getByRole('group', { name: `${name} ${number}`, exact: true })
  return {
    row,
    open: () => page.goto('/admin/events/new'),
    tab: (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click(),
    async addRow(name: string): Promise<Locator> {
      const rows = page.getByRole('group', { name: new RegExp(`^${name} \\d+$`) })
      const count = await rows.count()
      await page.getByRole('button', { name: new RegExp(`^Add an? ${name}$`, 'i') }).click()
      await expect(rows).toHaveCount(count + 1)
      return row(name, count + 1)
    },
    /** A day two months from now, where every day is in the future. */
    /** Types a day of the month after next, and a time. */
    async typeTime(label: string, day: number, time: string) {
      const now = new Date()
      const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, day))
      const [year, month, dayOfMonth] = date.toISOString().slice(0, 10).split('-')
      const moment = page.getByRole('textbox', { name: label, exact: true })
      await moment.fill(`${dayOfMonth}-${month}-${year}, ${time}`)
      await moment.press('Tab')
    },
    async save() {
      await page.getByRole('button', { name: /^Save (as draft|changes)$/ }).click()
      await expect(page.getByRole('button', { name: /^Save (as draft|changes)$/ })).toBeHidden()
    },
    /** Publishing is a tab on phones. Otherwise it is beside the form. */
    async showPublishing() {
      await expect(page.getByRole('heading', { name: 'Before you publish' })).toBeVisible()
    },
    async publish() {
      await page.getByRole('button', { name: 'Publish', exact: true }).click()
      const question = page.getByRole('dialog')
      await expect(question).toContainText('Everybody can see it immediately')
      await question.getByRole('button', { name: 'Publish', exact: true }).click()
      await expect(question).toBeHidden()
    },
  }
}

/** The builder of a form. */
export const formBuilder = (page: Page) => ({
  async add(name: string) {
    await page.goto('/admin/event-forms')
    await page.getByRole('button', { name: 'Add a form' }).first().click()
    const drawer = page.getByRole('dialog')
    await field(drawer, 'Name').fill(name)
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  },
  section: (name: string) => page.getByRole('region', { name, exact: true }),
  /** Adds a question to a section and leaves it open. */
  async question(section: string, label: string) {
    await this.section(section).getByRole('button', { name: 'Add a question' }).click()
    await field(this.section(section), 'Question').fill(label)
  },
  answer: (number: number) => page.getByRole('group', { name: `Answer ${number}`, exact: true }),
  async save() {
    await page.getByRole('button', { name: 'Save form' }).click()
    await expect(page.getByRole('button', { name: 'Save form' })).toBeHidden()
  },
})
