import { expect, type Page, test } from '@playwright/test'
import { enterCode, newPerson, onboardingPage, pathOf, registerPage, signInPage } from './pages/identity.ts'
import { publicEventPage } from './pages/reserve.ts'
import { expectAccessible } from './support/axe.ts'
import { lastMessage } from './support/outbox.ts'
import { patience, slowDown } from './support/slow.ts'

const EVENT = /leaders-conference-\d{4}/
const arrived = (page: Page, heading: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible(patience)

test('a newcomer keeps the event, although the mail opens in another browser @phone', async ({
  page,
  request,
  browser,
}, { project }) => {
  test.slow()
  const person = newPerson(project.name)
  await slowDown(page)
  await page.goto('/events')
  const path = await page.locator('a[href*="/events/leaders-conference-"]').first().getAttribute('href')
  const slug = EVENT.exec(path ?? '')?.[0] ?? ''
  await publicEventPage(page).open(slug)
  const name = ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '').trim()
  await publicEventPage(page).reserve().click()

  await test.step('the sign-in says where it leads', async () => {
    await arrived(page, 'Sign in')
    await expect(page.getByText(`Sign in to reserve your place at ${name}.`)).toBeVisible(patience)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByText(`Then you can reserve your place at ${name}.`)).toBeVisible(patience)
  })
  await registerPage(page).fill(person)
  await registerPage(page).submit()
  await arrived(page, 'Your account has been created')

  const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const there = await other.newPage()
  await slowDown(there)
  await test.step('another browser opens the mail', async () => {
    await there.goto(new URL(pathOf((await lastMessage(request, person.email)).links[0]), page.url()).href)
    await expect(there.getByText(`Your e-mail address is confirmed. Sign in to continue with ${name}.`)).toBeVisible(
      patience,
    )
    await there.getByRole('link', { name: 'Continue reserving' }).click()
    await arrived(there, 'Sign in')
    await expect(there.getByLabel('Phone number or e-mail')).toHaveValue(person.email)
    await signInPage(there).signIn(person.email, person.password)
    await arrived(there, 'Verify your phone')
    await enterCode(there, (await lastMessage(request, person.phone)).codes[0] ?? '')
    await arrived(there, 'Provide your details')
  })
  await test.step('what registration knows is not asked again', async () => {
    await expect(there.getByLabel('First name')).toHaveCount(0)
    await expect(there.getByRole('button', { name: 'Change what you gave when you registered' })).toBeVisible()
    await expectAccessible(there)
    await onboardingPage(there).fillBasics()
    await expect(there.getByText('Which assembly do you belong to?')).toBeVisible(patience)
    await onboardingPage(there).fillChurch()
  })
  await test.step('then the wizard of that event', async () => {
    await expect(there).toHaveURL(new RegExp(`/events/${slug}/reserve`), patience)
    await arrived(there, 'Who is coming')
  })
  await test.step('the home offers it, until it is discarded', async () => {
    await there.goto('/home')
    await expect(there.getByRole('link', { name: `Continue reserving: ${name}` })).toBeVisible(patience)
    await expect(there.getByText('No place is held yet.')).toBeVisible()
    await expectAccessible(there)
    await there.getByRole('button', { name: `Discard: ${name}` }).click()
    await expect(there.getByRole('link', { name: `Continue reserving: ${name}` })).toHaveCount(0)
  })
  await other.close()
})
