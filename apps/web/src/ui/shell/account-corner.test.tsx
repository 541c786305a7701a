// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../../test/screen.tsx'
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
