import { type Browser, expect, type Page, test } from '@playwright/test'
import { recordDrawer } from './pages/admin-event.ts'
import { signInStaff } from './pages/desk.ts'
import { expectPage, signInPage } from './pages/identity.ts'
import { accountPage, adminList, chooseMany, expectRefused, matrix } from './pages/people.ts'
import { expectAccessible } from './support/axe.ts'
import { lastMessage } from './support/outbox.ts'

const password = 'Baobab#Shade-2027'

/** The invited person chooses a password and signs in, in a separate browser. */
async function acceptInvitation(browser: Browser, page: Page, email: string): Promise<Page> {
  const { links } = await lastMessage(page.request, email)
  const other = await (await browser.newContext()).newPage()
  await other.goto(links[0] ?? '')
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.getByLabel('Repeat password', { exact: true }).fill(password)
  await other.locator('form button[type=submit]').click()
  await expect(other).toHaveURL(/\/auth\/login/)
  await signInPage(other).signIn(email, password)
  await expect(other).toHaveURL(/\/admin/)
  return other
}

test('a role is made, given to somebody invited, and changed while they work; one object stays closed to them', async ({
  page,
  browser,
}, { project }) => {
  test.setTimeout(150_000)
  const mark = `${project.name} ${Date.now().toString(36)}`
  const role = `Welcome ${mark}`
  const email = `welcome.${mark.replace(' ', '.')}@example.org`
  const drawer = recordDrawer(page)
  const boxes = matrix(page)
  await signInStaff(page)

  await test.step('a new role opens with its matrix', async () => {
    await drawer.open('/admin/permissions/user-role', 'Add a role')
    await drawer.fill('Name', role)
    await drawer.save()
    await expectPage(page, 'Permissions')
    await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue(role)
    // Cannot be changed yet, but can be clicked for an explanation.
    await boxes.box('People: View').click({ force: true })
    await expect(boxes.changes('Permissions belong to policies')).toBeVisible()
    await page.getByRole('button', { name: 'Create a policy for this role' }).click()
    await expect(page.getByRole('button', { name: 'Create a policy for this role' })).toBeHidden()
    await expectAccessible(page)
  })

  await test.step('arrow keys lead from box to box, changes are marked and taken back', async () => {
    await boxes.box('People: View').focus()
    await page.keyboard.press('Space')
    await expect(boxes.box('People: View')).toHaveAccessibleName('People: View (will be granted)')
    await page.keyboard.press('ArrowRight')
    await expect(boxes.box('People: Add')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(boxes.changes('2 changes not saved')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(boxes.changes('1 change not saved')).toBeVisible()
    await expect(boxes.box('People: Add')).not.toBeChecked()
    await boxes.save()
  })

  await test.step('somebody is invited with it', async () => {
    await drawer.open('/admin/admin-users', 'Invite an administrator')
    await drawer.fill('First name', 'Efua')
    await drawer.fill('Last name', `Sarpong ${mark}`)
    await drawer.fill('E-mail', email)
    await chooseMany(drawer.drawer, 'Roles', role)
    await drawer.save()
    await expectPage(page, `Efua Sarpong ${mark}`)
    await expect(page.getByText('Invited', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })
  const adminUrl = page.url()

  const other = await acceptInvitation(browser, page, email)
  const at = (path: string) => new URL(path, page.url()).href
  await test.step('they see what the role allows, and nothing else', async () => {
    await other.goto(at('/admin/users'))
    await expectPage(other, 'People')
    await expect(other.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0)
    await other.goto(at('/admin/events'))
    await expectRefused(other)
    await other.goto(at('/admin/users'))
    await expectPage(other, 'People')
  })

  await test.step('what is allowed now shows there without a reload', async () => {
    await page.goto('/admin/permissions')
    await page.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: role, exact: true }).click()
    await boxes.box('People: Export').check()
    await boxes.save()
    await expect(other.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
  })

  const list = adminList(other)
  await list.find('user@shiloh.example')
  await list.row('user@shiloh.example').click()
  await expect(other).toHaveURL(/\/admin\/users\/[0-9a-f]{24}$/)
  const closed = other.url()
  const id = /[0-9a-f]{24}/.exec(closed)?.[0] ?? ''

  await test.step('a denial of one person closes that page, and only that', async () => {
    await page.goto(adminUrl)
    await page.getByRole('button', { name: 'Add an exception' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an exception' })
    await dialog.getByRole('combobox', { name: 'Resource' }).click()
    await page.getByRole('option', { name: 'People', exact: true }).click()
    await dialog.getByRole('checkbox', { name: 'View', exact: true }).check()
    await dialog.getByRole('textbox', { name: 'Only for one record' }).fill(closed)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save exception' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Never allowed', { exact: true })).toBeVisible()
    await expectRefused(other)
    await other.goto(at('/admin/users'))
    await list.find('guest@shiloh.example')
    await list.row('guest@shiloh.example').click()
    await expect(other).toHaveURL(/\/admin\/users\/[0-9a-f]{24}$/)
    await expect(other.getByRole('heading', { level: 1 })).not.toHaveText('Access denied')
  })

  await test.step('the answer in a sentence, with its reason', async () => {
    await page.goto(`/admin/permissions/holders?permission=users.read`)
    await expectPage(page, 'Who can do this?')
    await expectAccessible(page)
    await page.getByRole('link', { name: `Everything Efua Sarpong ${mark} can do` }).click()
    await expectPage(page, 'What can this person do?')
    const answer = page.getByRole('main').getByRole('status')
    await expect(answer).toContainText(`Efua Sarpong ${mark} has the permission “People: View”: as ${role}.`)
    await expect(answer).toContainText(`Exceptions for single records: never allowed for ${id}.`)
    await page.getByRole('textbox', { name: 'Only for one record (optional)' }).fill(closed)
    await expect(answer).toContainText(
      `Efua Sarpong ${mark} does not have the permission “People: View”: never allowed for ${id}.`,
    )
    await expect(answer).toContainText(`Otherwise it would be allowed as ${role}.`)
    await expectAccessible(page)
  })

  await test.step('a role that somebody has cannot be deleted, and says so', async () => {
    await page.goto('/admin/permissions/user-role')
    await adminList(page).find(role)
    await adminList(page).select(role)
    await adminList(page).act('Delete')
    await expect(page.getByRole('dialog')).toContainText('1 administrator')
    await page.getByRole('dialog').getByRole('button', { name: 'OK', exact: true }).click()
  })
  await other.context().close()
})

test('the only owner can be neither deactivated nor deleted, and the page says why', async ({ page }) => {
  test.slow()
  await signInStaff(page)
  await page.goto('/admin/admin-users')
  await expectPage(page, 'Administrators')
  await adminList(page).find('admin@shiloh.example', 'Abena')
  await expectAccessible(page)
  await adminList(page).select('Abena')
  await adminList(page).act('Delete')
  await expect(page.getByRole('dialog')).toContainText('is the only active owner')
  await page.getByRole('dialog').getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await adminList(page).row('Abena').click()
  for (const act of ['Deactivate account', 'Delete account']) {
    await accountPage(page).act(act)
    const dialog = page.getByRole('dialog', { name: 'This cannot be done' })
    await expect(dialog).toContainText('Make somebody else an owner first')
    await dialog.getByRole('button', { name: 'OK', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.locator('.mantine-Pill-remove').first().click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByRole('alert')).toHaveText('The last owner cannot be removed or locked out.')
})

test('a resource, an action and a permission of one’s own, and why what is in use stays', async ({ page }, {
  project,
}) => {
  test.setTimeout(180_000)
  const mark = Date.now()
    .toString(26)
    .replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? 'a')
  const [resource, action] = [`robes_${project.name}_${mark}`, `lend_${project.name}_${mark}`]
  const readable = (name: string) => name.replaceAll('_', ' ')
  const drawer = recordDrawer(page)
  const list = adminList(page)
  const remove = async (path: string, words: string, text = words) => {
    await page.goto(path)
    await list.find(words, text)
    await list.select(text)
    await list.act('Delete')
    await expect(page.getByRole('dialog')).toBeVisible()
  }
  await signInStaff(page)
  await drawer.open('/admin/permissions/resources', 'Add a resource')
  await drawer.fill('Internal name', 'Choir Robes')
  await drawer.drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(drawer.drawer.getByRole('textbox', { name: 'Internal name' })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await drawer.fill('Internal name', resource)
  await drawer.save()
  await drawer.open('/admin/permissions/resource-action', 'Add an action')
  await drawer.fill('Internal name', action)
  await drawer.save()
  await drawer.open('/admin/permissions/list', 'Add a permission')
  await drawer.choose('Resource', readable(resource))
  await drawer.choose('Action', readable(action))
  await drawer.save()

  await remove('/admin/permissions/resources', resource, readable(resource))
  await expect(page.getByRole('dialog')).toContainText(`It is used in these permissions: ${readable(action)}.`)
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'OK', exact: true }).click()
  for (const [path, words, text] of [
    ['/admin/permissions/list', resource, readable(resource)],
    ['/admin/permissions/resources', resource, readable(resource)],
    ['/admin/permissions/resource-action', action, readable(action)],
  ] as const) {
    await remove(path, words, text)
    await accountPage(page).confirm('Delete')
    await expect(list.row(text)).toHaveCount(0)
  }
})
