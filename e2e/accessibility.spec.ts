import { expect, type Locator, type Page, test } from '@playwright/test'
import { signInStaff } from './pages/desk.ts'
import { demoPassword, expectPage, newPerson, signInPage } from './pages/identity.ts'
import { reservationPage, wizard } from './pages/reserve.ts'
import { expectAccessible } from './support/axe.ts'
import { eventLike } from './support/events.ts'
import { makeReadyMember } from './support/member.ts'

const conference = (page: Page) => eventLike(page.request, 'leaders-conference')

/** What the keyboard is at: whether it is anything at all, and whether something that stays on the screen covers all of it. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return { lost: true, covered: false, said: 'nothing' }
    const { left, right, top, bottom } = element.getBoundingClientRect()
    // A field that is drawn by its label is covered by it.
    const own = [element, ...(element instanceof HTMLInputElement ? (element.labels ?? []) : [])]
    const isSeen = [0.1, 0.5, 0.9].some((part) => {
      const found = document.elementFromPoint(left + (right - left) * part, top + (bottom - top) * part)
      return found !== null && own.some((one) => one.contains(found) || found.contains(one))
    })
    return { lost: false, covered: !isSeen, said: element.outerHTML.slice(0, 120) }
  })

/** Presses Tab until one of the targets has the focus. Every stop on the way is an element that can be seen. */
async function tabTo(page: Page, targets: Locator): Promise<void> {
  await expect(targets.first()).toBeAttached()
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press('Tab')
    if (await targets.evaluateAll((all) => all.some((one) => one === document.activeElement))) return
    expect(await focus(page)).toMatchObject({ lost: false, covered: false })
  }
  throw new Error(`Tab does not reach ${targets}.`)
}

/** Opens what the keyboard is at. */
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Chooses one of several radio buttons: Tab reaches the group, the arrows its buttons. */
async function chooseByKeys(page: Page, radio: Locator): Promise<void> {
  const group = await radio.getAttribute('name')
  await tabTo(page, page.locator(`input[type="radio"][name="${group}"]`))
  for (let line = 0; line < 10 && !(await radio.isChecked()); line++) await page.keyboard.press('ArrowDown')
  await expect(radio).toBeChecked()
}

test('a member signs in and reserves with the keyboard alone', async ({ page, request }, { project }) => {
  const person = newPerson(project.name)
  await makeReadyMember(request, person)
  const { slug } = await conference(page)
  await page.goto(`/events/${slug}/reserve`)
  // While the app takes the place of what the server painted, a key can be between the two.
  await expect(page.locator('#painted')).toHaveCount(0)
  await tabTo(page, page.getByLabel('Phone number or e-mail'))
  await page.keyboard.type(person.email)
  await press(page, page.getByRole('link', { name: 'Use my password' }))
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')

  const reserve = wizard(page)
  /** Goes on with the keyboard, and arrives at the beginning of the step. */
  const next = async (action: string, heading: string) => {
    await press(page, reserve.summary.getByRole('button', { name: action }))
    await reserve.step(heading)
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { activeElement, body } = document
          return activeElement !== body && activeElement?.contains(document.querySelector('h1'))
        }),
      )
      .toBe(true)
  }
  await reserve.step('Who is coming')
  await tabTo(page, page.getByRole('combobox', { name: 'Takes part as Ɛsi Mensah' }))
  await page.keyboard.type('Deleg')
  await reserve.total('350.00')
  await next('Continue to details', 'A few details')
  await chooseByKeys(page, page.getByRole('radio', { name: 'By public transport' }))
  await press(page, page.getByLabel(/^Which workshop/), 'ArrowDown')
  await next('Continue to rooms', 'Rooms and nights')
  await chooseByKeys(page, page.getByRole('radio', { name: /^No room/ }))
  await next('Continue to extras', 'Extras')
  await next('Continue to review', 'Review and pay')
  await chooseByKeys(page, page.getByRole('radio', { name: /^In cash/ }))
  await press(page, reserve.summary.getByRole('button', { name: 'Reserve, and pay in cash' }))
  await expect(reservationPage(page).badge('Pending')).toBeVisible()
})

