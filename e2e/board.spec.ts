import { type APIRequestContext, expect, test } from '@playwright/test'
import { z } from 'zod'
import { signInStaff } from './pages/desk.ts'
import { expectAccessible } from './support/axe.ts'
import { asAdmin } from './support/staff.ts'

/** Its board is not compared by another journey, and this one follows its own guests. */
const EVENT = 'Women’s Ministry Convention'

const events = z.object({ data: z.array(z.object({ _id: z.string(), name: z.string() })) })
const guests = z.object({
  data: z.array(
    z.object({
      _id: z.string(),
      reservation_id: z.string(),
      name: z.string(),
      code: z.string(),
      role: z.string(),
      status: z.string(),
      balance: z.number(),
    }),
  ),
})
const scanned = z.object({ data: z.object({ result: z.string() }) })

/** Returns the event, and two of its guests who have paid and are still expected. */
async function expected(request: APIRequestContext) {
  const headers = await asAdmin(request)
  const search = new URLSearchParams({ search: EVENT })
  const found = events.parse(await (await request.get(`/api/v1/admin/events?${search}`, { headers })).json()).data
  const event = found.find(({ name }) => name.startsWith(EVENT))
  const list = await request.get(`/api/v1/admin/check-in/${event?._id}/guests?state=to_come&page_size=250`, { headers })
  const paid = guests
    .parse(await list.json())
    .data.filter(({ status, balance, role }) => status === 'active' && balance === 0 && role === 'main')
  const [first, second] = paid
  if (!event || !first || !second) throw new Error(`The demo has too few guests of ${EVENT}.`)
  return { event, first, second, headers }
}

test('finds a scan on the board, withdraws it, counts it again, and enters a paper list @desktop', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const { event, first, second, headers } = await expected(request)
  const main = page.getByRole('main')
  const said = await request.put(`/api/v1/admin/reservations/${first.code}/scanned-check-in`, {
    headers,
    data: {
      scan_id: `board-${Date.now()}`,
      device_id: 'desk',
      scanned_at: new Date().toISOString(),
      event_id: event._id,
    },
  })
  expect(scanned.parse(await said.json()).data.result).toBe('ok')
  await signInStaff(page)

  await test.step('the board shows who came', async () => {
    await page.goto(`/admin/check-in/${event._id}`)
    await expect(main.getByRole('rowheader', { name: first.name })).toBeVisible()
    await expectAccessible(page)
    await main.getByRole('link', { name: 'All scans' }).click()
  })
  const search = main.getByRole('searchbox', { name: 'Search' })
  const row = main.getByRole('row').filter({ hasText: first.code })
  const statusIs = async (words: string) => {
    await row.getByRole('link', { name: first.code }).click()
    await expect(main.getByRole('heading', { level: 1, name: first.name })).toBeVisible()
    await expect(main.getByText(words, { exact: true }).first()).toBeVisible()
    await page.goBack()
    await expect(row).toBeVisible()
  }

  await test.step('the scan is found and withdrawn, and the reservation is active again', async () => {
    await search.fill(first.code)
    await expect(row).toHaveCount(1)
    await expectAccessible(page)
    await row.getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw scan' }).click()
    await expect(row).toContainText('Withdrawn by')
    await statusIs('Check-in withdrawn')
  })

  await test.step('it counts again', async () => {
    await row.getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Count again' }).click()
    await expect(row).toContainText('Accepted')
    await statusIs('Checked in')
  })

  await test.step('a paper list is entered with its time, and taken back', async () => {
    await page.goto(`/admin/check-in/${event._id}/paper`)
    await main.getByRole('searchbox', { name: 'Find a guest' }).fill(second.code)
    await main.getByRole('checkbox', { name: new RegExp(second.name) }).check()
    await page.getByRole('button', { name: 'Record 1 as arrived' }).click()
    const results = main.getByRole('region', { name: 'What was entered' })
    await expect(results).toContainText(`${second.name} entered`)
    await results.getByRole('button', { name: 'Undo, 1' }).click()
    await expect(page.getByText('1 entry taken back')).toBeVisible()
    await page.goto(`/admin/check-in/${event._id}/scans?search=${second.code}`)
    await expect(main.getByRole('row').filter({ hasText: second.code })).toContainText('Withdrawn by')
  })
})
