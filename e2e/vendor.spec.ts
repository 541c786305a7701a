import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { demoPassword, expectPage, signInPage } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { cameraFlags, writeCameraFilm } from './support/camera.ts'
import { chromiumFlags, findChromium } from './support/chromium.ts'

const session = z.object({ data: z.object({ access_token: z.string() }) })
const events = z.object({ data: z.object({ events: z.array(z.object({ _id: z.string(), name: z.string() })) }) })
const orders = z.object({
  data: z.array(z.object({ _id: z.string(), code: z.string(), items: z.array(z.object({ product: z.string() })) })),
})
const ticket = z.object({
  data: z.object({ participants: z.array(z.object({ name: z.string(), qr: z.object({ url: z.string() }) })) }),
})

// Each journey checks many states with axe, on machines that can be slow.
test.setTimeout(120_000)

async function bearerOf(request: APIRequestContext, path: string, email: string) {
  const answer = await request.post(path, { data: { email, password: demoPassword } })
  return { authorization: `Bearer ${session.parse(await answer.json()).data.access_token}` }
}

/** Returns an event with two packed orders of T-shirts and one to pack, in a fixed order. */
async function packedOrders(request: APIRequestContext) {
  const headers = await bearerOf(request, '/api/v1/auth/login', 'vendor@shiloh.example')
  const supplied = events.parse(await (await request.get('/api/v1/vendor/dashboard', { headers })).json()).data.events
  for (const event of supplied) {
    const inState = async (state: string) => {
      const address = `/api/v1/vendor/orders?event_id=${event._id}&state=${state}&unpaid=false&sort=code`
      const found = orders.parse(await (await request.get(address, { headers })).json()).data
      return found.filter(({ items }) => items.every(({ product }) => /shirt/i.test(product)))
    }
    const [first, second] = await inState('prepared')
    const [open] = await inState('ordered')
    if (first && second && open) return { event, first, second, open }
  }
  throw new Error('The vendor of the demo has packed no T-shirts.')
}

async function signIn(page: Page) {
  // Vendors sign in with the members: there is no page of their own.
  await page.goto('/auth/login?as=vendor')
  await signInPage(page).signIn('vendor@shiloh.example', demoPassword)
  await expectPage(page, /^Tomorrow, /)
}

test('a vendor sees what to cook tomorrow, packs an order, hands it over by its code, and reads the statement', async ({
  page,
  request,
}) => {
  const { event, second, open } = await packedOrders(request)
  const { code } = second
  await signIn(page)
  await expect(page).toHaveURL(/\/vendor$/)
  await expect(page.getByText(/^Breakfast$/).first()).toBeVisible()
  await expect(page.getByText(/ since yesterday$/).first()).toBeVisible()
  // The demo has counts on both sides of five.
  await expect(page.getByRole('row', { name: 'Without salt' }).getByRole('cell', { name: /^\d+$/ })).toBeVisible()
  await expect(
    page.getByRole('row', { name: 'Without spices' }).getByRole('cell', { name: 'fewer than 5' }),
  ).toBeVisible()
  await expectAccessible(page)

  // The same event on each page, until another one is chosen.
  const shown = page.getByRole('combobox', { name: 'Event' })
  const running = await shown.inputValue()
  await page
    .getByRole('navigation', { name: 'Your pages' })
    .getByRole('link', { name: /^Orders/ })
    .click()
  await expectPage(page, 'Orders')
  await expect(shown).toHaveValue(running)
  await shown.click()
  await page.getByRole('option', { name: event.name }).first().click()
  await expect(page.getByRole('heading', { name: 'To pack' })).toBeVisible()

  // One press packs, and the line after it takes exactly that back.
  const pack = page.getByRole('button', { name: `Packed, ${open.code}` })
  const last = page.getByRole('status').filter({ hasText: open.code })
  await pack.click()
  await expect(last).toContainText(`${open.code} packed, `)
  await expect(pack).toBeHidden()
  await expectAccessible(page)
  await last.getByRole('button', { name: 'Undo' }).click()
  await expect(last).toContainText(`${open.code} undone, `)
  await expect(pack).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Packed' }).click()
  await expect(page.getByText(code)).toBeVisible()
  await page.getByRole('button', { name: 'Scan to hand over' }).click()
  await page.getByRole('textbox', { name: 'Code of the ticket' }).first().fill(code)
  await page.getByRole('button', { name: 'Look up' }).click()
  await page.getByRole('button', { name: 'Hand over all of it' }).click()
  await expect(page.getByText(`${code} handed over, `)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('navigation', { name: 'Your pages' }).getByRole('link', { name: 'Statement' }).click()
  await expectPage(page, 'Statement')
  await expect(page.locator('#content').getByText(event.name, { exact: true })).toBeVisible()
  await expect(shown).toHaveValue(event.name)
  await expect(page.getByRole('heading', { name: 'How it came about' })).toBeVisible()
  await expectAccessible(page)
})

test('a ticket held into the camera shows the order and the name, and is handed over and undone', async ({
  playwright,
  request,
}, info) => {
  const { event, first: order } = await packedOrders(request)
  const headers = await bearerOf(request, '/api/v1/admin/auth/login', 'admin@shiloh.example')
  const answer = await request.get(`/api/v1/admin/reservations/${order._id}`, { headers })
  const [person] = ticket.parse(await answer.json()).data.participants
  const film = info.outputPath('camera.y4m')
  writeCameraFilm(film, person?.qr.url ?? '')
  const { executablePath, env } = await findChromium()
  const browser = await playwright.chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [...chromiumFlags, ...cameraFlags(film)],
  })
  try {
    const page = await browser.newContext().then((context) => context.newPage())
    await signIn(page)
    await page.goto(`/vendor/orders?event_id=${event._id}#scan`)
    const toHandOver = page.getByRole('heading', { name: 'To hand over' })
    await expect(toHandOver).toBeVisible({ timeout: 30_000 })
    const result = page.getByRole('status').filter({ has: toHandOver })
    await expect(result).toContainText(order.code)
    await expect(result).toContainText(person?.name ?? '')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Hand over all of it' }).click()
    const done = page.getByRole('status').filter({ hasText: `${order.code} handed over, ` })
    await expect(done).toBeVisible()
    // The ticket is still in front of the camera, and is not read again.
    await expectAccessible(page)
    await done.getByRole('button', { name: 'Undo' }).click()
    await expect(done).toBeHidden()
    await expect(toHandOver).toBeVisible({ timeout: 30_000 })
  } finally {
    await browser.close()
  }
})
