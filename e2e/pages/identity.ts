import { expect, type Locator, type Page } from '@playwright/test'
import { beginSession } from '../support/session.ts'

/** A new person. Phones are Ghanaian mobile numbers. */
export interface NewPerson {
  readonly email: string
  readonly phone: string
  readonly password: string
}

let people = 0

/** Returns a new person. Names are unique across the projects of a run, which share one server. */
export function newPerson(project: string): NewPerson {
  people += 1
  const number = `${Date.now()}${people}`.slice(-7)
  return {
    email: `esi.${project}.${Date.now()}.${people}@example.org`,
    phone: `+23324${number}`,
    password: 'Gomoa#Fetteh-2027',
  }
}

export const demoPassword = 'Shiloh#2026!'

/** Expects a page by its only first-level heading. */
export const expectPage = (page: Page, heading: string | RegExp): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()

const passwordField = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

/** /auth/login */
export const signInPage = (page: Page) => ({
  open: (as?: 'admin' | 'check-in') => page.goto(`/auth/login?${as ? `as=${as}` : 'with=password'}`),
  /** Signs in with a password, from the form of either way. `beforeApp`: where the app cannot have come yet. */
  async signIn(who: string, password: string, { beforeApp = false } = {}) {
    const field = passwordField(page, 'Password')
    const toPassword = page.getByRole('link', { name: 'Use my password' })
    // Another page before it can have a password, too.
    await expect(page.getByLabel('Phone number or e-mail')).toBeVisible()
    await expect(field.or(toPassword)).toBeVisible()
    if (await toPassword.isVisible()) await toPassword.click()
    // Before the app is there, the link leads to another document: only that has the field.
    await field.fill(password)
    // A field that the app takes over between the choice of its text and the new text would get both.
    if (!beforeApp) await expect(page.locator('#painted')).toHaveCount(0)
    await page.getByLabel('Phone number or e-mail').fill(who)
    await page.getByRole('button', { name: 'Sign in' }).click()
  },
})

/** /auth/register */
export const registerPage = (page: Page) => ({
  open: () => page.goto('/auth/register'),
  rule: (name: string) => page.getByRole('listitem').filter({ hasText: name }),
  async fill({ email, phone, password }: NewPerson) {
    await page.getByLabel('First name').fill('Ɛsi')
    await page.getByLabel('Last name').fill('Mensah-Quaye')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
    await passwordField(page, 'Password').fill(password)
    await passwordField(page, 'Repeat password').fill(password)
    await page.getByRole('checkbox', { name: /I agree/ }).check()
  },
  submit: () => page.getByRole('button', { name: 'Create account' }).click(),
})

/** Every page that asks for six digits. The sixth submits them. */
export const enterCode = (page: Page, code: string): Promise<void> => page.getByLabel('6-digit code').fill(code)

/** /auth/onboarding */
export const onboardingPage = (page: Page) => ({
  async fillBasics() {
    await page.getByRole('radio', { name: 'Female' }).check()
    await page.getByLabel('Day').fill('6')
    await page.getByLabel('Month').selectOption({ label: 'April' })
    await page.getByLabel('Year').fill('1979')
    await page.getByRole('button', { name: 'Save and continue' }).click()
  },
  async fillChurch() {
    for (const level of ['Region', 'Area', 'District', 'Assembly', 'Title']) {
      await page.getByRole('combobox', { name: level }).click()
      await page.getByRole('option').first().click()
    }
    await page.getByRole('button', { name: 'Save and finish' }).click()
  },
})

/** /auth/reset-password and /security/password/change */
export async function fillNewPassword(page: Page, password: string): Promise<void> {
  await passwordField(page, 'New password').fill(password)
  await passwordField(page, 'Repeat password').fill(password)
  await page.getByRole('button', { name: 'Save the new password' }).click()
}

/** Returns the path of a link in a message. The host is that of the server, where the browser already is. */
export function pathOf(link: string | undefined): string {
  const { pathname, search } = new URL(link ?? '')
  return `${pathname}${search}`
}

/** /auth/account */
export const accountPage = (page: Page) => ({
  open: () => page.goto('/auth/account'),
  sessions: () => page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem'),
  async changeEmail(email: string) {
    await page.getByRole('button', { name: 'Change e-mail address' }).click()
    await page.getByLabel('E-mail address').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
  },
  async changePhone(phone: string) {
    await page.getByRole('button', { name: 'Change phone number' }).click()
    await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
    await page.getByRole('button', { name: 'Send the code' }).click()
  },
  erase: () => page.getByRole('button', { name: 'Delete my account' }).click(),
})

/** The re-authentication dialog of sensitive actions, if the sign-in was a while ago. */
export const confirmDialog = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  return {
    dialog,
    cancel: () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    async password(password: string) {
      await dialog.getByLabel('Password', { exact: true }).fill(password)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
    },
    async code(code: string) {
      await dialog.getByLabel('Code or recovery code').fill(code)
      await dialog.getByRole('button', { name: 'Confirm' }).click()
    },
  }
}

/** The account menu of every header. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

/** Signs in a member with a verified phone. Opens no page. */
export const signInReady = (page: Page, { email, password }: NewPerson): Promise<void> =>
  beginSession(page, 'user', { email, password })
