import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { signInStaff } from './pages/desk.ts'
import { expectPage, newPerson, signInPage } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { makeLodging } from './support/lodging.ts'
import { accessToken, makeReadyMember } from './support/member.ts'
import { asAdmin } from './support/staff.ts'

const stays = z.object({
  data: z.object({
    accommodations: z.array(z.object({ room_category_id: z.string(), check_in: z.string(), check_out: z.string() })),
  }),
})
const profile = z.object({ data: z.object({ _id: z.string() }) })

test('beds for a group: named in the office, seen and given back by the leader', async ({ page, request, browser }, {
  project,
}) => {
  test.setTimeout(120_000)
  // It is part of names, and digits in a row would look like a phone number there.
  const mark = randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
  const { eventId } = await makeLodging(request, `group ${mark}`, [{ first_name: `Afia ${mark}`, gender: 'female' }])
  const leader = newPerson(`${project.name}-leader`)
  await makeReadyMember(request, leader)
  const own = { authorization: `Bearer ${await accessToken(request, leader.email, leader.password)}` }
  const me = profile.parse(
    await (await request.put('/api/v1/auth/profile', { headers: own, data: { first_name: 'Yaa' } })).json(),
  ).data
  const headers = await asAdmin(request)
  const path = `/api/v1/admin/reservations/${eventId}/allotments`
  const [stay] = stays.parse(await (await request.get(path, { headers })).json()).data.accommodations
  const given = await request.post(path, {
    headers,
    data: {
      ...stay,
      sponsor: `Choir ${mark}`,
      leader_id: me._id,
      beds: 4,
      releases: [{ on_day: stay?.check_in, beds: null }],
    },
  })
  expect(given.status(), await given.text()).toBe(201)

  if (project.name === 'desktop')
    await test.step('the office names somebody, reserves for somebody new, and reads what happened', async () => {
      await signInStaff(page)
      await page.goto(`/admin/allotments?event_id=${eventId}`)
      await page.getByRole('button', { name: `Open Choir ${mark}` }).click()
      const drawer = page.getByRole('dialog', { name: `Choir ${mark}` })
      await drawer.getByLabel('Name, phone or code').fill(`Afia ${mark}`)
      await drawer.getByRole('button', { name: 'Give bed' }).click()
      await expect(drawer.getByRole('listitem').filter({ hasText: `Afia ${mark}` })).toBeVisible()
      await drawer.getByRole('button', { name: 'Reserve for somebody new' }).click()
      await drawer.getByLabel('First name').fill('Kwame')
      await drawer.getByLabel('Last name').fill(`Owusu ${mark}`)
      await drawer.getByRole('radio', { name: 'Male', exact: true }).check()
      await expectAccessible(page)
      await drawer.getByRole('button', { name: 'Reserve with this bed' }).click()
      await expect(drawer.getByRole('listitem').filter({ hasText: `Kwame Owusu ${mark}` })).toBeVisible()
      await drawer.getByRole('button', { name: 'Close' }).click()
      const changes = page.getByRole('region', { name: 'Recent changes' })
      await expect(changes.getByRole('listitem').first()).toContainText(`Kwame Owusu ${mark} was named`)
      await expect(changes.getByRole('listitem')).toHaveCount(3)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Export' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
      ])
      expect(await readFile(await file.path(), 'utf8')).toContain(`Kwame Owusu ${mark}`)
    })

  await test.step('the leader finds the beds, and gives some back', async () => {
    const context = await browser.newContext({ viewport: page.viewportSize() })
    const theirs = await context.newPage()
    await signInPage(theirs).open()
    await signInPage(theirs).signIn(leader.email, leader.password)
    await expectPage(theirs, 'Activities & Events')
    await theirs.getByRole('link', { name: new RegExp(`for Choir ${mark}`) }).click()
    await expect(
      theirs.getByRole('heading', { level: 1, name: new RegExp(`^4 .* beds for Choir ${mark}`) }),
    ).toBeVisible()
    await expectAccessible(theirs)
    await theirs.getByRole('link', { name: 'Send names to the office' }).click()
    await expect(theirs.getByRole('textbox', { name: 'Subject' })).toHaveValue(
      new RegExp(`^Names for \\d beds of Choir ${mark}$`),
    )
    const text = theirs.getByLabel('Your question')
    await expect(text).toHaveValue(new RegExp(`Group: Choir ${mark}\n[^]*Empty beds: (\\d)\n[^]*\n\\1\\. $`))
    await expectAccessible(theirs)
    await theirs.goBack()
    await theirs.getByRole('button', { name: 'Give some back' }).click()
    const dialog = theirs.getByRole('dialog', { name: 'Give some back' })
    await dialog.getByLabel('How many beds').fill('1')
    await expectAccessible(theirs)
    await dialog.getByRole('button', { name: 'Give some back' }).click()
    await expect(theirs.getByText('1 bed went back.')).toBeVisible()
    await context.close()
  })
})
