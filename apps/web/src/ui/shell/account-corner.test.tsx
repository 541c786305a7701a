// @vitest-environment happy-dom
import { identityRoutes } from '@shiloh/contract/identity/identity'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { administrator, showScreen } from '../../../test/screen.tsx'
import { AccountCorner } from './account-corner.tsx'

it('opens by the keyboard once its code is there, and gives the focus back to its button', async () => {
  const { user } = await showScreen(AccountCorner, () => {})
  const button = () => screen.getByRole('button', { name: /Ama Mensah/ })
  await user.tab()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: 'Your account' })).toBeDefined()
  expect(button().getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button()))
})

it('makes the language that is chosen there the account’s, and works without a network', async () => {
  const { user, server } = await showScreen(AccountCorner, () => {})
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: /Ama Mensah/ }))
    await user.click(await screen.findByRole('menuitem', { name }))
    // A click on a menu that is still closing opens nothing.
    await waitFor(() => expect(screen.queryByRole('menuitem', { name })).toBeNull())
  }
  await choose('Deutsch')
  server.answer(identityRoutes.updateProfile, { ...administrator([]), language: 'fr' })
  await choose('Français')
  await waitFor(() =>
    expect(server.calls(identityRoutes.updateProfile).map(({ body }) => body)).toEqual([{ language: 'fr' }]),
  )
})
