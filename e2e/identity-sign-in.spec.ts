import { expect, type Page, test } from '@playwright/test'
import { demoPassword, expectPage, newPerson, registerPage, signInPage, signOut } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'

test('somebody who was sent to sign in comes back to the page they wanted', async ({ page }) => {
  await page.goto('/spouse')
  await expectPage(page, 'Sign in')
  await signInPage(page).signIn('user@shiloh.example', demoPassword)
  await expectPage(page, 'Spouse and family')
  await signOut(page)
  await expectPage(page, 'Sign in')
  await signInPage(page).signIn('user@shiloh.example', demoPassword)
  await expectPage(page, 'Spouse and family')
  // A page that does not exist keeps the navigation.
  await page.goto('/nothing/here')
  await expectPage(page, 'This page does not exist')
  await expect(page.getByRole('button', { name: 'Your account: Emmanuel Mensah' })).toBeVisible()
  await expectAccessible(page)
})

test('each kind of account has its own sign-in', async ({ page }) => {
  await signInPage(page).open()
  await signInPage(page).signIn('admin@shiloh.example', demoPassword)
  await expect(page.getByText('This account signs in under Staff')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Staff sign-in' }).click()
  await expectPage(page, 'Staff sign-in')
  await expect(page.getByLabel('Phone number or e-mail')).toHaveValue('admin@shiloh.example')
  await expectAccessible(page)
  await signInPage(page).signIn('admin@shiloh.example', demoPassword)
  await expect(page).toHaveURL(/\/admin/)
  // Other journeys register people: without news, the list stays where it is while somebody clicks.
  await page.routeWebSocket(/\/socket\.io\//, () => {})
  await page.route('**/socket.io/**', (route) => route.abort())
  await page.goto('/admin/users')
  // A row in a further tab: all tabs of the browser share the session.
  const row = page.getByRole('main').locator('a[href^="/admin/users/"]').first()
  const tab = await page.context().newPage()
  await tab.goto((await row.getAttribute('href')) ?? '')
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
  expect(tab.url()).toMatch(/\/admin\/users\/[0-9a-f]{24}/)
  await tab.close()
  await page.goto('/nothing/here')
  await expectPage(page, 'This page does not exist')
  // The navigation is there, in words.
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('link', { name: 'Waiting list', exact: true })).toBeVisible()
  await page.goto('/home')
  await expectPage(page, 'Access denied')
  await expectAccessible(page)
  await signOut(page)
  await page.goto('/check-in')
  await expectPage(page, 'Check-in sign-in')
})

test('two tabs are idle together: Resume in one resumes both, and the logout ends both', async ({ page, context }) => {
  await context.clock.install()
  await signInPage(page).open()
  await signInPage(page).signIn('user@shiloh.example', demoPassword)
  await expectPage(page, 'Activities & Events')
  const other = await context.newPage()
  await other.goto('/spouse')
  await expectPage(other, 'Spouse and family')
  // The timer is a file of its own, which arrives after the page.
  for (const tab of [page, other]) await tab.waitForLoadState('networkidle')
  const warning = (tab: Page) => tab.getByRole('dialog', { name: 'You are Idle' })

  // Each tab has its own clock: small steps keep them in sync.
  const wait = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 5) await context.clock.runFor(5000)
  }

  // The setting is five minutes. The warning counts down one minute.
  await wait(305)
  await expect(warning(page)).toBeVisible()
  await expect(warning(other)).toBeVisible()
  await expectAccessible(page)
  await warning(page).getByRole('button', { name: 'Resume' }).click()
  await wait(5)
  await expect(warning(page)).toBeHidden()
  await expect(warning(other)).toBeHidden()

  await wait(305)
  await expect(warning(other)).toBeVisible()
  await wait(65)
  await expectPage(page, 'Sign in')
  await expect(page.getByText('You were signed out because nothing happened for 5 minutes.')).toBeVisible()
  await expectPage(other, 'Sign in')
  // They are known in both, and the next person is not them.
  for (const tab of [page, other])
    await expect(tab.getByLabel('Phone number or e-mail')).toHaveValue('user@shiloh.example')
})

