// @vitest-environment happy-dom
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { type Use, usageRoutes } from '@shiloh/contract/usage'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { idOf, showScreen } from '../../../test/screen.tsx'
import { RemovalDialog } from './removal-dialog.tsx'

const use = (says: string, fate: Partial<Use>): Use => ({
  says,
  count: 1,
  blocks: false,
  deleted: false,
  kept: false,
  link: `/admin/${says.replace(' ', '-')}`,
  records: [],
  ...fate,
})
const removed = vi.fn()
const deactivated = vi.fn()
beforeEach(() => vi.clearAllMocks())

function Page({ offers = false }: { offers?: boolean }) {
  const [opened, setOpened] = useState(true)
  return opened ? (
    <RemovalDialog
      route={authorizationRoutes.removeUser}
      id={idOf(5)}
      name="Ama"
      title="Delete Ama?"
      action="Delete account"
      busy={false}
      instead="Deactivate the account instead."
      erases={{ title: 'Erase Ama?', action: 'Erase person', text: 'Her name is deleted.' }}
      {...(offers && { insteadAct: { label: 'Deactivate instead', act: deactivated } })}
      onConfirm={removed}
      onClose={() => setOpened(false)}
    >
      <p>This cannot be undone.</p>
    </RemovalDialog>
  ) : (
    <p>Closed</p>
  )
}

it('names what keeps the record, with the way to it, and offers nothing else', async () => {
  const { user } = await showScreen(
    () => <Page />,
    (server) =>
      server.answer(usageRoutes.readUsage, [
        use('2 reservations', { blocks: true }),
        use('1 ticket', { deleted: true }),
      ]),
  )
  expect((await screen.findByRole('link', { name: '2 reservations' })).getAttribute('href')).toBe(
    '/admin/2-reservations',
  )
  expect(screen.getByRole('dialog', { name: '“Ama” cannot be deleted now' })).toBeTruthy()
  expect(screen.getByText('Deactivate the account instead.')).toBeTruthy()
  expect(screen.queryByText('1 ticket')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.getByText('Closed')).toBeTruthy()
})

it('names the first, and leads to the others', async () => {
  await showScreen(
    () => <Page />,
    (server) =>
      server.answer(usageRoutes.readUsage, [
        use('4 rooms', { blocks: true, count: 4, records: [{ name: 'E-001', link: null }] }),
        use('2 events', {
          blocks: true,
          count: 2,
          link: null,
          records: [{ name: 'Retreat', link: '/admin/events/1' }],
        }),
      ]),
  )
  expect((await screen.findByRole('link', { name: '3 more' })).getAttribute('href')).toBe('/admin/4-rooms')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '4 rooms: E-001, 3 more',
    '2 events: Retreat, 1 more',
  ])
})

it('does what it offers instead', async () => {
  const { user } = await showScreen(
    () => <Page offers />,
    (server) => server.answer(usageRoutes.readUsage, [use('4 scans', { blocks: true })]),
  )
  await user.click(await screen.findByRole('button', { name: 'Deactivate instead' }))
  expect(deactivated).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
})

it('says what is deleted with it, and what loses it', async () => {
  const { user } = await showScreen(
    () => <Page />,
    (server) => server.answer(usageRoutes.readUsage, [use('1 ticket', { deleted: true }), use('3 tasks', {})]),
  )
  const before = async (words: string) => (await screen.findByText(words)).nextElementSibling?.textContent
  expect(await before('These will be deleted with it:')).toBe('1 ticket')
  expect(await before('These use it and will lose it:')).toBe('3 tasks')
  await user.click(screen.getByRole('button', { name: 'Delete account' }))
  expect(removed).toHaveBeenCalledTimes(1)
})

it('asks whether to erase a person whom something that stays refers to', async () => {
  const { user } = await showScreen(
    () => <Page />,
    (server) =>
      server.answer(usageRoutes.readUsage, [use('2 reservations', { kept: true }), use('1 ticket', { deleted: true })]),
  )
  expect(await screen.findByRole('dialog', { name: 'Erase Ama?' })).toBeTruthy()
  expect(screen.getByText('Her name is deleted.')).toBeTruthy()
  expect(screen.queryByText('This cannot be undone.')).toBeNull()
  expect(screen.getByText('These stay, and no longer say who the person was:').nextElementSibling?.textContent).toBe(
    '2 reservations',
  )
  await user.click(screen.getByRole('button', { name: 'Erase person' }))
  expect(removed).toHaveBeenCalledOnce()
})
