import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { signInStaff, workOn } from './pages/desk.ts'
import { demoPassword } from './pages/identity.ts'
import { eventLike } from './support/events.ts'
import { accessToken } from './support/member.ts'

const MEMBER = 'user@shiloh.example'
const outbox = z.object({ data: z.array(z.object({ subject: z.string() })) })

/** Chooses values of a filter in its menu. */
async function filterBy(page: Page, name: string, value: string): Promise<void> {
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
  // A count follows the value as soon as it is known.
  const label = value.replace(/[()]/g, '\\$&')
  await page.getByRole('checkbox', { name: new RegExp(`^${label}( [0-9,]+)?$`) }).check()
  await page.keyboard.press('Escape')
}

test('a day of the secretary: find, message, print, answer, plan @desktop', async ({ page, request }) => {
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  await signInStaff(page)
  await page.goto('/admin')
  const main = page.getByRole('main')
  const subject = `Please pay, ${Date.now()}`
  let message = ''
  let readers = 0

  await test.step('find a guest by 024…', async () => {
    await page.getByRole('button', { name: /^Search/ }).click()
    await page.getByRole('combobox', { name: 'Name, phone or code' }).pressSequentially('024 555 1017')
    await expect(page.getByRole('group', { name: 'People' }).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(main.getByRole('heading', { level: 1 })).toContainText('Emmanuel Mensah')
  })

  await test.step('message the unpaid of a district', async () => {
    const { name } = await eventLike(request, 'ministers-couples-retreat')
    await workOn(page, name)
    await page.getByRole('link', { name: 'Reservations' }).first().click()
    await filterBy(page, 'District', 'Akatsi (Keta)')
    await filterBy(page, 'Payment', 'Balance due')
    await expect(page).toHaveURL(/district=.*payment=|payment=.*district=/)
    await main.getByRole('link', { name: 'Message everybody shown' }).click()
    await expect(main).toContainText(new RegExp(`\\d+(person|people) of ${name}`))
    await main.getByRole('textbox', { name: 'Name', exact: true }).fill(subject)
    await main.getByRole('textbox', { name: /^Subject/ }).fill(subject)
    await main.getByRole('textbox', { name: /^Text of the e-mail/ }).fill('Your place waits for your payment.')
    const counter = main.getByText(/^1 of \d+$/)
    await expect(counter).toBeVisible()
    readers = Number(/\d+$/.exec((await counter.textContent()) ?? '')?.[0])
    await expect(main.getByText('Your place waits for your payment.').last()).toBeVisible()
    await main.getByRole('button', { name: /^Send to \d+ (person|people)$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await expect(page).toHaveURL(/\/admin\/messages\/[0-9a-f]{24}/)
    message = page.url()
  })

  await test.step('print all rows of the list', async () => {
    await workOn(page, (await eventLike(request, 'leaders-conference')).name)
    await page.getByRole('link', { name: 'Reservations' }).first().click()
    await expect(main.getByRole('link', { name: /^LC-/ })).toHaveCount(50)
    await main.getByRole('button', { name: 'Print' }).click()
    const paper = page.locator('[data-printed]')
    await page.emulateMedia({ media: 'print' })
    await expect(paper.getByRole('heading', { level: 1, name: 'Reservations' })).toBeVisible()
    expect(await paper.locator('tbody tr').count()).toBeGreaterThan(90)
    await expect(page.getByRole('button')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(paper).toHaveCount(0)
  })

  await test.step('print the attendance', async () => {
    await page.getByRole('link', { name: 'Reports' }).click()
    await main.getByRole('link', { name: 'Attendance by region and district' }).click()
    await main.getByRole('radio', { name: 'Assembly', exact: true }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Attendance: Assembly')
    const printed = page.evaluate(
      () =>
        new Promise<void>((done) => {
          window.print = done
        }),
    )
    await main.getByRole('button', { name: 'Print' }).click()
    await printed
    await page.emulateMedia({ media: 'print' })
    await expect(main.getByRole('heading', { level: 1, name: 'Attendance: Assembly' })).toBeVisible()
    await expect(main.getByRole('row', { name: /^In all/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send regularly' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('answer a ticket', async () => {
    const reply = `We changed it. ${Date.now()}`
    await page.getByRole('link', { name: 'Support desk' }).click()
    await main.getByRole('link', { name: 'My phone number has changed' }).click()
    const answer = main.getByRole('textbox', { name: 'Answer', exact: true })
    await answer.fill(reply)
    await answer.press('Control+Enter')
    await expect(answer).toHaveValue('')
    const headers = { authorization: `Bearer ${await accessToken(request, MEMBER, demoPassword)}` }
    const own = await request.get('/api/v1/auth/support-tickets', { headers })
    const { data } = z
      .object({ data: z.array(z.object({ _id: z.string(), subject: z.string() })) })
      .parse(await own.json())
    const id = data.find(({ subject }) => subject === 'My phone number has changed')?._id
    expect(await (await request.get(`/api/v1/auth/support-tickets/${id}`, { headers })).text()).toContain(reply)
  })

  await test.step('move a task', async () => {
    await page.getByRole('link', { name: 'Tasks' }).click()
    const card = main.getByRole('region', { name: 'Open' }).getByRole('button', { name: /^Print badges/ })
    await card.focus()
    const moved = page.waitForResponse((answer) => answer.url().endsWith('/move') && answer.ok())
    await page.keyboard.press('Shift+ArrowRight')
    const there = main.getByRole('region', { name: 'In progress' }).getByRole('button', { name: /^Print badges/ })
    await expect(there).toBeFocused()
    // The card moves at once. Leaving earlier would take the request along.
    await moved
    await page.reload()
    await expect(there).toBeVisible()
  })

  await test.step('the message has reached everybody, once', async () => {
    await page.goto(message)
    const addresses = main.getByText(/@mail\.example$/)
    await expect(addresses).toHaveCount(readers, { timeout: 20_000 })
    for (const address of await addresses.allTextContents()) {
      const sent = async () => {
        const answer = await request.get('/api/v1/dev/outbox', { params: { to: address } })
        return outbox.parse(await answer.json()).data.filter((mail) => mail.subject === subject).length
      }
      await expect.poll(sent, { timeout: 20_000 }).toBe(1)
    }
  })
})

test('a workflow is built as a sentence, tried, turned on, and runs @desktop', async ({ page, request }) => {
  await signInStaff(page)
  const main = page.getByRole('main')
  const title = `Look into it ${Date.now()}`
  await page.goto('/admin/workflow/new')
  await main.getByRole('textbox', { name: 'Name' }).fill(title)
  await main.getByRole('button', { name: /^When/ }).click()
  await page.getByRole('menuitem', { name: 'a support ticket is opened' }).click()
  await main.getByRole('button', { name: 'Add a step' }).click()
  await page.getByRole('menuitem', { name: 'Create a task' }).click()
  await main.getByRole('button', { name: 'Create a task: …' }).click()
  await page.getByRole('textbox', { name: 'Create a task' }).fill(title)
  await page.keyboard.press('Enter')

  await main.getByRole('button', { name: /^My phone number has changed/ }).click()
  await expect(main.getByText(`Would create the task “${title}” for nobody yet`)).toBeVisible()
  await main.getByRole('button', { name: 'Save changes' }).click()
  await main.getByRole('button', { name: 'Turn on' }).click()
  await expect(main.getByText('Turned on')).toBeVisible()

  const headers = { authorization: `Bearer ${await accessToken(request, MEMBER, demoPassword)}` }
  const data = JSON.stringify({ subject: 'Where do I park?', body: 'I come by car.' })
  const asked = await request.post('/api/v1/auth/support-tickets', { headers, multipart: { data } })
  expect(asked.status(), await asked.text()).toBe(201)
  await expect(main.getByText(`Task created: ${title}`)).toBeVisible()
  await main.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: /^Activity/ }).click()
  await expect(page.getByRole('dialog').getByText(`Workflow “${title}”: 1 run`)).toBeVisible()
})