test('the sign-in works before the app is there', async ({ page }) => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const scripts: string[] = []
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    scripts.push(route.request().url())
    await opened
    await route.continue()
  })
  await page.goto('/auth/login')
  await expectPage(page, 'Sign in')
  await expectAccessible(page)
  expect(scripts).toEqual([])
  // The network takes its time; nobody waits for it.
  await signInPage(page).signIn('user@shiloh.example', demoPassword, { beforeApp: true })
  await expect(page.getByLabel('Phone number or e-mail')).toHaveValue('user@shiloh.example')
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'true')
  open()
  await expectPage(page, 'Activities & Events')
})

test('what is sent with the Enter key before any script runs is sent when the app is there', async ({ page }) => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await opened
    await route.continue()
  })
  await page.goto('/auth/login?with=password')
  await page.getByLabel('Phone number or e-mail').fill('user@shiloh.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveAttribute('aria-busy', 'true')
  await expect(page).toHaveURL('/auth/login?with=password')
  open()
  await expectPage(page, 'Activities & Events')
  // The registration, too, knows that somebody is signed in.
  await page.goto('/auth/register')
  await expect(page.getByText('You are signed in as Emmanuel Mensah.')).toBeVisible()
  await expectAccessible(page)
  // Pages for everybody lead home, with their footer at the bottom.
  await page.goto('/terms')
  await expect(page.getByRole('banner').getByRole('link', { name: 'My start page' })).toBeVisible()
  await page.getByRole('link', { name: 'My start page' }).click()
  await expectPage(page, 'Activities & Events')
})

test('a browser without scripts is told so, and sends no password to an address', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const isTold = async () => (await page.locator('noscript').innerHTML()).includes('This page needs JavaScript.')
  await page.goto(`${baseURL}/auth/login`)
  await page.getByRole('link', { name: 'Use my password' }).click()
  // A browser that is only kept from running scripts draws no `noscript`.
  expect(await isTold()).toBe(true)
  await page.getByLabel('Phone number or e-mail').fill('user@shiloh.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForLoadState()
  expect(page.url()).toBe(`${baseURL}/auth/login?with=password`)
  expect(await isTold()).toBe(true)
  // A short public page ends at the bottom of the window.
  await page.goto(`${baseURL}/nothing-here`)
  const footer = await page.getByRole('contentinfo').boundingBox()
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeCloseTo(900, 0)
  await context.close()
})

test('the registration is there before the app, and keeps what is typed', async ({ page }, { project }) => {
  const person = newPerson(project.name)
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const scripts: string[] = []
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    scripts.push(route.request().url())
    await opened
    await route.continue()
  })
  await page.goto('/auth/register')
  await expectPage(page, 'Create an account')
  await expectAccessible(page)
  expect(scripts).toEqual([])
  await registerPage(page).fill(person)
  await registerPage(page).submit()
  await expect(page.getByRole('button', { name: 'Create account' })).toHaveAttribute('aria-busy', 'true')
  open()
  await expectPage(page, 'Your account has been created')
})

test('the sign-in says that there is no connection, and goes on when there is', async ({ page }) => {
  await page.goto('/auth/login')
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await signInPage(page).signIn('user@shiloh.example', demoPassword, { beforeApp: true })
  await expect(page.getByRole('alert')).toContainText('There was an error communicating with the server')
  await page.unroute(/\/assets\/.*\.js$/)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectPage(page, 'Activities & Events')
})

test('the home asks for what it shows once, before its code is there', async ({ page }) => {
  await page.routeWebSocket(/\/socket\.io\//, () => {})
  await page.route('**/socket.io/**', (route) => route.abort())
  await signInPage(page).open()
  await signInPage(page).signIn('user@shiloh.example', demoPassword)
  await expectPage(page, 'Activities & Events')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await opened
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const first = ['POST /api/v1/auth/check', 'GET /api/v1/user/reservations', 'GET /api/v1/user/events']
  await expect.poll(() => asked).toEqual(expect.arrayContaining(first))
  open()
  await expectPage(page, 'Activities & Events')
  await expect(page.getByRole('heading', { level: 2, name: 'Where we are meeting next' })).toBeVisible()
  for (const one of first) expect(asked.filter((other) => other === one)).toHaveLength(1)
})
