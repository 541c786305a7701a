// @vitest-environment happy-dom

import type { DataOf } from '@shiloh/contract/core'
import { supportRoutes } from '@shiloh/contract/support'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createI18n, translator } from '#platform/i18n'
import { idOf, showScreen } from '../../../../test/screen.tsx'
import { DeskPage } from './desk-page.tsx'
import { texts } from './texts.ts'

const t = translator(createI18n('en'), texts)
const patient = { timeout: 20_000 }

const ticket = (n: number): DataOf<typeof supportRoutes.listTickets> => ({
  _id: idOf(n),
  subject: `Subject ${n} of them`,
  category: 'general',
  status: 'open',
  messages: 1,
  last_message: 'Hello',
  last_from_staff: false,
  unread: false,
  event: null,
  reservation: null,
  created_at: '2027-01-01T08:00:00.000Z',
  updated_at: '2027-01-01T08:00:00.000Z',
  user: { _id: idOf(99), name: `Guest ${n}`, email: null, phone: null, language: 'en', active: true },
  assignee: null,
  last_is_note: false,
})

const show = (path = '/admin/support') =>
  showScreen(
    () => <DeskPage />,
    (server) => {
      server.answerList(
        supportRoutes.listTickets,
        Array.from({ length: 51 }, (_, index) => ticket(index + 1)),
      )
      server.answer(supportRoutes.pickAssignees, [{ _id: idOf(5), name: 'Ama Mensah' }])
    },
    { path },
  )

it('moves between the tickets with J and K, and / goes to the search', async () => {
  await show()
  const first = await screen.findByRole('link', { name: /Subject 1 / }, patient)
  const second = screen.getByRole('link', { name: /Subject 2 / })
  fireEvent.keyDown(document.documentElement, { key: 'j', code: 'KeyJ' })
  expect(document.activeElement).toBe(first)
  fireEvent.keyDown(first, { key: 'j', code: 'KeyJ' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second, { key: 'k' })
  expect(document.activeElement).toBe(first)
  fireEvent.keyDown(document.documentElement, { key: '/', code: 'Slash' })
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: t('search') }))
})

it('asks for as many tickets as were chosen, of one category and one person', async () => {
  const { user, server, address } = await show()
  await screen.findByRole('link', { name: /Subject 1 / }, patient)
  await user.click(screen.getByRole('button', { name: '150' }))
  await waitFor(() => expect(server.calls(supportRoutes.listTickets).at(-1)?.query).toMatchObject({ page_size: '150' }))
  await user.click(screen.getByRole('button', { name: t('filter') }))
  await user.click(await screen.findByRole('combobox', { name: t('category') }, patient))
  await user.click(await screen.findByRole('option', { name: /payment/i }, patient))
  await waitFor(() => expect(address()).toContain('category=payment'))
  expect(server.calls(supportRoutes.listTickets).at(-1)?.query).toMatchObject({ category: 'payment' })
})
