// @vitest-environment happy-dom
import { authorizationRoutes } from '@shiloh/contract/authorization'
import type { DataOf } from '@shiloh/contract/core'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { idOf, showScreen } from '../../../../test/screen.tsx'
import { PermissionsPage } from './permissions-page.tsx'

type Model = DataOf<typeof authorizationRoutes.readPermissionSchema>

const model: Model = {
  resources: [
    {
      _id: idOf(10),
      name: 'users',
      description: '',
      actions: ['read', 'create', 'export'].map((name, i) => ({
        permission_id: idOf(11 + i),
        action_id: idOf(21 + i),
        name,
      })),
    },
    {
      _id: idOf(30),
      name: 'events',
      description: '',
      actions: [{ permission_id: idOf(31), action_id: idOf(21), name: 'read' }],
    },
  ],
  policies: [{ _id: idOf(40), name: 'Welcome', description: '', key: null, permission_ids: [idOf(11)], version: 7 }],
  roles: [
    {
      _id: idOf(50),
      name: 'Welcome team',
      description: 'At the door.',
      key: null,
      is_owner: false,
      policy_ids: [idOf(40)],
      users: 3,
      version: 2,
    },
  ],
}
const box = (name: string) => screen.findByRole('checkbox', { name })
const status = () =>
  screen
    .getAllByRole('status')
    .map((one) => one.textContent)
    .join()
const press = async (user: { click: (element: Element) => Promise<void> }, name: string, within_ = screen) =>
  user.click(await within_.findByRole('button', { name }))

const show = (options = {}) =>
  showScreen(
    () => <PermissionsPage />,
    (server) => server.answer(authorizationRoutes.readPermissionSchema, model),
    options,
  )

it('marks changes, takes one back, and saves the rest once it was reviewed', async () => {
  const { user, server } = await show()
  await user.click(await box('People: View'))
  await user.click(await box('People: Export'))
  expect(await box('People: View (will be removed)')).toHaveProperty('checked', false)
  expect(status()).toContain('2 changes not saved')
  await press(user, 'Undo')
  expect(await box('People: Export')).toHaveProperty('checked', false)
  expect(status()).toContain('1 change not saved')
  await user.keyboard('{Control>}z{/Control}')
  expect(status()).not.toContain('not saved')

  await user.click(await box('People: Export'))
  await press(user, 'Save changes')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('3 people', { exact: false })).toBeDefined()
  expect(dialog.getByText('People: Export')).toBeDefined()
  const saved = { ...model, policies: model.policies.map((one) => ({ ...one, permission_ids: [idOf(11), idOf(13)] })) }
  server.answer(authorizationRoutes.updatePermissionSchema, saved)
  server.answer(authorizationRoutes.readPermissionSchema, saved)
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await box('People: Export')).toHaveProperty('checked', true)
  expect(status()).not.toContain('not saved')
  expect(server.calls(authorizationRoutes.updatePermissionSchema).map(({ body }) => body)).toEqual([
    { policies: [{ _id: idOf(40), permission_ids: [idOf(11), idOf(13)], version: 7 }] },
  ])
})

it('says who saved first, keeps the draft, and saves it over theirs when asked to', async () => {
  const { user, server } = await show()
  server.refuse(authorizationRoutes.updatePermissionSchema, {
    status: 409,
    code: 'edit_conflict',
    message: 'Somebody else changed this.',
    data: { version: 8, changes: [{ by: 'Esi Boateng', at: '2026-11-22T10:00:00.000Z', fields: [] }] },
  })
  await user.click(await box('People: Add'))
  await press(user, 'Save changes')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save changes' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Esi Boateng')
  expect(status()).toContain('1 change not saved')
  server.answer(authorizationRoutes.updatePermissionSchema, model)
  await press(user, 'Save mine over it')
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  expect(server.calls(authorizationRoutes.updatePermissionSchema).at(-1)?.body).toEqual({
    policies: [{ _id: idOf(40), permission_ids: [idOf(11), idOf(12)] }],
  })
})

it('is one stop of the Tab key; Space changes a box, and what may not be given says so', async () => {
  const { user } = await show({ denied: ['users.export'] })
  const first = await box('Everything in People')
  first.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(await box('People: View'))
  await user.keyboard(' ')
  expect(status()).toContain('1 change not saved')
  await user.keyboard('{ArrowRight}{ArrowRight} ')
  expect(document.activeElement).toBe(await box('People: Export'))
  expect(await box('People: Export')).toHaveProperty('checked', false)
  expect(status()).toContain('People: Export')
  expect((await screen.findAllByRole('checkbox')).filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
})

it('finds a part of the product by what its permissions are called', async () => {
  const { user } = await show()
  await user.type(await screen.findByRole('searchbox', { name: 'Search resources' }), 'event')
  expect(screen.getAllByRole('checkbox').map((one) => one.getAttribute('aria-label'))).not.toContain('People: View')
  expect(await box('Events: View')).toBeDefined()
})