/** By how many pixels the page has to be scrolled sideways. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** A page that nobody has to scroll sideways. */
async function expectNotTooWide(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await sideways(page), page.url()).toBeLessThanOrEqual(0)
}

/** Returns the words of buttons and links of which a part cannot be seen. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, button *, a *, label span')]
      .filter((one) => {
        const { overflowX, textOverflow, display } = getComputedStyle(one)
        const isCut = one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 2
        return isCut && display !== 'inline' && overflowX === 'hidden' && textOverflow !== 'ellipsis'
      })
      .map((one) => one.textContent ?? ''),
  )

test('the keyboard keeps its place', async ({ page }) => {
  await signInPage(page).open()
  await signInPage(page).signIn('user@shiloh.example', demoPassword)
  await expectPage(page, 'Activities & Events')
  for (const name of [/^Notifications/, /^Your account/]) {
    const opener = page.getByRole('button', { name })
    await press(page, opener)
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await press(page, page.getByRole('link', { name: 'Reservations', exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Reservations' })).toBeFocused()
})

test('members’ pages hold in the dark, at 400 % and in forced colours', async ({ page }) => {
  // Some twenty pages, each loaded anew.
  test.setTimeout(120_000)
  const { slug } = await conference(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of ['/events', `/events/${slug}`, '/auth/register']) {
    await page.goto(path)
    await expectAccessible(page)
  }
  await signInPage(page).open()
  await signInPage(page).signIn('user@shiloh.example', demoPassword)
  await expectPage(page, 'Activities & Events')
  await page.goto('/reservations')
  const ticket =
    (await page
      .getByRole('link', { name: /Couples’ Retreat/ })
      .first()
      .getAttribute('href')) ?? ''
  const paths = ['/home', `/events/${slug}`, ticket, '/auth/account', `/events/${slug}/reserve`]
  for (const path of paths) {
    await page.goto(path)
    await expectAccessible(page)
  }
  // A window of 1,280 px at 400 %.
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of paths) {
    await page.goto(path)
    await expectAccessible(page)
    expect(await cutOff(page)).toEqual([])
  }
  // A phone of 390 px at 200 %.
  await page.setViewportSize({ width: 195, height: 422 })
  for (const path of [...paths, '/reservations', '/events']) {
    await page.goto(path)
    await expectNotTooWide(page)
  }
  // Neither while a list is still loading.
  const loaded = Promise.withResolvers<void>()
  await page.route('**/api/v1/auth/sessions', async (route) => {
    await loaded.promise
    await route.continue()
  })
  await page.goto('/auth/account')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  loaded.resolve()
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(ticket)
  const chosen = page.locator('main [aria-pressed="true"]').first()
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  await expect(page.getByRole('img', { name: /QR/ }).first()).toBeVisible()
})

test('what visitors see holds at 200 % on a phone', async ({ browser, baseURL, page }) => {
  const { slug } = await conference(page)
  for (const locale of ['en', 'de']) {
    const context = await browser.newContext({
      ...(baseURL && { baseURL }),
      locale,
      viewport: { width: 195, height: 422 },
    })
    const visitor = await context.newPage()
    for (const path of ['/', '/events', `/events/${slug}`, '/auth/register', '/auth/login']) {
      await visitor.goto(path)
      await expectNotTooWide(visitor)
    }
    await context.close()
  }
})

test('pages of the office hold in the dark, and keep the focus in sight', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await signInStaff(page)
  const { _id } = await conference(page)
  for (const path of [
    `/admin?event=${_id}`,
    `/admin/reservations/rooms?event=${_id}`,
    `/admin/check-in/${_id}`,
    `/admin/reservations?event=${_id}`,
  ]) {
    await page.goto(path)
    await expectAccessible(page)
  }
  // From the search down the rows, of which some are behind the foot of the list.
  await page.getByRole('searchbox', { name: 'Search this list' }).focus()
  for (let stop = 0; stop < 45; stop++) {
    await page.keyboard.press('Tab')
    expect(await focus(page)).toMatchObject({ lost: false, covered: false })
  }
})
