import { expect, test } from '@playwright/test'
import { choose, eventEditor, field, formBuilder, recordDrawer } from './pages/admin-event.ts'
import { demoPassword, expectPage, signInPage } from './pages/identity.ts'
import { expectAccessible } from './support/axe.ts'
import { asAdmin } from './support/staff.ts'

test.use({ actionTimeout: 20_000 })

test('an administrator prepares a venue, a form and an event, publishes it, and everybody sees it @desktop', async ({
  page,
  browser,
  request,
}, { project }) => {
  test.setTimeout(240_000)
  // Both projects share one server.
  const own = (name: string) => `${name} ${project.name}`
  const record = recordDrawer(page)
  const editor = eventEditor(page)
  const form = formBuilder(page)

  await test.step('signs in and sees the overview', async () => {
    await signInPage(page).open('admin')
    await signInPage(page).signIn('admin@shiloh.example', demoPassword)
    await expect(page.getByRole('group', { name: 'Reservations each day' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'All events' }).check()
    await expectPage(page, 'All events')
    // Other journeys reserve at the same time. What the month before counts, they do not change.
    const before = new Date()
    before.setUTCDate(0)
    await choose(page, 'Month', before.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' }))
    await page.getByRole('radio', { name: String(before.getUTCFullYear()) }).check()
    await expect(page).toHaveURL(new RegExp(`month=${before.getUTCMonth() + 1}\\b`))
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const figure = page.locator('dl').getByRole('link').first()
    const count = await figure.textContent()
    await figure.click()
    // The list behind the figure has as many rows.
    await expectPage(page, 'Reservations')
    await expect(page.getByText(new RegExp(`\\b${count}\\b`)).first()).toBeVisible()
  })

  await test.step('makes the venue with its rooms', async () => {
    await record.open('/admin/event-centers', 'Add an event center')
    await record.fill('Name', own('Salt Pond Camp'))
    await record.save()
    await record.open('/admin/event-blocks', 'Add a block')
    await record.choose('Event center', own('Salt Pond Camp'))
    await record.fill('Name', own('Sea Block'))
    await record.save()
    await record.open('/admin/room-category', 'Add a category')
    await record.fill('Name', own('Sea room'))
    await record.save()
    await record.open('/admin/event-rooms', 'Add several rooms')
    await record.fill('Name pattern', `${project.name}-#`)
    await record.fill('From number', '1')
    await record.fill('To number', '10')
    await record.choose('Block', `${own('Salt Pond Camp')} · ${own('Sea Block')}`, own('Sea Block'))
    await record.choose('Room category', own('Sea room'))
    await record.save()
  })

  await test.step('makes what the event is put together from', async () => {
    await record.open('/admin/participant-types', 'Add a participant type')
    await record.fill('Name', own('Camper'))
    await record.save()
    await record.open('/admin/caterers', 'Add a caterer')
    await record.fill('Name', own('Auntie Ama'))
    await record.save()
    await record.open('/admin/products', 'Add a product')
    await record.fill('Name', own('Camp shirt'))
    await record.save()
    await record.open('/admin/product-options', 'Add an option')
    await record.choose('Product', own('Camp shirt'))
    await record.fill('Name', 'Large')
    await record.save()
  })

  await test.step('builds a form: a choice with a price, and a question that hangs on it', async () => {
    await form.add(own('Camp questions'))
    await page.getByRole('button', { name: 'Add a section' }).click()
    await form.question('Questions', 'Do you bring a tent?')
    await field(form.answer(1), 'Answer').fill('No')
    await field(form.answer(2), 'Answer').fill('Yes, for its pitch')
    await field(form.answer(2), 'Price').fill('15.5')
    await form.question('Questions', 'How many sleep in it?')
    await choose(page, 'Type of answer', 'A number')
    await page.getByRole('switch', { name: 'Ask only in some cases' }).check({ force: true })
    await choose(page, 'is one of', 'Yes, for its pitch')
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await expect(preview.getByText('How many sleep in it?')).toBeHidden()
    await preview.getByText('Yes, for its pitch').click()
    await expect(preview.getByText('How many sleep in it?')).toBeVisible()
    await expect(preview.getByText('They cost GHS 15.50.')).toBeVisible()
    await form.save()
  })

  await test.step('shows what a new event still needs', async () => {
    await editor.open()
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await expect(field(page, 'Name')).toBeFocused()
    await field(page, 'Name').fill(own('Camp by the Sea'))
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await expect(page.getByRole('tab', { name: /^Dates and places/ })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('textbox', { name: 'Begins', exact: true })).toBeFocused()
    // No calendar covers what is wrong with the field.
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectAccessible(page)
    await editor.typeTime('Begins', 10, '1:00 PM')
    await editor.typeTime('Ends', 14, '12:00 PM')
    await editor.save()
    await expectPage(page, own('Camp by the Sea'))
    await editor.showPublishing()
    await expect(page.getByRole('button', { name: 'No venue and no online link' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'No participant type' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled()
    await expectAccessible(page)
  })

  await test.step('fills in the tabs', async () => {
    await editor.tab('Dates and places')
    await choose(page, 'Venue', own('Salt Pond Camp'))
    await field(page, 'Places').fill('40')

    await editor.tab('Prices')
    const type = await editor.addRow('Participant type')
    await choose(type, 'Participant type', own('Camper'))
    await field(type, 'Price').fill('250.50')
    await field(type, 'Places').fill('30')
    await expectAccessible(page)

    await editor.tab('Rooms')
    const room = await editor.addRow('Room category')
    await choose(room, 'Room category', own('Sea room'))
    await field(room, 'Price per night').fill('80')
    await expect(room).toContainText('4 nights. 20 beds are free for these nights.')
    await expectAccessible(page)

    await editor.tab('Meals')
    const caterer = await editor.addRow('Caterer')
    await choose(caterer, 'Caterer', own('Auntie Ama'))
    await field(caterer, 'Price per day').fill('45')

    await editor.tab('Products')
    const product = await editor.addRow('Product')
    await choose(product, 'Product', `${own('Camp shirt')} · Large`, own('Camp shirt'))
    await field(product, 'Price').fill('70')
    await field(product, 'In stock').fill('25')

    await editor.tab('Programme')
    const activity = await editor.addRow('Activity')
    await field(activity, 'Name').fill('Bonfire')

    await editor.tab('Questions')
    await choose(page, 'Form', own('Camp questions'))
    await page.getByRole('radiogroup', { name: 'Arrival' }).getByRole('radio', { name: 'Required' }).check()
    await expectAccessible(page)
  })

  await test.step('is asked before leaving, and finds everything still there', async () => {
    await page.getByRole('link', { name: 'Event forms' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await editor.tab('Prices')
    await expect(field(editor.row('Participant type', 1), 'Price')).toHaveValue('250.50')
    await editor.save()
  })

  await test.step('is refused more beds than the rooms have, at the field', async () => {
    await editor.tab('Rooms')
    const beds = field(editor.row('Room category', 1), 'Beds')
    // No number was entered: the event takes all free beds.
    await expect(beds).toHaveValue('')
    await beds.fill('21')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(editor.row('Room category', 1)).toContainText('This is too large or too long.')
    await expect(beds).toBeFocused()
    await beds.fill('20')
    await editor.save()
  })

  await test.step('hears that somebody else saved first, and decides whose words stay', async () => {
    const id = /[0-9a-f]{24}/.exec(page.url())?.[0] ?? ''
    const headers = await asAdmin(request)
    const data = { summary: 'By the sea, says another.' }
    expect((await request.put(`/api/v1/admin/events/${id}`, { headers, data })).status()).toBe(200)
    await editor.tab('Dates and places')
    await field(page, 'Places').fill('38')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const note = page.getByRole('alert').filter({ hasText: 'Somebody else saved changes' })
    await expect(note).toContainText('Basics')
    await expectAccessible(page)
    await note.getByRole('button', { name: 'Save mine over it' }).click()
    await expect(note).toBeHidden()
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden()
  })

  await test.step('publishes, and a visitor sees it', async () => {
    await editor.showPublishing()
    await editor.publish()
    await expect(page.getByText('Everybody can see this event.')).toBeVisible()
    const href = await page.getByRole('link', { name: 'Public page' }).getAttribute('href')
    const visitor = await browser.newPage()
    await visitor.goto(new URL(href ?? '', page.url()).href)
    await expectPage(visitor, own('Camp by the Sea'))
    await expect(visitor.getByText('GHS 250.50').filter({ visible: true }).first()).toBeVisible()
    await expect(visitor.getByText(own('Sea room')).filter({ visible: true }).first()).toBeVisible()
    await expect(visitor.getByText('Bonfire')).toBeAttached()
    await visitor.close()
  })

  await test.step('reads the statistics and the list, and takes the event back', async () => {
    await page.getByRole('link', { name: 'Statistics' }).click()
    await expect(page.getByText('Nobody has reserved yet.').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto('/admin/events')
    await page.getByRole('button', { name: `Actions for ${own('Camp by the Sea')}` }).click()
    await page.getByRole('menuitem', { name: 'Unpublish' }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText('No place is taken yet.')
    await question.getByRole('button', { name: 'Unpublish' }).click()
    await expect(question).toBeHidden()
    await expect(
      page
        .locator('tr, li')
        .filter({ hasText: own('Camp by the Sea') })
        .getByText('Unpublished'),
    ).toBeVisible()
    await expectAccessible(page)
  })
})
